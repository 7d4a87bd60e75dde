// CommandEncoder: records commands as values. Nothing runs before `Device.submit`; what is wrong is reported there,
// with the place where it was recorded.

import Shading

/// Made by `Device.makeCommandEncoder`. A value: keep it, change it, submit it again.
public struct CommandEncoder {
    public let label: String
    public let device: Device
    package private(set) var commands: [Command] = []
    package private(set) var recordingError: RasterError?

    package init(label: String, device: Device) { self.label = label; self.device = device }

    /// Records one render pass into `target`: clears first, then what `body` draws.
    public mutating func render(to target: Framebuffer, clear: ClearValues = .none, label: String = "",
                                _ body: (inout RenderPass) throws -> Void) rethrows {
        var pass = RenderPass(target: target, label: label.isEmpty ? "pass \(commands.count)" : label)
        try body(&pass)
        if recordingError == nil { recordingError = pass.recordingError }
        commands.append(.renderPass(RenderPassCommand(label: pass.label, target: target, clear: clear, operations: pass.operations)))
    }
    /// Copies texels between textures of equal texel size. The destination box has the source's size.
    public mutating func copy(_ source: Texture, level: Int = 0, region: TextureRegion? = nil, to destination: Texture,
                              level destinationLevel: Int = 0, x: Int = 0, y: Int = 0, z: Int = 0) {
        let whole = source.storage.levels.indices.contains(level) ? source.region(ofLevel: level) : TextureRegion(width: 0, height: 0)
        commands.append(.copyTexture(CopyTextureCommand(source: source, sourceLevel: level, sourceRegion: region ?? whole,
                                                        destination: destination, destinationLevel: destinationLevel,
                                                        destinationX: x, destinationY: y, destinationZ: z)))
    }
    /// glBlitFramebuffer between two images: rectangles are corners (x0, y0, x1, y1) in pixels; swapped corners mirror.
    public mutating func blit(_ source: Attachment, from s: (x0: Int, y0: Int, x1: Int, y1: Int), to destination: Attachment,
                              in d: (x0: Int, y0: Int, x1: Int, y1: Int), filter: FilterMode = .nearest) {
        commands.append(.blit(BlitCommand(source: source, sourceCorners: s, destination: destination, destinationCorners: d, filter: filter)))
    }
    /// Resolves a multisampled image into a single-sampled one of the same size.
    public mutating func resolve(_ source: Attachment, to destination: Attachment) {
        let w = source.texture.width, h = source.texture.height
        blit(source, from: (0, 0, w, h), to: destination, in: (0, 0, w, h))
    }
    /// Fills levels 1… of `texture` from level 0.
    public mutating func generateMipmaps(_ texture: Texture) { commands.append(.generateMipmaps(texture)) }
    /// Replaces part of a buffer, in order with the draws around it.
    public mutating func update<Element: BitwiseCopyable>(_ buffer: Buffer, at offset: Int = 0, with elements: [Element]) {
        commands.append(.updateBuffer(buffer, offset: offset, bytes: elements.withUnsafeBytes { [UInt8]($0) }))
    }
}

/// The draws of one pass. State set stays until it is set again; it starts with GL's defaults: the viewport is the whole
/// target, no scissor, blend colour and stencil references zero.
public struct RenderPass {
    public let target: Framebuffer
    public let label: String
    package private(set) var operations: [PassOperation] = []
    package private(set) var recordingError: RasterError?

    private var pipeline: Pipeline?
    private var vertexBuffers: [VertexBufferBinding?] = []
    private var uniforms: [UInt32] = []
    /// Where uniforms were written, of the program at hand.
    private var places: [UniformPlace] = []
    private var uniformBuffers: [UniformBufferBinding?] = []
    private var textures: [TextureBinding?] = []
    private var viewport: Viewport
    private var scissor: PixelRect?
    private var blendColor = SIMD4<Float>.zero
    private var stencilReferenceFront: UInt8 = 0
    private var stencilReferenceBack: UInt8 = 0
    private var query: OcclusionQuery?
    private var drawCount = 0

    init(target: Framebuffer, label: String) {
        self.target = target; self.label = label
        viewport = Viewport(width: Float(target.width), height: Float(target.height))
    }

    private mutating func fail(_ code: RasterError.Code, _ subject: String, _ problem: String, remedy: String) {
        if recordingError == nil {
            recordingError = RasterError(code, subject, at: "before draw \(drawCount) of \(label)", problem, remedy: remedy)
        }
    }
    private mutating func requirePipeline(for what: @autoclosure () -> String) -> Pipeline? {
        if pipeline == nil { fail(.missingPipeline, what(), "was set before any pipeline", remedy: "call setPipeline first") }
        return pipeline
    }

    /// Selects the pipeline. Uniforms, uniform buffers and textures start anew when the program changes.
    public mutating func setPipeline(_ new: Pipeline) {
        if pipeline?.program !== new.program {
            let interface = new.program.linked.interface
            uniforms = new.program.initialUniforms
            places = []
            uniformBuffers = new.program.noUniformBuffers
            textures = Array(repeating: nil, count: interface.textureUnitCount)
        }
        pipeline = new
    }
    /// Pipeline, uniforms and textures at once, as an effect keeps them ready. The arrays are shared, not copied; their
    /// shapes are the program's.
    package mutating func setPrepared(_ new: Pipeline, uniforms newUniforms: [UInt32], textures newTextures: [TextureBinding?]) {
        if pipeline?.program !== new.program {
            uniformBuffers = new.program.noUniformBuffers
            places = []
        }
        pipeline = new; uniforms = newUniforms; textures = newTextures
    }
    /// Binds a buffer to a slot of the vertex layout, 0…63, from `offset` on: bytes, up to the size of the largest buffer.
    public mutating func setVertexBuffer(_ buffer: Buffer, slot: Int = 0, offset: Int = 0) {
        guard slot >= 0, slot < VertexLayout.maximumSlotCount, (0...Device.maximumBufferByteCount).contains(offset) else {
            return fail(.invalidArgument, buffer.name, "cannot be bound at slot \(slot), offset \(offset)",
                        remedy: "use slots 0…\(VertexLayout.maximumSlotCount - 1) and offsets of 0 to 4 GiB")
        }
        while vertexBuffers.count <= slot { vertexBuffers.append(nil) }
        vertexBuffers[slot] = VertexBufferBinding(buffer: buffer, offset: offset)
    }
    /// Sets a uniform of the default block by GL's name: `mvp`, `lights[0].position`, `weights`, `weights[2]`.
    public mutating func setUniform<Value: UniformValue>(_ name: String, _ value: Value) {
        guard let pipeline = requirePipeline(for: "uniform '\(name)'") else { return }
        let type = ObjectIdentifier(Value.self)
        for i in places.indices where places[i].type == type && places[i].name == name {
            return uniforms.withUnsafeMutableBytes { words in
                withUnsafeBytes(of: value) { words.baseAddress!.advanced(by: places[i].offset).copyMemory(from: $0.baseAddress!, byteCount: places[i].byteCount) }
            }
        }
        do {
            let place = try pipeline.program.write(value, to: name, in: &uniforms)
            if let place, places.count < Self.placeCount { places.append(place) }
        } catch { recordingError = recordingError ?? error.at("before draw \(drawCount) of \(label)") }
    }
    /// As many names as are found faster here than in a dictionary.
    private static let placeCount = 8
    /// Binds bytes of a buffer to a uniform block by its name (the block's, not the instance's).
    public mutating func setUniformBuffer(_ name: String, _ buffer: Buffer, offset: Int = 0, byteCount: Int? = nil) {
        guard let pipeline = requirePipeline(for: "uniform block '\(name)'") else { return }
        guard let index = pipeline.program.blocks[name] else {
            return fail(.unknownUniform, "uniform block '\(name)'", "is not in \(pipeline.program.name)",
                        remedy: "its blocks are: \(pipeline.program.blocks.keys.sorted().joined(separator: ", "))")
        }
        let size = byteCount ?? max(0, buffer.byteCount - max(0, offset))
        guard offset >= 0, size >= 0, offset <= buffer.byteCount, size <= buffer.byteCount - offset else {
            return fail(.bufferTooSmall, buffer.name, "has \(buffer.byteCount) bytes, not \(size) at offset \(offset)", remedy: "bind a range inside it")
        }
        uniformBuffers[index - 1] = UniformBufferBinding(buffer: buffer, offset: offset, byteCount: size)
    }
    /// Binds a texture to a sampler uniform: `name`, or `name[i]` for an element of an array.
    /// `levels` limits the mip levels that are read, so that one level can be drawn from another.
    public mutating func setTexture(_ name: String, _ texture: Texture, _ sampler: Sampler = .linear, levels: ClosedRange<Int>? = nil) {
        guard let pipeline = requirePipeline(for: "sampler '\(name)'") else { return }
        let (base, element) = splitArrayName(name)
        guard let index = pipeline.program.samplers[base] ?? pipeline.program.samplers[name] else {
            return fail(.unknownSampler, "sampler '\(name)'", "is not in \(pipeline.program.name)",
                        remedy: "its samplers are: \(pipeline.program.samplers.keys.sorted().joined(separator: ", "))")
        }
        let uniform = pipeline.program.linked.interface.samplers[index]
        let i = pipeline.program.samplers[base] != nil ? element ?? 0 : 0
        guard i < uniform.count else {
            return fail(.unknownSampler, "sampler '\(name)'", "has only \(uniform.count) elements", remedy: "use an index below it")
        }
        textures[uniform.unit + i] = TextureBinding(texture: texture, sampler: sampler,
                                                    levels: levels ?? 0...(texture.descriptor.mipLevels - 1))
    }
    public mutating func setViewport(_ new: Viewport) { viewport = new }
    /// nil switches the scissor test off.
    public mutating func setScissor(_ new: PixelRect?) { scissor = new }
    public mutating func setBlendColor(_ r: Float, _ g: Float, _ b: Float, _ a: Float) { blendColor = .init(r, g, b, a) }
    public mutating func setStencilReference(_ value: UInt8) { setStencilReference(front: value, back: value) }
    public mutating func setStencilReference(front: UInt8, back: UInt8) { stencilReferenceFront = front; stencilReferenceBack = back }
    /// Draws from here on add their samples to `query`, until another or nil is set.
    public mutating func setOcclusionQuery(_ new: OcclusionQuery?) { query = new }

    /// Draws `count` vertices from `first` on. All numbers are 0…2³¹ − 1, and `count` · `instances` at most
    /// `Device.maximumVertexCount`.
    public mutating func draw(_ primitive: PrimitiveType = .triangles, first: Int = 0, count: Int, instances: Int = 1,
                              baseInstance: Int = 0, label: String = "") {
        record(primitive, first: first, count: count, instances: instances, baseVertex: 0, baseInstance: baseInstance, indices: nil, label: label)
    }
    /// Draws `count` indices from index number `first` on; `baseVertex`, −2³¹…2³¹ − 1, is added to each. The other numbers are as
    /// above.
    public mutating func drawIndexed(_ indices: Buffer, type: IndexType = .uint16, _ primitive: PrimitiveType = .triangles, first: Int = 0,
                                     count: Int, instances: Int = 1, baseVertex: Int = 0, baseInstance: Int = 0, label: String = "") {
        record(primitive, first: first, count: count, instances: instances, baseVertex: baseVertex, baseInstance: baseInstance,
               indices: IndexBinding(buffer: indices, type: type, offset: 0), label: label)
    }
    private mutating func record(_ primitive: PrimitiveType, first: Int, count: Int, instances: Int, baseVertex: Int,
                                 baseInstance: Int, indices: IndexBinding?, label: String) {
        guard let pipeline = requirePipeline(for: "a draw") else { return }
        writeBuiltinUniforms(pipeline.program)
        operations.append(.draw(DrawCall(
            pipeline: pipeline, primitive: primitive, first: first, count: count, instanceCount: instances,
            baseVertex: baseVertex, baseInstance: baseInstance, indices: indices, vertexBuffers: vertexBuffers, uniforms: uniforms,
            uniformBuffers: uniformBuffers, textures: textures, viewport: viewport, scissor: scissor, blendColor: blendColor,
            stencilReferenceFront: stencilReferenceFront, stencilReferenceBack: stencilReferenceBack, query: query, label: label)))
        drawCount += 1
    }
    /// gl_DepthRange follows the viewport; rows counted from the top need the target's height.
    private mutating func writeBuiltinUniforms(_ program: Program) {
        if let word = program.targetHeightWord { uniforms[word] = Float(target.height).bitPattern }
        guard !program.depthRangeWords.isEmpty else { return }
        let near = min(max(viewport.depthNear, 0), 1), far = min(max(viewport.depthFar, 0), 1)
        for (word, value) in zip(program.depthRangeWords, [near, far, far - near]) {
            if let word { uniforms[word] = value.bitPattern }
        }
    }
    /// Clears inside the pass; obeys the scissor set before.
    public mutating func clear(_ values: ClearValues) { operations.append(.clear(ClearCall(values: values, scissor: scissor))) }
    /// Names a group of draws, for debuggers.
    public mutating func group(_ name: String, _ body: (inout RenderPass) throws -> Void) rethrows {
        operations.append(.pushGroup(name))
        defer { operations.append(.popGroup) }
        try body(&self)
    }
}
