// Scenes: several targets; integer, sRGB, float and narrow formats; clears.

import Raster

extension Scene {
    static let colorTargets: [Scene] = [
        Scene("eight targets at once") { stage in
            let outputs = (0..<8).map { "layout(location = \($0)) out vec4 out\($0);" }.joined(separator: "\n")
            let writes = (0..<8).map { "out\($0) = vec4(fract(tint.rgb + float(\($0)) / 8.0), tint.a);" }.joined(separator: "\n")
            let program = try stage.program(Mesh.vertexShader, "#version 330\nin vec4 tint;\n\(outputs)\nvoid main() {\n\(writes)\n}")
            let pipeline = try stage.pipeline(program)
            return try stage.picture(try stage.target(32, 32, Array(repeating: .rgba8, count: 8))) { pass in
                pass.setPipeline(pipeline)
                var mesh = Mesh()
                mesh.triangle(.init(2, 2), .init(30, 5), .init(10, 30), .init(0.15, 0.45, 0.7, 1))
                try pass.draw(mesh)
            }
        },
        Scene("mixed formats in one framebuffer") { stage in
            let program = try stage.program(Mesh.vertexShader, """
                #version 330
                in vec4 tint;
                layout(location = 0) out vec4 color;
                layout(location = 1) out vec2 pair;
                layout(location = 2) out uvec4 words;
                layout(location = 3) out float value;
                layout(location = 4) out ivec2 signs;
                void main() {
                    color = tint;
                    pair = gl_FragCoord.xy / 16.0;
                    words = uvec4(gl_FragCoord.x, gl_FragCoord.y, 77u, 4000000000u);
                    value = tint.r * 3.0 - 1.0;
                    signs = ivec2(gl_FragCoord.xy) - 16;
                }
                """)
            let pipeline = try stage.pipeline(program)
            let target = try stage.target(32, 32, [.rgba8, .rg16Float, .rgba32Uint, .r32Float, .rg8Int], depth: .depth24)
            let clear = ClearValues(colors: [.float(.init(0.1, 0.2, 0.3, 1)), .float(.init(-2, 5, 0, 0)), .uint(.init(1, 2, 3, 4)), .float(.init(9, 0, 0, 0)),
                                             .int(.init(-128, 127, 0, 0))], depth: 1)
            return try stage.picture(target, clear: clear) { pass in
                pass.setPipeline(pipeline)
                var mesh = Mesh()
                mesh.vertex(2, 2, Ink.red); mesh.vertex(30, 4, Ink.green); mesh.vertex(8, 30, Ink.blue)
                try pass.draw(mesh)
            }
        },
        Scene("a gap among the targets") { stage in
            let program = try stage.program(Mesh.vertexShader, """
                #version 330
                in vec4 tint;
                layout(location = 0) out vec4 a;
                layout(location = 1) out vec4 b;
                layout(location = 2) out vec4 c;
                void main() { a = tint; b = vec4(1.0); c = tint.bgra; }
                """)
            let device = stage.device
            func image() throws -> Attachment { Attachment(try device.makeTexture(TextureDescriptor(format: .rgba8, width: 24, height: 24))) }
            let target = try device.makeFramebuffer(color: [try image(), nil, try image()])
            return try stage.picture(target) { pass in
                pass.setPipeline(try stage.pipeline(program))
                var mesh = Mesh()
                mesh.triangle(.init(2, 2), .init(22, 5), .init(8, 22), Ink.orange)
                try pass.draw(mesh)
            }
        },
        Scene("integer targets") { stage in
            var outputs: [SceneOutput] = []
            for (format, type) in [(PixelFormat.rgba8Int, "ivec4"), (.rgba8Uint, "uvec4"), (.rgba16Int, "ivec4"), (.rg16Uint, "uvec4"), (.r32Int, "ivec4"),
                                   (.rg32Uint, "uvec4"), (.rgb10a2Uint, "uvec4"), (.r8Uint, "uvec4")] {
                let program = try stage.program(Stage.fullScreenVertex, """
                    #version 330
                    in vec2 place;
                    out \(type) result;
                    void main() {
                        ivec2 p = ivec2(gl_FragCoord.xy);
                        ivec4 v = ivec4(p.x * 7, p.y * 3, p.x ^ p.y, (p.x + p.y) & 3);
                        result = \(type)(v\(type == "ivec4" ? " - 60" : ""));
                    }
                    """)
                let clear: ClearColor = type == "ivec4" ? .int(.init(-5, 6, -7, 1)) : .uint(.init(5, 6, 7, 1))
                outputs += try stage.picture(try stage.target(16, 16, [format]), clear: ClearValues(colors: [clear])) { pass in
                    pass.setPipeline(try stage.pipeline(program, .none))
                    pass.setScissor(PixelRect(x: 1, y: 2, width: 13, height: 12))
                    pass.draw(count: 3)
                }.map { var o = $0; o.name = "\(format)"; return o }
            }
            return outputs
        },
        Scene("sRGB target: draw, clear and overwrite") { stage in
            let pipeline = try stage.colorPipeline()
            return try stage.picture(try stage.target(64, 32, [.srgb8Alpha8]), clear: .color(0.02, 0.2, 0.6, 0.5)) { pass in
                pass.setPipeline(pipeline)
                var mesh = Mesh()
                mesh.gradientQuad(2, 2, 62, 20, [.init(0, 0, 0, 0), .init(1, 0.1, 0.01, 1), .init(1, 1, 1, 1), .init(0, 0.5, 0.05, 0.25)])
                try pass.draw(mesh)
                pass.setScissor(PixelRect(x: 8, y: 22, width: 20, height: 8))
                pass.clear(.color(0.5, 0.05, 0.001, 0.5))
            }
        },
        Scene("float targets beyond zero and one") { stage in
            let fragment = """
                #version 330
                in vec2 place;
                out vec4 result;
                void main() { result = vec4(place.x * 4.0 - 2.0, exp2(place.y * 4.0 - 3.0), -place.x * place.y * 3.0, 1.5); }
                """
            return try [PixelFormat.rgba16Float, .rgba32Float, .rg16Float, .r32Float, .rg11b10Float].flatMap { format in
                try stage.fullScreen(32, 32, fragment: fragment, format: format).map { var o = $0; o.name = "\(format)"; return o }
            }
        }.allowing(8, "11-bit floats near 2 step by 1/64, and may be rounded or truncated (§2.1.3)"),
        Scene("narrow targets") { stage in
            let fragment = """
                #version 330
                in vec2 place;
                out vec4 result;
                void main() { result = vec4(place.x, place.y, 1.0 - place.x * place.y, place.x * 0.75 + 0.125); }
                """
            return try [PixelFormat.rgb565, .rgba4444, .rgb5a1, .rgb10a2].flatMap { format in
                try stage.fullScreen(48, 48, fragment: fragment, format: format).map { var o = $0; o.name = "\(format)"; return o }
            }
        },
        Scene("values are clamped and rounded to eight bits") { stage in
            // The values change in steps of a quarter of 1/255, from below 0 to above 1.
            try stage.fullScreen(64, 32, fragment: """
                #version 330
                in vec2 place;
                out vec4 result;
                void main() {
                    float v = (gl_FragCoord.x - 0.5 + (gl_FragCoord.y - 0.5) * 64.0) / 4.0 - 8.0 + 0.1;
                    result = vec4(v, 300.0 - v, v * 0.5, -v) / 255.0;
                }
                """)
        },
        Scene("gl_FragColor goes to every target") { stage in
            let program = try stage.program("""
                #version 120
                attribute vec4 position; attribute vec4 color;
                varying vec4 tint;
                void main() { gl_Position = vec4(position.xy / 16.0 - 1.0, 0.0, 1.0); tint = color; }
                """, """
                #version 120
                varying vec4 tint;
                void main() { gl_FragColor = tint * 0.75; }
                """)
            return try stage.picture(try stage.target(32, 32, [.rgba8, .rgba8])) { pass in
                pass.setPipeline(try stage.pipeline(program))
                var mesh = Mesh()
                mesh.triangle(.init(2, 2), .init(30, 5), .init(10, 30), Ink.cyan)
                pass.setVertexBuffer(try stage.device.makeBuffer(mesh.floats))
                pass.draw(count: 3)
            }
        },
        Scene("gl_FragData") { stage in
            let program = try stage.program("""
                #version 120
                attribute vec4 position; attribute vec4 color;
                varying vec4 tint;
                void main() { gl_Position = vec4(position.xy / 16.0 - 1.0, 0.0, 1.0); tint = color; }
                """, """
                #version 120
                varying vec4 tint;
                void main() { gl_FragData[0] = tint; gl_FragData[1] = vec4(1.0 - tint.rgb, 1.0); gl_FragData[2] = vec4(0.5); }
                """)
            return try stage.picture(try stage.target(32, 32, [.rgba8, .rgba8, .rgba8])) { pass in
                pass.setPipeline(try stage.pipeline(program))
                var mesh = Mesh()
                mesh.triangle(.init(2, 2), .init(30, 5), .init(10, 30), Ink.cyan)
                pass.setVertexBuffer(try stage.device.makeBuffer(mesh.floats))
                pass.draw(count: 3)
            }
        },
        Scene("passes that keep what was there") { stage in
            let pipeline = try stage.colorPipeline { $0.depth = .less }
            let target = try stage.target(40, 40, depth: .depth24)
            var first = Mesh(), second = Mesh()
            first.triangle(.init(2, 2), .init(38, 6), .init(12, 38), z: 0.25, Ink.red)
            second.quad(10, 10, 36, 30, z: 0.5, Ink.green)
            second.quad(20, 4, 30, 36, z: 0, Ink.blue)
            _ = try stage.picture(target) { pass in pass.setPipeline(pipeline); try pass.draw(first) }
            return try stage.picture(target, clear: .none) { pass in pass.setPipeline(pipeline); try pass.draw(second) }
        },
    ]
}
