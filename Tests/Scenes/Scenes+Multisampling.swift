// Scenes: four samples per pixel: edges, masks, alpha to coverage, resolve.

import Raster

extension Scene {
    static let multisampling: [Scene] = [
        Scene("multisampled edges") { stage in
            let pipeline = try stage.colorPipeline { $0.depth = .less }
            return try stage.picture(try stage.target(64, 64, depth: .depth24, samples: 4)) { pass in
                pass.setPipeline(pipeline)
                try pass.draw(triangles)
            }
        },
        Scene("multisampled shared edges, added up") { stage in
            let pipeline = try stage.colorPipeline { $0.colorTargets = [ColorTargetState(blend: .additive)] }
            return try stage.picture(try stage.target(48, 48, samples: 4), clear: .color(0, 0, 0, 0)) { pass in
                pass.setPipeline(pipeline)
                var mesh = Mesh()
                let center = SIMD2<Float>(23.25, 25.0625)
                let around: [SIMD2<Float>] = [.init(46, 20.5), .init(40, 44.25), .init(20.125, 47), .init(2, 36.5), .init(1.5, 10), .init(22, 2.25),
                                              .init(41.5, 4)]
                for i in 0..<7 { mesh.triangle(center, around[i], around[(i + 1) % 7], .init(0.4, 0.3, 0.2, 0.5)) }
                try pass.draw(mesh)
            }
        },
        Scene("sample masks") { stage in
            let program = try stage.program(Mesh.vertexShader, Mesh.fragmentShader)
            let grid = Grid(columns: 4, cell: 16, 16)
            return try stage.picture(try stage.target(64, 64, samples: 4), clear: .color(0, 0, 0, 1)) { pass in
                for cell in 0..<16 {
                    pass.setPipeline(try stage.pipeline(program) { $0.sampleMask = UInt32(cell) })
                    var mesh = Mesh()
                    mesh.triangle(.init(1.25, 1), .init(15, 3.5), .init(6, 15.125), Ink.at(cell))
                    try pass.draw(mesh, in: grid, cell: cell)
                }
            }
        },
        Scene("alpha to coverage") { stage in
            let pipeline = try stage.colorPipeline { $0.alphaToCoverage = true }
            return try stage.picture(try stage.target(64, 32, samples: 4), clear: .color(0, 0, 0, 1)) { pass in
                pass.setPipeline(pipeline)
                var mesh = Mesh()
                mesh.gradientQuad(0, 0, 64, 16, [.init(1, 1, 1, 0), .init(1, 1, 1, 1), .init(1, 1, 1, 1), .init(1, 1, 1, 0)])
                mesh.quad(0, 16, 32, 32, .init(1, 0.5, 0, 1))
                mesh.quad(32, 16, 64, 32, .init(0, 1, 0, 0))
                try pass.draw(mesh)
            }
        },
        Scene("alpha to one") { stage in
            let program = try stage.program(Mesh.vertexShader, Mesh.fragmentShader)
            return try [4, 1].flatMap { samples in
                try stage.picture(try stage.target(64, 32, samples: samples), clear: .color(0.2, 0.1, 0, 0.25)) { pass in
                    for (number, coverage) in [false, true].enumerated() {
                        pass.setPipeline(try stage.pipeline(program) {
                            $0.alphaToOne = true; $0.alphaToCoverage = coverage
                            $0.colorTargets = [ColorTargetState(blend: BlendState(source: .sourceAlpha, destination: .destinationAlpha))]
                        })
                        var mesh = Mesh()
                        let x = Float(32 * number)
                        mesh.triangle(.init(x + 1.25, 2), .init(x + 30, 3.5), .init(x + 12, 29.5), .init(0.5, 0.25, 0.5, 0.625))
                        mesh.triangle(.init(x + 8.25, 1), .init(x + 31, 15.5), .init(x + 2, 22.5), .init(0.25, 0.5, 0, 0.375))
                        try pass.draw(mesh)
                    }
                }
            }
        },
        Scene("gl_SampleMaskIn") { stage in
            let shaders = ["", "float(gl_SampleID) * 16.0 + "].map { own in """
                #version 400
                in vec4 tint;
                out vec4 result;
                void main() { result = vec4((\(own)float(gl_SampleMaskIn[0])) / 255.0, tint.xy, 1.0); }
                """ }
            let pipelines = try shaders.map { shader in try stage.pipeline(try stage.program(Mesh.vertexShader, shader)) { $0.depth = .less } }
            return try [4, 1].flatMap { samples in
                try pipelines.flatMap { pipeline in
                    try stage.picture(try stage.target(48, 48, depth: .depth32Float, samples: samples), clear: .color(0, 0, 0, 1)) { pass in
                        pass.setPipeline(pipeline)
                        var mesh = Mesh()
                        mesh.triangle(.init(20, 3.5), .init(45, 12), .init(15, 45.25), z: -0.5, Ink.red)
                        mesh.triangle(.init(3, 5.5), .init(40, 22), .init(5, 41.25), z: 0.5, Ink.cyan)
                        try pass.draw(mesh)
                    }
                }
            }
        },
        Scene("multisampled stencil") { stage in
            let program = try stage.program(Mesh.vertexShader, Mesh.fragmentShader)
            return try stage.picture(try stage.target(48, 48, depth: .depth24Stencil8, samples: 4)) { pass in
                pass.setPipeline(try stage.pipeline(program) {
                    $0.stencil = StencilState(both: StencilFaceState(pass: .replace)); $0.colorTargets = [ColorTargetState(writeMask: .none)]
                })
                pass.setStencilReference(1)
                var mesh = Mesh()
                mesh.triangle(.init(4, 3.5), .init(45, 12), .init(15, 45.25), Ink.red)
                try pass.draw(mesh)
                pass.setPipeline(try stage.pipeline(program) { $0.stencil = StencilState(both: StencilFaceState(compare: .equal)) })
                var quad = Mesh()
                quad.gradientQuad(0, 10.25, 48, 40.5, [Ink.red, Ink.green, Ink.blue, Ink.white])
                try pass.draw(quad)
            }
        },
        Scene("multisampled blending in sRGB and half floats") { stage in
            let pipeline = try stage.colorPipeline { $0.colorTargets = [ColorTargetState(blend: .alpha)] }
            return try [PixelFormat.srgb8Alpha8, .rgba16Float, .rgb10a2].flatMap { format in
                try stage.picture(try stage.target(48, 48, [format], samples: 4)) { pass in
                    pass.setPipeline(pipeline)
                    var mesh = Mesh()
                    mesh.triangle(.init(4, 3.5), .init(45, 12), .init(15, 45.25), .init(1, 0.5, 0.1, 0.5))
                    mesh.triangle(.init(40, 3.5), .init(45, 40), .init(2, 20.25), .init(0.1, 0.5, 1, 0.75))
                    try pass.draw(mesh)
                }.map { var o = $0; o.name = "\(format)"; return o }
            }
        },
        Scene("multisampled occlusion counts samples") { stage in
            let query = OcclusionQuery()
            let pipeline = try stage.colorPipeline { $0.depth = .less }
            let colors = try stage.picture(try stage.target(32, 32, depth: .depth24, samples: 4)) { pass in
                pass.setPipeline(pipeline)
                pass.setOcclusionQuery(query)
                var mesh = Mesh()
                mesh.triangle(.init(2, 2), .init(30, 6.5), .init(8.25, 30), Ink.yellow)
                try pass.draw(mesh)
            }
            return colors + [SceneOutput(name: "count", numbers: [Float(query.count)])]
        },
        Scene("centroid stays inside the triangle") { stage in
            let program = try stage.program(Mesh.vertexShader.replacingOut("centroid out vec4 tint"), """
                #version 330
                centroid in vec4 tint;
                out vec4 result;
                void main() { result = vec4(step(0.0, tint.r), tint.gb, 1.0); }
                """)
            return try stage.picture(try stage.target(48, 48, samples: 4)) { pass in
                pass.setPipeline(try stage.pipeline(program))
                var mesh = Mesh()
                mesh.vertex(4, 3.5, .init(0, 0.5, 0, 1)); mesh.vertex(45, 12, .init(0, 0.75, 0.5, 1)); mesh.vertex(15, 45.25, .init(1, 0.5, 1, 1))
                try pass.draw(mesh)
            }
        },
        Scene("multisampled points and lines",
              tolerance: Tolerance(difference: 4, reason: "colours may be interpolated along the line or along its major axis (§3.5.2)")) { stage in
            let program = try stage.program(Mesh.vertexShader, Mesh.fragmentShader)
            return try stage.picture(try stage.target(64, 64, samples: 4)) { pass in
                pass.setPipeline(try stage.pipeline(program) { $0.pointSize = 7.5; $0.lineWidth = 3 })
                var mesh = Mesh()
                for i in 0..<4 { mesh.vertex(8.25 + Float(i) * 15, 10.5, Ink.at(i)); mesh.vertex(54.25 - Float(i) * 14, 54.5 - Float(i) * 4, Ink.at(i + 1)) }
                try pass.draw(mesh, as: .lines)
                try pass.draw(mesh, as: .points)
            }
        },
        Scene("every sample read back") { stage in
            try [PixelFormat.rgba8, .r32Float, .rgba8Uint].map { format in
                let target = try stage.target(24, 24, [format], depth: .depth32Float, samples: 4)
                let type = format.isInteger ? "uvec4" : "vec4"
                let program = try stage.program(Mesh.vertexShader, """
                    #version 330
                    in vec4 tint;
                    out \(type) result;
                    void main() { result = \(type)(tint * \(format.isInteger ? "200.0" : "1.0")); }
                    """)
                let pipeline = try stage.pipeline(program) { $0.depth = .less }
                var encoder = stage.device.makeCommandEncoder()
                try encoder.render(to: target,
                                   clear: ClearValues(colors: [format.isInteger ? .uint(.init(1, 2, 3, 4)) : .float(.init(0.1, 0.2, 0.3, 1))],
                                                      depth: 1)) { pass in
                    pass.setPipeline(pipeline)
                    var mesh = Mesh()
                    mesh.vertex(2, 2, z: -0.5, Ink.red); mesh.vertex(22.5, 5.25, z: 0, Ink.red); mesh.vertex(7, 22, z: 0.5, Ink.red)
                    try pass.draw(mesh)
                }
                try stage.device.submit(encoder)
                return try [target.color[0], target.depth].compactMap { $0 }.flatMap { attachment in
                    try (0..<4).map { try SceneOutput(attachment.texture, sample: $0, name: "\(attachment.texture.format) sample \($0)") }
                }
            }.flatMap { $0 }
        },
        Scene("a shader that runs per sample") { stage in
            let program = try stage.program("""
                #version 400
                uniform vec2 size;
                in vec4 position; in vec4 color;
                sample out vec4 tint;
                void main() { gl_Position = vec4(position.xy / size * 2.0 - 1.0, 0.0, 1.0); tint = color; }
                """, """
                #version 400
                sample in vec4 tint;
                out vec4 result;
                void main() { result = vec4(step(0.5, tint.r), tint.g, float(gl_SampleID) / float(gl_NumSamples - 1), 1.0); }
                """)
            return try stage.picture(try stage.target(48, 48, samples: 4)) { pass in
                pass.setPipeline(try stage.pipeline(program))
                var mesh = Mesh()
                mesh.vertex(4, 3.5, .init(0, 0.5, 0, 1)); mesh.vertex(45, 12, .init(0.25, 0.75, 0.5, 1)); mesh.vertex(15, 45.25, .init(1, 0.5, 1, 1))
                try pass.draw(mesh)
            }
        },
    ]

    static var triangles: Mesh {
        var mesh = Mesh()
        mesh.vertex(3.25, 4, z: 0, Ink.red); mesh.vertex(60.5, 9.75, z: 0.25, Ink.yellow); mesh.vertex(20, 61.125, z: 0.5, Ink.green)
        mesh.triangle(.init(50, 60), .init(62.5, 20.25), .init(6, 30.5), z: 0.25, Ink.blue)
        mesh.triangle(.init(30, 2.25), .init(33.0625, 62), .init(28, 62), z: -0.5, Ink.white)
        return mesh
    }
}
