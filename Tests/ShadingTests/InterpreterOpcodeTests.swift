// Compares every opcode that computes, with ordinary and extreme operands, with a formula for one lane.

import Foundation
import SeededRandom
import Shading
import Testing

private let awkwardFloats: [Float] = [
    0, -0.0, 1, -1, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0.3, -0.3, 7.25, -7.75, 0x1p-149, -0x1p-149, 0x1p-126, 0x1.8p-127, 8_388_607.5, -8_388_609,
    16_777_218, 2_147_483_520, 2_147_483_648, -2_147_483_648, -2_147_483_904, 4_294_967_040, 4_294_967_296, 1e30, -3.4e38,
    .infinity, -.infinity, .nan, 65_504, 65_519, 65_520, 6.1e-5, 5.97e-8, 2.9e-8, 2.98e-8, 1e-10,
]
private let awkwardWords: [UInt32] = [
    0, 1, 2, 3, 5, 7, 8, 15, 16, 24, 31, 32, 33, 40, 100, 0x7f, 0x8000, 0xffff, 0x1_0000, 0x1234_5678, 0x7fff_fffe,
    0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xaaaa_aaaa, 0xdead_beef, 0xffff_fff0, 0xffff_fffe, 0xffff_ffff,
]

private func bits(_ condition: Bool) -> UInt32 { condition ? .max : 0 }

/// An opcode with its formula for one lane. For each operand, `operandsAreFloats` selects whether the operand gets the extreme values
/// of floats or of integers.
private struct Case: CustomTestStringConvertible {
    var opcode: Opcode
    var operandsAreFloats: [Bool]
    var formula: @Sendable (UInt32, UInt32, UInt32) -> UInt32
    var testDescription: String { "\(opcode)" }

    static func float1(_ opcode: Opcode, _ formula: @escaping @Sendable (Float) -> Float) -> Case {
        Case(opcode: opcode, operandsAreFloats: [true]) { a, _, _ in formula(Float(bitPattern: a)).bitPattern }
    }
    static func float2(_ opcode: Opcode, _ formula: @escaping @Sendable (Float, Float) -> Float) -> Case {
        Case(opcode: opcode, operandsAreFloats: [true, true]) { a, b, _ in
            formula(Float(bitPattern: a), Float(bitPattern: b)).bitPattern
        }
    }
    static func compare(_ opcode: Opcode, _ formula: @escaping @Sendable (Float, Float) -> Bool) -> Case {
        Case(opcode: opcode, operandsAreFloats: [true, true]) { a, b, _ in
            bits(formula(Float(bitPattern: a), Float(bitPattern: b)))
        }
    }
    static func fromFloat(_ opcode: Opcode, _ formula: @escaping @Sendable (Float) -> UInt32) -> Case {
        Case(opcode: opcode, operandsAreFloats: [true]) { a, _, _ in formula(Float(bitPattern: a)) }
    }
    static func word1(_ opcode: Opcode, _ formula: @escaping @Sendable (UInt32) -> UInt32) -> Case {
        Case(opcode: opcode, operandsAreFloats: [false]) { a, _, _ in formula(a) }
    }
    static func word2(_ opcode: Opcode, _ formula: @escaping @Sendable (UInt32, UInt32) -> UInt32) -> Case {
        Case(opcode: opcode, operandsAreFloats: [false, false]) { a, b, _ in formula(a, b) }
    }
    static func int2(_ opcode: Opcode, _ formula: @escaping @Sendable (Int64, Int64) -> Int64) -> Case {
        word2(opcode) { UInt32(truncatingIfNeeded: formula(Int64(Int32(bitPattern: $0)), Int64(Int32(bitPattern: $1)))) }
    }
}

private func field(_ offset: UInt32, _ bits: UInt32) -> Bool { UInt64(offset) + UInt64(bits) <= 32 }
private func extractU(_ a: UInt32, _ offset: UInt32, _ bits: UInt32) -> UInt32 {
    guard field(offset, bits) else { return 0 }
    return UInt32(truncatingIfNeeded: UInt64(a) >> UInt64(offset) & ((1 << UInt64(bits)) - 1))
}

private func extractS(_ a: UInt32, _ offset: UInt32, _ bits: UInt32) -> UInt32 {
    guard field(offset, bits), bits > 0 else { return 0 }
    let value = extractU(a, offset, bits)
    let isNegative = value >> (bits - 1) == 1
    let signBits: UInt32 = bits == 32 ? 0 : UInt32.max << bits
    return isNegative ? value | signBits : value
}
private func reversed(_ a: UInt32) -> UInt32 {
    var result: UInt32 = 0
    for bit in 0 ..< UInt32(32) where a >> bit & 1 == 1 { result |= 1 << (31 - bit) }
    return result
}
/// Returns the positions of the set bits, lowest first.
private func setBits(_ a: UInt32) -> [Int32] { (0 ..< Int32(32)).filter { a >> UInt32($0) & 1 == 1 } }
private func word(_ value: Int32) -> UInt32 { UInt32(bitPattern: value) }

private let floatCases: [Case] = [
    .float2(.fadd) { $0 + $1 }, .float2(.fsub) { $0 - $1 }, .float2(.fmul) { $0 * $1 }, .float2(.fdiv) { $0 / $1 },
    Case(opcode: .fma, operandsAreFloats: [true, true, true]) {
        Foundation.fma(Float(bitPattern: $0), Float(bitPattern: $1), Float(bitPattern: $2)).bitPattern
    },
    .float1(.fneg) { -$0 }, .float1(.fabs) { $0.magnitude },
    .float1(.fsign) { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 },
    .float1(.ffloor) { $0.rounded(.down) }, .float1(.fceil) { $0.rounded(.up) },
    .float1(.ftrunc) { $0.rounded(.towardZero) }, .float1(.froundEven) { $0.rounded(.toNearestOrEven) },
    .float2(.fmin) { $0.isNaN ? $1 : $1.isNaN ? $0 : $0 < $1 ? $0 : $1 },
    .float2(.fmax) { $0.isNaN ? $1 : $1.isNaN ? $0 : $0 > $1 ? $0 : $1 },
    .float1(.fsqrt) { $0.squareRoot() },
    .float1(.frexpSignificand) { var exponent: Int32 = 0; return frexpf($0, &exponent) },
    .fromFloat(.frexpExponent) { x in
        guard x.isFinite && x != 0 else { return 0 }
        var exponent: Int32 = 0
        _ = frexpf(x, &exponent)
        return UInt32(bitPattern: exponent)
    },
    Case(opcode: .ldexp, operandsAreFloats: [true, false]) { a, b, _ in
        let exponent = min(max(Int(Int32(bitPattern: b)), -700), 700)
        let product = Double(Float(bitPattern: a)) * Foundation.exp2(Double(exponent))
        // A product that would be subnormal becomes a zero of its sign.
        return Float(product.magnitude < 0x1p-126 ? product * 0 : product).bitPattern
    },
    .fromFloat(.fisnan) { bits($0.isNaN) }, .fromFloat(.fisinf) { bits($0.isInfinite) },
    .compare(.feq) { $0 == $1 }, .compare(.fne) { $0 != $1 }, .compare(.flt) { $0 < $1 }, .compare(.fle) { $0 <= $1 },
]

private let integerCases: [Case] = [
    .word2(.iadd) { $0 &+ $1 }, .word2(.isub) { $0 &- $1 }, .word2(.imul) { $0 &* $1 },
    .word1(.ineg) { 0 &- $0 },
    .word1(.iabs) { Int32(bitPattern: $0).magnitude },
    .word1(.isign) { UInt32(bitPattern: Int32(bitPattern: $0).signum()) },
    .int2(.idivS) { $1 == 0 ? 0 : $0 / $1 }, .int2(.iremS) { $1 == 0 ? 0 : $0 % $1 },
    .word2(.idivU) { $1 == 0 ? 0 : $0 / $1 }, .word2(.iremU) { $1 == 0 ? 0 : $0 % $1 },
    .int2(.iminS) { min($0, $1) }, .int2(.imaxS) { max($0, $1) },
    .word2(.iminU) { min($0, $1) }, .word2(.imaxU) { max($0, $1) },
    .int2(.imulHighS) { ($0 * $1) >> 32 },
    .word2(.imulHighU) { UInt32((UInt64($0) * UInt64($1)) >> 32) },
    .word2(.iaddCarry) { UInt32((UInt64($0) + UInt64($1)) >> 32) },
    .word2(.isubBorrow) { $0 < $1 ? 1 : 0 },
    .word2(.ieq) { bits($0 == $1) }, .word2(.ine) { bits($0 != $1) },
    .int2(.iltS) { $0 < $1 ? -1 : 0 }, .int2(.ileS) { $0 <= $1 ? -1 : 0 },
    .word2(.iltU) { bits($0 < $1) }, .word2(.ileU) { bits($0 <= $1) },
]

private let bitCases: [Case] = [
    .word2(.shl) { $0 << ($1 % 32) }, .word2(.shrU) { $0 >> ($1 % 32) },
    .word2(.shrS) { UInt32(bitPattern: Int32(bitPattern: $0) >> Int32($1 % 32)) },
    .word2(.and) { $0 & $1 }, .word2(.or) { $0 | $1 }, .word2(.xor) { $0 ^ $1 }, .word1(.not) { ~$0 },
    Case(opcode: .bitfieldExtractU, operandsAreFloats: [false, false, false]) { extractU($0, $1, $2) },
    Case(opcode: .bitfieldExtractS, operandsAreFloats: [false, false, false]) { extractS($0, $1, $2) },
    .word2(.bitfieldInsertMask) { field($0, $1) ? extractU(.max, 0, $1) << $0 : 0 },
    .word1(.bitReverse) { reversed($0) },
    .word1(.bitCount) { UInt32(setBits($0).count) },
    .word1(.findLSB) { word(setBits($0).first ?? -1) },
    .word1(.findMSBU) { word(setBits($0).last ?? -1) },
    .word1(.findMSBS) { word(setBits(Int32(bitPattern: $0) < 0 ? ~$0 : $0).last ?? -1) },
]

private let conversionCases: [Case] = [
    .fromFloat(.floatToInt) {
        UInt32(bitPattern: $0.isNaN ? 0 : $0 >= 0x1p31 ? .max : $0 <= -0x1p31 ? .min : Int32($0))
    },
    .fromFloat(.floatToUint) { $0.isNaN || $0 <= 0 ? 0 : $0 >= 0x1p32 ? .max : UInt32($0) },
    .word1(.intToFloat) { Float(Int32(bitPattern: $0)).bitPattern },
    .word1(.uintToFloat) { Float($0).bitPattern },
    .fromFloat(.packHalf) { $0.isNaN ? 0x7e00 : halfBits($0) },
    .word1(.unpackHalf) { halfValue($0 & 0xffff).bitPattern },
    .word1(.bitcast) { $0 },
    Case(opcode: .select, operandsAreFloats: [false, false, false]) { ($0 & $1) | (~$0 & $2) },
]

private let cases = floatCases + integerCases + bitCases + conversionCases

/// Converts to binary16 by its definition, in Double, in which all values of binary16 and all midpoints between them are exact.
private func halfBits(_ x: Float) -> UInt32 {
    let sign: UInt32 = x.sign == .minus ? 0x8000 : 0
    let a = Double(x.magnitude)
    if a >= 65_520 { return sign | 0x7c00 }
    let exponent = a < 0x1p-14 ? -14 : Int(a.exponent)
    let units = (a * Foundation.exp2(Double(10 - exponent))).rounded(.toNearestOrEven)
    // If rounding makes the significand too large by one bit, the addition carries into the exponent field, which is then correct.
    return sign | (exponent == -14 ? UInt32(units) : UInt32(exponent + 14) << 10 + UInt32(units))
}

private func halfValue(_ half: UInt32) -> Float {
    let exponent = Int(half >> 10 & 31), fraction = Double(half & 0x3ff)
    let magnitude = exponent == 31 ? (fraction == 0 ? Double.infinity : .nan)
        : exponent == 0 ? fraction * 0x1p-24 : (1024 + fraction) * Foundation.exp2(Double(exponent - 25))
    return Float(half & 0x8000 == 0 ? magnitude : -magnitude)
}

@Test("every opcode computes its formula in every lane", arguments: cases)
private func opcodeComputesItsFormula(testCase: Case) {
    let run = OpcodeRunner(testCase.opcode)
    let floats = awkwardFloats.map(\.bitPattern)
    func pool(_ operand: Int) -> [UInt32] {
        operand < testCase.operandsAreFloats.count ? (testCase.operandsAreFloats[operand] ? floats : awkwardWords) : [0]
    }
    let givesFloat = [.fma, .ldexp, .unpackHalf].contains(testCase.opcode) || testCase.operandsAreFloats.allSatisfy { $0 }
    var generator = SeededGenerator(state: 7)
    var quads: [(QuadUInt, QuadUInt, QuadUInt)] = []
    if testCase.operandsAreFloats.count < 3 {
        // Tests each pair of values in lane 0. Some of the lanes 1 to 3 have other values.
        for a in pool(0) {
            for b in pool(1) {
                let other = pool(0).randomElement(using: &generator)!
                quads.append((QuadUInt(a, other, a, other), QuadUInt(b, b, pool(1).randomElement(using: &generator)!, b), QuadUInt()))
            }
        }
    } else {
        for _ in 0 ..< 4000 {
            func quad(_ operand: Int) -> QuadUInt {
                var quad = QuadUInt()
                for lane in 0 ..< 4 { quad[lane] = pool(operand).randomElement(using: &generator)! }
                return quad
            }
            quads.append((quad(0), quad(1), quad(2)))
        }
    }
    for (a, b, c) in quads {
        let result = switch testCase.operandsAreFloats.count {
        case 1: run(a)
        case 2: run(a, b)
        default: run(a, b, c)
        }
        for lane in 0 ..< 4 {
            let expected = testCase.formula(a[lane], b[lane], c[lane])
            if result[lane] == expected { continue }
            if givesFloat && Float(bitPattern: expected).isNaN && Float(bitPattern: result[lane]).isNaN { continue }
            Issue.record("""
                \(testCase.opcode)(\(String(a[lane], radix: 16)), \(String(b[lane], radix: 16)), \(String(c[lane], radix: 16))) \
                gave \(String(result[lane], radix: 16)), expected \(String(expected, radix: 16))
                """)
            return
        }
    }
}

@Test("every opcode that computes has a formula in the tests")
func everyOpcodeIsTested() {
    // The accuracy of functions is measured in MathematicsTests, so opcodes for functions need no formula here.
    let needed = Opcode.allCases.filter { $0.computes && $0.definition.kind != .function }
    #expect(Set(cases.map(\.opcode)) == Set(needed))
}

@Test("the table of opcodes follows its own rules", arguments: Opcode.allCases)
func rowOfOpcode(opcode: Opcode) {
    let row = opcode.definition
    let operands = [row.a, row.b, row.c]
    let values = operands.filter(\.isValue), others = operands.filter { !$0.isValue && $0 != .none }
    #expect(Array(operands.prefix(row.valueOperandCount)) == values, "values come first")
    #expect((row.result == .none) == (opcode.hasEffect && opcode != .atomic), "what gives nothing has an effect; an atomic operation has both")
    if opcode.computes {
        #expect(others.isEmpty && !values.isEmpty, "what computes takes values alone")
        #expect(opcode.isPure)
    }
    if row.kind == .function {
        #expect(Set(values) == [.float] && row.result == .float, "shared code passes floats")
    }
}

@Test("coarse derivatives use one difference for the quad, fine derivatives use one for each row or column")
func derivatives() {
    let x = QuadFloat(1, 4, 10, 30)
    let word = unsafeBitCast(x, to: QuadUInt.self)
    func run(_ opcode: Opcode) -> QuadFloat { unsafeBitCast(OpcodeRunner(opcode)(word), to: QuadFloat.self) }
    #expect(run(.ddxCoarse) == QuadFloat(3, 3, 3, 3))
    #expect(run(.ddyCoarse) == QuadFloat(9, 9, 9, 9))
    #expect(run(.ddxFine) == QuadFloat(3, 3, 20, 20))
    #expect(run(.ddyFine) == QuadFloat(9, 26, 9, 26))
}
