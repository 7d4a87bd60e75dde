// Scenes: blend factors and equations, separate alpha, blend colour, dual source, colour masks, per-target states.

import Raster

extension Scene {
    static let blending: [Scene] = [
        Scene("every blend factor with every other") { stage in
            let factors = BlendFactor.allCases.filter { !$0.usesSecondSource }
            return try stage.blendGrid(.rgba8, columns: factors.count, rows: factors.count) { column, row in
                // Only later versions of OpenGL allow sourceAlphaSaturated as a destination factor, so `one` replaces this factor here.
                BlendState(source: factors[column], destination: factors[row] == .sourceAlphaSaturated ? .one : factors[row])
            }
        },
        Scene("every blend equation for colour and alpha") { stage in
            let equations = BlendEquation.allCases
            return try stage.blendGrid(.rgba8, columns: 5, rows: 5) { column, row in
                BlendState(colorEquation: equations[column], colorSource: .sourceAlpha, colorDestination: .oneMinusSourceAlpha,
                           alphaEquation: equations[row], alphaSource: .one, alphaDestination: .destinationAlpha)
            }
        },
        Scene("separate factors for alpha") { stage in
            let factors: [BlendFactor] = [.zero, .one, .sourceAlpha, .destinationColor, .constantAlpha, .sourceAlphaSaturated, .oneMinusConstantColor]
            return try stage.blendGrid(.rgba8, columns: 7, rows: 7) { column, row in
                BlendState(colorSource: factors[row], colorDestination: .oneMinusSourceAlpha, alphaEquation: .add,
                           alphaSource: factors[column], alphaDestination: factors[6 - row] == .sourceAlphaSaturated ? .zero : factors[6 - row])
            }
        },
        Scene("dual-source blending") { stage in
            let program = try stage.program(Mesh.vertexShader, """
                #version 330
                in vec4 tint;
                layout(location = 0, index = 0) out vec4 first;
                layout(location = 0, index = 1) out vec4 second;
                void main() { first = tint; second = vec4(gl_FragCoord.x / 64.0, 0.5, gl_FragCoord.y / 64.0, 0.75); }
                """)
            let factors: [BlendFactor] = [.source1Color, .oneMinusSource1Color, .source1Alpha, .oneMinusSource1Alpha]
            let grid = Grid(columns: 4, cell: 16, 16)
            return try stage.picture(try stage.target(64, 64), clear: .color(0.3, 0.6, 0.9, 0.5)) { pass in
                for cell in 0..<16 {
                    let blend = BlendState(source: factors[cell % 4], destination: factors[cell / 4])
                    pass.setPipeline(try stage.pipeline(program) { $0.colorTargets = [ColorTargetState(blend: blend)] })
                    var mesh = Mesh()
                    mesh.gradientQuad(1, 1, 15, 15, [Ink.red, Ink.green, Ink.blue, Ink.white])
                    try pass.draw(mesh, in: grid, cell: cell)
                }
            }
        }.allowing(2, "colours and factors may be held in the target's eight bits before they are multiplied (§4.1.7)"),
        Scene("colour masks") { stage in
            let program = try stage.program(Mesh.vertexShader, Mesh.fragmentShader)
            let grid = Grid(columns: 8, cell: 12, 12)
            return try stage.picture(try stage.target(96, 48), clear: .color(0.25, 0.5, 0.75, 0.5)) { pass in
                for cell in 0..<32 {
                    let mask = ColorWriteMask(rawValue: UInt8(cell % 16))
                    pass.setPipeline(try stage.pipeline(program) { $0.colorTargets = [ColorTargetState(blend: cell < 16 ? nil : .alpha, writeMask: mask)] })
                    var mesh = Mesh()
                    mesh.triangle(.init(1, 1), .init(11, 2), .init(5, 11), .init(0.9, 0.8, 0.1, 0.6))
                    try pass.draw(mesh, in: grid, cell: cell)
                }
            }
        },
        Scene("blending in order over itself") { stage in
            let pipeline = try stage.colorPipeline { $0.colorTargets = [ColorTargetState(blend: .alpha)] }
            var random = SceneRandom(3)
            var mesh = Mesh()
            for i in 0..<40 {
                var color = Ink.at(i)
                color.w = 0.2 + Float(i % 4) * 0.2
                let corner = { (random: inout SceneRandom) in SIMD2<Float>(random.pixel(0...64), random.pixel(0...64)) }
                mesh.triangle(corner(&random), corner(&random), corner(&random), color)
            }
            // The scene blends forty times in a row. In each blending the two renderers may round differently by one step.
            return try stage.picture(try stage.target(64, 64)) { pass in
                pass.setPipeline(pipeline)
                try pass.draw(mesh)
            }
        }.allowing(2, "rounding to eight bits accumulates over overlapping draws (§2.1.1)"),
        Scene("a blend state per target") { stage in
            let program = try stage.program(Mesh.vertexShader, """
                #version 330
                in vec4 tint;
                layout(location = 0) out vec4 a;
                layout(location = 1) out vec4 b;
                layout(location = 2) out vec4 c;
                void main() { a = tint; b = tint.gbra; c = tint * 0.75; }
                """)
            let pipeline = try stage.pipeline(program) {
                $0.colorTargets = [ColorTargetState(blend: .additive), ColorTargetState(blend: .alpha, writeMask: [.red, .alpha]), ColorTargetState()]
            }
            return try stage.picture(try stage.target(40, 40, [.rgba8, .rgba8, .rgba8]), clear: .color(0.2, 0.3, 0.4, 0.5)) { pass in
                pass.setPipeline(pipeline)
                var mesh = Mesh()
                mesh.triangle(.init(2, 2), .init(38, 6), .init(12, 38), .init(0.5, 0.75, 0.25, 0.5))
                mesh.triangle(.init(6, 30), .init(38, 20), .init(30, 38), .init(0.75, 0.25, 0.5, 0.25))
                try pass.draw(mesh)
            }
        },
        Scene("blending in half and single floats") { stage in try stage.blendFormats([.rgba16Float, .rgba32Float, .r16Float, .rg32Float], gain: 2) },
        Scene("blending in sRGB") { stage in try stage.blendFormats([.srgb8Alpha8], gain: 1) }
            .allowing(2, "the conversion to sRGB may be approximated (§4.1.8)"),
        Scene("blending in one and two channels") { stage in try stage.blendFormats([.r8, .rg8, .rgb8], gain: 1) },
        Scene("blending in 16-bit channels") { stage in try stage.blendFormats([.r16, .rg16, .rgba16], gain: 1) },
        Scene("blending in narrow channels",
              tolerance: Tolerance(difference: 1, reason: "one step of the format")) { stage in
            try stage.blendFormats([.rgb565, .rgba4444, .rgb5a1, .rgb10a2], gain: 1)
        },
    ]

    /// Returns this scene with a larger tolerance.
    func allowing(_ difference: Float, share: Double = 0, _ reason: String) -> Scene {
        var scene = self
        scene.tolerance = Tolerance(difference: difference, share: share, reason: reason)
        return scene
    }
}

extension Stage {
    /// Draws cells of 8×8 pixels. In each cell the destination colour varies from left to right, and the source colour from bottom
    /// to top.
    fileprivate func blendGrid(_ format: PixelFormat, columns: Int, rows: Int, _ blend: (_ column: Int, _ row: Int) -> BlendState) throws -> [SceneOutput] {
        let program = try program(Mesh.vertexShader, Mesh.fragmentShader)
        let grid = Grid(columns: columns, cell: 8, 8)
        return try picture(try target(columns * 8, rows * 8, [format]), clear: .color(0, 0, 0, 0)) { pass in
            pass.setBlendColor(0.8, 0.3, 0.5, 0.4)
            let plain = try pipeline(program)
            var stripes = Mesh()
            for i in 0..<4 {
                stripes.quad(Float(i) * 2, 0, Float(i) * 2 + 2, 8, .init(0.2 + Float(i) * 0.2, 0.9 - Float(i) * 0.3, Float(i % 2), 0.1 + Float(i) * 0.3))
            }
            for cell in 0..<(columns * rows) {
                pass.setPipeline(plain)
                try pass.draw(stripes, in: grid, cell: cell)
                let state = blend(cell % columns, cell / columns)
                pass.setPipeline(try pipeline(program) { $0.colorTargets = [ColorTargetState(blend: state)] })
                var source = Mesh()
                for i in 0..<4 {
                    source.quad(0, Float(i) * 2, 7, Float(i) * 2 + 2, .init(0.9 - Float(i) * 0.3, 0.4, 0.1 + Float(i) * 0.25, Float(i) / 3))
                }
                try pass.draw(source, in: grid, cell: cell)
            }
        }
    }

    fileprivate func blendFormats(_ formats: [PixelFormat], gain: Float) throws -> [SceneOutput] {
        let program = try program(Mesh.vertexShader, Mesh.fragmentShader)
        var outputs: [SceneOutput] = []
        for format in formats {
            outputs += try picture(try target(48, 48, [format]), clear: .color(0.25, 0.5, 0.125, 0.25)) { pass in
                for (i, blend) in [BlendState.alpha, .additive, .premultiplied, .multiply].enumerated() {
                    pass.setPipeline(try pipeline(program) { $0.colorTargets = [ColorTargetState(blend: blend)] })
                    var mesh = Mesh()
                    let y = Float(i) * 11
                    mesh.gradientQuad(2, y + 2, 46, y + 10,
                                      [.init(0.5, 0.1, 0.9, 0.25), .init(1, 0.5, 0, 0.75), .init(0.25, 1, 0.75, 1), .init(0, 0.25, 0.5, 0)].map { $0 * gain })
                    mesh.triangle(.init(10, 4), .init(40, y + 4), .init(20, 44), .init(0.25, 0.375, 0.5, 0.5) * gain)
                    try pass.draw(mesh)
                }
            }.map { var o = $0; o.name = "\(format)"; return o }
        }
        return outputs
    }
}
