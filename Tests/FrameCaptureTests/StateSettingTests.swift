// The state of a draw lists each setting under its own name. If two draws differ in one setting, their states differ only under
// this name.

import FrameCapture
import Raster
import Testing

@Suite("Settings in the state") struct StateSettingTests {
    /// A draw that differs from the other draws in one setting.
    private struct Change {
        let names: [String]
        let apply: (inout Draw) -> Void
        init(_ names: String..., apply: @escaping (inout Draw) -> Void) { self.names = names; self.apply = apply }
    }
    private struct Draw {
        var state = RasterState()
        var layout = VertexLayout(buffers: [VertexBufferLayout(stride: 8)], attributes: [VertexAttribute("position", .float2)])
        var sampler = Sampler()
        var levels = 0...2
        var swizzle = TextureSwizzle.identity
        var layers: Range<Int>?
        var bufferOffset = 0
        var viewport = Viewport(x: 0, y: 0, width: 8, height: 8)
        var scissor: PixelRect?
        var stencilReference: (front: UInt8, back: UInt8) = (1, 1)
        var blendColor = SIMD4<Float>.zero
        var paint = SIMD4<Float>.one
        var query: OcclusionQuery?
        var first = 0, count = 3, instances = 1
        var primitive = PrimitiveType.triangles

        init() {
            state.depth = .less
            state.stencil = StencilState(both: StencilFaceState())
            state.colorTargets = [ColorTargetState(blend: .alpha)]
        }
        mutating func blend(_ change: (inout BlendState) -> Void) {
            var blend = BlendState.alpha
            change(&blend)
            state.colorTargets = [ColorTargetState(blend: blend)]
        }
        mutating func stencil(_ change: (inout StencilState) -> Void) {
            var stencil = StencilState(both: StencilFaceState())
            change(&stencil)
            state.stencil = stencil
        }
    }
    private static var changes: [Change] {
        var changes = [
            Change("draw.primitive") { $0.primitive = .triangleStrip }, Change("draw.first") { $0.first = 1 }, Change("draw.count") { $0.count = 6 },
            Change("draw.instances") { $0.instances = 2 }, Change("attribute.position") { $0.layout.attributes[0].offset = 4 },
            Change("vertexBuffer[0].offset") { $0.bufferOffset = 8 }, Change("vertexBuffer[0].stride") { $0.layout.buffers[0].stride = 12 },
            Change("vertexBuffer[0].divisor") { $0.layout.buffers[0].divisor = 1 },
            Change("uniform.paint") { $0.paint.y = 0.5 },
            Change("texture.image.view") { $0.layers = 1..<2 }, Change("texture.image.swizzle") { $0.swizzle.blue = .one },
            Change("texture.image.levels") { $0.levels = 1...2 }, Change("texture.image.filter") { $0.sampler.minFilter = .nearest },
            Change("texture.image.filter") { $0.sampler.magFilter = .nearest },
            Change("texture.image.filter") { $0.sampler.mipFilter = .linear }, Change("texture.image.wrap") { $0.sampler.wrapS = .repeat },
            Change("texture.image.wrap") { $0.sampler.wrapT = .repeat },
            Change("texture.image.wrap") { $0.sampler.wrapR = .repeat }, Change("texture.image.lod") { $0.sampler.lodMin = 1 },
            Change("texture.image.lod") { $0.sampler.lodMax = 1 },
            Change("texture.image.lod") { $0.sampler.lodBias = 0.5 }, Change("texture.image.anisotropy") { $0.sampler.maxAnisotropy = 4 },
            Change("texture.image.border") { $0.sampler.borderColor.z = 1 }, Change("texture.image.integerBorder") { $0.sampler.integerBorderColor = .one },
            Change("texture.image.seamlessCube") { $0.sampler.seamlessCube = false },
            Change("raster.cull") { $0.state.cull = .back }, Change("raster.frontFace") { $0.state.frontFace = .clockwise },
            Change("raster.polygonMode") { $0.state.polygonMode = .line },
            Change("raster.provokingVertex") { $0.state.provokingVertex = .first }, Change("raster.polygonOffset") { $0.state.polygonOffset.factor = 1 },
            Change("raster.polygonOffset") { $0.state.polygonOffset.units = 2 }, Change("raster.depthClamp") { $0.state.depthClamp = true },
            Change("raster.lineWidth") { $0.state.lineWidth = 2 }, Change("raster.pointSize") { $0.state.pointSize = 3 },
            Change("raster.alphaToOne") { $0.state.alphaToOne = true }, Change("raster.sampleMask") { $0.state.sampleMask = 1 },
            Change("raster.primitiveRestart") { $0.state.primitiveRestart = true }, Change("raster.restartIndex") { $0.state.restartIndex = 7 },
            Change("raster.pointSpriteOrigin") { $0.state.pointSpriteOrigin = .lowerLeft },
            Change("raster.logicOperation", "blend.color0", "blend.color0.color", "blend.color0.alpha") { $0.state.logicOperation = .xor },
            Change("raster.programPointSize") { $0.state.programPointSize = false }, Change("raster.clipDistances") { $0.state.clipDistances = 5 },
            Change("raster.clipsAfterWidening") { $0.state.clipsAfterWidening = true },
            Change("raster.multisample") { $0.state.multisample = false },
            Change("raster.minimumSampleShading") { $0.state.minimumSampleShading = 0.5 },
            Change("raster.alphaToCoverage") { $0.state.alphaToCoverage = true },
            Change("viewport") { $0.viewport.width = 4 }, Change("viewport.depth") { $0.viewport.depthNear = 0.5 },
            Change("scissor") { $0.scissor = PixelRect(x: 1, y: 2, width: 3, height: 4) },
            Change("depth.compare") { $0.state.depth = .greater }, Change("depth.writes") { $0.state.depth?.writes = false },
            Change("stencil.front.reference") { $0.stencilReference.front = 2 }, Change("stencil.back.reference") { $0.stencilReference.back = 2 },
            Change("query") { $0.query = OcclusionQuery() }, Change("raster.rasterizerDiscard") { $0.state.rasterizerDiscard = true },
            Change("blend.color0.color") { $0.blend { $0.colorEquation = .subtract } }, Change("blend.color0.color") { $0.blend { $0.colorSource = .zero } },
            Change("blend.color0.color") { $0.blend { $0.colorDestination = .zero } },
            Change("blend.color0.alpha") { $0.blend { $0.alphaEquation = .subtract } },
            Change("blend.color0.alpha") { $0.blend { $0.alphaSource = .zero } }, Change("blend.color0.alpha") { $0.blend { $0.alphaDestination = .zero } },
            Change("blend.color0.writeMask") { $0.state.colorTargets[0].writeMask = [.red] }, Change("blend.constant") { $0.blendColor.w = 0.25 },
            Change("depth", "depth.compare", "depth.writes") { $0.state.depth = nil },
            Change("blend.color0", "blend.color0.color", "blend.color0.alpha") { $0.state.colorTargets[0].blend = nil },
        ]
        for (side, face) in [("front", \StencilState.front), ("back", \StencilState.back)] as [(String, WritableKeyPath<StencilState, StencilFaceState>)] {
            changes += [
                Change("stencil.\(side).compare") { $0.stencil { $0[keyPath: face].compare = .less } },
                Change("stencil.\(side).stencilFail") { $0.stencil { $0[keyPath: face].stencilFail = .invert } },
                Change("stencil.\(side).depthFail") { $0.stencil { $0[keyPath: face].depthFail = .invert } },
                Change("stencil.\(side).pass") { $0.stencil { $0[keyPath: face].pass = .invert } },
                Change("stencil.\(side).readMask") { $0.stencil { $0[keyPath: face].readMask = 7 } },
                Change("stencil.\(side).writeMask") { $0.stencil { $0[keyPath: face].writeMask = 7 } },
            ]
        }
        return changes
    }

    @Test("if draws differ in one setting, only the name of this setting is reported")
    func each() throws {
        let file = TemporaryFile(), device = Device(.reference), changes = StateSettingTests.changes
        let target = try device.makeFramebuffer(width: 8, height: 8, depth: .depth24Stencil8, samples: 4)
        let program = try device.makeProgram(vertex: "in vec2 position; void main() { gl_Position = vec4(position, 0.0, 1.0); }",
                                             fragment: "uniform sampler2D image; uniform vec4 paint; out vec4 pixel; void main() { pixel = paint * texture(image, gl_FragCoord.xy); }")
        let texture = try device.makeTexture(TextureDescriptor(type: .d2Array, format: .rgba8, width: 4, height: 4, depth: 2, mipLevels: 3))
        let corners = try device.makeBuffer([Float](repeating: 0.5, count: 64))
        try device.captureNextFrame(to: file.path)
        var encoder = device.makeCommandEncoder()
        try encoder.render(to: target, clear: .color(0, 0, 0), label: "p") { pass in
            for change in [Change { _ in }] + changes {
                var draw = Draw()
                change.apply(&draw)
                pass.setPipeline(try device.makePipeline(program: program, vertexLayout: draw.layout, state: draw.state))
                pass.setVertexBuffer(corners, offset: draw.bufferOffset)
                pass.setTexture("image", TextureView(texture, as: .d2, levels: draw.levels, layers: draw.layers ?? 0..<1, swizzle: draw.swizzle), draw.sampler)
                pass.setUniform("paint", draw.paint)
                pass.setViewport(draw.viewport)
                pass.setScissor(draw.scissor)
                pass.setStencilReference(front: draw.stencilReference.front, back: draw.stencilReference.back)
                pass.setBlendColor(draw.blendColor.x, draw.blendColor.y, draw.blendColor.z, draw.blendColor.w)
                pass.setOcclusionQuery(draw.query)
                pass.draw(draw.primitive, first: draw.first, count: draw.count, instances: draw.instances)
            }
        }
        try device.submit(encoder)
        let capture = try Capture(contentsOf: file.path), frame = capture.frames[0], plain = try capture.state(of: frame.draws[0], in: frame)
        try #require(frame.draws.count == changes.count + 1)
        for (change, draw) in zip(changes, frame.draws.dropFirst()) {
            let differences = try capture.state(of: draw, in: frame).differences(from: plain).map(\.name).filter { $0 != "pipeline" }
            #expect(differences == change.names, "\(change.names)")
        }
        // OpenGL's words show each setting too, except settings without effect: a border that no lookup reads, for example.
        let unseen: Set = ["raster.pointSize", "raster.clipsAfterWidening", "texture.image.border", "texture.image.integerBorder", "texture.image.seamlessCube"]
        capture.vocabulary = .opengl
        let plainCalls = try capture.state(of: frame.draws[0], in: frame)
        for (change, draw) in zip(changes, frame.draws.dropFirst()) {
            let differences = try capture.state(of: draw, in: frame).differences(from: plainCalls).map(\.name)
            #expect(differences.isEmpty == unseen.contains(change.names[0]), "\(change.names): \(differences)")
        }
        #expect(frame.settings(of: frame.draws[0], in: .opengl)
                == "glDepthFunc(GL_LESS), glStencilFunc(GL_ALWAYS, 1, 0xff), glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA)")
        // A list of draws prints words for the settings of each draw. If two draws differ in a setting that the list prints, the words of
        // the draws differ too.
        let words = Set(frame.draws.map { frame.settings(of: $0) })
        for word in ["depth less, stencil always, blend alpha", "depth greater, stencil always, blend alpha",
                     "depth less without writing, stencil always, blend alpha", "stencil always, blend alpha",
                     "depth less, stencil less/always, blend alpha", "depth less, stencil always", "depth less, stencil always, blend alpha, writes r",
                     "depth less, stencil always, blend alpha, cull back",
                     "depth less, stencil always, blend add(zero, oneMinusSourceAlpha)", "depth less, stencil always, blend alpha, polygons as lines", "depth less, stencil always, blend alpha, depth clamp",
                     "depth less, stencil always, blend alpha, polygon offset", "depth less, stencil always, blend alpha, alpha to coverage", "depth less, stencil always, blend alpha, sample mask 0x1",
                     "depth less, stencil always, blend alpha, scissor 3×4"] {
            #expect(words.contains(word), "\(word) of \(words.sorted())")
        }
    }
}
