// Scenes: interpolateAtCentroid, interpolateAtSample and interpolateAtOffset, for every kind of varying, with one and four samples.

import Raster

extension Scene {
    static let interpolation: [Scene] = [1, 4].flatMap { samples in
        kinds.map { kind in
            Scene("interpolation functions on \(kind.name), samples: \(samples)") { stage in
                try kind.functions.flatMap { function in
                    try stage.interpolated(kind, function, samples: samples).map { var o = $0; o.name = "\(kind.name): \(function)"; return o }
                }
            }
        }
    } + [1, 4].map { samples in
        Scene("interpolation functions in a shader that runs per sample, samples: \(samples)",
              tolerance: Tolerance(difference: 4, share: 0,
                                   reason: "a centroid may be any place inside the pixel and the primitive (GLSL 4.00, 8.13.2)")) { stage in
            let kind = InterpolationKind("sample variables", "sample", "vec4 tint;", "tint", functions: places)
            return try kind.functions.flatMap { function in
                try stage.interpolated(kind, "vec4(\(function).rgb, 0.75 + 0.25 * float(gl_SampleID))", samples: samples)
            }
        }
    } + [1, 4].map { samples in
        Scene("interpolation functions in perspective, samples: \(samples)",
              tolerance: Tolerance(difference: 12,
                                   reason: "llvmpipe divides by w of the pixel's centre, wherever the varying is taken; RasterTests has the formula")) { stage in
            try places.flatMap { try stage.interpolated(kinds[0], $0, perspective: 2, samples: samples) }
        }
    } + [
        Scene("interpolation functions in divergent flow, loops and ES 3.20") { stage in
            let kind = InterpolationKind("ES", "", "vec4 tint;", "tint", functions: [], version: "320 es")
            return try stage.interpolated(kind, "interpolateAtOffset(tint, vec2(0.0))", body: """
                vec4 sum = vec4(0.0);
                if (tint.r > 0.4) { for (int k = 0; k < 4; k++) { if (fract(tint.g * 5.0) > 0.5) sum += interpolateAtSample(tint, k) * 0.25; } }
                else { sum = interpolateAtOffset(tint, vec2(tint.b * 0.4, -0.25)); if (tint.g < 0.2) discard; }
                result = sum;
                """, samples: 4)
        },
    ]

    private static let places = ["interpolateAtCentroid(tint)", "interpolateAtSample(tint, 2)", "interpolateAtOffset(tint, vec2(-0.5, 0.4375))"]

    private static let kinds: [InterpolationKind] = [
        InterpolationKind("smooth variables", "smooth", "vec4 tint;", "tint",
                          functions: places + ["interpolateAtSample(tint, int(tint.r * 4.0))", "interpolateAtOffset(tint, tint.rg - 0.5)"]),
        InterpolationKind("variables without perspective", "noperspective", "vec4 tint;", "tint", functions: places),
        InterpolationKind("centroid variables", "centroid", "vec4 tint;", "tint", functions: places),
        InterpolationKind("flat variables", "flat", "vec4 tint;", "tint", functions: places),
        InterpolationKind("arrays", "", "vec4 tints[2];", "tints[1]", functions: [
            "interpolateAtCentroid(tints[1])", "interpolateAtSample(tints[1], 1) * 0.5 + interpolateAtOffset(tints[1], vec2(0.25)) * 0.5",
            "interpolateAtOffset(tints[which], vec2(0.25, -0.5))",
        ]),
        InterpolationKind("members of structures", "", "struct Inks { vec2 pair; vec4 tints[2]; }; OUT Inks inks;", "inks.tints[1]", functions: [
            "interpolateAtCentroid(inks.tints[1])", "interpolateAtOffset(inks.tints[1], vec2(-0.25))",
        ]),
        InterpolationKind("members of blocks", "", "OUT Inks { vec2 pair; vec4 tint; } inks;", "inks.tint", functions: [
            "interpolateAtSample(inks.tint, 1)", "interpolateAtOffset(inks.tint, vec2(0.375))",
        ]),
    ]
}

private struct InterpolationKind: Sendable {
    var name: String, qualifier: String
    /// The declaration, in which `OUT` stands for in or out. A declaration without `OUT` is the type and the name of a single
    /// variable.
    var declaration: String
    /// The target to which the shader assigns the colour.
    var target: String
    var functions: [String]
    var version: String

    init(_ name: String, _ qualifier: String, _ declaration: String, _ target: String, functions: [String], version: String = "400") {
        self.name = name; self.qualifier = qualifier; self.declaration = declaration; self.target = target
        self.functions = functions; self.version = version
    }
    func declared(_ direction: String) -> String {
        declaration.contains("OUT") ? declaration.replacing("OUT", with: direction) : "\(qualifier) \(direction) \(declaration)"
    }
}

extension Stage {
    /// Draws two triangles, one of them thin, with the colour `expression`.
    fileprivate func interpolated(_ kind: InterpolationKind, _ expression: String, body: String? = nil, perspective: Float = 0,
                                  samples: Int) throws -> [SceneOutput] {
        let program = try program("""
            #version \(kind.version)
            uniform vec2 size;
            in vec4 position; in vec4 color;
            \(kind.declared("out"))
            void main() {
                float w = 1.0 + \(perspective) * color.a;
                gl_Position = vec4((position.xy / size * 2.0 - 1.0) * w, 0.0, w);
                \(kind.target) = vec4(color.rgb, 1.0);
            }
            """, """
            #version \(kind.version)
            precision highp float;
            \(kind.declared("in"))
            uniform int which;
            out vec4 result;
            void main() { \(body ?? "result = \(expression);") }
            """)
        return try picture(try target(40, 40, samples: samples)) { pass in
            pass.setPipeline(try pipeline(program))
            if expression.contains("which") { pass.setUniform("which", Int32(1)) }
            var mesh = Mesh()
            mesh.vertex(3, 2.5, .init(0, 0.5, 0, 0)); mesh.vertex(37, 9, .init(0.25, 0.75, 0.5, 0.5)); mesh.vertex(12, 37.25, .init(1, 0.5, 1, 1))
            mesh.vertex(38, 12, .init(1, 0, 0, 0.25)); mesh.vertex(39.5, 38, .init(0, 1, 0, 0.5)); mesh.vertex(16.25, 39, .init(0, 0, 1, 0))
            try pass.draw(mesh)
        }
    }
}
