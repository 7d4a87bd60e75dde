// A second executor for the opcodes that LaneArithmetic defines. The executor runs one lane with plain scalars, and evaluates both
// sides of every choice. The executor's results must have the interpreter's bits, as the results of generated code must.

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
    func shl(_ a: UInt32, _ amount: UInt32) -> UInt32 { a &<< amount }
    func shrU(_ a: UInt32, _ amount: UInt32) -> UInt32 { a &>> amount }
    func shrS(_ a: UInt32, _ amount: UInt32) -> UInt32 { UInt32(bitPattern: Int32(bitPattern: a) &>> Int32(bitPattern: amount)) }
    func bitCount(_ a: UInt32) -> UInt32 { UInt32(a.nonzeroBitCount) }
    func leadingZeros(_ a: UInt32) -> UInt32 { UInt32(a.leadingZeroBitCount) }
    func idivU(_ a: UInt32, _ b: UInt32) -> UInt32 { b == 0 ? 0 : a / b }
    func iremU(_ a: UInt32, _ b: UInt32) -> UInt32 { b == 0 ? 0 : a % b }
    func ieq(_ a: UInt32, _ b: UInt32) -> Bool { a == b }
    func iltS(_ a: UInt32, _ b: UInt32) -> Bool { Int32(bitPattern: a) < Int32(bitPattern: b) }
    func iltU(_ a: UInt32, _ b: UInt32) -> Bool { a < b }
    func intToFloat(_ a: UInt32) -> Swift.Float { Swift.Float(Int32(bitPattern: a)) }
    func bits(_ a: Swift.Float) -> UInt32 { a.bitPattern }
    func float(bits a: UInt32) -> Swift.Float { Swift.Float(bitPattern: a) }
    func maskAnd(_ a: Bool, _ b: Bool) -> Bool { a && b }
    func maskOr(_ a: Bool, _ b: Bool) -> Bool { a || b }
    func maskXor(_ a: Bool, _ b: Bool) -> Bool { a != b }
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

/// The operands of an instruction for one lane, as words.
private struct OneLaneOperands: OpcodeOperands {
    let words: [UInt32]
    var result: UInt32 = 0
    init(_ words: [UInt32]) { self.words = words }
    var arithmetic: OneLane { OneLane() }
    var form: RegisterForm { .bits }
    var showsFloatBits: Bool { false }
    var ia: UInt32 { words[0] }
    var ib: UInt32 { words[1] }
    var ic: UInt32 { words[2] }
    var fa: Float { Float(bitPattern: ia) }
    var fb: Float { Float(bitPattern: ib) }
    var fc: Float { Float(bitPattern: ic) }
    var ma: Bool { ia != 0 }
    var mb: Bool { ib != 0 }
    var mc: Bool { ic != 0 }
    mutating func set(_ value: UInt32) { result = value }
    mutating func set(_ value: Float) { result = value.bitPattern }
    mutating func set(_ value: Bool) { result = value ? .max : 0 }
    mutating func copy() { result = ia }
}

@Test("one lane computed alone has the same bits as in a quad", arguments: Opcode.allCases.filter(\.computes))
func oneLaneHasTheSameBits(opcode: Opcode) {
    let run = OpcodeRunner(opcode), row = opcode.definition
    var generator = SeededGenerator(state: UInt64(opcode.rawValue))
    let interesting: [UInt32] = [0, 1, 2, 7, 16, 31, 32, 33, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x7fc0_0000, 0x7f80_0000, 0x4b00_0000]
    func operand(_ kind: OperandKind) -> UInt32 {
        if kind == .bool { return Bool.random(using: &generator) ? .max : 0 }
        switch Int.random(in: 0 ... 2, using: &generator) {
        case 0: return Float.random(in: -4 ... 4, using: &generator).bitPattern
        case 1: return interesting.randomElement(using: &generator)!
        default: return UInt32.random(in: 0 ... .max, using: &generator)
        }
    }
    for _ in 0 ..< 2000 {
        var quads = [QuadUInt(), QuadUInt(), QuadUInt()]
        for (index, kind) in [row.a, row.b, row.c].enumerated() {
            for lane in 0 ..< 4 { quads[index][lane] = operand(kind) }
        }
        let result = switch row.valueOperandCount {
        case 1: run(quads[0])
        case 2: run(quads[0], quads[1])
        default: run(quads[0], quads[1], quads[2])
        }
        for lane in 0 ..< 4 {
            var alone = OneLaneOperands(quads.map { $0[lane] })
            opcode.evaluate(&alone)
            if result[lane] == alone.result { continue }
            if row.result == .float, Float(bitPattern: alone.result).isNaN, Float(bitPattern: result[lane]).isNaN { continue }
            Issue.record("\(opcode)(\(alone.words.map { String($0, radix: 16) })) is \(String(alone.result, radix: 16)) alone and \(String(result[lane], radix: 16)) in a quad")
            return
        }
    }
}
