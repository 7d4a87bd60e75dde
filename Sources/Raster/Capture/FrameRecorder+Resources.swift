// FrameRecorder+Resources: adds the resources of commands to the frame's table, and the contents of these resources to the capture.

import CaptureFile
import Shading

/// The contents that were last written to the capture for a resource, and the version that the resource had at that time. As long as the
/// resource has the same version, its contents are not written again.
struct KnownContents {
    weak var owner: AnyObject?
    var version: UInt64
    var levels: [BlobReference]
}

/// A resource of a frame. `version` is the value that the resource's `hostVersion` had when the frame last recorded the resource, or when
/// the last submit of the frame had run, whichever was later.
struct TrackedResource<Resource: AnyObject> {
    var resource: Resource
    /// The resource's number in the table.
    var number: Int
    var version: UInt64
}

extension FrameRecorder {
    /// Records the textures that a command reads or writes. The recorder calls this function before it writes any event of the submit. The
    /// old contents of a texture are not recorded if the command overwrites the whole contents.
    func noteUse(of command: Command) throws {
        switch command {
        case .renderPass(let pass):
            for case .draw(let call) in pass.operations {
                for case .some(let binding) in call.textures { _ = try texture(binding.texture) }
                try noteMemory(of: call)
            }
            for attachment in pass.target.attachments { try noteTarget(attachment.texture, isOverwritten: FrameRecorder.overwrites(pass, attachment)) }
        case .copyTexture(let copy):
            _ = try texture(copy.source)
            try noteTarget(copy.destination, isOverwritten: FrameRecorder.overwrites(copy))
        case .blit(let blit):
            _ = try texture(blit.source.texture)
            try noteTarget(blit.destination.texture, isOverwritten: FrameRecorder.overwrites(blit))
        case .generateMipmaps(let texture): try noteTarget(texture, isOverwritten: false)
        case .updateBuffer: break
        case .dispatch(let call):
            for case .some(let binding) in call.textures { _ = try texture(binding.texture) }
            try noteMemory(of: call)
        }
    }
    /// Records the images that shaders read or write, and notes the buffers that these shaders write.
    private func noteMemory(of call: some ShaderResources) throws {
        for case .some(let binding) in call.images { _ = try texture(binding.texture) }
        guard call.writesMemory else { return }
        for binding in call.writtenImages { try noteTarget(binding.texture, isOverwritten: false) }
        for binding in call.writtenBuffers where !writtenBuffers.contains(where: { $0 === binding.buffer }) { writtenBuffers.append(binding.buffer) }
    }
    private func noteTarget(_ target: Texture, isOverwritten: Bool) throws {
        _ = try texture(target, isOverwritten: isOverwritten)
        if !written.contains(where: { $0 === target }) { written.append(target) }
    }
    /// Returns whether the pass clears every texel of the attachment's texture.
    private static func overwrites(_ pass: RenderPassCommand, _ attachment: Attachment) -> Bool {
        let texture = attachment.texture, format = texture.format
        guard isOneImage(texture), texture.width == pass.target.width, texture.height == pass.target.height else { return false }
        if !format.hasDepth && !format.hasStencil {
            return pass.target.color.enumerated().contains { i, color in color?.texture === texture && pass.clear.color(i) != nil }
        }
        let clearsDepth = pass.clear.depth != nil && pass.target.depth?.texture === texture
        let clearsStencil = pass.clear.stencil != nil && pass.target.stencil?.texture === texture
        return (clearsDepth || !format.hasDepth) && (clearsStencil || !format.hasStencil)
    }

    private static func overwrites(_ copy: CopyTextureCommand) -> Bool {
        let region = copy.sourceRegion, texture = copy.destination
        return isOneImage(texture) && region.width == texture.width && region.height == texture.height
    }
    private static func overwrites(_ blit: BlitCommand) -> Bool {
        let from = blit.sourceCorners, to = blit.destinationCorners, source = blit.source.texture, texture = blit.destination.texture
        let level = source.storage.levels[blit.source.level]
        return isOneImage(texture) && texture.format.isColor && blit.scissor == nil && from.x0 != from.x1 && from.y0 != from.y1
            && min(from.x0, from.x1) >= 0 && min(from.y0, from.y1) >= 0 && max(from.x0, from.x1) <= level.width && max(from.y0, from.y1) <= level.height
            && min(to.x0, to.x1) <= 0 && min(to.y0, to.y1) <= 0 && max(to.x0, to.x1) >= texture.width && max(to.y0, to.y1) >= texture.height
    }
    private static func isOneImage(_ texture: Texture) -> Bool { texture.storage.levels.count == 1 && texture.storage.levels[0].slices == 1 }

    /// - Parameter isOverwritten: Whether the command overwrites all texels. If so, and if this is the frame's first use of the texture,
    ///   the old contents are not recorded.
    func texture(_ texture: Texture, isOverwritten: Bool = false) throws -> Int {
        if let number = textureNumbers[ObjectIdentifier(texture)] { return number }
        let source = try texture.source.map { RecordedTexelSource(buffer: try buffer($0.buffer), offset: $0.offset, byteCount: $0.byteCount) }
        let levels = isOverwritten || source != nil ? [] : try contents(of: texture)
        var descriptor = texture.descriptor
        descriptor.label = texture.captureName ?? descriptor.label
        table.textures.append(RecordedTexture(descriptor: descriptor, levels: levels, source: source))
        textureNumbers[ObjectIdentifier(texture)] = table.textures.count - 1
        trackedTextures.append(TrackedResource(resource: texture, number: table.textures.count - 1, version: texture.hostVersion))
        return table.textures.count - 1
    }
    private func contents(of texture: Texture) throws -> [BlobReference] {
        try texture.prepareForHostAccess()
        if let known = known[ObjectIdentifier(texture)], known.owner === texture, known.version == texture.hostVersion { return known.levels }
        let levels = try texture.storage.levels.indices.map { try writer.blob(texture.storage.bytes(ofLevel: $0), frame: number) }
        known[ObjectIdentifier(texture)] = KnownContents(owner: texture, version: texture.hostVersion, levels: levels)
        return levels
    }

    func buffer(_ buffer: Buffer) throws -> Int {
        if let number = bufferNumbers[ObjectIdentifier(buffer)] { return number }
        let contents: BlobReference
        if let known = known[ObjectIdentifier(buffer)], known.owner === buffer, known.version == buffer.hostVersion {
            contents = known.levels[0]
        } else {
            contents = try writer.blob(buffer.bytes, frame: number)
            known[ObjectIdentifier(buffer)] = KnownContents(owner: buffer, version: buffer.hostVersion, levels: [contents])
        }
        table.buffers.append(RecordedBuffer(byteCount: buffer.byteCount, label: buffer.captureName ?? buffer.label, contents: contents))
        bufferNumbers[ObjectIdentifier(buffer)] = table.buffers.count - 1
        trackedBuffers.append(TrackedResource(resource: buffer, number: table.buffers.count - 1, version: buffer.hostVersion))
        return table.buffers.count - 1
    }

    /// Adds events for the application's changes to the frame's resources since the last submit. New texels are recorded as a new texture
    /// and as copies from this texture. Readers of captures therefore need no special kind of event for the application's changes.
    func addChanges() throws {
        for index in trackedBuffers.indices where trackedBuffers[index].version != trackedBuffers[index].resource.hostVersion {
            let buffer = trackedBuffers[index].resource
            add(.updateBuffer(RecordedBufferUpdate(buffer: trackedBuffers[index].number, offset: 0, bytes: try writer.blob(buffer.bytes, frame: number))))
            trackedBuffers[index].version = buffer.hostVersion
        }
        for index in trackedTextures.indices where trackedTextures[index].version != trackedTextures[index].resource.hostVersion {
            let texture = trackedTextures[index].resource, destination = trackedTextures[index].number
            var descriptor = texture.descriptor
            let label = texture.captureName ?? descriptor.label
            descriptor.label = "new texels" + (label.isEmpty ? "" : " of \(label)")
            table.textures.append(RecordedTexture(descriptor: descriptor, levels: try contents(of: texture)))
            for level in texture.storage.levels.indices {
                add(.copy(RecordedCopy(source: table.textures.count - 1, sourceLevel: level, sourceRegion: texture.region(ofLevel: level),
                                       destination: destination, destinationLevel: level, x: 0, y: 0, z: 0)))
            }
            trackedTextures[index].version = texture.hostVersion
            if !written.contains(where: { $0 === texture }) { written.append(texture) }
        }
    }

    private func shader(_ source: ShaderSource) throws -> RecordedShader {
        var text = source.text
        return RecordedShader(name: source.name, text: try text.withUTF8 { try writer.blob(UnsafeRawBufferPointer($0), frame: number) })
    }
    private func program(_ program: Program) throws -> Int {
        if let number = programNumbers[ObjectIdentifier(program)] { return number }
        table.programs.append(try recorded(program.sources, label: program.captureName ?? program.label))
        programNumbers[ObjectIdentifier(program)] = table.programs.count - 1
        locations.add(program.captureLocations, number: table.programs.count - 1, isCompute: false)
        holders.append(program)
        return table.programs.count - 1
    }
    func program(_ program: ComputeProgram) throws -> Int {
        if let number = computeProgramNumbers[ObjectIdentifier(program)] { return number }
        table.computePrograms.append(try recorded(program.sources, label: program.captureName ?? program.label))
        computeProgramNumbers[ObjectIdentifier(program)] = table.computePrograms.count - 1
        locations.add(program.captureLocations, number: table.computePrograms.count - 1, isCompute: true)
        holders.append(program)
        return table.computePrograms.count - 1
    }
    func recorded(_ sources: ComputeSources, label: String) throws -> RecordedComputeProgram {
        RecordedComputeProgram(label: label, compute: try shader(sources.compute),
                               defines: sources.options.defines.map { RecordedDefine(name: $0.name, value: $0.value) },
                               includes: try recorded(sources.includes), limits: RecordedLimits(limits: sources.options.limits),
                               defaultDialect: sources.options.defaultDialect)
    }
    private func recorded(_ includes: [IncludedSource]) throws -> [RecordedInclude] {
        try includes.map { RecordedInclude(path: $0.path, isSystem: $0.isSystem, includer: $0.includer, source: try shader($0.source)) }
    }
    func recorded(_ sources: ProgramSources, label: String) throws -> RecordedProgram {
        RecordedProgram(
            label: label, vertex: try shader(sources.vertex), geometry: try sources.geometry.map(shader), fragment: try shader(sources.fragment),
            defines: sources.options.defines.map { RecordedDefine(name: $0.name, value: $0.value) },
            includes: try recorded(sources.includes),
            limits: RecordedLimits(limits: sources.options.limits),
            feedback: sources.options.transformFeedback.map(RecordedFeedbackOutputs.init(outputs:)), defaultDialect: sources.options.defaultDialect)
    }
    func pipeline(_ pipeline: Pipeline) throws -> Int {
        if let number = pipelineNumbers[ObjectIdentifier(pipeline)] { return number }
        table.pipelines.append(RecordedPipeline(program: try program(pipeline.program), layout: pipeline.vertexLayout, state: pipeline.state,
                                                label: pipeline.label))
        pipelineNumbers[ObjectIdentifier(pipeline)] = table.pipelines.count - 1
        holders.append(pipeline)
        return table.pipelines.count - 1
    }

    func attachment(_ attachment: Attachment) throws -> RecordedAttachment {
        RecordedAttachment(texture: try texture(attachment.texture), level: attachment.level, slice: attachment.slice)
    }
    func framebuffer(_ framebuffer: Framebuffer) throws -> Int {
        if let number = framebufferNumbers[ObjectIdentifier(framebuffer)] { return number }
        table.framebuffers.append(RecordedFramebuffer(
            color: try framebuffer.color.map { RecordedOptional(try $0.map(attachment)) }, depth: try framebuffer.depth.map(attachment),
            stencil: try framebuffer.stencil.map(attachment), label: framebuffer.label, encodesSRGB: framebuffer.encodesSRGB,
            isLayered: framebuffer.isLayered))
        if framebuffer.attachments.isEmpty {
            let last = table.framebuffers.count - 1
            table.framebuffers[last].width = framebuffer.width
            table.framebuffers[last].height = framebuffer.height
            table.framebuffers[last].samples = framebuffer.samples
        }
        framebufferNumbers[ObjectIdentifier(framebuffer)] = table.framebuffers.count - 1
        holders.append(framebuffer)
        return table.framebuffers.count - 1
    }
    func sampler(_ sampler: Sampler) -> Int {
        if let number = samplerNumbers[sampler] { return number }
        table.samplers.append(sampler)
        samplerNumbers[sampler] = table.samplers.count - 1
        return table.samplers.count - 1
    }
    func feedback(_ feedback: TransformFeedback?) throws -> Int {
        guard let feedback else { return -1 }
        if let number = feedbackNumbers[ObjectIdentifier(feedback)] { return number }
        table.feedbacks.append(RecordedFeedback(
            primitive: feedback.primitive,
            targets: try feedback.targets.map { RecordedFeedbackTarget(buffer: try buffer($0.buffer), offset: $0.offset, byteCount: $0.size) },
            generatedPrimitiveCount: feedback.generatedPrimitiveCount, writtenPrimitiveCount: feedback.writtenPrimitiveCount))
        feedbackNumbers[ObjectIdentifier(feedback)] = table.feedbacks.count - 1
        holders.append(feedback)
        return table.feedbacks.count - 1
    }
    func query(_ query: OcclusionQuery?) -> Int {
        guard let query else { return -1 }
        if let number = queryNumbers[ObjectIdentifier(query)] { return number }
        queryNumbers[ObjectIdentifier(query)] = table.queryCount
        holders.append(query)
        table.queryCount += 1
        return table.queryCount - 1
    }
}
