// Scenes: layered attachments. The vertex shader's gl_Layer chooses the layer of each primitive.

import Raster

extension Scene {
    static let layers: [Scene] = [
        Scene("instances in the layers of arrays, cubes and volumes, at a mip level") { stage in
            let pipeline = try stage.pipeline(try stage.program(layeredVertexShader, Mesh.fragmentShader))
            var outputs: [SceneOutput] = []
            for (type, depth) in [(TextureType.d2Array, 5), (.cube, 1), (.cubeArray, 2), (.d3, 10), (.d1Array, 4)] {
                let texture = try stage.texture(type, .rgba8, 40, type == .d1Array ? 1 : 40, depth: depth, levels: 2) { _, _, _, _ in .zero }
                let target = try stage.device.makeFramebuffer(color: [Attachment(layersOf: texture, level: 1)])
                try stage.drawInstances(target, pipeline, count: target.layerCount)
                outputs += try stage.layers(texture, level: 1)
            }
            return outputs
        },
        Scene("layers of several tiles, with triangles that are clipped, large and tiny") { stage in
            let pipeline = try stage.pipeline(try stage.program(chosenLayerShader, Mesh.fragmentShader))
            let texture = try stage.texture(.d2Array, .rgba8, 150, 100, depth: 3) { _, _, _, _ in .zero }
            let target = try stage.device.makeFramebuffer(color: [Attachment(layersOf: texture)])
            _ = try stage.picture(target) { pass in
                pass.setPipeline(pipeline)
                var mesh = LayeredMesh()
                mesh.triangle(.init(-400, 20), .init(500, -30), .init(80, 400), layer: 1, Ink.at(0))
                mesh.triangle(.init(10, 10), .init(140, 20), .init(60, 95), layer: 0, Ink.at(1))
                mesh.triangle(.init(-20, 60), .init(160, 50), .init(60, 75), layer: 2, Ink.at(2))
                mesh.triangle(.init(0, 0), .init(150, 0), .init(0, 100), layer: 2, Ink.at(3))
                for i in 0..<900 {
                    let x = Float(i % 30) * 5 + 1, y = Float(i / 30) * 3.3 + 0.4
                    mesh.triangle(.init(x, y), .init(x + 3.5, y + 0.7), .init(x + 1.2, y + 2.6), layer: Float(i % 3), Ink.at(i))
                }
                try pass.draw(mesh)
            }
            return try stage.layers(texture)
        },
        Scene("depth, stencil, blending and clears of layers") { stage in
            let texture = try stage.texture(.d2Array, .rgba8, 70, 70, depth: 3) { _, _, _, _ in .zero }
            let depth = try stage.device.makeTexture(TextureDescriptor(type: .d2Array, format: .depth24Stencil8, width: 70, height: 70, depth: 3))
            let target = try stage.device.makeFramebuffer(color: [Attachment(layersOf: texture)], depth: Attachment(layersOf: depth),
                                                          stencil: Attachment(layersOf: depth))
            let pipeline = try stage.pipeline(try stage.program(chosenLayerShader, Mesh.fragmentShader)) { state in
                state.depth = DepthState(compare: .less, writes: true)
                state.stencil = StencilState(both: StencilFaceState(compare: .notEqual, pass: .incrementClamp))
                state.colorTargets = [ColorTargetState(blend: .premultiplied)]
            }
            _ = try stage.picture(target, clear: ClearValues(colors: [.float([0.1, 0.2, 0.3, 1])], depth: 0.9, stencil: 7)) { pass in
                pass.setPipeline(pipeline)
                pass.setStencilReference(9)
                func draw(_ shift: Float) throws {
                    var mesh = LayeredMesh()
                    for i in 0..<9 {
                        let x = Float(i) * 5 + shift, layer = Float((i + Int(shift)) % 3)
                        mesh.triangle(.init(x, 5), .init(x + 25, 20), .init(x + 5, 60), z: 0.5 - 0.1 * Float(i % 4), layer: layer, 0.7 * Ink.at(i))
                    }
                    try pass.draw(mesh)
                }
                try draw(0)
                pass.setScissor(PixelRect(x: 20, y: 10, width: 30, height: 25))
                pass.clear(ClearValues(colors: [.float([0.9, 0.2, 0.5, 1])], depth: 1, stencil: 8))
                pass.setScissor(nil)
                try draw(10)
            }
            return try stage.layers(texture) + stage.layers(depth)
        },
        Scene("the provoking vertex's layer counts") { stage in
            let program = try stage.program(chosenLayerShader, Mesh.fragmentShader)
            var outputs: [SceneOutput] = []
            for provoking in [ProvokingVertex.first, .last] {
                let texture = try stage.texture(.d2Array, .rgba8, 48, 48, depth: 4) { _, _, _, _ in .zero }
                let target = try stage.device.makeFramebuffer(color: [Attachment(layersOf: texture)])
                let pipeline = try stage.pipeline(program) { $0.provokingVertex = provoking; $0.pointSize = 5 }
                _ = try stage.picture(target) { pass in
                    pass.setPipeline(pipeline)
                    for (row, primitive) in [PrimitiveType.triangles, .triangleStrip, .triangleFan, .lines, .lineStrip, .points].enumerated() {
                        var mesh = LayeredMesh()
                        for i in 0..<6 {
                            let y = Float(row * 8) + (i % 2 == 0 ? 1.25 : 6.25)
                            mesh.vertex(.init(Float(i) * 7 + 4.25, y), layer: Float((i + row) % 4), Ink.at(row))
                        }
                        try pass.draw(mesh, as: primitive)
                    }
                }
                outputs += try stage.layers(texture)
            }
            return outputs
        },
        Scene("layers with four samples") { stage in
            let program = try stage.program(chosenLayerShader, Mesh.fragmentShader)
            let texture = try stage.device.makeTexture(TextureDescriptor(type: .d2Array, format: .rgba8, width: 70, height: 30, depth: 3, samples: 4))
            let depth = try stage.device.makeTexture(TextureDescriptor(type: .d2Array, format: .depth32Float, width: 70, height: 30, depth: 3, samples: 4))
            let target = try stage.device.makeFramebuffer(color: [Attachment(layersOf: texture)], depth: Attachment(layersOf: depth))
            let pipeline = try stage.pipeline(program) { $0.depth = DepthState(compare: .lessEqual, writes: true) }
            var encoder = stage.device.makeCommandEncoder()
            try encoder.render(to: target, clear: ClearValues(colors: [.float([0.1, 0.2, 0.3, 1])], depth: 1)) { pass in
                pass.setPipeline(pipeline)
                var mesh = LayeredMesh()
                for i in 0..<6 {
                    let x = Float(i) * 8
                    mesh.triangle(.init(x, 3), .init(x + 23, 9), .init(x + 9, 28), z: Float(i % 2) / 2, layer: Float(i % 3), Ink.at(i))
                }
                try pass.draw(mesh)
            }
            let resolved = try (0..<3).map { layer in
                let image = try stage.device.makeTexture(TextureDescriptor(format: .rgba8, width: 70, height: 30))
                encoder.resolve(Attachment(texture, slice: layer), to: Attachment(image))
                return image
            }
            try stage.device.submit(encoder)
            return try resolved.enumerated().map { try SceneOutput($1, name: "layer \($0)") }
        },
        Scene("the fragment shader reads gl_Layer, and several targets have layers") { stage in
            let program = try stage.program(chosenLayerShader, """
                #version 330
                #extension GL_ARB_fragment_layer_viewport : require
                in vec4 tint;
                layout(location = 0) out vec4 color;
                layout(location = 1) out uvec4 number;
                void main() {
                    color = vec4(tint.rgb, float(gl_Layer + gl_ViewportIndex) / 8.0);
                    number = uvec4(gl_Layer, gl_PrimitiveID, 0, 0);
                }
                """)
            let colors = try stage.texture(.d2Array, .rgba16Float, 40, 40, depth: 6) { _, _, _, _ in .zero }
            let numbers = try stage.texture(.d2Array, .rgba16Uint, 50, 32, depth: 8) { _, _, _, _ in .zero }
            let target = try stage.device.makeFramebuffer(color: [Attachment(layersOf: colors), Attachment(layersOf: numbers)])
            let pipeline = try stage.pipeline(program)
            _ = try stage.picture(target, clear: ClearValues(colors: [.float([0.1, 0.2, 0.3, 1]), .uint([3, 4, 5, 6])])) { pass in
                pass.setPipeline(pipeline)
                var mesh = LayeredMesh()
                for i in 0..<12 {
                    let x = Float(i) * 3
                    mesh.triangle(.init(x, 3), .init(x + 13, 9), .init(x + 9, 28), layer: Float(i % 6), Ink.at(i))
                }
                try pass.draw(mesh)
            }
            return try Array(stage.layers(colors) + stage.layers(numbers).prefix(6))
        },
        Scene("a geometry shader sends each triangle to all faces of a cube, and reads the face again") { stage in
            let program = try stage.device.makeProgram(vertex: Mesh.vertexShader.replacing("tint", with: "ink"), geometry: """
                #version 330
                layout(triangles) in;
                layout(triangle_strip, max_vertices = 18) out;
                in vec4 ink[];
                out vec4 tint;
                void main() {
                    for (int face = 0; face < 6; face++) {
                        for (int corner = 0; corner < 3; corner++) {
                            gl_Layer = 5 - face;
                            gl_Position = gl_in[corner].gl_Position + vec4(float(face) * 0.1, 0, 0, 0);
                            tint = ink[corner];
                            EmitVertex();
                        }
                        EndPrimitive();
                    }
                }
                """, fragment: """
                #version 330
                #extension GL_ARB_fragment_layer_viewport : require
                in vec4 tint;
                out vec4 result;
                void main() { result = vec4(tint.rg, float(gl_Layer) / 8.0, 1); }
                """)
            let cube = try stage.texture(.cube, .rgba8, 80, 80) { _, _, _, _ in .zero }
            let depth = try stage.device.makeTexture(TextureDescriptor(type: .cube, format: .depth24, width: 80, height: 80))
            let target = try stage.device.makeFramebuffer(color: [Attachment(layersOf: cube)], depth: Attachment(layersOf: depth))
            let pipeline = try stage.pipeline(program) { $0.depth = DepthState(compare: .less) }
            _ = try stage.picture(target) { pass in
                pass.setPipeline(pipeline)
                var mesh = Mesh()
                for i in 0..<5 {
                    let x = Float(i) * 9
                    mesh.triangle(.init(x, 3), .init(x + 23, 29), .init(x + 9, 78), z: Float((3 * i) % 5) / 8, Ink.at(i))
                }
                try pass.draw(mesh)
            }
            return try stage.layers(cube) + stage.layers(depth)
        },
        Scene("gl_Layer has no effect on a target without layers, and without gl_Layer all goes to layer 0") { stage in
            let layered = try stage.program(chosenLayerShader, """
                #version 430
                in vec4 tint;
                out vec4 result;
                void main() { result = vec4(tint.rg, float(gl_Layer) / 4.0, 1); }
                """)
            let plain = try stage.target(40, 40), texture = try stage.texture(.d2Array, .rgba8, 40, 40, depth: 2) { _, _, _, _ in .zero }
            let target = try stage.device.makeFramebuffer(color: [Attachment(layersOf: texture)])
            let layeredPipeline = try stage.pipeline(layered), pipeline = try stage.colorPipeline()
            let outputs = try stage.picture(plain) { pass in
                pass.setPipeline(layeredPipeline)
                var mesh = LayeredMesh()
                for i in 0..<4 { mesh.triangle(.init(2, Float(i) * 9), .init(38, Float(i) * 9), .init(20, Float(i) * 9 + 8), layer: Float(i), Ink.at(i)) }
                try pass.draw(mesh)
            }
            _ = try stage.picture(target) { pass in
                pass.setPipeline(pipeline)
                var mesh = Mesh()
                mesh.triangle(.init(2, 2), .init(38, 5), .init(20, 38), Ink.orange)
                try pass.draw(mesh)
            }
            return try outputs + stage.layers(texture)
        },
    ]

    /// The vertex shader that draws instance k of a mesh into layer k.
    private static let layeredVertexShader = """
        #version 330
        #extension GL_AMD_vertex_shader_layer : require
        uniform vec2 size;
        in vec4 position;
        in vec4 color;
        out vec4 tint;
        void main() {
            gl_Position = vec4((position.xy + vec2(gl_InstanceID, 0)) / size * 2.0 - 1.0, position.z, 1);
            gl_Layer = gl_InstanceID;
            tint = color * (1.0 - 0.05 * float(gl_InstanceID));
        }
        """
    /// The vertex shader for a `LayeredMesh`.
    private static let chosenLayerShader = """
        #version 330
        #extension GL_AMD_vertex_shader_layer : require
        uniform vec2 size;
        in vec4 position;
        in vec4 color;
        out vec4 tint;
        void main() {
            gl_Position = vec4(position.xy / size * 2.0 - 1.0, position.z, 1);
            gl_Layer = int(position.w);
            tint = color;
        }
        """
}

/// A mesh in which each vertex has the number of a layer as w. The vertex shader `chosenLayerShader` uses this number.
private struct LayeredMesh {
    private(set) var mesh = Mesh()
    mutating func vertex(_ place: SIMD2<Float>, z: Float = 0, layer: Float, _ color: SIMD4<Float>) {
        mesh.vertex(place.x, place.y, z: z, w: layer, color)
    }
    mutating func triangle(_ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>, z: Float = 0, layer: Float, _ color: SIMD4<Float>) {
        for place in [a, b, c] { vertex(place, z: z, layer: layer, color) }
    }
}

extension RenderPass {
    fileprivate mutating func draw(_ mesh: LayeredMesh, as primitive: PrimitiveType = .triangles) throws {
        try draw(mesh.mesh, as: primitive, size: .init(Float(target.width), Float(target.height)))
    }
}

extension Stage {
    /// Draws a triangle `count` times, as instances.
    fileprivate func drawInstances(_ target: Framebuffer, _ pipeline: Pipeline, count: Int) throws {
        _ = try picture(target) { pass in
            pass.setPipeline(pipeline)
            var mesh = Mesh()
            mesh.triangle(.init(1, 0), .init(18, 4), .init(6, 19), Ink.orange)
            try pass.draw(mesh, size: .init(Float(target.width), Float(target.height)), instances: count)
        }
    }
    /// Returns all layers, faces or slices of a level.
    fileprivate func layers(_ texture: Texture, level: Int = 0) throws -> [SceneOutput] {
        try (0..<texture.storage.levels[level].slices).map {
            try SceneOutput(texture, level: level, slice: $0, name: "\(texture.descriptor.type) \(texture.format) layer \($0)")
        }
    }
}
