// LaneRules: makes the lanes of kernels usable in rules that are written once for both renderers: the rules for numbers and comparisons
// (RuleNumbers, Comparison), and the rules for the codes of texels (TexelCoding). A kernel that applies a rule to lanes emits the code of
// the rule.

import Kernel
import ShadingKernel

// MARK: Numbers

extension Lanes {
    static func choose(_ condition: LaneMask, _ a: Lanes, _ b: Lanes) -> Lanes { condition.choose(a, b) }
    static func isAtLeast(_ a: Lanes, _ b: Lanes) -> LaneMask { a .>= b }
    static func isAtMost(_ a: Lanes, _ b: Lanes) -> LaneMask { a .<= b }
    static func isGreater(_ a: Lanes, _ b: Lanes) -> LaneMask { a .> b }
    static func both(_ a: LaneMask, _ b: LaneMask) -> LaneMask { a & b }
    static func either(_ a: LaneMask, _ b: LaneMask) -> LaneMask { a | b }
}

extension FloatLanes: RuleFloat {
    typealias Word = UIntLanes
    var absolute: FloatLanes { magnitude() }
    func fused(_ factor: FloatLanes, plus term: FloatLanes) -> FloatLanes { fusedMultiply(factor, add: term) }
    var exponentAndFraction: (exponent: FloatLanes, fraction: FloatLanes) {
        let bits = self.bits & 0x7FFF_FFFF
        return (((bits >> 23).withSign(of: Int32.self) - 127).converted(to: Float.self),
                ((bits & 0x7F_FFFF) | 0x3F80_0000).reinterpreted(as: Float.self) - 1)
    }
    var nearestInteger: UIntLanes { roundedToInteger().withSign(of: UInt32.self) }
    var half: UIntLanes { KernelArithmetic(builder).packHalf(self) }

    /// The two products below are cheaper than a division and give the same bits; a test checks every code. c / m is computed as
    /// c·A + c·B, where A is the first 8 bits of 1/m and B is the rest of 1/m. c·A is exact, and the sum is the nearest binary32
    /// for all codes of up to 16 bits. For m = 2²⁴ − 1, c / m is computed as x + x·(1 + 2⁻²³)·2⁻²⁴ with x = c·2⁻²⁴.
    func fraction(of maximum: UInt32) -> FloatLanes {
        if maximum == 1 { return self }
        if maximum < 1 << 16 {
            let exact = 1 / Double(maximum)
            let unit = Double(sign: .plus, exponent: exact.exponent - 7, significand: 1)
            let high = (exact / unit).rounded(.down) * unit
            return fusedMultiply(Float(high), add: self * Float(exact - high))
        }
        precondition(maximum == 0xFF_FFFF, "no format has unorm channels of another size")
        let x = self * 0x1p-24
        return x + x * 0x1.000002p-24
    }
}

extension UIntLanes: RuleWord {
    typealias Number = FloatLanes
    static func &+ (a: UIntLanes, b: UIntLanes) -> UIntLanes { a + b }
    static func &- (a: UIntLanes, b: UIntLanes) -> UIntLanes { a - b }
    func shiftedRightWithSign(_ n: UInt32) -> UIntLanes { (withSign(of: Int32.self) >> Int32(n)).withSign(of: UInt32.self) }
    var asFloat: FloatLanes { reinterpreted(as: Float.self) }
    var number: FloatLanes { withSign(of: Int32.self).converted(to: Float.self) }
    var numberOfHalf: FloatLanes { KernelArithmetic(builder).unpackHalf(self) }
    var convertedNumberOfHalf: FloatLanes? { builder.target.hasHalfConversion ? narrowed(to: UInt16.self).convertedFromHalf() : nil }
}

extension IntLanes: RuleInteger {
    func dividedByPower(_ n: Int32) -> IntLanes { self >> n }
}

extension Lanes: ComparedValue {
    static func isLess(_ a: Self, _ b: Self) -> LaneMask { a .< b }
    static func isLessOrEqual(_ a: Self, _ b: Self) -> LaneMask { a .<= b }
    static func isEqual(_ a: Self, _ b: Self) -> LaneMask { a .== b }
    static func isUnequal(_ a: Self, _ b: Self) -> LaneMask { a .!= b }
    static func constant(_ outcome: Bool, like value: Self) -> LaneMask { value.builder.condition(outcome).broadcast(value.count) }
}

// MARK: Codes of texels

/// Decodes texels to register bits. Sampling and blending read texels with LaneDecoder.
struct LaneDecoder: TexelDecoder {
    let builder: KernelBuilder
    /// Returns the address of the table that decodes sRGB codes: 256 floats.
    let sRGBDecode: () -> Pointer
    let bits: (TexelChannel) -> UIntLanes

    /// Decodes a texel from its raw words.
    init(_ builder: KernelBuilder, words: [UIntLanes], sRGBDecode: @escaping () -> Pointer) {
        self.init(builder, sRGBDecode: sRGBDecode) { LaneDecoder.field($0, of: words[$0.word]) }
    }
    /// - Parameter bits: Returns the bits of a channel.
    init(_ builder: KernelBuilder, sRGBDecode: @escaping () -> Pointer, bits: @escaping (TexelChannel) -> UIntLanes) {
        self.builder = builder; self.sRGBDecode = sRGBDecode; self.bits = bits
    }

    static func field(_ channel: TexelChannel, of word: UIntLanes) -> UIntLanes {
        let shift = channel.shiftInWord
        if channel.bits == 32 { return word }
        if channel.bits == 8 && shift % 8 == 0 { return word.byte(Int(shift) / 8) }
        let shifted = shift == 0 ? word : word >> shift
        return shift + UInt32(channel.bits) == 32 ? shifted : shifted & channel.maximum
    }

    func code(_ channel: TexelChannel) -> UIntLanes { bits(channel) }
    func constant(_ bits: UInt32) -> UIntLanes { builder.lanes(bits) }
    func linear(sRGB code: UIntLanes) -> UIntLanes { sRGBDecode().gather(UInt32.self, indices: code.withSign(of: Int32.self)) }
}

extension TexelLayout {
    /// Returns all four components as register bits.
    func decode(in decoder: LaneDecoder) -> [UIntLanes] { (0..<4).map { decode($0, in: decoder) } }
}

/// The TexelEncoder for the lanes of kernels. Blending and image stores write texels with LaneEncoder.
struct LaneEncoder: TexelEncoder {
    let registers: [UIntLanes]
    /// The address of `SRGBTables.encode`.
    let sRGBEncode: Pointer
    func register(_ k: Int) -> UIntLanes { registers[k] }
    func sRGB(linear word: UIntLanes) -> UIntLanes {
        TexelEncoding.sRGB(word.asFloat) { sRGBEncode.gather(UInt32.self, indices: $0.withSign(of: Int32.self)) }
    }
}
