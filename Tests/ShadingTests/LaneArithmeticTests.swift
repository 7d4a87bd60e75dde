// A second executor for the functions written over LaneArithmetic: one lane, plain scalars, both sides of every choice
// evaluated. It must give the interpreter's bits, as generated code will have to.

import Foundation
import SeededRandom
import Shading
import Testing

private struct OneLane: LaneArithmetic {
    typealias Mask = Bool
    func float(_ value: Swift.Float) -> Swift.Float { value }
    func int(_ bits: UInt32) -> UInt32 { bits }
    func fadd(_ a: Swift.Float, _ b: Swift.Float) -> Swift.Float { a + b }
    func fsub(_ a: Swift.Float, _ b: Swift.Float) -> Swift.Float { a - b }
    func fmul(_ a: Swift.Float, _ b: Swift.Float) -> Swift.Float { a * b }
    func fdiv(_ a: Swift.Float, _ b: Swift.Float) -> Swift.Float { a / b }
    func fma(_ a: Swift.Float, _ b: Swift.Float, _ c: Swift.Float) -> Swift.Float { Foundation.fma(a, b, c) }
    func fsqrt(_ a: Swift.Float) -> Swift.Float { a.squareRoot() }
    func flt(_ a: Swift.Float, _ b: Swift.Float) -> Bool { a < b }
    func fle(_ a: Swift.Float, _ b: Swift.Float) -> Bool { a <= b }
    func feq(_ a: Swift.Float, _ b: Swift.Float) -> Bool { a == b }
    func iadd(_ a: UInt32, _ b: UInt32) -> UInt32 { a &+ b }
    func isub(_ a: UInt32, _ b: UInt32) -> UInt32 { a &- b }
    func imul(_ a: UInt32, _ b: UInt32) -> UInt32 { a &* b }
    func imulHighU(_ a: UInt32, _ b: UInt32) -> UInt32 { a.multipliedFullWidth(by: b).high }
    func and(_ a: UInt32, _ b: UInt32) -> UInt32 { a & b }
    func or(_ a: UInt32, _ b: UInt32) -> UInt32 { a | b }
    func xor(_ a: UInt32, _ b: UInt32) -> UInt32 { a ^ b }
    // The amount must be in range; a smart shift would show it if it were not.
    func shl(_ a: UInt32, _ amount: UInt32) -> UInt32 { a << amount }
    func shrU(_ a: UInt32, _ amount: UInt32) -> UInt32 { a >> amount }
    func shrS(_ a: UInt32, _ amount: UInt32) -> UInt32 { UInt32(bitPattern: Int32(bitPattern: a) >> Int32(bitPattern: amount)) }
    func ieq(_ a: UInt32, _ b: UInt32) -> Bool { a == b }
    func iltS(_ a: UInt32, _ b: UInt32) -> Bool { Int32(bitPattern: a) < Int32(bitPattern: b) }
    func iltU(_ a: UInt32, _ b: UInt32) -> Bool { a < b }
    func intToFloat(_ a: UInt32) -> Swift.Float { Swift.Float(Int32(bitPattern: a)) }
    func bits(_ a: Swift.Float) -> UInt32 { a.bitPattern }
    func float(bits a: UInt32) -> Swift.Float { Swift.Float(bitPattern: a) }
    func maskAnd(_ a: Bool, _ b: Bool) -> Bool { a && b }
    func maskOr(_ a: Bool, _ b: Bool) -> Bool { a || b }
    func maskNot(_ a: Bool) -> Bool { !a }
    func selectFloat(_ condition: Bool, _ a: Swift.Float, _ b: Swift.Float) -> Swift.Float { condition ? a : b }
    func selectInt(_ condition: Bool, _ a: UInt32, _ b: UInt32) -> UInt32 { condition ? a : b }
    func choose(
        _ condition: Bool, rare: () -> (Swift.Float, UInt32), usual: (Swift.Float, UInt32)
    ) -> (Swift.Float, UInt32) {
        let value = rare()
        return condition ? value : usual
    }
}

private let oneLaneFunctions: [(Opcode, @Sendable (OneLane, Float, Float) -> Float)] = [
    (.sin, { l, x, _ in l.sin(x) }), (.cos, { l, x, _ in l.cos(x) }), (.tan, { l, x, _ in l.tan(x) }),
    (.asin, { l, x, _ in l.asin(x) }), (.acos, { l, x, _ in l.acos(x) }), (.atan, { l, x, _ in l.atan(x) }),
    (.atan2, { l, y, x in l.atan2(y, x) }), (.pow, { l, x, y in l.pow(x, y) }),
    (.sinh, { l, x, _ in l.sinh(x) }), (.cosh, { l, x, _ in l.cosh(x) }), (.tanh, { l, x, _ in l.tanh(x) }),
    (.asinh, { l, x, _ in l.asinh(x) }), (.acosh, { l, x, _ in l.acosh(x) }), (.atanh, { l, x, _ in l.atanh(x) }),
    (.exp, { l, x, _ in l.exp(x) }), (.exp2, { l, x, _ in l.exp2(x) }),
    (.log, { l, x, _ in l.log(x) }), (.log2, { l, x, _ in l.log2(x) }),
    (.frexpSignificand, { l, x, _ in l.frexpSignificand(x) }),
    (.frexpExponent, { l, x, _ in l.float(bits: l.frexpExponent(x)) }),
    (.ldexp, { l, x, n in l.ldexp(x, l.bits(n)) }),
    (.packHalf, { l, x, _ in l.float(bits: l.packHalf(x)) }),
    (.unpackHalf, { l, h, _ in l.unpackHalf(l.bits(h)) }),
]

@Test("one lane computed alone has the bits of the same lane in a quad", arguments: oneLaneFunctions.indices)
func oneLaneHasTheSameBits(index: Int) {
    let (opcode, function) = oneLaneFunctions[index]
    let run = OpcodeRunner(opcode)
    var generator = SeededGenerator(state: UInt64(index))
    func operand() -> Float {
        Bool.random(using: &generator) ? Float.random(in: -4 ... 4, using: &generator)
            : Float(bitPattern: UInt32.random(in: 0 ... .max, using: &generator))
    }
    for _ in 0 ..< 2000 {
        let x = QuadFloat(operand(), operand(), operand(), operand())
        let y = QuadFloat(operand(), operand(), operand(), operand())
        let result = run(unsafeBitCast(x, to: QuadUInt.self), unsafeBitCast(y, to: QuadUInt.self))
        for lane in 0 ..< 4 {
            let alone = function(OneLane(), x[lane], y[lane])
            if result[lane] != alone.bitPattern && !(alone.isNaN && Float(bitPattern: result[lane]).isNaN) {
                Issue.record("\(opcode)(\(x[lane]), \(y[lane])) is \(alone) alone and \(Float(bitPattern: result[lane])) in a quad")
                return
            }
        }
    }
}
