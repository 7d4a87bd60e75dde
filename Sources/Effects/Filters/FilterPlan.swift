// FilterPlan: divides a chain of filters into passes.
//
// A filter consists of one or several stages. A pixel stage computes a pixel only from the input pixel at the same position. A gathering
// stage also reads other pixels of its input, so an earlier pass must have drawn the whole input. Consecutive stages share one pass (they are
// fused), unless the later stage needs its whole input.
//
// Values between stages are not clamped. If a stage gathers its input or keeps the input for a later stage, the input is drawn in half
// floats, whether or not stages are fused. If stages are not fused, all other inputs are drawn, too, but in 32-bit floats, which keep every
// bit. Programs round each product before adding the product to another number (`precise`). Therefore a chain gives the same bits with
// fused and with separate stages.

import Raster
import Shading

struct FilterStage {
    enum Value: Equatable {
        case float(Float), float2(SIMD2<Float>), float3(SIMD3<Float>), float4(SIMD4<Float>), int(Int32), int2(SIMD2<Int32>)
        var type: String {
            switch self {
            case .float: "float"
            case .float2: "vec2"
            case .float3: "vec3"
            case .float4: "vec4"
            case .int: "int"
            case .int2: "ivec2"
            }
        }
    }
    /// A picture that the stage reads in addition to its input.
    enum Picture: Equatable {
        case named(String)
        /// The input of the most recent earlier stage whose `keeps` is true.
        case kept
    }
    /// The name of the function in filters.glsl.
    let function: String
    /// Whether the function takes the whole input as a picture, instead of one pixel's colour.
    var gathers = false
    var values: [Value] = []
    var pictures: [Picture] = []
    /// Whether the input of this stage is kept for a later stage.
    var keeps = false
}

extension Filter {
    /// The stages of the filter. A blur of radius 0 has no stages.
    var stages: [FilterStage] {
        switch kind {
        case .colorControls: [FilterStage(function: "colorControls", values: [.float(number(0)), .float(number(1)), .float(number(2))])]
        case .radialGradient:
            [FilterStage(function: "radialGradient", values: [.float2(SIMD2(number(0), number(1))), .float2(SIMD2(number(2), number(3))), .float4(color(4))])]
        case .addition: [FilterStage(function: "addition", pictures: [.named(picture(0))])]
        case .sourceIn: [FilterStage(function: "sourceIn", pictures: [.named(picture(0))])]
        case .sourceOver: [FilterStage(function: "sourceOver", pictures: [.named(picture(0))])]
        case .blur: Filter.blurStages(number(0))
        case .bloom:
            [FilterStage(function: "brighter", values: [.float(number(2))], keeps: true)] + Filter.blurStages(number(1))
                + [FilterStage(function: "shine", values: [.float(number(0))], pictures: [.kept])]
        case .hue:
            [FilterStage(function: "hue", values: [.float2(SIMD2(Float(PortableMath.cosine(Double(number(0)) * .pi / 180)),
                                                                 Float(PortableMath.sine(Double(number(0)) * .pi / 180))))])]
        case .sepia: [FilterStage(function: "sepia", values: [.float(number(0))])]
        case .pixellate: [FilterStage(function: "pixellate", gathers: true, values: [.float(number(0))])]
        case .edges: [FilterStage(function: "edges", gathers: true, values: [.float(number(0))])]
        case .vignette: [FilterStage(function: "vignette", values: [.float3(SIMD3(number(0), number(1), number(2)))])]
        case .colorMatrix: [FilterStage(function: "colorMatrix", values: (0..<5).map { .float4(numbers($0)) })]
        case .lookupTable: [FilterStage(function: "lookupTable", values: [.float(number(1))], pictures: [.named(picture(0))])]
        }
    }
    /// Returns two stages: a blur along rows, then a blur along columns. Each weight of the Gaussian is computed from the previous weight by
    /// two multiplications.
    private static func blurStages(_ radius: Float) -> [FilterStage] {
        let reach = Int32((radius * 3).rounded(.up))
        guard reach > 0 else { return [] }
        let step = Float(PortableMath.power(2.718281828459045, -0.5 / Double(radius * radius)))
        return [SIMD2<Int32>(1, 0), SIMD2(0, 1)].map {
            FilterStage(function: "blur", gathers: true, values: [.int2($0), .int(reach), .float2(SIMD2(step, step * step))])
        }
    }
}

struct FilterPlan {
    struct Pass {
        var stages: [FilterStage]
        /// The format of the picture that the pass draws; nil for the chain's result.
        var format: PixelFormat?
        /// Whether the input of the pass is kept for a later pass.
        var keepsInput = false
    }
    private(set) var passes: [Pass] = []

    init(_ chain: [Filter], fused: Bool) {
        for stage in chain.flatMap(\.stages) {
            let needsWhole = stage.gathers || stage.keeps
            if passes.isEmpty || needsWhole || !fused {
                if let last = passes.indices.last { passes[last].format = needsWhole ? .rgba16Float : .rgba32Float }
                passes.append(Pass(stages: [stage], keepsInput: stage.keeps))
            } else {
                passes[passes.count - 1].stages.append(stage)
            }
        }
    }
}

extension FilterPlan.Pass {
    /// The program's text: first the uniforms of all stages, then one call per stage. The name of a uniform contains its stage number.
    var fragment: ShaderSource {
        var uniforms = "", calls = ""
        for (i, stage) in stages.enumerated() {
            var arguments = [stage.gathers ? "source" : "color"]
            for j in stage.pictures.indices {
                uniforms += "uniform sampler2D picture\(i)_\(j);\n"
                arguments.append("picture\(i)_\(j)")
            }
            for (j, value) in stage.values.enumerated() {
                uniforms += "uniform \(value.type) value\(i)_\(j);\n"
                arguments.append("value\(i)_\(j)")
            }
            calls += "    color = \(stage.function)(\(arguments.joined(separator: ", ")));\n"
        }
        let start = stages.first?.gathers == true ? "vec4(0.0)" : "texelFetch(source, ivec2(gl_FragCoord.xy), 0)"
        return ShaderSource(text: """
            #version 400
            uniform sampler2D source;
            \(uniforms)out vec4 pixel;
            #include "filters.glsl"
            void main() {
                size = vec2(textureSize(source, 0));
                place = gl_FragCoord.xy / size;
                precise vec4 color = \(start);
            \(calls)    pixel = color;
            }

            """, name: "filter " + stages.map(\.function).joined(separator: " | "))
    }
}
