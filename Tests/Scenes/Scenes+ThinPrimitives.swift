// Scenes: long thin triangles and lines in every direction, across several tiles and on top of each other.
//
// Colours, depths and blending are exact in binary, so any difference comes from the order or the coverage.

import Raster

/// The tolerance for hundreds of crossing lines.
private let crossingLines = Tolerance(difference: 6, share: 0.01,
                                      reason: "colours and depths may be interpolated along the line or along its major axis (§3.5.1)")

extension Scene {
    static let thinPrimitives: [Scene] = [
        Scene("thin triangles, the later on top") { stage in
            try stage.needles { _ in }
        },
        Scene("thin triangles with depth") { stage in
            try stage.needles(depth: .depth24) { $0.depth = .less }
        },
        Scene("thin triangles with depth in two bytes") { stage in
            try stage.needles(depth: .depth16) { $0.depth = .lessEqual }
        },
        Scene("thin triangles with depth in floats, added up") { stage in
            try stage.needles(.init(0, 0, 0, 0), depth: .depth32Float) {
                $0.depth = DepthState(compare: .greaterEqual, writes: false)
                $0.colorTargets = [ColorTargetState(blend: .additive)]
            }
        },
        Scene("thin triangles that count in the stencil") { stage in
            try stage.needles(depth: .depth24Stencil8) {
                $0.depth = .less
                $0.stencil = StencilState(front: StencilFaceState(depthFail: .decrementWrap, pass: .incrementWrap),
                                          back: StencilFaceState(depthFail: .invert, pass: .incrementClamp))
            }
        },
        Scene("thin triangles with holes and depth") { stage in
            try stage.needles(depth: .depth24, fragment: """
                #version 330
                in vec4 tint;
                out vec4 result;
                void main() {
                    if (mod(floor(gl_FragCoord.x) + floor(gl_FragCoord.y), 3.0) < 1.0) discard;
                    result = tint;
                }
                """) { $0.depth = .less }
        },
        Scene("thin triangles in a scissor of odd sides") { stage in
            try stage.needles(depth: .depth24, scissor: PixelRect(x: 33, y: 5, width: 157, height: 91)) { $0.depth = .less }
        },
        Scene("thin triangles, multisampled") { stage in
            try stage.needles(depth: .depth24, samples: 4) { $0.depth = .less }
        },
        Scene("thin lines with depth", tolerance: crossingLines) { stage in
            try stage.needles(depth: .depth24, isLines: true) { $0.depth = .less }
        },
        Scene("thin lines of three pixels, added up", tolerance: crossingLines) { stage in
            try stage.needles(.init(0, 0, 0, 0), isLines: true) {
                $0.lineWidth = 3
                $0.colorTargets = [ColorTargetState(blend: .additive)]
            }
        },
    ]
}

extension Stage {
    /// Draws triangles that are as long as the target and up to some pixels wide, in both windings, or draws similar lines.
    fileprivate func needles(_ background: SIMD4<Float> = .init(0.25, 0.25, 0.25, 1), depth: PixelFormat? = nil, samples: Int = 1, scissor: PixelRect? = nil,
                             isLines: Bool = false, fragment: String = Mesh.fragmentShader, _ configure: (inout RasterState) -> Void) throws -> [SceneOutput] {
        let target = try target(256, 128, [.rgba8], depth: depth, samples: samples)
        let pipeline = try pipeline(try program(Mesh.vertexShader, fragment), Mesh.layout, configure)
        var random = SceneRandom(11), mesh = Mesh()
        func inside(_ x: Float, _ y: Float) -> SIMD2<Float> { SIMD2(x, y).clamped(lowerBound: .zero, upperBound: .init(256, 128)) }
        for number in 0..<600 {
            let a = inside(random.pixel(-20...276), random.pixel(-20...148))
            // Some primitives are parallel to an axis, and some are short.
            let reach: Float = number % 3 == 0 ? 40 : 300
            let b = inside(number % 7 == 0 ? a.x : a.x + random.pixel(-reach...reach), number % 11 == 0 ? a.y : a.y + random.pixel(-reach...reach))
            let width: Float = number % 5 == 0 ? 9 : 2
            let c = inside(b.x + random.pixel(-width...width), b.y + random.pixel(-width...width))
            let color = SIMD4<Float>(Float(random.next() % 4), Float(random.next() % 4), Float(random.next() % 4), 4) * (1 / 255) * 4
            mesh.triangle(a, b, c, z: Float(random.next() % 16) / 16 - 0.5, color)
        }
        let colors = try picture(target, clear: ClearValues(colors: [.float(background)], depth: depth == .depth32Float ? 0.5 : 1, stencil: 0)) { pass in
            pass.setPipeline(pipeline)
            if let scissor { pass.setScissor(scissor) }
            try pass.draw(mesh, as: isLines ? .lineStrip : .triangles)
        }
        return samples == 1 && depth != nil && !isLines ? colors + [try depthOutput(target)] : colors
    }
}
