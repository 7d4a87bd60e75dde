// DrawCaseDrawing: a DrawCase's objects on one device during drawing.

import Raster
import Shading

struct DrawCaseDrawing {
    private struct Made {
        var draw: DrawCase.Draw
        var pipeline: Pipeline
        var buffers: [DrawCase.Update.Part: Buffer]
    }
    private struct Written {
        var draw: DrawCase.Draw
        var feedback: TransformFeedback
    }
    private let owner: DrawCase, device: Device, targets: [Framebuffer]
    private var programs: [String: Program] = [:]
    private var pipelines: [PipelineKey: Pipeline] = [:]
    private var last: Made?
    /// The last draw with transform feedback, and the buffers that this draw has written; nil before the first draw with transform
    /// feedback.
    private var lastWritten: Written?
    private(set) var queries: [OcclusionQuery] = []
    private(set) var feedbacks: [TransformFeedback] = []
    private(set) var primitiveQueries: [PrimitiveQuery] = []
    /// Whether the pass draws the vertices that transform feedback has written. If the property is true, no draw of the pass may append
    /// vertices to the written vertices.
    private var drawsWritten = false
    /// The last occlusion query of the passes before the present pass; nil if these passes have no occlusion query.
    private var known: OcclusionQuery?

    /// The buffers and images that shaders write.
    struct Memory {
        let words: Buffer, vertices: Buffer
        let places: Texture, counts: Texture
    }
    let memory: Memory?

    private struct PipelineKey: Hashable { var text: String, layout: VertexLayout, state: RasterState }

    init(owner: DrawCase, device: Device, targets: [Framebuffer]) throws {
        self.owner = owner; self.device = device; self.targets = targets
        func image(_ format: PixelFormat) throws -> Texture {
            if owner.images == .buffer {
                return try device.makeTexture(reading: try device.makeBuffer(byteCount: owner.width * owner.height * format.bytesPerTexel), as: format)
            }
            return try device.makeTexture(TextureDescriptor(format: format, width: owner.width, height: owner.height,
                                                            samples: owner.images == .multisampled ? 4 : 1))
        }
        memory = !owner.writesMemory ? nil : try Memory(words: device.makeBuffer(byteCount: 32), vertices: device.makeBuffer(byteCount: 16 * 200),
                                                        places: image(.rgba16Int), counts: image(.r32Uint))
    }

    mutating func record(_ pass: DrawCase.Pass, _ encoder: inout CommandEncoder) throws {
        let number = pass.isSecond ? 1 : 0, target = targets[number], other = targets.count > 1 ? targets[1 - number] : nil
        if let update = pass.update, let buffer = last?.buffers[update.part], update.offset < buffer.byteCount {
            encoder.update(buffer, at: update.offset, with: [UInt8](buffer.bytes.prefix(buffer.byteCount - update.offset)))
        }
        if let share = pass.copied, let from = other?.color[0], let to = target.color[0] {
            let region = owner.copiedRegion(share)
            encoder.copy(from.texture, region: region, to: to.texture, x: region.x, y: region.y)
        }
        let again = pass.repeatsLast ? last : nil, written = lastWritten
        known = queries.last
        drawsWritten = pass.written != nil
        try encoder.render(to: target, clear: pass.clear.map { owner.clearValues($0, stencil: pass.stencil) } ?? .none) { render in
            if let way = pass.written, let written { try draw(written, way, &render, other) }
            if let again { try draw(again, &render, other) }
            for (number, draw) in pass.draws.enumerated() {
                let made = try make(draw)
                last = made
                try self.draw(made, &render, other)
                if pass.clearsWithin && number == 0 { render.clear(owner.clearValues(0.3, stencil: 1), mask: pass.clearMask) }
            }
        }
    }

    /// Draws with the same state share a pipeline.
    private mutating func make(_ draw: DrawCase.Draw) throws -> Made {
        let pipeline = try makePipeline(draw, draw.layout)
        let (positions, colors) = draw.buffers(seed: owner.seed)
        var buffers: [DrawCase.Update.Part: Buffer] = [.positions: try device.makeBuffer(positions), .colors: try device.makeBuffer(colors)]
        if let indices = draw.indices {
            buffers[.indices] = switch draw.indexType {
            case .uint8: try device.makeBuffer(indices.map(UInt8.init(truncatingIfNeeded:)))
            case .uint16: try device.makeBuffer(indices.map(UInt16.init(truncatingIfNeeded:)))
            case .uint32: try device.makeBuffer(indices)
            }
        }
        return Made(draw: draw, pipeline: pipeline, buffers: buffers)
    }
    private mutating func makePipeline(_ draw: DrawCase.Draw, _ layout: VertexLayout) throws -> Pipeline {
        let vertex = draw.vertexText, geometry = draw.geometryText, fragment = owner.fragmentText(draw),
            outputs = TransformFeedbackOutputs(draw.captured, layout: draw.capturedSeparately ? .separate : .interleaved),
            key = PipelineKey(text: vertex + (geometry ?? "") + fragment + "\(outputs)", layout: layout, state: draw.state)
        let program = try programs[key.text] ?? device.makeProgram(
            vertex: ShaderSource(text: vertex, name: "vertex"), geometry: geometry.map { ShaderSource(text: $0, name: "geometry") },
            fragment: ShaderSource(text: fragment, name: "fragment"),
            options: ShaderCompileOptions(transformFeedback: draw.captured.isEmpty ? nil : outputs))
        programs[key.text] = program
        let pipeline = try pipelines[key] ?? device.makePipeline(program: program, vertexLayout: layout, state: draw.state)
        pipelines[key] = pipeline
        return pipeline
    }

    private mutating func makeFeedback(_ draw: DrawCase.Draw) throws -> TransformFeedback? {
        if draw.captured.isEmpty { return nil }
        if let lastWritten, draw.continuesFeedback, !drawsWritten, lastWritten.draw.hasOutputs(of: draw) { return lastWritten.feedback }
        let targets = try (0..<(draw.capturedSeparately ? draw.captured.count : 1)).map { _ in
            TransformFeedback.Target(try device.makeBuffer(byteCount: draw.captureRoom))
        }
        let feedback = TransformFeedback(draw.written, targets: targets)
        feedbacks.append(feedback)
        lastWritten = Written(draw: draw, feedback: feedback)
        return feedback
    }

    /// Draws the vertices that transform feedback has written, with the state and the shaders of the draw that wrote these vertices.
    private mutating func draw(_ written: Written, _ way: DrawCase.Written, _ render: inout RenderPass, _ other: Framebuffer?) throws {
        let (layout, positionTarget, colorTarget) = written.draw.writtenLayout, targets = written.feedback.targets
        var draw = written.draw
        draw.captured = []
        // The type of the written primitives may differ from the type that the geometry shader reads, so this draw has no geometry shader.
        draw.geometry = nil
        draw.state.rasterizerDiscard = false
        draw.colorOffset = 0
        // Transform feedback writes the colours as floats.
        draw.colorFormat = .float4
        try prepare(Made(draw: draw, pipeline: try makePipeline(draw, layout),
                         buffers: [.positions: targets[positionTarget].buffer, .colors: targets[colorTarget].buffer]), &render, other)
        render.draw(writtenBy: written.feedback, as: way.primitive, instances: way.instances)
    }

    private mutating func draw(_ made: Made, _ render: inout RenderPass, _ other: Framebuffer?) throws {
        let draw = made.draw
        try prepare(made, &render, other)
        try draw.record(&render, indices: draw.indices == nil ? nil : made.buffers[.indices], device)
    }

    /// Sets all state and resources of a draw.
    private mutating func prepare(_ made: Made, _ render: inout RenderPass, _ other: Framebuffer?) throws {
        let draw = made.draw
        render.setPipeline(made.pipeline)
        render.setVertexBuffer(made.buffers[.positions]!, slot: 0)
        render.setVertexBuffer(made.buffers[.colors]!, slot: 1, offset: draw.colorOffset)
        let color = DrawCase.Draw.passColor
        if draw.colorSource == .pass { render.setAttribute(draw.colorName, color.x, color.y, color.z, color.w) }
        render.setViewport(draw.viewport ?? Viewport(width: Float(owner.width), height: Float(owner.height)))
        render.setScissor(draw.scissor)
        render.setBlendColor(draw.blendColor.x, draw.blendColor.y, draw.blendColor.z, draw.blendColor.w)
        render.setStencilReference(front: draw.stencilFront, back: draw.stencilBack)
        if let memory, draw.keepsVertices { render.setStorageBuffer("Vertices", memory.vertices) }
        if let memory, draw.fragment.writesMemory {
            render.setStorageBuffer("Words", memory.words)
            render.setImage("places", memory.places)
            render.setImage("counts", memory.counts)
        }
        let reading = owner.reading(draw)
        if reading != .nothing, let image = reading == .color ? other?.color[0] : other?.depth ?? other?.stencil {
            let filter = owner.readingSampler(reading).filter
            render.setTexture("before", owner.view(image, draw), Sampler(min: filter, mag: filter, wrap: .mirroredRepeat))
        }
        let query = draw.isCounted ? OcclusionQuery() : nil
        render.setOcclusionQuery(query)
        if let query { queries.append(query) }
        render.setTransformFeedback(try makeFeedback(draw))
        let primitiveQuery = draw.isCounted ? PrimitiveQuery() : nil
        render.setPrimitiveQuery(primitiveQuery)
        if let primitiveQuery { primitiveQueries.append(primitiveQuery) }
        render.setRenderCondition(draw.condition == .none ? nil : known, inverted: draw.condition == .nonePassed)
    }
}
