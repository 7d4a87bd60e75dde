// GLSL shaders are compiled, lowered and interpreted. The results are compared with the same computation in Swift.

import Foundation
import Shading
import Testing

/// A fragment shader `result = f(x)` on four lanes. `x` is a vec4 varying, `result` a vec4.
private struct FragmentRun {
    let interpreter: Interpreter
    let slot: Int

    init(_ body: String, declarations: String = "", version: String = "#version 330") throws {
        let program = try link(
            vertex: """
                \(version)
                in vec4 position; out vec4 x;
                void main() { x = position; gl_Position = position; }
                """,
            fragment: """
                \(version)
                in vec4 x; out vec4 result;
                \(declarations)
                void main() { \(body) }
                """)
        interpreter = Interpreter(module: program.fragment, stepLimit: 100_000)
        slot = program.fragment.outputs[0].firstSlot
    }

    /// Takes the components of `x` for each lane, and returns the components of `result`.
    func callAsFunction(_ lanes: [SIMD4<Float>]) throws -> [SIMD4<Float>] {
        for component in 0 ..< interpreter.module.inputComponentCount {
            for lane in 0 ..< 4 { interpreter.inputs[component][lane] = lanes[lane][component].bitPattern }
        }
        _ = try interpreter.run(active: .all)
        return (0 ..< 4).map { lane in
            var value = SIMD4<Float>()
            for component in 0 ..< 4 { value[component] = Float(bitPattern: interpreter.locals[slot + component][lane]) }
            return value
        }
    }
}

private let samples: [SIMD4<Float>] = [
    SIMD4(0.1, 0.7, -0.3, 2), SIMD4(-1.2, 0.4, 0.9, 1), SIMD4(0.35, -0.6, 0.25, 3), SIMD4(1.9, 0.05, -2.5, 0.5),
]

private func expect(
    _ body: String, declarations: String = "", tolerance: Float = 1e-5,
    sourceLocation: SourceLocation = #_sourceLocation, _ formula: (SIMD4<Float>) -> SIMD4<Float>
) throws {
    let results = try FragmentRun(body, declarations: declarations)(samples)
    for (lane, sample) in samples.enumerated() {
        let expected = formula(sample)
        for component in 0 ..< 4 {
            let difference = (results[lane][component] - expected[component]).magnitude
            #expect(difference <= tolerance * max(1, expected[component].magnitude), "lane \(lane): \(results[lane]), expected \(expected)",
                    sourceLocation: sourceLocation)
        }
    }
}

@Test("a Mandelbrot loop runs a different number of times in each lane")
func mandelbrot() throws {
    try expect("""
        vec2 z = vec2(0.0); int n = 0;
        for (n = 0; n < 60; ++n) {
            z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + x.xy;
            if (dot(z, z) > 4.0) break;
        }
        result = vec4(float(n), float(n % 7), float(n >> 2), n == 60 ? 1.0 : 0.0);
        """) { x in
        var re: Float = 0, im: Float = 0, n = 0
        while n < 60 {
            (re, im) = (re * re - im * im + x.x, 2 * re * im + x.y)
            if re * re + im * im > 4 { break }
            n += 1
        }
        return SIMD4(Float(n), Float(n % 7), Float(n >> 2), n == 60 ? 1 : 0)
    }
}

@Test("functions with out parameters, early returns and switches")
func functionsAndSwitches() throws {
    try expect("""
        float a; int kind = classify(x.x, a);
        float b = 0.0;
        switch (kind) {
            case 0: b += 1.0;
            case 1: b += 10.0; break;
            case 2: { b = -5.0; break; }
            default: b = 99.0;
        }
        result = vec4(float(kind), a, b, 0.0);
        """, declarations: """
        int classify(float v, out float scaled) {
            scaled = v * 2.0;
            if (v < 0.0) return 0;
            for (int i = 0; i < 5; i++) { scaled += 1.0; if (scaled > 3.0) return 1; }
            if (v > 0.2) { scaled = -scaled; return 2; }
            return 3;
        }
        """) { x in
        var scaled = x.x * 2, kind = -1
        if x.x < 0 { kind = 0 } else {
            for _ in 0 ..< 5 where kind < 0 { scaled += 1; if scaled > 3 { kind = 1 } }
            if kind < 0 { if x.x > 0.2 { scaled = -scaled; kind = 2 } else { kind = 3 } }
        }
        return SIMD4(Float(kind), scaled, [11, 10, -5, 99][kind], 0)
    }
}

@Test("arrays with run-time indices, structures and matrices")
func arraysStructuresMatrices() throws {
    try expect("""
        Light lights[3];
        for (int i = 0; i < 3; ++i) { lights[i].weight = float(i) + x.x; lights[i].color = vec3(x.y, float(i), x.z); }
        int k = int(x.w) % 3;
        lights[k].color.y += 0.5;
        mat3 m = mat3(lights[0].color, lights[1].color, lights[2].color);
        vec3 v = transpose(m) * vec3(1.0, x.x, 2.0);
        float table[4] = float[4](1.0, 2.0, 4.0, 8.0);
        result = vec4(v.x + lights[k].weight, v.y, v.z, table[k + 1]);
        """, declarations: "struct Light { vec3 color; float weight; };") { x in
        let k = Int(x.w) % 3
        var colors = (0 ..< 3).map { SIMD3(x.y, Float($0), x.z) }
        colors[k].y += 0.5
        let w = SIMD3(1, x.x, 2)
        let v = colors.map { ($0 * w).sum() }
        return SIMD4(v[0] + Float(k) + x.x, v[1], v[2], [1, 2, 4, 8][k + 1])
    }
}

@Test("built-in functions of GLSL agree with their definitions")
func builtinFunctions() throws {
    try expect("result = vec4(mod(x.x, 0.7), fract(x.y), smoothstep(-1.0, 1.0, x.z), mix(x.x, x.y, 0.25));") { x in
        let t = min(max((x.z + 1) / 2, 0), 1)
        return SIMD4(x.x - 0.7 * (x.x / 0.7).rounded(.down), x.y - x.y.rounded(.down), t * t * (3 - 2 * t), x.x * 0.75 + x.y * 0.25)
    }
    try expect("vec3 n = normalize(x.xyz); result = vec4(reflect(vec3(0.0, 0.0, 1.0), n), length(x.xy));") { x in
        let v = SIMD3(x.x, x.y, x.z), n = v / (v * v).sum().squareRoot()
        let r = SIMD3(0, 0, 1) - 2 * n.z * n
        return SIMD4(r.x, r.y, r.z, (x.x * x.x + x.y * x.y).squareRoot())
    }
    try expect("result = vec4(pow(abs(x.x), 2.2), exp(x.y), atan(x.y, x.x), inversesqrt(x.w));") { x in
        SIMD4(Foundation.pow(x.x.magnitude, 2.2), Foundation.exp(x.y), Foundation.atan2(x.y, x.x), 1 / x.w.squareRoot())
    }
    try expect("mat2 m = inverse(mat2(x.x, 1.0, 0.5, x.w)); result = vec4(m[0], m[1]);", tolerance: 1e-4) { x in
        let determinant = x.x * x.w - 0.5
        return SIMD4(x.w, -1, -0.5, x.x) / determinant
    }
    try expect("""
        uint bits = floatBitsToUint(x.x);
        int i = int(x.w * 10.0);
        result = vec4(float(bits >> 23 & 255u), float(i << 3 ^ 5), sign(x.z), uintBitsToFloat(bits ^ 0x80000000u));
        """) { x in
        let i = Int32(x.w * 10)
        return SIMD4(Float(x.x.bitPattern >> 23 & 255), Float((i << 3) ^ 5), x.z < 0 ? -1 : 1, -x.x)
    }
}

@Test("derivatives of a varying are the quad's differences")
func varyingDerivatives() throws {
    let run = try FragmentRun("result = vec4(dFdx(x.x), dFdy(x.x), fwidth(x.y), 0.0);")
    let results = try run(samples)
    // The derivative may be coarse or fine. For the first lane both derivatives are equal.
    #expect(results[0].x == samples[1].x - samples[0].x)
    #expect(results[0].y == samples[2].x - samples[0].x)
    #expect(results[0].z == (samples[1].y - samples[0].y).magnitude + (samples[2].y - samples[0].y).magnitude)
}

@Test("the sine hash that shaders use for noise is exact to the last bit of the sine")
func sineHash() throws {
    try expect("result = vec4(sin(dot(x.xy, vec2(12.9898, 78.233)) * 1000.0));", tolerance: 3e-7) { x in
        // The argument is rounded as in the shader, in which the second product is fused with the sum. Only the sine is computed
        // exactly.
        let angle = (x.x * 12.9898).addingProduct(x.y, 78.233) * 1000
        return SIMD4(repeating: Float(Foundation.sin(Double(angle))))
    }
}

@Test("helperInvocationEXT() is true in a lane that was demoted, and gl_HelperInvocation keeps its value", arguments: [
    "if (lane > 1.0) demote;", "for (int i = 0; i < 3; ++i) if (lane > float(3 - i)) demote;",
    "if (lane > 0.0) { if (lane < 2.0) { } else demote; }",
])
func demotedLanes(statement: String) throws {
    let run = try FragmentRun("""
        float lane = x.x;
        bool before = helperInvocationEXT();
        \(statement)
        result = vec4(float(before), float(helperInvocationEXT()), float(gl_HelperInvocation), abs(dFdx(float(helperInvocationEXT()))));
        """, version: "#version 450\n#extension GL_EXT_demote_to_helper_invocation : require")
    for lane in 0 ..< 4 { run.interpreter.inputs[0][lane] = Float(lane).bitPattern }
    run.interpreter.builtins[Int(BuiltinInput.helperInvocation.rawValue)][0] = .max
    #expect(try run.interpreter.run(active: .all) == ([true, true, false, false] as SIMDMask<SIMD4<Int32>>))
    let result = (0 ..< 4).map { k in run.interpreter.locals[run.interpreter.module.outputs[0].firstSlot + k] }.map { bits in
        (0 ..< 4).map { Float(bitPattern: bits[$0]) }
    }
    #expect(result == [[1, 0, 0, 0], [1, 0, 1, 1], [1, 0, 0, 0], [1, 1, 0, 0]])
}

@Test("discard kills lanes, and an endless loop names its line")
func discardAndEndlessLoop() throws {
    let run = try FragmentRun("if (x.x < 0.2) discard; result = vec4(1.0);")
    for lane in 0 ..< 4 { run.interpreter.inputs[0][lane] = samples[lane].x.bitPattern }
    #expect(try run.interpreter.run(active: .all) == ([false, false, true, true] as SIMDMask<SIMD4<Int32>>))

    let endless = try FragmentRun("float s = 0.0;\nwhile (s < 1.0 || x.x < 5.0)\n    s += 1.0;\nresult = vec4(s);")
    #expect {
        _ = try endless(samples)
    } throws: { error in
        guard let error = error as? ShaderExecutionError else { return false }
        return error.file == "scene.frag" && (5 ... 6).contains(error.line) && error.stage == .fragment
    }
}
