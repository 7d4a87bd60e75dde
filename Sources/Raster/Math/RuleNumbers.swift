// RuleNumbers: the arithmetic for rules that are written once, for numbers in Swift and for the lanes of a kernel.

/// A binary32, or lanes of them. Each operation rounds once, to nearest even, so that a rule gives the same bits in both.
protocol RuleFloat {
    static func + (a: Self, b: Self) -> Self
    static func - (a: Self, b: Self) -> Self
    static func * (a: Self, b: Self) -> Self
    /// The number, in every lane.
    func constant(_ number: Float) -> Self
    /// self · factor + term, rounded once.
    func fused(_ factor: Self, plus term: Self) -> Self
    /// The exponent e and the fraction t in |self| = 2ᵉ·(1 + t), read from the bits. e is −127 for zero and subnormals, 128 for
    /// infinity and NaN.
    var exponentAndFraction: (exponent: Self, fraction: Self) { get }
}

extension Float: RuleFloat {
    @inline(__always) func constant(_ number: Float) -> Float { number }
    @inline(__always) func fused(_ factor: Float, plus term: Float) -> Float { term.addingProduct(self, factor) }
    @inline(__always) var exponentAndFraction: (exponent: Float, fraction: Float) {
        let bits = bitPattern & 0x7FFF_FFFF
        return (Float(Int32(bitPattern: bits >> 23) - 127), Float(bitPattern: bits & 0x7F_FFFF | 0x3F80_0000) - 1)
    }
}

/// A signed integer, or lanes of them. Rules stay within the range of Int32.
protocol RuleInteger {
    associatedtype Truth
    static func + (a: Self, b: Self) -> Self
    static func - (a: Self, b: Self) -> Self
    /// The number, in every lane.
    func constant(_ number: Int32) -> Self
    /// self divided by 2ⁿ, rounded down.
    func dividedByPower(_ n: Int32) -> Self
    static func isGreater(_ a: Self, _ b: Self) -> Truth
    static func isEqual(_ a: Self, _ b: Self) -> Truth
    static func both(_ a: Truth, _ b: Truth) -> Truth
    static func either(_ a: Truth, _ b: Truth) -> Truth
}

extension RuleInteger where Self: FixedWidthInteger {
    @inline(__always) func constant(_ number: Int32) -> Self { Self(truncatingIfNeeded: number) }
    @inline(__always) func dividedByPower(_ n: Int32) -> Self { self >> Self(truncatingIfNeeded: n) }
    @inline(__always) static func isGreater(_ a: Self, _ b: Self) -> Bool { a > b }
    @inline(__always) static func isEqual(_ a: Self, _ b: Self) -> Bool { a == b }
    @inline(__always) static func both(_ a: Bool, _ b: Bool) -> Bool { a && b }
    @inline(__always) static func either(_ a: Bool, _ b: Bool) -> Bool { a || b }
}
extension Int: RuleInteger {}
extension Int32: RuleInteger {}
