// Scenes: thousands of triangles of a few pixels that overlap. Quads of several primitives are shaded together, and their order
// must be kept.
//
// Colours, depths and blending are exact in binary, so any difference comes from the order or the coverage.

import Raster

extension Scene {
    static let smallPrimitives: [Scene] = [
        Scene("small triangles, the later on top") { stage in
            try stage.confetti { _ in }
        },
        Scene("small triangles with depth") { stage in
            try stage.confetti(depth: .depth24) { $0.depth = .less }
        },
        Scene("small triangles, added up") { stage in
            try stage.confetti(.init(0, 0, 0, 0)) { $0.colorTargets = [ColorTargetState(blend: .additive)] }
        },
        Scene("small triangles, added up in floats") { stage in
            try stage.confetti(.init(0, 0, 0, 0), format: .rgba32Float) { $0.colorTargets = [ColorTargetState(blend: .additive)] }
        },
        Scene("small triangles, some channels written") { stage in
            try stage.confetti { $0.colorTargets = [ColorTargetState(writeMask: [.red, .alpha])] }
        },
        Scene("small triangles in texels of two bytes") { stage in
            try stage.confetti(format: .rg8) { _ in }
        },
        Scene("small triangles with holes and depth") { stage in
            try stage.confetti(depth: .depth24, fragment: holes) { $0.depth = .less }
        },
        Scene("small triangles with holes that count in the stencil") { stage in
            try stage.confetti(depth: .depth24Stencil8, fragment: holes) {
                $0.depth = .less
                $0.stencil = StencilState(front: StencilFaceState(depthFail: .decrementWrap, pass: .incrementWrap),
                                          back: StencilFaceState(depthFail: .invert, pass: .incrementClamp))
            }
        },
        Scene("small triangles whose shader sets the depth") { stage in
            try stage.confetti(depth: .depth32Float, fragment: """
                #version 330
                in vec4 tint;
                out vec4 result;
                void main() {
                    result = tint;
                    gl_FragDepth = fract(gl_FragCoord.z * 4.0);
                }
                """) { $0.depth = .lessEqual }
        },
        Scene("small triangles, multisampled") { stage in
            try stage.confetti(depth: .depth24, samples: 4) { $0.depth = .less }
        },
        Scene("small triangles, multisampled and added up") { stage in
            try stage.confetti(.init(0, 0, 0, 0), samples: 4) { $0.colorTargets = [ColorTargetState(blend: .additive)] }
        },
        Scene("small triangles by facing and number") { stage in
            try stage.confetti(fragment: """
                #version 330
                in vec4 tint;
                out vec4 result;
                void main() {
                    float number = float(gl_PrimitiveID % 16) / 16.0;
                    result = gl_FrontFacing ? vec4(number, 0.0, tint.b, 1.0) : vec4(0.0, number, tint.b, 1.0);
                }
                """) { _ in }
        },
    ]

    /// A fragment shader that discards the pixels of a checkerboard. The checkerboard depends on the triangle.
    private static let holes = """
        #version 330
        in vec4 tint;
        out vec4 result;
        void main() {
            if (mod(floor(gl_FragCoord.x) + floor(gl_FragCoord.y) + floor(tint.r * 2.0), 2.0) < 1.0) discard;
            result = tint;
        }
        """
}

extension Stage {
    /// Draws triangles all over the target, with sides of up to nine pixels, in both windings, and some at equal depth. The sizes
    /// of the target are powers of two, so that corners are exact in clip space too.
    fileprivate func confetti(_ background: SIMD4<Float> = .init(0.25, 0.25, 0.25, 1), format: PixelFormat = .rgba8, depth: PixelFormat? = nil,
                              samples: Int = 1, fragment: String = Mesh.fragmentShader, _ configure: (inout RasterState) -> Void) throws -> [SceneOutput] {
        let target = try target(128, 64, [format], depth: depth, samples: samples)
        let pipeline = try pipeline(try program(Mesh.vertexShader, fragment), Mesh.layout, configure)
        var random = SceneRandom(7), mesh = Mesh()
        for number in 0..<5000 {
            let x = random.pixel(-4...132), y = random.pixel(-4...68), reach: Float = number % 40 == 0 ? 30 : 4.5
            // The primitives lie within the target, because clipping would change their corners.
            func corner() -> SIMD2<Float> {
                SIMD2(x + random.pixel(-reach...reach), y + random.pixel(-reach...reach)).clamped(lowerBound: .zero, upperBound: .init(128, 64))
            }
            let color = SIMD4<Float>(Float(random.next() % 4), Float(random.next() % 4), Float(random.next() % 4), 4) * (1 / 255) * 4
            mesh.triangle(corner(), corner(), corner(), z: Float(random.next() % 16) / 16 - 0.5, color)
        }
        let colors = try picture(target, clear: ClearValues(colors: [.float(background)], depth: 1, stencil: 0)) { pass in
            pass.setPipeline(pipeline)
            try pass.draw(mesh)
        }
        return samples == 1 && depth != nil ? colors + [try depthOutput(target)] : colors
    }
}
