import Kernel
import SeededRandom
import Testing

private func contractMinimum(_ a: Float, _ b: Float) -> Float { a < b || b.isNaN ? a : b }
private func contractMaximum(_ a: Float, _ b: Float) -> Float { b < a || b.isNaN ? a : b }

@Test("float operations give IEEE results on every target", arguments: targets)
func floatOperations(target: KernelTarget) throws {
    var operations: [Operation] = []
    operations.append(.float("+", { a, b, _ in a + b }, { a, b, _ in a + b }))
    operations.append(.float("-", { a, b, _ in a - b }, { a, b, _ in a - b }))
    operations.append(.float("*", { a, b, _ in a * b }, { a, b, _ in a * b }))
    operations.append(.float("/", { a, b, _ in a / b }, { a, b, _ in a / b }))
    operations.append(.float("multiply, then add", { a, b, c in a * b + c }, { a, b, c in
        let product = a * b
        return product + c
    }))
    operations.append(.float("multiply, then subtract", { a, b, c in c - a * b }, { a, b, c in
        let product = a * b
        return c - product
    }))
    operations.append(.float("fused multiply-add", { a, b, c in a.fusedMultiply(b, add: c) }, { a, b, c in c.addingProduct(a, b) }))
    operations.append(.float("negate", { a, _, _ in -a }, { a, _, _ in -a }))
    operations.append(.float("magnitude", { a, _, _ in a.magnitude() }, { a, _, _ in a.magnitude }))
    operations.append(.float("floor", { a, _, _ in a.floor() }, { a, _, _ in a.rounded(.down) }))
    operations.append(.float("ceiling", { a, _, _ in a.ceiling() }, { a, _, _ in a.rounded(.up) }))
    operations.append(.float("truncated", { a, _, _ in a.truncated() }, { a, _, _ in a.rounded(.towardZero) }))
    operations.append(.float("rounded to even", { a, _, _ in a.roundedToEven() }, { a, _, _ in a.rounded(.toNearestOrEven) }))
    operations.append(.float("square root", { a, _, _ in a.squareRoot() }, { a, _, _ in a.squareRoot() }))
    operations.append(.float("minimum", { a, b, _ in a.minimum(b) }, { a, b, _ in contractMinimum(a, b) }))
    operations.append(.float("maximum", { a, b, _ in a.maximum(b) }, { a, b, _ in contractMaximum(a, b) }))
    operations.append(.float("lesser", { a, b, _ in a.lesser(b) }, { a, b, _ in a < b ? a : b }))
    operations.append(.float("greater", { a, b, _ in a.greater(b) }, { a, b, _ in b < a ? a : b }))
    operations.append(.float("clamped", { a, _, _ in a.clamped(0, 1) * 255 + 0.5 }, { a, _, _ in
        let product = contractMinimum(contractMaximum(a, 0), 1) * 255
        return product + 0.5
    }))
    operations.append(.float("sign", { a, _, _ in a.signum() }, { a, _, _ in a > 0 ? 1 : a < 0 ? -1 : 0 }))
    operations.append(.float("constants left", { a, _, _ in 3 - 2 * a + 1 / a }, { a, _, _ in (3 - (2 * a)) + (1 / a) }))
    // From a comparison, LLVM deduces the possible values of the selected number; see KernelFunction.declare.
    operations.append(.test("|x| >= 0 ? x : 0, < 0", { a, _ in (a.magnitude() .>= 0).choose(a, a - a) .< 0 },
                            { a, _ in (a.magnitude >= 0 ? a : a - a) < 0 }))
    operations.append(.test("|x| <= 0 ? 1 : x, < 0", { a, _ in (a.magnitude() .<= 0).choose(a - a + 1, a) .< 0 },
                            { a, _ in (a.magnitude <= 0 ? a - a + 1 : a) < 0 }))
    operations.append(.test("|x| > 0 ? x : 1, < 0", { a, _ in (a.magnitude() .> 0).choose(a, a - a + 1) .< 0 },
                            { a, _ in (a.magnitude > 0 ? a : a - a + 1) < 0 }))
    operations.append(.test("|x| < 0 ? 1 : x, < 0", { a, _ in (a.magnitude() .< 0).choose(a - a + 1, a) .< 0 },
                            { a, _ in (a.magnitude < 0 ? a - a + 1 : a) < 0 }))
    operations.append(.test("<", { $0 .< $1 }, { $0 < $1 }))
    operations.append(.test("<=", { $0 .<= $1 }, { $0 <= $1 }))
    operations.append(.test(">", { $0 .> $1 }, { $0 > $1 }))
    operations.append(.test(">=", { $0 .>= $1 }, { $0 >= $1 }))
    operations.append(.test("==", { $0 .== $1 }, { $0 == $1 }))
    operations.append(.test("!=", { $0 .!= $1 }, { $0 != $1 }))
    operations.append(.test("is NaN", { a, _ in a.isNaN }, { a, _ in a.isNaN }))
    operations.append(.test("is infinite", { a, _ in a.isInfinite }, { a, _ in a.isInfinite }))
    let found = try differences(operations, target, operands(specialFloats.map(\.bitPattern), random: 2000))
    #expect(found.isEmpty, "\(found.prefix(5))")
}

@Test("a fused multiply-add rounds once, also if two roundings would give another result", arguments: targets)
func fusedRounding(target: KernelTarget) throws {
    var randomness = SeededGenerator(state: 3)
    var rows: [(UInt32, UInt32, UInt32)] = []
    for _ in 0 ..< 4000 {
        // With these operands, products are about as large as the last place of the addend, and results lie near the subnormal numbers.
        let a = Float.random(in: 1 ..< 2, using: &randomness), b = Float.random(in: 1 ..< 2, using: &randomness)
        let scale = Float(sign: .plus, exponent: .random(in: -140 ... 100, using: &randomness), significand: 1)
        let step = Float(sign: .plus, exponent: .random(in: -30 ... 30, using: &randomness), significand: .random(in: 1 ..< 2, using: &randomness))
        rows.append(((a * scale).bitPattern, b.bitPattern, (Bool.random(using: &randomness) ? scale * step : -scale * step).bitPattern))
        // The exact sum lies slightly beside the middle between two floats. If the product were rounded before the addition, the sum
        // would lie exactly in the middle between the two floats.
        rows.append((Float(1 + 0x1p-12 as Float).bitPattern, Float(1 - 0x1p-12 as Float).bitPattern,
                     (0x1p24 * Float(Int.random(in: 1 ... 1000, using: &randomness))).bitPattern))
    }
    let fused = Operation.float("fused multiply-add", { a, b, c in a.fusedMultiply(b, add: c) }, { a, b, c in c.addingProduct(a, b) })
    let found = try differences([fused], target, rows)
    #expect(found.isEmpty, "\(found.prefix(5))")
}

private func reversed(_ a: UInt32, _: UInt32) -> UInt32 {
    var result: UInt32 = 0
    for bit in 0 ..< 32 where a >> UInt32(bit) & 1 == 1 { result |= 1 << UInt32(31 - bit) }
    return result
}
private func maskAlgebra(_ a: UInt32, _ b: UInt32) -> UInt32 {
    let isOdd = a & 1 != 0, isLarge = b >= 100, isSmall = a <= 7
    let holds = a == b || ((isOdd && !isLarge) != isSmall)
    return holds ? .max : 0
}
private func packBytes(_ a: UInt32, _ b: UInt32) -> UInt32 {
    let low = a >> 24 | (a & 255) << 8
    let high = (b >> 8 & 255) << 16 | (b >> 16 & 255) << 24
    return low | high
}
private func shift(_ a: UInt32) -> UInt32 { a & 31 }

@Test("integer operations wrap and are total on every target", arguments: targets)
func integerOperations(target: KernelTarget) throws {
    var operations: [Operation] = []
    operations.append(.uint("+", { $0 + $1 }, { $0 &+ $1 }))
    operations.append(.uint("-", { $0 - $1 }, { $0 &- $1 }))
    operations.append(.uint("*", { $0 * $1 }, { $0 &* $1 }))
    operations.append(.uint("&", { $0 & $1 }, { $0 & $1 }))
    operations.append(.uint("|", { $0 | $1 }, { $0 | $1 }))
    operations.append(.uint("^", { $0 ^ $1 }, { $0 ^ $1 }))
    operations.append(.uint("~", { a, _ in ~a }, { a, _ in ~a }))
    operations.append(.uint("negate", { a, _ in -a }, { a, _ in 0 &- a }))
    operations.append(.uint("<<", { $0 << $1 }, { $0 << shift($1) }))
    operations.append(.uint(">>", { $0 >> $1 }, { $0 >> shift($1) }))
    operations.append(.int("signed >>", { $0 >> $1 }, { $0 >> Int32(shift(UInt32(bitPattern: $1))) }))
    operations.append(.uint("<< 5", { a, _ in a << 5 }, { a, _ in a << 5 }))
    operations.append(.int("signed >> 7", { a, _ in a >> 7 }, { a, _ in a >> 7 }))
    operations.append(.int("minimum", { $0.minimum($1) }, { min($0, $1) }))
    operations.append(.int("maximum", { $0.maximum($1) }, { max($0, $1) }))
    operations.append(.uint("unsigned minimum", { $0.minimum($1) }, { min($0, $1) }))
    operations.append(.uint("unsigned maximum", { $0.maximum($1) }, { max($0, $1) }))
    operations.append(.int("lesser", { $0.lesser($1) }, { $1 < $0 ? $1 : $0 }))
    operations.append(.uint("greater", { $0.greater($1) }, { max($0, $1) }))
    operations.append(.int("magnitude", { a, _ in a.magnitude() }, { a, _ in a < 0 ? 0 &- a : a }))
    operations.append(.int("sign", { a, _ in a.signum() }, { a, _ in a.signum() }))
    operations.append(.uint("multiplied high", { $0.multipliedHigh($1) }, { $0.multipliedFullWidth(by: $1).high }))
    operations.append(.int("signed multiplied high", { $0.multipliedHigh($1) }, { $0.multipliedFullWidth(by: $1).high }))
    operations.append(.uint("quotient", { $0.divided(by: $1) }, { $1 == 0 ? 0 : $0 / $1 }))
    operations.append(.uint("remainder", { $0.remainder(by: $1) }, { $1 == 0 ? 0 : $0 % $1 }))
    operations.append(.int("signed quotient", { $0.divided(by: $1) }, { $1 == 0 ? 0 : $0 == .min && $1 == -1 ? .min : $0 / $1 }))
    operations.append(.int("signed remainder", { $0.remainder(by: $1) }, { $1 == 0 || $1 == -1 ? 0 : $0 % $1 }))
    for divisor in [1, 3, 7, 10, 256, -5] as [Int32] {
        operations.append(.int("by \(divisor)", { a, _ in a.divided(by: a.constant(divisor)) + a.remainder(by: a.constant(divisor)) },
                               { a, _ in a / divisor &+ a % divisor }))
        let unsigned = UInt32(bitPattern: divisor)
        operations.append(.uint("unsigned by \(unsigned)", { a, _ in a.divided(by: a.constant(unsigned)) ^ a.remainder(by: a.constant(unsigned)) },
                                { a, _ in a / unsigned ^ a % unsigned }))
    }
    operations.append(.uint("bit count", { a, _ in a.bitCount() }, { a, _ in UInt32(a.nonzeroBitCount) }))
    operations.append(.uint("leading zeros", { a, _ in a.leadingZeros() }, { a, _ in UInt32(a.leadingZeroBitCount) }))
    operations.append(.uint("trailing zeros", { a, _ in a.trailingZeros() }, { a, _ in UInt32(a.trailingZeroBitCount) }))
    operations.append(.uint("bit reversed", { a, _ in a.bitReversed() }, reversed))
    operations.append(.uint("choose by signed order", { ($0.int .< $1.int).choose($0, $1 + 1) },
                            { Int32(bitPattern: $0) < Int32(bitPattern: $1) ? $0 : $1 &+ 1 }))
    operations.append(.uint("choose by unsigned order", { ($0 .< $1).choose($0, 9) }, { $0 < $1 ? $0 : 9 }))
    operations.append(.uint("mask algebra", { a, b in
        let isOdd = (a & 1) .!= 0, isLarge = b .>= 100, isSmall = a .<= 7
        return ((a .== b) | ((isOdd & ~isLarge) ^ isSmall)).ones(UInt32.self)
    }, maskAlgebra))
    operations.append(.uint("top bit", { a, _ in a.topBit.choose(1, a.constant(0)) }, { a, _ in a >> 31 }))
    let found = try differences(operations, target, operands(specialIntegers, random: 2000))
    #expect(found.isEmpty, "\(found.prefix(5))")
}

@Test("conversions saturate and round to even", arguments: targets)
func conversions(target: KernelTarget) throws {
    func fromFloat(_ name: String, _ emit: @escaping (FloatLanes) -> UIntLanes, _ expected: @escaping (Float) -> UInt32) -> Operation {
        Operation(name: name, emit: { a, _, _ in emit(a.float) }, expected: { a, _, _ in expected(.init(bitPattern: a)) })
    }
    func toFloat(_ name: String, _ emit: @escaping (UIntLanes) -> FloatLanes, _ expected: @escaping (UInt32) -> Float) -> Operation {
        Operation(name: name, isFloat: true, emit: { a, _, _ in emit(a).bits }, expected: { a, _, _ in expected(a).bitPattern })
    }
    func saturate<T: FixedWidthInteger>(_ x: Float, _: T.Type) -> T {
        if x.isNaN { return 0 }
        let whole = Double(x).rounded(.towardZero)
        return whole <= Double(T.min) ? .min : whole >= Double(T.max) ? .max : T(whole)
    }
    var operations: [Operation] = []
    operations.append(fromFloat("to int", { $0.converted(to: Int32.self).uint }, { UInt32(bitPattern: saturate($0, Int32.self)) }))
    operations.append(fromFloat("to uint", { $0.converted(to: UInt32.self) }, { saturate($0, UInt32.self) }))
    operations.append(fromFloat("in range", { $0.clamped(-1e9, 1e9).convertedInRange(to: Int32.self).uint }, { x in
        UInt32(bitPattern: Int32(contractMinimum(contractMaximum(x, -1e9), 1e9)))
    }))
    operations.append(toFloat("from int", { $0.int.converted(to: Float.self) }, { Float(Int32(bitPattern: $0)) }))
    operations.append(toFloat("from uint", { $0.converted(to: Float.self) }, { Float($0) }))
    operations.append(toFloat("through double", { $0.int.converted(to: Double.self).converted(to: Float.self) }, { Float(Double(Int32(bitPattern: $0))) }))
    operations.append(.uint("narrow and widen with sign", { a, _ in a.int.narrowed(to: Int8.self).widened(to: Int32.self).uint },
                            { a, _ in UInt32(bitPattern: Int32(Int8(truncatingIfNeeded: a))) }))
    operations.append(.uint("narrow and widen without", { a, _ in a.narrowed(to: UInt16.self).widened(to: UInt32.self) }, { a, _ in a & 0xffff }))
    operations.append(.uint("saturate to byte", { a, _ in a.int.saturated(to: UInt8.self).widened(to: UInt32.self) },
                            { a, _ in UInt32(UInt8(clamping: Int32(bitPattern: a))) }))
    operations.append(.uint("saturate to short", { a, _ in a.int.saturated(to: Int16.self).widened(to: Int32.self).uint },
                            { a, _ in UInt32(bitPattern: Int32(Int16(clamping: Int32(bitPattern: a)))) }))
    operations.append(.uint("through 64 bits", { a, b in ((a.widened(to: UInt64.self) * b.widened(to: UInt64.self)) >> 16).narrowed(to: UInt32.self) },
                            { UInt32(truncatingIfNeeded: (UInt64($0) * UInt64($1)) >> 16) }))
    operations.append(.uint("packed bytes", { a, b in UIntLanes.packedBytes(a.byte(3), a.byte(0), b.byte(1), b.byte(2)) }, packBytes))
    let rows = operands(specialFloats.map(\.bitPattern) + specialIntegers, random: 3000)
        + stride(from: 0, to: 0x10000, by: target.instructionSet == .host && target.lanes == 16 ? 1 : 29).map { (UInt32($0), 0, 0) }
    let found = try differences(operations, target, rows)
    #expect(found.isEmpty, "\(found.prefix(5))")
}

@Test("scalars give the same results as lanes", arguments: hostTargets)
func scalars(target: KernelTarget) throws {
    let kernel = try compiled(target) { k in
        k.entry("run", [.float, .float, .int32, .condition, .int64], results: [.float]) { arguments in
            let a = arguments[0].scalar(Float.self), b = arguments[1].scalar(Float.self), n = arguments[2].scalar(Int32.self)
            let fused = a.fusedMultiply(b, add: 1)
            let choice = arguments[3].condition.choose(fused.squareRoot(), a.minimum(b))
            let shifted = (arguments[4].scalar(Int64.self) >> 3).narrowed(to: Int32.self)
            return [choice + (n + shifted).converted(to: Float.self) - (b * 2).floor()]
        }
    }
    let run = try kernel.function("run", as: (@convention(c) (Float, Float, Int32, Bool, Int64) -> Float).self)
    #expect(run(3, 5, 7, true, 80) == Float(16).squareRoot() + 17 - 10)
    #expect(run(3, 5, 7, false, -80) == 3 - 3 - 10)
    #expect(run(.nan, 2.75, 0, false, 0) == 2.75 - 5)
}
