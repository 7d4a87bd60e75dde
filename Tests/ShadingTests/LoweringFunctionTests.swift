import Foundation
import Shading
import Testing

/// Compares the built-in functions of GLSL with formulas of the specification, in double precision.

private typealias V = SIMD4<Double>
private func each(_ f: (Int) -> Double) -> V { V(f(0), f(1), f(2), f(3)) }
private func dot(_ x: V, _ y: V, _ n: Int) -> Double { (0..<n).reduce(0) { $0 + x[$1] * y[$1] } }

private struct Case: CustomStringConvertible, Sendable {
    var statement: String
    var expected: @Sendable (V, V, V) -> V
    var description: String { statement }
}

private let cases: [Case] = [
    Case(statement: "color = radians(a);") { a, _, _ in a * (.pi / 180) },
    Case(statement: "color = degrees(a);") { a, _, _ in a * (180 / .pi) },
    Case(statement: "color = sin(a) + cos(b);") { a, b, _ in each { sin(a[$0]) + cos(b[$0]) } },
    Case(statement: "color = tan(c);") { _, _, c in each { tan(c[$0]) } },
    Case(statement: "color = asin(c) + acos(c);") { _, _, c in each { asin(c[$0]) + acos(c[$0]) } },
    Case(statement: "color = atan(a) + atan(a, b);") { a, b, _ in each { atan(a[$0]) + atan2(a[$0], b[$0]) } },
    Case(statement: "color = sinh(a) - cosh(a) * tanh(a);") { a, _, _ in each { sinh(a[$0]) - cosh(a[$0]) * tanh(a[$0]) } },
    Case(statement: "color = asinh(a) + atanh(c * 0.5);") { a, _, c in each { asinh(a[$0]) + atanh(c[$0] * 0.5) } },
    Case(statement: "color = acosh(c + 1.0);") { _, _, c in each { acosh(c[$0] + 1) } },
    Case(statement: "color = pow(c, b);") { _, b, c in each { pow(c[$0], b[$0]) } },
    Case(statement: "color = exp(a) + exp2(b);") { a, b, _ in each { exp(a[$0]) + exp2(b[$0]) } },
    Case(statement: "color = log(c) + log2(c);") { _, _, c in each { log(c[$0]) + log2(c[$0]) } },
    Case(statement: "color = sqrt(c) + inversesqrt(c);") { _, _, c in each { c[$0].squareRoot() + 1 / c[$0].squareRoot() } },
    Case(statement: "color = abs(a) + sign(b);") { a, b, _ in each { abs(a[$0]) + (b[$0] > 0 ? 1 : b[$0] < 0 ? -1 : 0) } },
    Case(statement: "color = floor(a) + ceil(b) + trunc(a);") { a, b, _ in each { floor(a[$0]) + ceil(b[$0]) + trunc(a[$0]) } },
    Case(statement: "color = round(a) + roundEven(b) + fract(a);") { a, b, _ in
        each { a[$0].rounded(.toNearestOrEven) + b[$0].rounded(.toNearestOrEven) + a[$0] - floor(a[$0]) }
    },
    Case(statement: "color = mod(a, b);") { a, b, _ in each { a[$0] - b[$0] * floor(a[$0] / b[$0]) } },
    Case(statement: "color = mod(a, 0.7);") { a, _, _ in
        each { a[$0] - Double(Float(0.7)) * floor(a[$0] / Double(Float(0.7))) }
    },
    Case(statement: "vec4 w; color = modf(a, w); color += w * 10.0;") { a, _, _ in
        each { a[$0] - trunc(a[$0]) + 10 * trunc(a[$0]) }
    },
    Case(statement: "color = min(a, b) + max(a, c) * 2.0;") { a, b, c in each { min(a[$0], b[$0]) + 2 * max(a[$0], c[$0]) } },
    Case(statement: "color = clamp(a, -1.0, c.w);") { a, _, c in each { min(max(a[$0], -1), c[3]) } },
    Case(statement: "color = mix(a, b, c);") { a, b, c in each { a[$0] * (1 - c[$0]) + b[$0] * c[$0] } },
    Case(statement: "color = mix(a, b, lessThan(a, b));") { a, b, _ in each { a[$0] < b[$0] ? b[$0] : a[$0] } },
    Case(statement: "color = step(a, b) + step(0.5, c);") { a, b, c in
        each { (b[$0] < a[$0] ? 0 : 1) + (c[$0] < 0.5 ? 0 : 1) }
    },
    Case(statement: "color = smoothstep(-2.0, 4.0, a);") { a, _, _ in
        each { let t = min(max((a[$0] + 2) / 6, 0), 1); return t * t * (3 - 2 * t) }
    },
    Case(statement: "color = vec4(length(a), length(b.xyz), length(a.xy), length(a.y));") { a, b, _ in
        V(dot(a, a, 4).squareRoot(), dot(b, b, 3).squareRoot(), dot(a, a, 2).squareRoot(), abs(a[1]))
    },
    Case(statement: "color = vec4(distance(a, b), dot(a, b), dot(a.xyz, b.xyz), 0.0);") { a, b, _ in
        V(dot(a - b, a - b, 4).squareRoot(), dot(a, b, 4), dot(a, b, 3), 0)
    },
    Case(statement: "color = vec4(cross(a.xyz, b.xyz), 1.0);") { a, b, _ in
        V(a[1] * b[2] - b[1] * a[2], a[2] * b[0] - b[2] * a[0], a[0] * b[1] - b[0] * a[1], 1)
    },
    Case(statement: "color = normalize(a);") { a, _, _ in a / dot(a, a, 4).squareRoot() },
    Case(statement: "color = faceforward(a, b, c);") { a, b, c in dot(c, b, 4) < 0 ? a : -a },
    Case(statement: "color = reflect(a, normalize(b));") { a, b, _ in
        let n = b / dot(b, b, 4).squareRoot()
        return a - 2 * dot(n, a, 4) * n
    },
    Case(statement: "color = refract(normalize(a), normalize(b), 0.7);") { a, b, _ in
        let (i, n) = (a / dot(a, a, 4).squareRoot(), b / dot(b, b, 4).squareRoot())
        let (d, eta) = (dot(n, i, 4), 0.7)
        let k = 1 - eta * eta * (1 - d * d)
        return k < 0 ? .zero : eta * i - (eta * d + k.squareRoot()) * n
    },
    Case(statement: "color = refract(vec4(1.0, 0.0, 0.0, 0.0), vec4(0.0, 1.0, 0.0, 0.0), 2.0);") { _, _, _ in .zero },
    Case(statement: "mat4 m = mat4(a, b, c, vec4(1, 2, 3, 5)); color = m * c;") { a, b, c in
        a * c[0] + b * c[1] + c * c[2] + V(1, 2, 3, 5) * c[3]
    },
    Case(statement: "mat4 m = mat4(a, b, c, vec4(1, 2, 3, 5)); color = c * m;") { a, b, c in
        V(dot(c, a, 4), dot(c, b, 4), dot(c, c, 4), dot(c, V(1, 2, 3, 5), 4))
    },
    Case(statement: "mat3x2 m = mat3x2(a.xy, b.xy, c.xy); mat2x3 n = transpose(m); color = vec4(n[0], n[1].z);") { a, b, c in
        V(a[0], b[0], c[0], c[1])
    },
    Case(statement: "mat2 m = mat2(a.xy, b.xy) * mat2(c.xy, c.zw); color = vec4(m[0], m[1]);") { a, b, c in
        V(a[0] * c[0] + b[0] * c[1], a[1] * c[0] + b[1] * c[1], a[0] * c[2] + b[0] * c[3], a[1] * c[2] + b[1] * c[3])
    },
    Case(statement: "mat2 m = outerProduct(a.xy, b.xy); color = vec4(m[0], m[1]);") { a, b, _ in
        V(a[0] * b[0], a[1] * b[0], a[0] * b[1], a[1] * b[1])
    },
    Case(statement: "mat2 m = matrixCompMult(mat2(a.xy, b.xy), mat2(c.xy, c.zw)); color = vec4(m[0], m[1]);") { a, b, c in
        V(a[0] * c[0], a[1] * c[1], b[0] * c[2], b[1] * c[3])
    },
    Case(statement: "color.x = determinant(mat2(a.xy, b.xy)); color.y = determinant(mat3(a.xyz, b.xyz, c.xyz));") { a, b, c in
        let cross = V(b[1] * c[2] - c[1] * b[2], b[2] * c[0] - c[2] * b[0], b[0] * c[1] - c[0] * b[1], 0)
        return V(a[0] * b[1] - b[0] * a[1], dot(a, cross, 3), 0, 0)
    },
    Case(statement: "mat4 m = mat4(a, b, c, vec4(1, 2, 3, 5)); mat4 n = inverse(m); color = n * (m * b);") { _, b, _ in b },
    Case(statement: "mat3 m = mat3(a.xyz, b.xyz, c.xyz); color.xyz = inverse(m) * (m * b.xyz);") { _, b, _ in V(b[0], b[1], b[2], 0) },
    Case(statement: "mat2 m = mat2(a.xy, b.xy); color.xy = inverse(m) * (m * b.xy);") { _, b, _ in V(b[0], b[1], 0, 0) },
    Case(statement: "color = fma(a, b, c);") { a, b, c in a * b + c },
    Case(statement: "int e; color.x = frexp(a.z, e); color.y = float(e); color.z = ldexp(a.x, 5);") { a, _, _ in
        V(a[2] / 4, 2, a[0] * 32, 0)
    },
    Case(statement: "color = unpackUnorm4x8(packUnorm4x8(c));") { _, _, c in
        each { (c[$0] * 255).rounded(.toNearestOrEven) / 255 }
    },
    Case(statement: "color = unpackSnorm4x8(packSnorm4x8(a));") { a, _, _ in
        each { (min(max(a[$0], -1), 1) * 127).rounded(.toNearestOrEven) / 127 }
    },
    Case(statement: "color.xy = unpackUnorm2x16(packUnorm2x16(c.xy)); color.zw = unpackSnorm2x16(packSnorm2x16(c.xy - 0.9));") { _, _, c in
        func s(_ x: Double) -> Double { (min(max(x - Double(Float(0.9)), -1), 1) * 32767).rounded(.toNearestOrEven) / 32767 }
        return V((c[0] * 65535).rounded(.toNearestOrEven) / 65535, (c[1] * 65535).rounded(.toNearestOrEven) / 65535, s(c[0]), s(c[1]))
    },
    Case(statement: "color.xy = unpackHalf2x16(packHalf2x16(a.xy));") { a, _, _ in V(a[0], a[1], 0, 0) },
    Case(statement: "color = vec4(lessThanEqual(a, b)) + 2.0 * vec4(equal(a, a)) + 4.0 * vec4(notEqual(a, b));") { a, b, _ in
        each { (a[$0] <= b[$0] ? 1 : 0) + 2 + (a[$0] != b[$0] ? 4 : 0) }
    },
    Case(statement: "color = vec4(any(lessThan(a, b)), all(lessThan(a, b)), all(not(lessThan(a, a))), a != b);") { _, _, _ in
        V(1, 0, 1, 1)
    },
    Case(statement: "color = intBitsToFloat(floatBitsToInt(a)) + uintBitsToFloat(floatBitsToUint(b));") { a, b, _ in a + b },
]

@Test("a built-in function has the value of the specification's formula", arguments: cases)
private func builtinFunction(_ test: Case) throws {
    let run = ShaderRun()
    let expected = test.expected(V(run.a), V(run.b), V(run.c))
    let result = try run(test.statement)
    for k in 0..<4 {
        let tolerance = 2e-5 * max(1, abs(expected[k]))
        #expect(abs(Double(result[k]) - expected[k]) <= tolerance, "component \(k): \(result[k]) instead of \(expected[k])")
    }
}

@Test("integer functions have the values of the specification")
private func integerFunctions() throws {
    let run = ShaderRun()
    // The inputs are i = (3, -7, 2, 0) and u = (5, 0x80000001, 7, 1).
    #expect(try run("color = vec4(abs(i) + sign(i));") == [4, 6, 3, 0])
    #expect(try run("color = vec4(min(i, 1).xyz, max(i.x, i.y));") == [1, -7, 1, 3])
    #expect(try run("color = vec4(clamp(i, -1, 2));") == [2, -1, 2, 0])
    #expect(try run("color = vec4(i / 2);") == [1, -3, 1, 0])
    #expect(try run("color = vec4(u.x % 3u, u.x / 2u, u.z & 3u, u.z ^ 2u);") == [2, 2, 3, 5])
    #expect(try run("color = vec4(u.y >> 28, i.y >> 1, i.x << 2, ~i.x);") == [8, -4, 12, -4])
    #expect(try run("color = vec4(bitCount(u.z), findLSB(u.z << 3), findMSB(u.x), findMSB(i.y));") == [3, 3, 2, 2])
    #expect(try run("color = vec4(findLSB(i.w), findMSB(i.w), bitfieldExtract(i.y, 1, 3), bitfieldExtract(u.z, 1, 2));") == [-1, -1, -4, 3])
    #expect(try run("color.x = float(bitfieldInsert(u.x, 6u, 1, 2)); color.y = float(bitfieldReverse(u.y) == u.y);") == [5, 1, 0, 0])
    #expect(try run("uint c; color.x = float(uaddCarry(u.y, u.y, c)); color.y = float(c); color.z = float(usubBorrow(u.w, u.x, c) == 0xfffffffcu); color.w = float(c);") == [2, 1, 1, 1])
    #expect(try run("uint h, l; umulExtended(u.y, 4u, h, l); color = vec4(h, l, 0, 0); int p, q; imulExtended(i.y, 0x40000000, p, q); color.z = float(p);") == [2, 4, -2, 0])
    #expect(try run("color = vec4(uvec4(i.x, i.y < 0, true, 3.9));") == [3, 1, 1, 3])
    #expect(try run("color = vec4(ivec4(a)) + vec4(bvec4(i));") == [1, 0, 4, 2])
    #expect(try run("color = vec4(i.x % 2, (i.x == 3) ? 1 : 0, i.y < i.x, i.y >= i.x);") == [1, 1, 1, 0])
}

@Test("isnan, isinf and comparisons treat NaN as the specification says")
private func notANumber() throws {
    var run = ShaderRun()
    run.a = [.nan, .infinity, -.infinity, 1]
    #expect(try run("color = vec4(isnan(a));") == [1, 0, 0, 0])
    #expect(try run("color = vec4(isinf(a));") == [0, 1, 1, 0])
    #expect(try run("color = vec4(a.x == a.x, a.x != a.x, a.x < 1.0, !(a.x >= 1.0));") == [0, 1, 0, 1])
}
