// BitArithmetic: the part of LaneArithmetic that encodes and decodes numbers. NumberArithmetic implements this part for single
// Swift numbers, so code outside of shaders encodes numbers with the same definition. The comment on LaneArithmetic states the
// requirements for a conformance.

package protocol BitArithmetic {
    associatedtype Float
    associatedtype Int
    associatedtype Mask

    // Constants, which have the same value in every lane
    func float(_ value: Swift.Float) -> Float
    func int(_ bits: UInt32) -> Int

    func fadd(_ a: Float, _ b: Float) -> Float
    func fsub(_ a: Float, _ b: Float) -> Float

    func iadd(_ a: Int, _ b: Int) -> Int
    func isub(_ a: Int, _ b: Int) -> Int
    func and(_ a: Int, _ b: Int) -> Int
    func or(_ a: Int, _ b: Int) -> Int
    /// `amount`, the number of bits by which the value is shifted, is taken modulo 32.
    func shl(_ a: Int, _ amount: Int) -> Int
    func shrU(_ a: Int, _ amount: Int) -> Int
    func iltU(_ a: Int, _ b: Int) -> Mask
    func selectInt(_ condition: Mask, _ a: Int, _ b: Int) -> Int

    // Reinterpretation of bits
    func bits(_ a: Float) -> Int
    func float(bits a: Int) -> Float
}

extension BitArithmetic {
    @inline(__always) package func shl(_ a: Int, by amount: UInt32) -> Int { shl(a, int(amount)) }
    @inline(__always) package func shrU(_ a: Int, by amount: UInt32) -> Int { shrU(a, int(amount)) }
}

/// BitArithmetic on single numbers instead of lanes.
struct NumberArithmetic: BitArithmetic {
    typealias Mask = Bool
    @inline(__always) func float(_ value: Swift.Float) -> Swift.Float { value }
    @inline(__always) func int(_ bits: UInt32) -> UInt32 { bits }
    @inline(__always) func fadd(_ a: Swift.Float, _ b: Swift.Float) -> Swift.Float { a + b }
    @inline(__always) func fsub(_ a: Swift.Float, _ b: Swift.Float) -> Swift.Float { a - b }
    @inline(__always) func iadd(_ a: UInt32, _ b: UInt32) -> UInt32 { a &+ b }
    @inline(__always) func isub(_ a: UInt32, _ b: UInt32) -> UInt32 { a &- b }
    @inline(__always) func and(_ a: UInt32, _ b: UInt32) -> UInt32 { a & b }
    @inline(__always) func or(_ a: UInt32, _ b: UInt32) -> UInt32 { a | b }
    @inline(__always) func shl(_ a: UInt32, _ amount: UInt32) -> UInt32 { a &<< amount }
    @inline(__always) func shrU(_ a: UInt32, _ amount: UInt32) -> UInt32 { a &>> amount }
    @inline(__always) func iltU(_ a: UInt32, _ b: UInt32) -> Bool { a < b }
    @inline(__always) func selectInt(_ condition: Bool, _ a: UInt32, _ b: UInt32) -> UInt32 { condition ? a : b }
    @inline(__always) func bits(_ a: Swift.Float) -> UInt32 { a.bitPattern }
    @inline(__always) func float(bits a: UInt32) -> Swift.Float { Swift.Float(bitPattern: a) }
}

/// Conversions from and to binary16 for code outside of shaders.
package enum Binary16 {
    /// Returns the binary16 number nearest to a float; 0x7E00 for NaN.
    package static func bits(of value: Float) -> UInt32 { NumberArithmetic().packHalf(value) }
    /// Returns the value of the binary16 number in the low 16 bits of `bits`. A NaN keeps its bits.
    package static func value(_ bits: UInt32) -> Float { NumberArithmetic().unpackHalf(bits) }
}
