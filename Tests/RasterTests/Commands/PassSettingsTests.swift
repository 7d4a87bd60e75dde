// Pass settings: draws share one object of settings exactly as long as no setting changes.

import Raster
import Testing

@Suite("Pass settings") struct PassSettingsTests {
    private let device = Device(.reference)
    private let target: Framebuffer, pipeline: Pipeline, buffer: Buffer, texture: Texture

    init() throws {
        target = try device.makeFramebuffer(width: 8, height: 8)
        texture = try device.makeTexture(TextureDescriptor(format: .r32Float, width: 2, height: 2))
        buffer = try device.makeBuffer([Float](repeating: 0, count: 64))
        let program = try device.makeProgram(
            vertex: "#version 430\nin vec4 position; in vec4 tint; out vec4 shade; void main() { gl_Position = position; shade = tint; }",
            fragment: """
                #version 430
                in vec4 shade; out vec4 color; uniform sampler2D picture; uniform float factor;
                layout(std140) uniform Block { vec4 more; };
                layout(std430, binding = 0) readonly buffer Numbers { vec4 numbers[]; };
                layout(r32f) readonly uniform image2D image;
                void main() { color = factor * shade * texture(picture, vec2(0.5)) + more + numbers[0] + imageLoad(image, ivec2(0)); }
                """)
        let layout = VertexLayout(stride: 16, VertexAttribute("position", .float4)).withDefaults(for: program)
        pipeline = try device.makePipeline(program: program, vertexLayout: layout)
    }

    /// Records two draws and calls `between` after the first draw. Returns the draws.
    private func draws(_ between: (inout RenderPass) throws -> Void) throws -> [DrawCall] {
        var encoder = device.makeCommandEncoder()
        try encoder.render(to: target) { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(buffer)
            pass.setTexture("picture", texture, .nearest)
            pass.setUniformBuffer("Block", buffer)
            pass.setStorageBuffer("Numbers", buffer)
            pass.setImage("image", texture)
            pass.draw(count: 3)
            try between(&pass)
            pass.draw(count: 6)
        }
        try device.submit(encoder)
        guard case .renderPass(let pass)? = encoder.commands.first else { return [] }
        return pass.operations.compactMap { if case .draw(let call) = $0 { call } else { nil } }
    }

    @Test("draws share their settings if only uniforms change, or if a setting is set to the value that it has")
    func sharing() throws {
        let unchanged: [(String, (inout RenderPass) -> Void)] = [
            ("nothing", { _ in }), ("uniform", { $0.setUniform("factor", Float(2)) }), ("pipeline", { $0.setPipeline(pipeline) }),
            ("vertex buffer", { $0.setVertexBuffer(buffer) }), ("texture", { $0.setTexture("picture", texture, .nearest) }),
            ("uniform buffer", { $0.setUniformBuffer("Block", buffer) }), ("storage buffer", { $0.setStorageBuffer("Numbers", buffer) }),
            ("image", { $0.setImage("image", texture) }), ("scissor", { $0.setScissor(nil) }),
            ("viewport", { $0.setViewport(Viewport(width: 8, height: 8)) }),
        ]
        for (name, change) in unchanged {
            let calls = try draws(change)
            #expect(calls.count == 2 && calls[0].settings === calls[1].settings, "\(name)")
        }
    }

    @Test("each change of a setting reaches the next draw, and only the next draw")
    func changes() throws {
        let other = try device.makeBuffer([Float](repeating: 1, count: 64)), query = OcclusionQuery(), primitives = PrimitiveQuery()
        let otherTexture = try device.makeTexture(TextureDescriptor(format: .r32Float, width: 2, height: 2))
        let layout = VertexLayout(stride: 32, VertexAttribute("position", .float4)).withDefaults(for: pipeline.program)
        let wider = try device.makePipeline(program: pipeline.program, vertexLayout: layout)
        let scissor = PixelRect(x: 1, y: 1, width: 2, height: 2), viewport = Viewport(width: 4, height: 4)
        let changed: [(String, (inout RenderPass) -> Void, (DrawCall) -> Bool)] = [
            ("pipeline", { $0.setPipeline(wider) }, { $0.pipeline === wider }),
            ("vertex buffer", { $0.setVertexBuffer(other) }, { $0.vertexBuffers[0]?.buffer === other }),
            ("offset of the vertex buffer", { $0.setVertexBuffer(buffer, offset: 16) }, { $0.vertexBuffers[0]?.offset == 16 }),
            ("texture", { $0.setTexture("picture", otherTexture, .nearest) }, { $0.textures[0]?.texture === otherTexture }),
            ("sampler", { $0.setTexture("picture", texture, .linear) }, { $0.textures[0]?.sampler == .linear }),
            ("uniform buffer", { $0.setUniformBuffer("Block", other) }, { $0.uniformBuffers[0]?.buffer === other }),
            ("size of the uniform buffer", { $0.setUniformBuffer("Block", buffer, byteCount: 16) }, { $0.uniformBuffers[0]?.byteCount == 16 }),
            ("storage buffer", { $0.setStorageBuffer("Numbers", other) }, { $0.storageBuffers[0]?.buffer === other }),
            ("offset of the storage buffer", { $0.setStorageBuffer("Numbers", buffer, offset: 16) }, { $0.storageBuffers[0]?.offset == 16 }),
            ("image", { $0.setImage("image", otherTexture) }, { $0.images[0]?.texture === otherTexture }),
            ("attribute", { $0.setAttribute("tint", 1, 0, 0) }, { $0.attributes.named["tint"] == .float(SIMD4(1, 0, 0, 1)) }),
            ("scissor", { $0.setScissor(scissor) }, { $0.scissor == scissor }),
            ("viewport", { $0.setViewport(viewport) }, { $0.viewport == viewport }),
            ("blend colour", { $0.setBlendColor(1, 0, 0, 1) }, { $0.blendColor == SIMD4(1, 0, 0, 1) }),
            ("stencil reference", { $0.setStencilReference(front: 3, back: 4) }, { $0.stencilReferenceFront == 3 && $0.stencilReferenceBack == 4 }),
            ("occlusion query", { $0.setOcclusionQuery(query) }, { $0.query === query }),
            ("primitive query", { $0.setPrimitiveQuery(primitives) }, { $0.primitiveQuery === primitives }),
        ]
        for (name, change, isVisible) in changed {
            let calls = try draws(change)
            #expect(calls.count == 2 && !isVisible(calls[0]) && isVisible(calls[1]), "\(name)")
        }
    }
}
