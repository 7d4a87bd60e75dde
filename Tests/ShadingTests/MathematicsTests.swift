// Compares the transcendental functions with the C library in double precision: for samples of all of binary32, for dense samples
// in important ranges, and for special values. Errors are in units in the last place of the result.

import Foundation
import SeededRandom
import Shading
import Testing

/// Returns the distance of `result` from the exact value, in units in the last place of binary32 at that value.
private func error(_ result: Float, _ exact: Double) -> Double {
    if exact.isNaN { return result.isNaN ? 0 : .infinity }
    if exact.magnitude >= 0x1.ffffffp+127 { return result == Float(exact) ? 0 : result.isNaN ? .infinity : 1 }
    if !result.isFinite { return .infinity }
    let exponent = max(exact == 0 ? -126 : Int(exact.exponent), -126)
    return (Double(result) - exact).magnitude * Foundation.exp2(Double(23 - exponent))
}

private struct Function: CustomTestStringConvertible {
    var opcode: Opcode
    var tolerance: Double
    var range: ClosedRange<Float>
    var exact: @Sendable (Double) -> Double
    var testDescription: String { "\(opcode) over \(range)" }
}

private let functions: [Function] = [
    Function(opcode: .sin, tolerance: 2, range: 0 ... 110_000) { Foundation.sin($0) },
    Function(opcode: .cos, tolerance: 2, range: 0 ... 110_000) { Foundation.cos($0) },
    Function(opcode: .tan, tolerance: 4, range: 0 ... 110_000) { Foundation.tan($0) },
    Function(opcode: .sin, tolerance: 3, range: 100_000 ... 3.4e38) { Foundation.sin($0) },
    Function(opcode: .cos, tolerance: 3, range: 100_000 ... 3.4e38) { Foundation.cos($0) },
    Function(opcode: .tan, tolerance: 4, range: 100_000 ... 3.4e38) { Foundation.tan($0) },
    Function(opcode: .asin, tolerance: 2.5, range: 0 ... 1.2) { Foundation.asin($0) },
    Function(opcode: .acos, tolerance: 2, range: 0 ... 1.2) { Foundation.acos($0) },
    Function(opcode: .atan, tolerance: 2.5, range: 0 ... .infinity) { Foundation.atan($0) },
    Function(opcode: .sinh, tolerance: 2, range: 0 ... .infinity) { Foundation.sinh($0) },
    Function(opcode: .cosh, tolerance: 2, range: 0 ... .infinity) { Foundation.cosh($0) },
    Function(opcode: .tanh, tolerance: 2, range: 0 ... .infinity) { Foundation.tanh($0) },
    Function(opcode: .asinh, tolerance: 2.5, range: 0 ... .infinity) { Foundation.asinh($0) },
    Function(opcode: .acosh, tolerance: 2.5, range: 0 ... .infinity) { Foundation.acosh($0) },
    Function(opcode: .atanh, tolerance: 2.5, range: 0 ... 1.2) { Foundation.atanh($0) },
    Function(opcode: .exp, tolerance: 1.1, range: 0 ... .infinity) { Foundation.exp($0) },
    Function(opcode: .exp2, tolerance: 1.1, range: 0 ... .infinity) { Foundation.exp2($0) },
    Function(opcode: .log, tolerance: 1, range: 0 ... .infinity) { Foundation.log($0) },
    Function(opcode: .log2, tolerance: 1.5, range: 0 ... .infinity) { Foundation.log2($0) },
    Function(opcode: .log, tolerance: 1, range: 0.9 ... 1.1) { Foundation.log($0) },
    Function(opcode: .log2, tolerance: 1.5, range: 0.9 ... 1.1) { Foundation.log2($0) },
]

@Test("every function is measured")
func everyFunctionIsMeasured() {
    let apart: Set<Opcode> = [.atan2, .pow]
    #expect(Set(functions.map(\.opcode)).union(apart) == Set(Opcode.allCases.filter { $0.definition.kind == .function }))
}

@Test("transcendental functions have their documented accuracy", arguments: functions)
private func accuracy(function: Function) {
    let run = OpcodeRunner(function.opcode)
    var generator = SeededGenerator(state: 3)
    var worst = 0.0, place: Float = 0
    let low = function.range.lowerBound.bitPattern, high = function.range.upperBound.bitPattern
    for _ in 0 ..< 3000 {
        var x = QuadUInt()
        for lane in 0 ..< 4 { x[lane] = UInt32.random(in: low ... high, using: &generator) | (UInt32(lane & 1) << 31) }
        let result = run(x)
        for lane in 0 ..< 4 {
            let argument = Float(bitPattern: x[lane])
            let distance = error(Float(bitPattern: result[lane]), function.exact(Double(argument)))
            if distance > worst { worst = distance; place = argument }
        }
    }
    #expect(worst <= function.tolerance, "\(function.opcode)(\(place)) is off by \(worst) units")
}

@Test("sin and cos are exact near multiples of π/2, however large")
func nearMultiplesOfHalfPi() {
    let sine = OpcodeRunner(.sin), cosine = OpcodeRunner(.cos)
    var arguments: [Float] = (1 ... 3000).map { Float(Double($0) * Double.pi / 2) }
    arguments += (0 ..< 110).map { Float((Foundation.exp2(Double($0 + 17)) / Double.pi).rounded() * Double.pi) }
    // Adds known hard cases of binary32: values very close to a multiple of π/2.
    arguments += [16_367_173 * 0x1p+72, 0x1.99bc5p+26, 0x1.3170fp+63, 0x1.2b9622p+67, 0x1.ddebdep+119, .greatestFiniteMagnitude]
    for x in arguments {
        for argument in [x.nextDown, x, x.nextUp] where argument.isFinite {
            let bits = QuadUInt(argument.bitPattern, (-argument).bitPattern, argument.bitPattern, 0)
            let s = sine(bits), c = cosine(bits)
            #expect(error(Float(bitPattern: s[0]), Foundation.sin(Double(argument))) <= 3, "sin(\(argument))")
            #expect(error(Float(bitPattern: c[0]), Foundation.cos(Double(argument))) <= 3, "cos(\(argument))")
            #expect(s[1] == s[0] ^ 0x8000_0000)
            #expect(c[1] == c[0])
            #expect(c[3] == Float(1).bitPattern)
        }
    }
}

@Test("pow is exact to two units in the last place for the exponents that shaders use")
func powers() {
    let run = OpcodeRunner(.pow)
    var generator = SeededGenerator(state: 5)
    for y in [2.2, 1 / 2.2, 2.4, 1 / 2.4, 2, 0.5, 3, 5, -1, 32, 0.01, -7.5, 100] as [Float] {
        var worst = 0.0, place: Float = 0
        for _ in 0 ..< 1000 {
            let x = Float.random(in: 0 ... 4, using: &generator)
            let result = run(QuadUInt(repeating: x.bitPattern), QuadUInt(repeating: y.bitPattern))
            let distance = error(Float(bitPattern: result[0]), Foundation.pow(Double(x), Double(y)))
            if distance > worst { worst = distance; place = x }
        }
        #expect(worst <= 2, "pow(\(place), \(y)) is off by \(worst) units")
    }
}

@Test("atan2 is accurate in all quadrants, and for tiny and huge operands")
func arctangentOfTwo() {
    let run = OpcodeRunner(.atan2)
    var generator = SeededGenerator(state: 6)
    for round in 0 ..< 4000 {
        func operand() -> Float {
            round % 2 == 0 ? Float.random(in: -1 ... 1, using: &generator)
                : Float(bitPattern: UInt32.random(in: 0 ... 0x7f7f_ffff, using: &generator) | (Bool.random(using: &generator) ? 1 << 31 : 0))
        }
        let y = operand(), x = operand()
        let result = Float(bitPattern: run(QuadUInt(repeating: y.bitPattern), QuadUInt(repeating: x.bitPattern))[0])
        #expect(error(result, Foundation.atan2(Double(y), Double(x))) <= 2.5, "atan2(\(y), \(x)) = \(result)")
    }
    let special: [Float] = [0, -0.0, 1, -1, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
    for y in special {
        for x in special {
            let result = Float(bitPattern: run(QuadUInt(repeating: y.bitPattern), QuadUInt(repeating: x.bitPattern))[0])
            let exact = Foundation.atan2(Double(y), Double(x))
            #expect(error(result, exact) <= 1 && result.sign == exact.sign, "atan2(\(y), \(x)) = \(result)")
        }
    }
}

@Test("special values have their documented results")
func specialValues() {
    func value(_ opcode: Opcode, _ a: Float, _ b: Float = 0) -> Float {
        Float(bitPattern: OpcodeRunner(opcode)(QuadUInt(repeating: a.bitPattern), QuadUInt(repeating: b.bitPattern))[3])
    }
    func same(_ a: Float, _ b: Float) -> Bool { a.bitPattern == b.bitPattern || a.isNaN && b.isNaN }
    let infinity = Float.infinity
    for odd in [Opcode.sin, .tan, .asin, .atan, .sinh, .tanh, .asinh, .atanh] {
        #expect(same(value(odd, 0), 0), "\(odd)")
        #expect(same(value(odd, -0.0), -0.0), "\(odd)")
        #expect(same(value(odd, 0x1.8p-130), 0x1.8p-130), "\(odd)")
    }
    for trigonometric in [Opcode.sin, .cos, .tan] {
        for x in [infinity, -infinity, .nan] { #expect(value(trigonometric, x).isNaN) }
    }
    for opcode in [Opcode.asin, .acos, .atan, .sinh, .cosh, .tanh, .asinh, .acosh, .atanh, .exp, .exp2, .log, .log2] {
        #expect(value(opcode, .nan).isNaN, "\(opcode)")
    }
    #expect(value(.acos, 1) == 0 && value(.acos, -1) == Float.pi.nextUp || value(.acos, -1) == Float(Double.pi))
    #expect(value(.cosh, -infinity) == infinity && value(.sinh, -infinity) == -infinity && value(.tanh, -infinity) == -1)
    #expect(value(.asinh, -infinity) == -infinity && value(.acosh, infinity) == infinity && value(.acosh, 1) == 0)
    #expect(value(.acosh, 0.5).isNaN && value(.acosh, -infinity).isNaN && value(.acosh, -3).isNaN)
    #expect(value(.atanh, 1) == infinity && value(.atanh, -1) == -infinity && value(.atanh, 2).isNaN && value(.atanh, infinity).isNaN)
    #expect(value(.exp, 0) == 1 && value(.exp, 89) == infinity && value(.exp, -104) == 0 && value(.exp, -infinity) == 0)
    for exponent in -149 ... 127 {
        let power = Float(sign: .plus, exponent: exponent, significand: 1)
        #expect(value(.exp2, Float(exponent)) == power)
        #expect(value(.log2, power) == Float(exponent))
    }
    #expect(value(.log, 0) == -infinity && value(.log2, -0.0) == -infinity && value(.log, -1).isNaN && value(.log, 1) == 0)
    #expect(value(.pow, 0, 2.2) == 0 && value(.pow, 0, 0) == 1 && value(.pow, 0, -1) == infinity)
    #expect(value(.pow, 1, infinity) == 1 && value(.pow, 5, 0) == 1 && value(.pow, 2, 10) == 1024)
    #expect(value(.pow, -2, 2).isNaN && value(.pow, -2, 0).isNaN && value(.pow, .nan, 0).isNaN && value(.pow, 1, .nan).isNaN)
    #expect(value(.pow, infinity, 2) == infinity && value(.pow, infinity, -2) == 0 && value(.pow, 2, 1e30) == infinity)
    #expect(value(.pow, 0.5, infinity) == 0 && value(.pow, 2, -infinity) == 0 && value(.pow, 3e38, 2) == infinity)
    // 2^-149 is the smallest number above 0. A smaller power is 0, although some of these powers are closer to 2^-149 than to 0.
    #expect(value(.exp2, -149.01) == 0 && value(.pow, 2, -149.5) == 0 && value(.pow, 0x1p-61, 2.459) == 0 && value(.pow, 2, -149) == 0x1p-149)
}

@Test("fused multiply-add rounds once, for extreme and random operands")
func fusedMultiplyAdd() {
    let run = OpcodeRunner(.fma)
    var generator = SeededGenerator(state: 11)
    func operand() -> Float {
        switch Int.random(in: 0 ..< 5, using: &generator) {
        case 0: return Float(bitPattern: UInt32.random(in: 0 ... .max, using: &generator))
        case 1: return Float.random(in: -2 ... 2, using: &generator)
        case 2: return Float(bitPattern: UInt32.random(in: 0 ..< 0x200_0000, using: &generator))
        case 3: return Float(sign: .minus, exponent: Int.random(in: -148 ... 127, using: &generator), significand: 1)
        default: return Float(Int.random(in: -5000 ... 5000, using: &generator))
        }
    }
    for _ in 0 ..< 10_000 {
        var a = QuadFloat(), b = QuadFloat(), c = QuadFloat()
        for lane in 0 ..< 4 {
            a[lane] = operand(); b[lane] = operand(); c[lane] = operand()
            let product = a[lane] * b[lane]
            guard product.isFinite && product != 0 else { continue }
            // Chooses addends with which the sum lies near the middle between two floats, or is nearly zero.
            switch Int.random(in: 0 ..< 5, using: &generator) {
            case 0: c[lane] = product.ulp / 2
            case 1: c[lane] = -product
            case 2: c[lane] = Float(sign: .plus, exponent: Int.random(in: -60 ... 60, using: &generator), significand: product)
            case 3: c[lane] = .leastNonzeroMagnitude
            default: break
            }
        }
        let result = run(unsafeBitCast(a, to: QuadUInt.self), unsafeBitCast(b, to: QuadUInt.self), unsafeBitCast(c, to: QuadUInt.self))
        for lane in 0 ..< 4 {
            let expected = Foundation.fma(a[lane], b[lane], c[lane])
            if result[lane] != expected.bitPattern && !(expected.isNaN && Float(bitPattern: result[lane]).isNaN) {
                Issue.record("fma(\(a[lane]), \(b[lane]), \(c[lane])) gave \(Float(bitPattern: result[lane])), expected \(expected)")
                return
            }
        }
    }
}
