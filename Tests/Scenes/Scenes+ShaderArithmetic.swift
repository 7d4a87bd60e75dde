// Scenes: the arithmetic of shaders: built-in functions, integers, matrices, control flow, derivatives, discard.

import Raster

extension Scene {
    static let shaderArithmetic: [Scene] = [
        Scene("trigonometry") { stage in
            try stage.bands([
                "sin(x * 3.0), cos(x * 3.0), tan(x * 0.3)", "asin(x / 4.0), acos(x / 4.0), atan(x)", "atan(x, 0.5), atan(0.5, x), atan(-x, -1.0)",
                "sinh(x * 0.4), cosh(x * 0.4) - 2.0, tanh(x)", "asinh(x), acosh(abs(x) + 1.0), atanh(x / 4.5)", "radians(x * 30.0), degrees(x) / 120.0, 0.0",
            ], scale: 0.25)
        }.allowing(2, "precision of trigonometric functions is not specified"),
        Scene("exponentials and powers") { stage in
            try stage.bands([
                "exp(x * 0.5) - 2.0, exp2(x * 0.5) - 2.0, pow(abs(x), 1.7) - 2.0", "log(abs(x) + 0.1), log2(abs(x) + 0.1), sqrt(abs(x))",
                "inversesqrt(abs(x) + 0.2), pow(2.0, x) - 2.0, pow(abs(x) * 0.25, 0.4545)", "ldexp(x, 1) * 0.25, 0.0, 0.0",
            ], scale: 0.25, version: "400")
        }.allowing(2, "precision of exponentials is not specified"),
        Scene("rounding and common functions") { stage in
            try stage.bands([
                "floor(x), ceil(x), trunc(x)", "round(x + 0.01), roundEven(x), fract(x)", "mod(x, 1.5), mod(x, -1.5), mod(-x, 0.75)",
                "min(x, 0.5), max(x, -0.5), clamp(x, -1.0, 2.0)", "mix(-1.0, 2.0, x), step(0.3, x), smoothstep(-2.0, 1.0, x)",
                "abs(x), sign(x), x == 0.0 ? 1.0 : -1.0",
                "isnan(uintBitsToFloat(0x7fc00000u + u)) ? 1.0 : 0.0, isinf(uintBitsToFloat(u < 60u ? 0x7f800000u : 0x7f7fffffu)) ? 1.0 : 0.0, fma(x, 0.5, 0.25)",
            ], scale: 0.25, version: "400")
        },
        Scene("vector functions") { stage in
            try stage.bands([
                "vec3(length(v), distance(v, vec3(1.0)), dot(v, v.yzx))", "normalize(v + 0.01)", "cross(v, vec3(0.5, -1.0, 2.0))",
                "reflect(v, normalize(vec3(1.0, 2.0, 3.0)))", "refract(normalize(v), vec3(0.0, 0.0, 1.0), 0.8)", "faceforward(v, v.zxy, vec3(0.3, 0.2, -0.9))",
                "vec3(lessThan(v, vec3(0.2))) + vec3(equal(v, v)) * 0.5",
                "vec3(any(greaterThan(v, vec3(1.9))), all(lessThanEqual(v, vec3(2.0))), not(bvec3(true, false, true)).y)",
            ], scale: 0.25)
        }.allowing(2, "precision of normalize and its kin is not specified"),
        Scene("matrices") { stage in
            try stage.bands([
                "mat3(1.0, x, 0.5, -x, 2.0, 0.25, 0.5, x * 0.5, 1.5) * v", "v * mat3(1.0, x, 0.5, -x, 2.0, 0.25, 0.5, x * 0.5, 1.5)",
                "vec3(determinant(mat2(x, 0.5, -0.5, x)), determinant(mat3(1.0, x, 0.0, 0.0, 1.0, x, x, 0.0, 1.0)) * 0.1, determinant(mat4(1.0 + x * 0.1)))",
                "inverse(mat3(2.0, 0.1, x * 0.2, 0.0, 3.0, 0.5, 0.25, 0.0, 2.5)) * v", "transpose(mat3(v, v.zxy, vec3(1.0, 0.5, x)))[1]",
                "outerProduct(v, vec2(0.5, x))[1]", "mat3(matrixCompMult(mat4(x), mat4(0.5)) + mat4(0.25))[2] + vec3(mat2x3(v, v.yzx) * vec2(0.5, -0.5))",
                "vec3(mat3x2(v.xy, v.yz, v.zx) * v, (v * mat2x3(v, v.yxz)).y) * 0.25",
                "(inverse(mat4(1.0, 0.0, 0.0, 0.0, x, 2.0, 0.0, 0.0, 0.0, 0.5, 1.0, 0.0, 1.0, 2.0, 3.0, 1.0)) * vec4(v, 1.0)).xyz * 0.25",
            ], scale: 0.25)
        }.allowing(2, "the order of sums in matrix products is not specified"),
        Scene("integers and bits") { stage in
            try stage.bands([
                "vec3((i * 37) / 5 & 255, (i * 37) % 7 + 20, (-i) / 3 + 40) / 255.0 * 4.0 - 2.0",
                "vec3(i << 3 & 255, i >> 2, (i * 1000003) >> 24 & 255) / 128.0 - 1.0",
                "vec3(u >> 3, (u * 2654435761u) >> 24, u % 13u) / 128.0 - 1.0", "vec3(i & 0x5A, i | 0x81, i ^ 0x3C) / 128.0 - 1.0",
                "vec3(~i & 255, -i & 255, abs(i - 60)) / 128.0 - 1.0",
                "vec3(min(i, 50), max(i, 70), clamp(i, 30, 90)) / 128.0 - 1.0",
                "vec3(bitfieldExtract(i * 12345, 4, 7) & 127, bitfieldInsert(i, 21, 2, 5), bitfieldReverse(u) >> 24) / 128.0 - 1.0",
                "vec3(bitCount(u * 77u), findLSB(i), findMSB(i)) / 16.0 - 1.0",
                "vec3(float(int(x * 3.0)), float(uint(abs(x) * 3.0)), float(bool(i & 4))) / 4.0 - 1.0",
                "vec3(intBitsToFloat(floatBitsToInt(x) ^ 0x00400000), uintBitsToFloat(0x3f000000u + (u << 15)), sign(float(i - 64)))",
            ], scale: 0.5, version: "400")
        },
        Scene("packing") { stage in
            try stage.bands([
                "vec3(unpackUnorm2x16(packUnorm2x16(v.xy * 0.5)), 0.0)", "vec3(unpackSnorm2x16(packSnorm2x16(v.yz * 0.5)), 0.5)",
                "unpackUnorm4x8(packUnorm4x8(vec4(v, 0.5))).xyz",
                "unpackSnorm4x8(packSnorm4x8(vec4(v, 0.5) * 0.5)).yzw",
                "vec3(unpackHalf2x16(packHalf2x16(v.xy)), unpackHalf2x16(packHalf2x16(v.zz * 1000.0)).x / 1000.0)",
            ], scale: 0.5, version: "420")
        },
        Scene("frexp, modf and carries") { stage in
            try stage.fullScreen(64, 32, fragment: """
                #version 400
                in vec2 place;
                out vec4 result;
                void main() {
                    float x = place.x * 8.0 - 4.0, whole;
                    int exponent;
                    float part = modf(x, whole), significand = frexp(x, exponent);
                    uint carry, borrow;
                    uint sum = uaddCarry(uint(place.x * 64.0) << 26, 0x80000000u, carry), difference = usubBorrow(uint(place.x * 64.0), 30u, borrow);
                    int high, low;
                    imulExtended(int(place.x * 64.0 - 32.0) << 20, 1 << 18, high, low);
                    result = place.y < 0.33 ? vec4(part * 0.5 + 0.5, whole / 8.0 + 0.5, significand * 0.5 + 0.5, 1.0)
                        : place.y < 0.66 ? vec4(float(exponent + 8) / 16.0, float(carry), float(borrow), 1.0)
                        : vec4(float(sum >> 24) / 255.0, float(difference & 255u) / 255.0, float(high + 128) / 255.0, 1.0);
                }
                """)
        },
        Scene("loops, switches, early returns") { stage in
            try stage.fullScreen(80, 60, fragment: """
                #version 330
                in vec2 place;
                out vec4 result;
                vec3 pick(int n) {
                    switch (n) {
                    case 0: return vec3(0.9, 0.2, 0.1);
                    case 1:
                    case 2: { vec3 c = vec3(0.1, 0.4, 0.1); if (n == 2) c.b = 0.9; return c; }
                    case 5: break;
                    default: return vec3(0.2, 0.2, float(n) / 12.0);
                    }
                    return vec3(1.0);
                }
                void main() {
                    vec2 c = place * vec2(3.0, 2.4) - vec2(2.2, 1.2), z = vec2(0.0);
                    int count = 0;
                    for (int i = 0; i < 9; ++i) {
                        z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
                        if (dot(z, z) > 16.0) break;
                        if ((i & 1) == 1) continue;
                        ++count;
                    }
                    int n = count, steps = 0;
                    while (n != 1 && steps < 50) { n = (n & 1) == 0 ? max(n / 2, 1) : 3 * n + 1; ++steps; }
                    do { --steps; } while (steps > 12);
                    if (place.x > 0.9) { result = vec4(pick(int(place.y * 7.9)), 1.0); return; }
                    result = vec4(pick(count) * (1.0 - float(steps) / 30.0), 1.0);
                }
                """)
        },
        Scene("functions with out and inout, arrays and structures") { stage in
            try stage.fullScreen(64, 48, fragment: """
                #version 330
                struct Ray { vec3 origin; vec3 direction; float weights[3]; };
                uniform int count;
                in vec2 place;
                out vec4 result;
                void advance(inout Ray ray, float t, out float travelled) { ray.origin += ray.direction * t; ray.weights[1] += t; travelled = length(ray.direction) * t; }
                float sum(const float values[3]) { float s = 0.0; for (int i = 0; i < values.length(); ++i) s += values[i]; return s; }
                Ray make(vec2 p) { return Ray(vec3(p, 0.0), vec3(p.y, -p.x, 0.5), float[3](0.1, 0.2, 0.3)); }
                int twice(int n) { return n * 2; }
                float twice(float n) { return n * 2.0; }
                void main() {
                    Ray rays[2];
                    rays[0] = make(place); rays[1] = make(place.yx);
                    float total = 0.0, step;
                    for (int i = 0; i < count; ++i) { advance(rays[i & 1], 0.125 * float(i), step); total += step; }
                    int pickOne = int(place.x * 2.0);
                    vec3 v = rays[pickOne].origin;
                    v[twice(pickOne) % 3] += 0.25;
                    float table[5];
                    for (int i = 0; i < 5; ++i) table[i] = float(i * i) / 16.0;
                    v.z = table[int(place.y * 4.99)];
                    v.zx = v.xz;
                    result = vec4(v * 0.5, 1.0) + vec4(vec3(sum(rays[1].weights) * 0.1 + twice(total) * 0.01), 0.0);
                    bool same = rays[0] == rays[1];
                    if (same) result.r = 1.0;
                }
                """) { $0.setUniform("count", Int32(5)) }
        },
        Scene("discard") { stage in
            let target = try stage.target(64, 64, depth: .depth24)
            let colors = try stage.picture(target) { pass in
                pass.setPipeline(try stage.pipeline(try stage.program(Mesh.vertexShader, """
                    #version 330
                    in vec4 tint;
                    out vec4 result;
                    bool isHole(vec2 p) { for (int i = 1; i < 6; ++i) { if (distance(p, vec2(12.0 * float(i), 60.0 - 9.0 * float(i))) < 5.3) return true; } return false; }
                    void main() {
                        if (isHole(gl_FragCoord.xy)) discard;
                        result = tint;
                        if (mod(gl_FragCoord.x + gl_FragCoord.y, 7.0) < 1.5) discard;
                        result.b = 1.0 - result.b;
                    }
                    """)) { $0.depth = .less })
                var mesh = Mesh()
                mesh.triangle(.init(2, 2), .init(62, 8), .init(16, 62), Ink.orange)
                mesh.quad(8, 20, 60, 50, z: 0.5, Ink.cyan)
                try pass.draw(mesh)
            }
            return colors + [try stage.depthOutput(target)]
        },
        Scene("derivatives") { stage in
            // The values are linear in the window, so that coarse and fine derivatives are equal.
            try stage.fullScreen(64, 64, fragment: """
                #version 330
                in vec2 place;
                out vec4 result;
                void main() {
                    vec2 p = gl_FragCoord.xy;
                    float f = p.x * 0.375 - p.y * 0.125;
                    vec2 d = vec2(dFdx(f), dFdy(f));
                    float grid = fwidth(place.x) * 32.0;
                    float even = dFdx(floor(p.x / 2.0) * 2.0 + p.x * 0.25);
                    result = vec4(d + 0.25, grid, 1.0);
                    if (place.y > 0.5) result = vec4(even, fwidth(f), abs(dFdy(p.y * p.x * 0.0 + p.y)) * 0.5, 1.0);
                }
                """)
        },
        Scene("fine and coarse derivatives",
              tolerance: Tolerance(difference: 4, reason: "a coarse derivative may be any of the quad's (§8.13 of GLSL 4.50)")) { stage in
            try stage.fullScreen(32, 32, fragment: """
                #version 450
                in vec2 place;
                out vec4 result;
                void main() {
                    float f = gl_FragCoord.x * gl_FragCoord.y / 64.0;
                    result = vec4(dFdxFine(f), dFdyFine(f), place.x < 0.5 ? dFdxCoarse(f) : dFdyCoarse(f), 1.0);
                }
                """)
        },
        Scene("anti-aliased circles by fwidth") { stage in
            try stage.fullScreen(96, 64, fragment: """
                #version 330
                in vec2 place;
                out vec4 result;
                void main() {
                    vec2 p = fract(place * vec2(3.0, 2.0)) - 0.5;
                    vec2 q = place * vec2(3.0, 2.0) - floor(place * vec2(3.0, 2.0)) - 0.5;
                    float d = length(q) - 0.15 - 0.05 * floor(place.x * 3.0);
                    float w = 0.02 + 0.01 * floor(place.y * 2.0);
                    result = vec4(mix(vec3(0.1, 0.2, 0.4), vec3(1.0, 0.8, 0.3), smoothstep(w, -w, d)), 1.0);
                }
                """)
        },
        Scene("integer noise") { stage in
            try stage.fullScreen(64, 64, fragment: """
                #version 330
                in vec2 place;
                out vec4 result;
                uint hash(uvec2 p) {
                    uint h = p.x * 374761393u + p.y * 668265263u;
                    h = (h ^ (h >> 13)) * 1274126177u;
                    return h ^ (h >> 16);
                }
                float noise(vec2 p) {
                    uvec2 i = uvec2(p);
                    vec2 f = fract(p), u = f * f * (3.0 - 2.0 * f);
                    vec4 corners = vec4(hash(i), hash(i + uvec2(1u, 0u)), hash(i + uvec2(0u, 1u)), hash(i + uvec2(1u))) / 4294967295.0;
                    return mix(mix(corners.x, corners.y, u.x), mix(corners.z, corners.w, u.x), u.y);
                }
                void main() {
                    float n = 0.0, a = 0.5;
                    vec2 p = place * 8.0;
                    for (int i = 0; i < 4; ++i, p *= 2.0, a *= 0.5) n += a * noise(p);
                    result = vec4(n, n * n, 1.0 - n, 1.0);
                }
                """)
        },
    ]
}

extension Stage {
    /// Draws a band of pixels for each expression. x runs over −4…4, and the components of v are numbers near x. Neither x nor a
    /// component of v lies where a function jumps. i and u count pixels. The shown colour is value · scale + ½.
    fileprivate func bands(_ expressions: [String], scale: Float, version: String = "330") throws -> [SceneOutput] {
        var body = ""
        for (index, expression) in expressions.enumerated() {
            body += "    if (band == \(index)) r = vec3(\(expression));\n"
        }
        return try fullScreen(128, 8 * expressions.count, fragment: """
            #version \(version)
            uniform float scale;
            in vec2 place;
            out vec4 result;
            void main() {
                int band = int(gl_FragCoord.y) / 8;
                float x = (gl_FragCoord.x - 63.7) / 16.0;
                vec3 v = vec3(x * 0.45 + 0.1, sin(gl_FragCoord.x * 0.11) * 0.9, 0.4 - x * 0.2);
                int i = int(gl_FragCoord.x);
                uint u = uint(i);
                vec3 r = vec3(0.0);
            \(body)
                result = vec4(r * scale + 0.5, 1.0);
            }
            """) { $0.setUniform("scale", scale) }
    }
}
