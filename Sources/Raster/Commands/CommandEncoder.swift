import Shading

/// Records commands as values, which `Device.submit` runs. Nothing is drawn and no error is thrown before: a mistake is reported by
/// `submit`, with the place where it was recorded. Made by `Device.makeCommandEncoder`. A value: keep it, change it, submit it
/// again.
public struct CommandEncoder {
    /// The name that error messages call it by.
    public let label: String
    /// The device that made it, and that runs it. The encoder keeps it alive.
    public let device: Device
    package private(set) var commands: [Command] = []
    package private(set) var recordingError: RasterError?
    /// In validation mode: tells when nobody submits.
    let watch: SubmissionWatch?

    package init(label: String, device: Device, site: CallSite) {
        self.label = label; self.device = device
        watch = device.validation.map { SubmissionWatch(label: label, site: site, log: $0) }
    }
    private mutating func append(_ command: Command) {
        commands.append(command)
        watch?.hasCommands = true
    }

    /// Records one render pass into `target`.
    /// - Parameters:
    ///   - target: The images that are drawn to.
    ///   - clear: The values that they are given first; by default they keep their contents.
    ///   - label: The pass's name in error messages; by default "pass" and its number.
    ///   - body: Records the draws of the pass.
    public mutating func render(to target: Framebuffer, clear: ClearValues = .none, label: String = "",
                                _ body: (inout RenderPass) throws -> Void) rethrows {
        var pass = RenderPass(target: target, label: label.isEmpty ? "pass \(commands.count)" : label, notes: device.validation == nil ? nil : PassNotes())
        try body(&pass)
        if recordingError == nil { recordingError = pass.recordingError }
        var command = RenderPassCommand(label: pass.label, target: target, clear: clear, operations: pass.operations)
        if let notes = pass.notes { command.unset = notes.unset }
        append(.renderPass(command))
    }
    /// Copies texels as they are, between textures whose texels take as many bytes (glCopyImageSubData).
    /// - Parameters:
    ///   - source: The texture that is read.
    ///   - level: The mip level that is read.
    ///   - region: The box that is read, in texels of that level; nil for the whole level.
    ///   - destination: The texture that is written.
    ///   - destinationLevel: The mip level that is written.
    ///   - x: The first texel of a row that is written. The box written is as large as the one read.
    ///   - y: The first row that is written.
    ///   - z: The first slice, layer or face that is written.
    public mutating func copy(_ source: Texture, level: Int = 0, region: TextureRegion? = nil, to destination: Texture,
                              level destinationLevel: Int = 0, x: Int = 0, y: Int = 0, z: Int = 0) {
        let whole = source.storage.levels.indices.contains(level) ? source.region(ofLevel: level) : TextureRegion(width: 0, height: 0)
        append(.copyTexture(CopyTextureCommand(source: source, sourceLevel: level, sourceRegion: region ?? whole,
                                               destination: destination, destinationLevel: destinationLevel,
                                               destinationX: x, destinationY: y, destinationZ: z)))
    }
    /// Copies a rectangle of an image to one of another, scaling where sizes differ, converting between formats, and averaging
    /// samples (glBlitFramebuffer).
    /// - Parameters:
    ///   - source: The image that is read.
    ///   - s: Two opposite corners in pixels of the source. Swapped corners mirror the picture.
    ///   - destination: The image that is written.
    ///   - d: Two opposite corners in pixels of the destination.
    ///   - filter: How pixels are chosen when sizes differ.
    public mutating func blit(_ source: Attachment, from s: (x0: Int, y0: Int, x1: Int, y1: Int), to destination: Attachment,
                              in d: (x0: Int, y0: Int, x1: Int, y1: Int), filter: FilterMode = .nearest) {
        append(.blit(BlitCommand(source: source, sourceCorners: s, destination: destination, destinationCorners: d, filter: filter)))
    }
    /// Averages the samples of a multisampled image into a single-sampled one of its size.
    public mutating func resolve(_ source: Attachment, to destination: Attachment) {
        let w = source.texture.width, h = source.texture.height
        blit(source, from: (0, 0, w, h), to: destination, in: (0, 0, w, h))
    }
    /// Fills mip levels 1, 2, … of `texture` from level 0, each as the mean of the one before. The format must be filterable.
    public mutating func generateMipmaps(_ texture: Texture) { append(.generateMipmaps(texture)) }
    /// Replaces the bytes of `buffer` from byte `offset` on, after the commands recorded before and before those recorded later.
    /// The bytes are copied now.
    public mutating func update<Element: BitwiseCopyable>(_ buffer: Buffer, at offset: Int = 0, with elements: [Element]) {
        append(.updateBuffer(buffer, offset: offset, bytes: elements.withUnsafeBytes { [UInt8]($0) }))
    }
}

/// The draws of one pass, which `CommandEncoder.render` records. State that is set stays until it is set again. It starts with
/// OpenGL's defaults: the viewport is the whole target, there is no scissor, blend colour and stencil references are zero. A pass cannot be
/// copied: what a copy recorded would be drawn by nobody.
public struct RenderPass: ~Copyable {
    /// The images that the pass draws to.
    public let target: Framebuffer
    /// The name that error messages call the pass by.
    public let label: String
    package private(set) var operations: [PassOperation] = []
    package private(set) var recordingError: RasterError?

    private var pipeline: Pipeline?
    private var vertexBuffers: [VertexBufferBinding?] = []
    private var uniforms: [UInt32] = []
    /// The places of uniforms that were written since the program was set, so that the next value finds them at once.
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
    /// What was set for programs other than the pipeline's.
    private var parked: [ProgramBindings] = []
    /// What validation mode wants to know; nil where it is off.
    let notes: PassNotes?

    init(target: Framebuffer, label: String, notes: PassNotes?) {
        self.target = target; self.label = label; self.notes = notes
        viewport = Viewport(width: Float(target.width), height: Float(target.height))
    }

    private mutating func fail(_ code: RasterError.Code, _ subject: String, _ problem: String, remedy: String) {
        refuse(RasterError(code, subject, problem, remedy: remedy))
    }
    private mutating func refuse(_ error: RasterError) { recordingError = recordingError ?? error.at("before draw \(drawCount) of \(label)") }
    private mutating func requirePipeline(for what: @autoclosure () -> String) -> Pipeline? {
        if pipeline == nil { fail(.missingPipeline, what(), "was set before any pipeline", remedy: "call setPipeline first") }
        return pipeline
    }

    /// Selects the pipeline of the draws that follow. Each program keeps the uniforms, uniform buffers and textures that it was given in this
    /// pass; at first its uniforms have the shader's own values, or zero, and nothing is bound.
    public mutating func setPipeline(_ new: Pipeline) {
        if pipeline?.program !== new.program { switchProgram(to: new.program) }
        pipeline = new
    }
    /// What a program is given in a pass.
    private struct ProgramBindings {
        var program: Program
        var uniforms: [UInt32]
        var places: [UniformPlace]
        var uniformBuffers: [UniformBufferBinding?]
        var textures: [TextureBinding?]
    }
    private mutating func switchProgram(to new: Program) {
        let left = pipeline.map { ProgramBindings(program: $0.program, uniforms: uniforms, places: places, uniformBuffers: uniformBuffers, textures: textures) }
        if let place = parked.firstIndex(where: { $0.program === new }) {
            uniforms = parked[place].uniforms; places = parked[place].places
            uniformBuffers = parked[place].uniformBuffers; textures = parked[place].textures
            if let left { parked[place] = left } else { parked.remove(at: place) }
        } else {
            uniforms = new.initialUniforms
            places = []
            uniformBuffers = new.noUniformBuffers
            textures = Array(repeating: nil, count: new.linked.interface.textureUnitCount)
            if let left { parked.append(left) }
        }
    }
    /// Sets pipeline, uniforms and textures at once, as an effect keeps them ready. The arrays are shared, not copied; they must
    /// have the sizes that the program asks for.
    package mutating func setPrepared(_ new: Pipeline, uniforms newUniforms: [UInt32], textures newTextures: [TextureBinding?]) {
        if pipeline?.program !== new.program { switchProgram(to: new.program) }
        pipeline = new; uniforms = newUniforms; textures = newTextures
        notes?.didPrepare(new.program)
    }
    /// Binds `buffer` to a slot of the vertex layout, 0…63. Its first element begins at byte `offset`, 0 to 4 GiB.
    public mutating func setVertexBuffer(_ buffer: Buffer, slot: Int = 0, offset: Int = 0) {
        guard slot >= 0, slot < VertexLayout.maximumSlotCount, (0...Device.maximumBufferByteCount).contains(offset) else {
            return fail(.invalidArgument, buffer.name, "cannot be bound at slot \(slot), offset \(offset)",
                        remedy: "use slots 0…\(VertexLayout.maximumSlotCount - 1) and offsets of 0 to 4 GiB")
        }
        while vertexBuffers.count <= slot { vertexBuffers.append(nil) }
        vertexBuffers[slot] = VertexBufferBinding(buffer: buffer, offset: offset)
    }
    /// Sets a uniform of the default block, which OpenGL names like this: `mvp`, `lights[0].position`, `weights` (the whole array),
    /// `weights[2]` (from element 2 on). Needs a pipeline; an unknown name or another type is an error of `submit`.
    ///
    /// Numbers, and lists of them for vectors and matrices, take the uniform's own type: `setUniform("tint", [1, 0.5, 0])`.
    public mutating func setUniform<Value: UniformValue>(_ name: String, _ value: Value) { setValue(name, value) }
    @inline(__always)
    private mutating func setValue<Value: UniformValue>(_ name: String, _ value: Value) {
        guard let pipeline = requirePipeline(for: "uniform '\(name)'") else { return }
        let type = ObjectIdentifier(Value.self)
        for i in places.indices where places[i].type == type && places[i].name == name {
            return uniforms.withUnsafeMutableBytes { words in
                withUnsafeBytes(of: value) { words.baseAddress!.advanced(by: places[i].offset).copyMemory(from: $0.baseAddress!, byteCount: places[i].byteCount) }
            }
        }
        do {
            let place = try pipeline.program.write(value, to: name, in: &uniforms)
            notes?.didSet(name, of: pipeline.program)
            if let place, places.count < Self.placeCount { places.append(place) }
        } catch { refuse(error) }
    }
    /// Sets a uniform to a matrix that is written out: `setUniform("model", .translation(0, 1, 0))`.
    @_documentation(visibility: internal)
    public mutating func setUniform(_ name: String, _ matrix: Matrix4) { setValue(name, matrix) }
    /// So many names are found faster in a list than in a dictionary.
    private static let placeCount = 8
    /// Binds bytes of `buffer` to the uniform block that GLSL declares as `name` (the block's name, not the instance's).
    /// - Parameters:
    ///   - name: The block's name.
    ///   - buffer: The buffer with its bytes.
    ///   - offset: The block's first byte, a multiple of 4.
    ///   - byteCount: Bytes that the block may read; nil for all that follow.
    public mutating func setUniformBuffer(_ name: String, _ buffer: Buffer, offset: Int = 0, byteCount: Int? = nil) {
        guard let pipeline = requirePipeline(for: "uniform block '\(name)'") else { return }
        guard let index = pipeline.program.blocks[name] else {
            return refuse(pipeline.program.unknownName(name, wanted: .block))
        }
        let size = byteCount ?? max(0, buffer.byteCount - max(0, offset))
        guard offset >= 0, size >= 0, offset <= buffer.byteCount, size <= buffer.byteCount - offset else {
            return fail(.bufferTooSmall, buffer.name, "has \(buffer.byteCount) bytes, not \(size) at offset \(offset)", remedy: "bind a range inside of it")
        }
        uniformBuffers[index - 1] = UniformBufferBinding(buffer: buffer, offset: offset, byteCount: size)
    }
    /// Binds a texture to a sampler uniform, `name`, or `name[i]` for element i of an array.
    /// - Parameters:
    ///   - name: The sampler's name in GLSL.
    ///   - texture: The texture, of the shape and kind that the sampler reads.
    ///   - sampler: How it is read.
    ///   - levels: The mip levels that may be read; nil for all. With it one level can be drawn from another.
    public mutating func setTexture(_ name: String, _ texture: Texture, _ sampler: Sampler = .linear, levels: ClosedRange<Int>? = nil) {
        guard let pipeline = requirePipeline(for: "sampler '\(name)'") else { return }
        let (base, element) = splitArrayName(name)
        guard let index = pipeline.program.samplers[base] ?? pipeline.program.samplers[name] else {
            return refuse(pipeline.program.unknownName(name, wanted: .sampler))
        }
        let uniform = pipeline.program.linked.interface.samplers[index]
        let i = pipeline.program.samplers[base] != nil ? element ?? 0 : 0
        guard i < uniform.count else {
            return fail(.unknownSampler, "sampler '\(name)'", "has only \(uniform.count) elements", remedy: "use a smaller index")
        }
        textures[uniform.unit + i] = TextureBinding(texture: texture, sampler: sampler,
                                                    levels: levels ?? 0...(texture.descriptor.mipLevels - 1))
    }
    /// Sets the rectangle of the target that clip space is mapped to, and the depth range (glViewport, glDepthRange).
    public mutating func setViewport(_ new: Viewport) { viewport = new }
    /// Sets the rectangle outside of which no pixel is drawn or cleared (glScissor); nil: the whole target.
    public mutating func setScissor(_ new: PixelRect?) { scissor = new }
    /// Sets the colour of the blend factors `constantColor` and `constantAlpha` (glBlendColor).
    public mutating func setBlendColor(_ r: Float, _ g: Float, _ b: Float, _ a: Float) { blendColor = .init(r, g, b, a) }
    /// Sets the reference value of the stencil test for both sides.
    public mutating func setStencilReference(_ value: UInt8) { setStencilReference(front: value, back: value) }
    /// Sets the reference values of the stencil test for triangles that show their front, and those that show their back.
    public mutating func setStencilReference(front: UInt8, back: UInt8) { stencilReferenceFront = front; stencilReferenceBack = back }
    /// Counts the samples of the draws that follow in `query`, until another query or nil is set.
    public mutating func setOcclusionQuery(_ new: OcclusionQuery?) { query = new }

    /// Draws the vertices `first`, `first` + 1, … in the order of the buffers.
    /// - Parameters:
    ///   - primitive: How they are joined.
    ///   - first: Number of the first vertex, 0…2³¹ − 1, like the counts below.
    ///   - count: Number of vertices. `count` · `instances` is at most `Device.maximumVertexCount`.
    ///   - instances: How often they are drawn, with gl_InstanceID 0, 1, ….
    ///   - baseInstance: Added to the instance's number where the vertex layout advances by instances.
    ///   - label: The draw's name in error messages and captures.
    ///   - file: The source file that captures name as the draw's origin; by default the caller's.
    ///   - line: The line in it; by default the caller's.
    public mutating func draw(_ primitive: PrimitiveType = .triangles, first: Int = 0, count: Int, instances: Int = 1,
                              baseInstance: Int = 0, label: String = "", file: StaticString = #fileID, line: UInt = #line) {
        record(primitive, first: first, count: count, instances: instances, baseVertex: 0, baseInstance: baseInstance, indices: nil, label: label,
               site: CallSite(file: file, line: line))
    }
    /// Draws the vertices whose numbers stand in `indices`.
    /// - Parameters:
    ///   - indices: The buffer with the indices, from its first byte on.
    ///   - type: The size of an index; nil for that of the integers that the buffer was filled with, or 16 bits where it was filled with
    ///     bytes. Another size than theirs is an error of `submit`.
    ///   - primitive: How the vertices are joined.
    ///   - first: Number of the first index, 0…2³¹ − 1, like the counts below.
    ///   - count: Number of indices. `count` · `instances` is at most `Device.maximumVertexCount`.
    ///   - instances: How often they are drawn, with gl_InstanceID 0, 1, ….
    ///   - baseVertex: Added to each index, −2³¹…2³¹ − 1.
    ///   - baseInstance: Added to the instance's number where the vertex layout advances by instances.
    ///   - label: The draw's name in error messages and captures.
    ///   - file: The source file that captures name as the draw's origin; by default the caller's.
    ///   - line: The line in it; by default the caller's.
    public mutating func drawIndexed(_ indices: Buffer, type: IndexType? = nil, _ primitive: PrimitiveType = .triangles, first: Int = 0,
                                     count: Int, instances: Int = 1, baseVertex: Int = 0, baseInstance: Int = 0, label: String = "",
                                     file: StaticString = #fileID, line: UInt = #line) {
        let own = indices.elements.flatMap { $0.areBytes ? nil : $0.index }
        record(primitive, first: first, count: count, instances: instances, baseVertex: baseVertex, baseInstance: baseInstance,
               indices: IndexBinding(buffer: indices, type: type ?? own ?? .uint16, offset: 0), label: label, site: CallSite(file: file, line: line))
    }
    private mutating func record(_ primitive: PrimitiveType, first: Int, count: Int, instances: Int, baseVertex: Int,
                                 baseInstance: Int, indices: IndexBinding?, label: String, site: CallSite) {
        guard let pipeline = requirePipeline(for: "a draw") else { return }
        writeBuiltinUniforms(pipeline.program)
        notes?.willDraw(with: pipeline.program)
        operations.append(.draw(DrawCall(
            pipeline: pipeline, primitive: primitive, first: first, count: count, instanceCount: instances,
            baseVertex: baseVertex, baseInstance: baseInstance, indices: indices, vertexBuffers: vertexBuffers, uniforms: uniforms,
            uniformBuffers: uniformBuffers, textures: textures, viewport: viewport, scissor: scissor, blendColor: blendColor,
            stencilReferenceFront: stencilReferenceFront, stencilReferenceBack: stencilReferenceBack, query: query, label: label, site: site)))
        drawCount += 1
    }
    /// Gives shaders the viewport's depth range as gl_DepthRange, and the target's height where they count rows from the top.
    private mutating func writeBuiltinUniforms(_ program: Program) {
        if let word = program.targetHeightWord { uniforms[word] = Float(target.height).bitPattern }
        guard !program.depthRangeWords.isEmpty else { return }
        let near = min(max(viewport.depthNear, 0), 1), far = min(max(viewport.depthFar, 0), 1)
        for (word, value) in zip(program.depthRangeWords, [near, far, far - near]) {
            if let word { uniforms[word] = value.bitPattern }
        }
    }
    /// Clears attachments in the middle of the pass, inside of the scissor that is set. Values that are nil leave their attachment
    /// alone.
    public mutating func clear(_ values: ClearValues) { operations.append(.clear(ClearCall(values: values, scissor: scissor))) }
    /// Gives a group of draws a name, for people who read the recorded commands. It changes no picture.
    public mutating func group(_ name: String, _ body: (inout RenderPass) throws -> Void) rethrows {
        operations.append(.pushGroup(name))
        defer { operations.append(.popGroup) }
        try body(&self)
    }
}
