// Files in the format of gl-transitions: every construct of public files (in small files written for the tests), parameters, and
// errors.

import Effects
import Foundation
import Raster
import Shading
import TestSupport
import Testing

/// A file, and the expected colour of the middle pixel half way through the transition.
private struct Construct: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var color: SIMD4<Float>
    init(_ name: String, _ text: String, _ r: Float, _ g: Float, _ b: Float) { self.name = name; self.text = text; color = SIMD4(r, g, b, 1) }
    var testDescription: String { name }
}

/// The transitions in these files run from a red picture to a blue picture.
private let constructs = [
    Construct("the host's names", "vec4 transition(vec2 uv) { return vec4(getFromColor(uv).r, progress, getToColor(uv).b, ratio > 1.7 ? 1.0 : 0.0); }", 1, 0.5,
              1),
    Construct("samplers named from and to", "vec4 transition(vec2 uv) { return vec4(texture2D(from, uv).r, 0.0, texture2D(to, uv).b, 1.0); }", 1, 0, 1),
    Construct("initial values that read uniforms",
              "float half_way = progress * 2.0; vec3 base = vec3(half_way, ratio / ratio, 0.0);\nvec4 transition(vec2 uv) { return vec4(base, 1.0); }", 1, 1,
              0),
    Construct("globals that change",
              "float level = 0.0; void raise(float by) { level += by; }\nvec4 transition(vec2 uv) { for (int i = 0; i < 4; i++) raise(0.25); return vec4(level, 0.0, 0.0, 1.0); }", 1, 0, 0),
    Construct("loops with a float counter, break and continue", """
        vec4 transition(vec2 uv) {
            float sum = 0.0;
            for (float i = 0.0; i < 20.0; i += 1.0) { if (mod(i, 2.0) == 1.0) continue; if (i > 8.5) break; sum += 0.2; }
            return vec4(sum, 0.0, 0.0, 1.0);
        }
        """, 1, 0, 0),
    Construct("structures", "struct Light { vec3 color; float power; }; Light make(vec3 c) { Light l; l.color = c; l.power = 1.0; return l; }\nvec4 transition(vec2 uv) { Light l = make(vec3(0.0, 1.0, 1.0)); return vec4(l.color * l.power, 1.0); }", 0, 1, 1),
    Construct("arrays, as parameters too",
              "float total(float values[3]) { return values[0] + values[1] + values[2]; }\nvec4 transition(vec2 uv) { float v[3]; for (int i = 0; i < 3; ++i) v[i] = 0.2; v[1] = 0.6; return vec4(total(v), v[1] > 0.5 ? 1.0 : 0.0, 0.0, 1.0); }", 1, 1, 0),
    Construct("overloads", "float f(float x) { return x; } float f(vec2 x) { return x.x + x.y; }\nvec4 transition(vec2 uv) { return vec4(f(1.0), f(vec2(0.5)), 0.0, 1.0); }", 1, 1, 0),
    Construct("a function of the file called texture",
              "vec4 texture(vec2 p) { return vec4(0.0, 1.0, 0.0, 1.0); }\nvec4 transition(vec2 uv) { return texture(uv); }", 0, 1, 0),
    Construct("a function called texture that takes a sampler",
              "vec4 texture(sampler2D s, vec2 p) { return texture2D(s, p).bgra; }\nvec4 transition(vec2 uv) { return texture(from, uv); }", 0, 0, 1),
    Construct("a uniform called noise", "uniform float noise; // = 1.0\nvec4 transition(vec2 uv) { return vec4(noise, 0.0, 0.0, 1.0); }", 1, 0, 0),
    Construct("locals that shadow from and to",
              "vec4 transition(vec2 uv) { vec4 from = getFromColor(uv), to = getToColor(uv); return vec4(from.r, 0.0, to.b, 1.0); }", 1, 0, 1),
    Construct("macros with parameters",
              "#define SQUARE(x) ((x) * (x))\n#define PI 3.14159265359\nvec4 transition(vec2 uv) { return vec4(SQUARE(2.0) / 4.0, step(3.0, PI), 0.0, 1.0); }",
              1, 1, 0),
    Construct("conditions of the preprocessor",
              "#define STYLE 2\n#if STYLE == 1\nvec4 transition(vec2 uv) { return vec4(0.0); }\n#elif STYLE == 2\nvec4 transition(vec2 uv) { return vec4(0.0, 0.0, 1.0, 1.0); }\n#else\nbroken\n#endif", 0, 0, 1),
    Construct("precision", "#ifdef GL_ES\nprecision mediump float;\n#endif\nprecision highp int;\nuniform lowp float level; // = 1.0\nhighp float f(const in mediump vec2 p) { return 1.0; }\nvec4 transition(vec2 uv) { return vec4(level, f(uv), 0.0, 1.0); }", 1, 1, 0),
    Construct("writes to swizzles", "vec4 transition(vec2 uv) { vec4 c = vec4(0.0); c.ga = vec2(1.0); c.rb += 0.5; c.br *= vec2(2.0); return c; }", 1, 1, 1),
    Construct("comparisons of vectors",
              "vec4 transition(vec2 uv) { bool inside = all(lessThan(abs(uv - 0.5), vec2(0.6))) && !any(greaterThan(uv, vec2(1.0))); return vec4(inside, 0.0, 0.0, 1.0); }", 1, 0, 0),
    Construct("mat2 and mat3", "mat2 turn(float a) { return mat2(cos(a), sin(a), -sin(a), cos(a)); }\nconst mat3 swap = mat3(0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0);\nvec4 transition(vec2 uv) { vec2 v = turn(0.0) * vec2(1.0, 0.0); return vec4(swap * vec3(0.0, v.y, v.x), 1.0); }", 1, 0, 0),
    Construct("integers where floats are meant", "vec4 transition(vec2 uv) { float x = 1; vec2 v = vec2(1, 0) * 1; return vec4(x, v.y, v.x, 1); }", 1, 0, 1),
    Construct("names that newer dialects keep for themselves",
              "uniform float smooth; // = 1.0\nfloat flat(float sample) { return sample; }\nvec4 transition(vec2 uv) { return vec4(flat(smooth), 0.0, 0.0, 1.0); }", 1, 0, 0),
    Construct("host uniforms that the file declares itself",
              "uniform sampler2D from, to;\nuniform float progress;\nuniform float ratio;\nvec4 transition(vec2 uv) { return vec4(texture2D(from, uv).r, progress * 2.0, getToColor(uv).b, 1.0); }", 1, 1, 1),
    Construct("returns out of branches, the conditional operator, do and while",
              "float f(float x) { if (x > 0.0) { return 1.0; } return 0.0; }\nvec4 transition(vec2 uv) { int i = 0; do { i++; } while (i < 3); while (i > 1) --i; return i == 1 ? vec4(f(1.0), f(-1.0), 0.0, 1.0) : vec4(0.0); }", 1, 0, 0),
]

@Suite("Transition files")
struct TransitionFileTests {
    private let fixture: TransitionFixture
    init() throws { fixture = try TransitionFixture(width: 16, height: 9, plain: true) }

    @Test("constructs of public files run", arguments: constructs)
    fileprivate func runs(construct: Construct) throws {
        let color = try fixture.color(construct.text)
        let difference = color - construct.color
        #expect((difference * difference).sum() < 1e-4, "\(color)")
    }

    @Test("noise from sines of large arguments is exact")
    func largeSines() throws {
        // The expected values are computed in double precision from the shader's argument, which is a Float.
        let text = "vec4 transition(vec2 uv) { float a = 43758.5453 * 12.0; return vec4(sin(a) * 0.5 + 0.5, cos(a * 8.0) * 0.5 + 0.5, 0.0, 1.0); }"
        let a = Float(43758.5453) * 12, color = try fixture.color(text)
        #expect(abs(color.x - Float(sin(Double(a)) * 0.5 + 0.5)) < 0.003 && abs(color.y - Float(cos(Double(a * 8)) * 0.5 + 0.5)) < 0.003)
    }

    @Test("default values in comments, in all their forms")
    func defaults() throws {
        let text = """
            // Author: Jane Doe
            /* License: MIT */
            uniform float plain; // = 0.25
            uniform float inside /* = .5 */; // prose
            uniform float inlined/* = 3. */; // minimum of something
            uniform float a, b; // = 1.0, 2
            uniform float c/* = 3 */, d /* = 4.5e-1 */;
            uniform float e, f; // = 7
            uniform vec2 broadcast; // = vec2(.5)
            uniform vec3 color; /* = vec3(0.9, 0.4, 0.2) */
            uniform vec3 list; // = 1.0, 0.5, 0.25
            uniform float whole; // = 4
            uniform int steps; // = 50;
            uniform ivec2 size; // = ivec2(4)
            uniform bool yes; // = 1
            uniform bool no; // = false; // never
            uniform bool on; // = true
            uniform mat2 m; // = mat2(1.0)
            uniform float negative; // = -1.0 / 4.0 and more
            uniform float values[3]; // = 1.0, 2.0, 3.0
            uniform float same[2]; // = 0.5
            uniform vec2 product; // = 2.0 * vec2(0.25, -1.0)
            uniform float none; // nothing = here
            uniform float own = 0.75;
            uniform sampler2D map;
            // uniform float gone; // = 1.0
            vec4 transition(vec2 uv) { return vec4(plain + inside + inlined + a + b + c + d + e + f + broadcast.x + color.x + list.x + whole + float(steps + size.x)
                + (yes ? 1.0 : 0.0) + (no ? 1.0 : 0.0) + (on ? 1.0 : 0.0) + m[0][0] + negative + values[1] + same[0] + product.x + none + own) * texture2D(map, uv); }
            """
        let transition = try fixture.transition(text: text)
        #expect(transition.author == "Jane Doe" && transition.license == "MIT" && transition.name == "test")
        let expected: [String: [Double]] = [
            "plain": [0.25], "inside": [0.5], "inlined": [3], "a": [1], "b": [2], "c": [3], "d": [0.45], "e": [7], "f": [7], "broadcast": [0.5, 0.5],
            "color": [0.9, 0.4, 0.2],
            "list": [1, 0.5, 0.25], "whole": [4], "steps": [50], "size": [4, 4], "yes": [1], "no": [0], "on": [1], "m": [1, 0, 0, 1], "negative": [-0.25],
            "values": [1, 2, 3], "same": [0.5, 0.5], "product": [0.5, -2], "none": [0], "own": [0.75],
        ]
        for (name, value) in expected { #expect(transition.value(of: name)?.components == value, "\(name)") }
        #expect(transition.parameters.count == expected.count && transition.samplers.map(\.name) == ["map"])
        #expect(transition.parameters.first?.line == 3 && transition.samplers[0].line == 25)
    }

    @Test("parameters that the preprocessor removes are not parameters of the program, and do no harm")
    func conditionalParameters() throws {
        let text =
            "#if 0\nuniform vec2 p; // = vec2(3.0)\n#else\nuniform float p; // = 1.0\n#endif\nvec4 transition(vec2 uv) { return vec4(p, 0.0, 0.0, 1.0); }"
        let transition = try fixture.transition(text: text)
        #expect(transition.parameters.map(\.typeName) == ["float"] && transition.value(of: "p") == 1.0)
    }

    @Test("parameters are set as numbers, as text, and as pictures")
    func setting() throws {
        let text = "uniform vec3 color; // = vec3(0.0)\nuniform bool swap; // = false\nuniform sampler2D map;\nvec4 transition(vec2 uv) { vec3 c = color * texture2D(map, uv).rgb; return vec4(swap ? c.bgr : c, 1.0); }"
        let white = try fixture.device.makeTexture(from: Image(width: 1, height: 1, bytes: [255, 255, 255, 255]))
        #expect(try fixture.color(text) { try $0.set("map", to: white); try $0.set("color", to: [1, 0.5, 0]) } == SIMD4(255, 128, 0, 255) / 255)
        #expect(try fixture.color(text) {
            try $0.set("map", to: white)
            try $0.set("color", parsing: " vec3( 1., .5 , 0) ")
            try $0.set("swap", parsing: "true")
        } == SIMD4(0, 128, 255, 255) / 255)
        #expect(try fixture.color(text) { try $0.set("map", to: white); try $0.set("color", to: 1) } == .one)
    }

    private func refusal(_ text: String, then: (GLTransition) throws -> Void = { _ in }) -> RasterError? {
        RasterError.thrown { try then(fixture.transition(text: text, name: "bad.glsl")) }
    }

    @Test("bad parameters are errors that name file, line and parameter")
    func badParameters() throws {
        let body = "\nvec4 transition(vec2 uv) { return getFromColor(uv); }"
        func declaration(_ line: String) -> RasterError? { refusal("\n" + line + body) }
        for line in ["uniform float x; // = ", "uniform float x; // = vec9(1.0)", "uniform float x /* = ( */;", "uniform vec2 x; // = 1.0, 2.0, 3.0",
                     "uniform vec3 x; // = vec3(1.0, 2.0)",
                     "uniform float x; // = 1.0 / 0.0", "uniform samplerCube x;", "uniform x float;", "uniform float x[0];",
                     "uniform float x[2]; // = 1., 2., 3.",
                     "uniform float x, y, z; // = 1., 2.", "uniform float x; // = 1e999", "uniform float x; // = " + String(repeating: "(", count: 10_000)] {
            let error = declaration(line)
            #expect(error?.place == "bad.glsl:2" && error?.subject.contains("'x'") == true || error?.subject.contains("'float'") == true,
                    "\(line): \(String(describing: error))")
        }
        let good = "uniform vec2 x; // = vec2(1.0)\nuniform int n; // = 2\nuniform sampler2D map;" + body
        #expect(refusal(good) == nil)
        let unknown = refusal(good) { try $0.set("y", to: 1) }
        #expect(unknown?.code == .unknownUniform && unknown?.place == "bad.glsl" && unknown?.remedy == "its parameters are: x, n")
        let many = refusal(good) { try $0.set("x", to: [1, 2, 3]) }
        #expect(many?.code == .uniformTypeMismatch && many?.place == "bad.glsl:1")
        #expect(refusal(good) { try $0.set("x", to: [1, .nan]) }?.code == .invalidArgument)
        #expect(refusal(good) { try $0.set("x", to: [1, 1e300]) }?.code == .invalidArgument)
        #expect(refusal(good) { try $0.set("n", to: 3e9) }?.place == "bad.glsl:2")
        #expect(refusal(good) { try $0.set("n", to: .init([])) }?.code == .uniformTypeMismatch)
        #expect(refusal(good) { try $0.set("x", parsing: "1, 2 apples") }?.place == "bad.glsl:1")
        #expect(refusal(good) { try $0.set("x", parsing: "") }?.code == .invalidArgument)
        let texture = try fixture.device.makeTexture(from: Image(width: 1, height: 1))
        #expect(refusal(good) { try $0.set("mop", to: texture) }?.remedy == "its samplers are: map")
        #expect(refusal("uniform float progress; uniform Block { float x; };" + body)?.subject == "uniform block 'Block'")
    }

    @Test("errors of broken files name file and line")
    func brokenFiles() throws {
        func error(_ text: String) -> ShaderError? {
            do { _ = try fixture.transition(text: text, name: "folder/bad.glsl"); return nil } catch { return error as? ShaderError }
        }
        let typo = error("// one\n// two\nvec4 transition(vec2 uv) { return getFromColour(uv); }")
        #expect(typo?.diagnostics.contains { $0.severity == .error && $0.file == "folder/bad.glsl" && $0.line == 3 } == true)
        for text in ["", "float x;", "vec4 transition", "// vec4 transition(vec2 uv) { return vec4(1.0); }", "void main() {}"] {
            #expect(error(text)?.description.contains("folder/bad.glsl") == true, "\(text)")
        }
        let whole = "uniform vec2 a; // = vec2(1.0)\nfloat f(float x) { return x; }\nvec4 transition(vec2 uv) { return mix(getFromColor(uv), getToColor(uv), f(progress) * a.x); }"
        _ = try fixture.transition(text: whole)
        // A truncated file is refused or still valid, and never traps.
        for count in stride(from: 0, to: whole.count, by: 5) { _ = try? fixture.transition(text: String(whole.prefix(count))) }
        #expect(error("vec4 transition(vec2 uv) { return vec3(1.0); }") != nil)
        #expect(error("vec4 transition(float x) { return vec4(1.0); }") != nil)
        do {
            _ = try GLTransition(device: fixture.device, contentsOf: "no/such.glsl")
            Issue.record("a file that is not there was read")
        } catch let error as ShaderError { #expect(error.description.contains("no/such.glsl")) }
    }

    @Test("a shader that does not end is stopped, and the error names the file")
    func endless() throws {
        var options = Device.Options()
        options.shaderStepLimit = 1000
        let fixture = try TransitionFixture(Device(.reference, options: options), width: 4, height: 4)
        let transition = try fixture.transition(text: "vec4 transition(vec2 uv) { float x = 0.0;\nwhile (x < 2.0) x = sin(x); return vec4(x); }",
                                                name: "endless.glsl")
        #expect(RasterError.thrown { _ = try fixture.frame(transition, 0.5) }.map { "\($0)".contains("endless.glsl:2") } == true)
        // After the error, another transition can still be drawn.
        #expect(try fixture.frame(fixture.transition("fade"), 1) == fixture.destination)
    }
}
