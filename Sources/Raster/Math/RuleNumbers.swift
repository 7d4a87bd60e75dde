// RuleNumbers: the arithmetic that rules use. Each rule is written once, for numbers in Swift and for the lanes of a kernel.

import Shading

/// A binary32 number, or lanes of numbers. Each operation rounds once, to nearest even. A rule therefore gives the same bits for
/// numbers and for lanes.
protocol RuleFloat {
    /// The bits of a number.
    associatedtype Word: RuleWord where Word.Number == Self
    typealias Truth = Word.Truth
    static func + (a: Self, b: Self) -> Self
    static func - (a: Self, b: Self) -> Self
    static func * (a: Self, b: Self) -> Self
    static func / (a: Self, b: Self) -> Self
    static prefix func - (a: Self) -> Self
    var absolute: Self { get }
    /// Returns `number` in every lane.
    func constant(_ number: Float) -> Self
    /// Returns self · factor + term, rounded once.
    func fused(_ factor: Self, plus term: Self) -> Self
    /// The exponent e and the fraction t in |self| = 2ᵉ·(1 + t), read from the bits. e is −127 for zero and subnormals, 128 for
    /// infinity and NaN.
    var exponentAndFraction: (exponent: Self, fraction: Self) { get }

    static func both(_ a: Truth, _ b: Truth) -> Truth
    // Comparisons are false if an operand is NaN.
    static func isGreater(_ a: Self, _ b: Self) -> Truth
    static func isAtLeast(_ a: Self, _ b: Self) -> Truth
    static func isAtMost(_ a: Self, _ b: Self) -> Truth
    static func isEqual(_ a: Self, _ b: Self) -> Truth
    var isNaN: Truth { get }
    static func choose(_ condition: Truth, _ a: Self, _ b: Self) -> Self
    /// Returns self if self < b, else b.
    func lesser(_ b: Self) -> Self
    /// Returns self if b < self, else b.
    func greater(_ b: Self) -> Self
    /// Returns the smallest integer that is not below self.
    func ceiling() -> Self

    var bits: Word { get }
    /// The nearest integer, ties to even, of a number in 0…2²⁴.
    var nearestInteger: Word { get }
    /// Returns the binary32 nearest to self / maximum, for an integer self in −maximum…maximum.
    /// - Parameter maximum: 2ⁿ − 1 with n ≤ 16 or n = 24.
    func fraction(of maximum: UInt32) -> Self
    /// The nearest binary16; 0x7E00 for NaN.
    var half: Word { get }
}

extension Float: RuleFloat {
    typealias Word = UInt32
    @inline(__always) var absolute: Float { magnitude }
    @inline(__always) func constant(_ number: Float) -> Float { number }
    @inline(__always) func fused(_ factor: Float, plus term: Float) -> Float { term.addingProduct(self, factor) }
    @inline(__always) var exponentAndFraction: (exponent: Float, fraction: Float) {
        let bits = bitPattern & 0x7FFF_FFFF
        return (Float(Int32(bitPattern: bits >> 23) - 127), Float(bitPattern: bits & 0x7F_FFFF | 0x3F80_0000) - 1)
    }
    @inline(__always) static func both(_ a: Bool, _ b: Bool) -> Bool { a && b }
    @inline(__always) static func isGreater(_ a: Float, _ b: Float) -> Bool { a > b }
    @inline(__always) static func isAtLeast(_ a: Float, _ b: Float) -> Bool { a >= b }
    @inline(__always) static func isAtMost(_ a: Float, _ b: Float) -> Bool { a <= b }
    @inline(__always) static func isEqual(_ a: Float, _ b: Float) -> Bool { a == b }
    @inline(__always) static func choose(_ condition: Bool, _ a: Float, _ b: Float) -> Float { condition ? a : b }
    @inline(__always) func lesser(_ b: Float) -> Float { self < b ? self : b }
    @inline(__always) func greater(_ b: Float) -> Float { b < self ? self : b }
    @inline(__always) func ceiling() -> Float { rounded(.up) }
    @inline(__always) var bits: UInt32 { bitPattern }
    /// Adding 2⁵² to a double rounds it to an integer.
    @inline(__always) var nearestInteger: UInt32 { UInt32(truncatingIfNeeded: (Double(self) + 0x1p52).bitPattern) }
    @inline(__always) func fraction(of maximum: UInt32) -> Float { self / Float(maximum) }
    @inline(__always) var half: UInt32 { Binary16.bits(of: self) }
}

/// A word of 32 bits, or lanes of words. A word is the bits of a number, or an integer without sign. Sums and differences wrap.
protocol RuleWord {
    associatedtype Number: RuleFloat where Number.Word == Self
    associatedtype Truth
    static func &+ (a: Self, b: Self) -> Self
    static func &- (a: Self, b: Self) -> Self
    static func & (a: Self, b: Self) -> Self
    static func | (a: Self, b: Self) -> Self
    static func ^ (a: Self, b: Self) -> Self
    static prefix func ~ (a: Self) -> Self
    static func << (a: Self, n: UInt32) -> Self
    static func >> (a: Self, n: UInt32) -> Self
    /// Returns self, read as a signed integer, divided by 2ⁿ and rounded down.
    func shiftedRightWithSign(_ n: UInt32) -> Self
    /// Returns the integer `bits` in every lane.
    func constant(_ bits: UInt32) -> Self
    static func isLess(_ a: Self, _ b: Self) -> Truth
    static func isAtLeast(_ a: Self, _ b: Self) -> Truth
    static func isGreater(_ a: Self, _ b: Self) -> Truth
    static func either(_ a: Truth, _ b: Truth) -> Truth
    static func choose(_ condition: Truth, _ a: Self, _ b: Self) -> Self
    func minimum(_ b: Self) -> Self

    /// The number with these bits.
    var asFloat: Number { get }
    /// The binary32 nearest to self, which is read as a signed integer.
    var number: Number { get }
    /// The value of a binary16 in the low 16 bits; a NaN keeps its bits.
    var numberOfHalf: Number { get }
    /// The value of a binary16 in the low 16 bits, converted by an instruction that also makes a signalling NaN quiet; nil if the processor
    /// has no such instruction.
    var convertedNumberOfHalf: Number? { get }
}

extension RuleWord {
    /// The value of a binary16 in the low 16 bits; a signalling NaN becomes quiet (OpenGL 3.3 §2.1.1).
    @inline(__always)
    var quietNumberOfHalf: Number {
        if let convertedNumberOfHalf { return convertedNumberOfHalf }
        let value = numberOfHalf.bits, magnitude = self & constant(0x7FFF)
        return Self.choose(Self.isGreater(magnitude, constant(0x7C00)), value | constant(0x40_0000), value).asFloat
    }
}

extension UInt32: RuleWord {
    @inline(__always) func shiftedRightWithSign(_ n: UInt32) -> UInt32 { UInt32(bitPattern: Int32(bitPattern: self) >> Int32(bitPattern: n)) }
    @inline(__always) func constant(_ bits: UInt32) -> UInt32 { bits }
    @inline(__always) static func isLess(_ a: UInt32, _ b: UInt32) -> Bool { a < b }
    @inline(__always) static func isAtLeast(_ a: UInt32, _ b: UInt32) -> Bool { a >= b }
    @inline(__always) static func isGreater(_ a: UInt32, _ b: UInt32) -> Bool { a > b }
    @inline(__always) static func either(_ a: Bool, _ b: Bool) -> Bool { a || b }
    @inline(__always) static func choose(_ condition: Bool, _ a: UInt32, _ b: UInt32) -> UInt32 { condition ? a : b }
    @inline(__always) func minimum(_ b: UInt32) -> UInt32 { self < b ? self : b }
    @inline(__always) var asFloat: Float { Float(bitPattern: self) }
    @inline(__always) var number: Float { Float(Int32(bitPattern: self)) }
    @inline(__always) var numberOfHalf: Float { Binary16.value(self) }
    @inline(__always) var convertedNumberOfHalf: Float? { nil }
}

/// A signed integer, or lanes of integers. The rules' results stay within the range of Int32.
protocol RuleInteger {
    associatedtype Truth
    static func + (a: Self, b: Self) -> Self
    static func - (a: Self, b: Self) -> Self
    /// Returns `number` in every lane.
    func constant(_ number: Int32) -> Self
    /// Returns self divided by 2ⁿ, rounded down.
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
