// LaneNumbers: lets the lanes of a kernel be the numbers of RuleNumbers and Comparison. Their rules are written once, for Swift and
// for kernels.

import Kernel

extension FloatLanes: RuleFloat {
    func fused(_ factor: FloatLanes, plus term: FloatLanes) -> FloatLanes { fusedMultiply(factor, add: term) }
    var exponentAndFraction: (exponent: FloatLanes, fraction: FloatLanes) {
        let bits = self.bits & 0x7FFF_FFFF
        return (((bits >> 23).withSign(of: Int32.self) - 127).converted(to: Float.self),
                ((bits & 0x7F_FFFF) | 0x3F80_0000).reinterpreted(as: Float.self) - 1)
    }
}

extension IntLanes: RuleInteger {
    func dividedByPower(_ n: Int32) -> IntLanes { self >> n }
    static func isGreater(_ a: IntLanes, _ b: IntLanes) -> LaneMask { a .> b }
    static func both(_ a: LaneMask, _ b: LaneMask) -> LaneMask { a & b }
    static func either(_ a: LaneMask, _ b: LaneMask) -> LaneMask { a | b }
}

extension Lanes: ComparedValue {
    static func isLess(_ a: Self, _ b: Self) -> LaneMask { a .< b }
    static func isLessOrEqual(_ a: Self, _ b: Self) -> LaneMask { a .<= b }
    static func isEqual(_ a: Self, _ b: Self) -> LaneMask { a .== b }
    static func isUnequal(_ a: Self, _ b: Self) -> LaneMask { a .!= b }
    static func constant(_ outcome: Bool, like value: Self) -> LaneMask { value.builder.condition(outcome).broadcast(value.count) }
}
