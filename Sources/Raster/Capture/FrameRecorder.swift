// FrameRecorder: writes the commands of a submit, and the resources on which these commands depend, into a capture before the commands run.
//
// A frame can be read without any earlier frame, because the frame's table names all resources again. Contents that are already in the file
// are not written again. A frame of several submits is written submit by submit. Each submit writes the table again with the new resources,
// then the new events, then a new end of the frame. The application's changes to resources between submits become events too.

import CaptureFile

final class FrameRecorder {
    let writer: CaptureWriter
    private let start: RecordedOrigin
    /// The number of the frame that the recorder is writing, from 0.
    var number = 0
    var table = ResourceTable()
    /// For each kind of resource, the numbers that the resources have in the table.
    var textureNumbers: [ObjectIdentifier: Int] = [:]
    var bufferNumbers: [ObjectIdentifier: Int] = [:]
    var programNumbers: [ObjectIdentifier: Int] = [:]
    var computeProgramNumbers: [ObjectIdentifier: Int] = [:]
    var pipelineNumbers: [ObjectIdentifier: Int] = [:]
    var framebufferNumbers: [ObjectIdentifier: Int] = [:]
    var samplerNumbers: [Sampler: Int] = [:]
    var queryNumbers: [ObjectIdentifier: Int] = [:]
    var feedbackNumbers: [ObjectIdentifier: Int] = [:]
    /// The textures that the frame's commands change, or that the application changes between two submits of the frame.
    var written: [Texture] = []
    /// The buffers that shaders of the frame write.
    var writtenBuffers: [Buffer] = []
    /// The objects in the table, except textures and buffers. The recorder retains these objects until the frame is over, because the
    /// recorder identifies an object by its address.
    var holders: [AnyObject] = []
    /// The textures and buffers in the table with their numbers. Each element also has a version of the resource; see `TrackedResource`.
    var trackedTextures: [TrackedResource<Texture>] = []
    var trackedBuffers: [TrackedResource<Buffer>] = []
    /// The contents of resources when they were last written; see `KnownContents`.
    var known: [ObjectIdentifier: KnownContents] = [:]
    private var label = ""
    private var events = EventChunks()
    private var eventCount = 0
    private var drawCount = 0
    private var callers = RecordedCallers()
    var locations = RecordedLocations()
    /// The names of the source files whose calls record draws, and the names of OpenGL functions. The keys are the addresses of the string
    /// constants that contain these names.
    private var files: [UnsafePointer<UInt8>: String] = [:]
    /// Whether the file contains a frame.
    private(set) var hasFrame = false

    /// - Parameter start: The record about the origin of the capture. The recorder writes this record into the file.
    init(path: String, start: RecordedOrigin) throws(CaptureFileError) {
        writer = try CaptureWriter(path: path)
        self.start = start
        try writeStart()
    }
    private func writeStart() throws(CaptureFileError) { try writer.append(.capture, frame: 0, isRequired: false, start.encoded) }
    /// Removes all frames from the file.
    func clear() throws(CaptureFileError) {
        known = [:]
        hasFrame = false
        try writer.clear()
        try writeStart()
    }

    /// Writes the commands as frame `frame`.
    func write(_ commands: [Command], label: String, frame: Int) throws {
        begin(frame)
        self.label = label
        try add(commands)
    }
    /// Writes the commands of a further submit of the same frame.
    func goOn(with commands: [Command]) throws {
        try addChanges()
        try add(commands)
    }
    /// Notes that the commands of the submit have run. The commands made all changes up to now; the application makes all later changes.
    func noteExecution() {
        for index in trackedTextures.indices { trackedTextures[index].version = trackedTextures[index].resource.hostVersion }
        for index in trackedBuffers.indices { trackedBuffers[index].version = trackedBuffers[index].resource.hostVersion }
    }
    private func add(_ commands: [Command]) throws {
        for command in commands { try noteUse(of: command) }
        // Contents are written before tables, and tables before events, so that a truncated file has no references to missing
        // parts.
        for command in commands { try add(command) }
        try writer.append(.resources, frame: number, table.encoded)
        try flush()
        if !callers.lists.isEmpty { try writer.append(.callers, frame: number, isRequired: false, callers.encoded) }
        if !locations.programs.isEmpty { try writer.append(.locations, frame: number, isRequired: false, locations.encoded) }
        try writer.append(.frame, frame: number, RecordedFrame(label: label, eventCount: eventCount, drawCount: drawCount).encoded)
        hasFrame = true
    }
    /// Writes a program that failed to compile or link, as frame `frame` without events.
    func write(_ sources: ProgramSources, label: String, frame: Int) throws {
        begin(frame)
        table.programs.append(try recorded(sources, label: label))
        try writer.append(.resources, frame: number, table.encoded)
        try writer.append(.frame, frame: number,
                          RecordedFrame(label: label.isEmpty ? "a failed program" : "program \(label)", eventCount: 0, drawCount: 0).encoded)
        hasFrame = true
    }
    /// Writes a compute program that failed to compile or link, as frame `frame` without events.
    func write(_ sources: ComputeSources, label: String, frame: Int) throws {
        begin(frame)
        table.computePrograms.append(try recorded(sources, label: label))
        try writer.append(.resources, frame: number, table.encoded)
        try writer.append(.frame, frame: number,
                          RecordedFrame(label: label.isEmpty ? "a failed program" : "program \(label)", eventCount: 0, drawCount: 0).encoded)
        hasFrame = true
    }
    private func begin(_ frame: Int) {
        number = frame
        table = ResourceTable()
        textureNumbers = [:]; bufferNumbers = [:]; programNumbers = [:]; computeProgramNumbers = [:]; pipelineNumbers = [:]; framebufferNumbers = [:]
        samplerNumbers = [:]; queryNumbers = [:]; feedbackNumbers = [:]
        forgetResources()
        events = EventChunks()
        eventCount = 0
        drawCount = 0
        callers = RecordedCallers()
        locations = RecordedLocations()
        known = known.filter { $0.value.owner != nil }
    }
    private func forgetResources() {
        written = []
        writtenBuffers = []
        holders = []
        trackedTextures = []
        trackedBuffers = []
    }
    private func flush() throws(CaptureFileError) {
        for payload in events.take() { try writer.append(.events, frame: number, payload) }
    }
    func add(_ event: RecordedEvent) {
        events.append(event)
        eventCount += 1
    }

    /// Writes the error of the frame, and the hashes of the textures and buffers that the frame wrote.
    func writeOutcome(error: (any Error)?) throws {
        defer { forgetResources() }
        var results: [LevelHash] = []
        for texture in written {
            // The frame has changed the texture, so the contents in the file are out of date.
            known[ObjectIdentifier(texture)] = nil
            guard let place = textureNumbers[ObjectIdentifier(texture)] else { continue }
            // The system's OpenGL may be unable to return some images. Readers of the capture do not compare images that OpenGL could not
            // return.
            do { try texture.prepareForHostAccess() } catch { continue }
            for level in texture.storage.levels.indices {
                results.append(LevelHash(texture: place, level: level, hash: ContentHash(of: texture.storage.bytes(ofLevel: level))))
            }
        }
        let buffers = writtenBuffers.compactMap { buffer in
            bufferNumbers[ObjectIdentifier(buffer)].map { BufferHash(buffer: $0, hash: ContentHash(of: buffer.bytes)) }
        }
        try writer.append(.outcome, frame: number, isRequired: false,
                          RecordedOutcome(error: error.map { "\($0)" } ?? "", results: results, buffers: buffers).encoded)
    }

    private func add(_ command: Command) throws {
        switch command {
        case .renderPass(let pass):
            add(.beginPass(RecordedPass(label: pass.label, framebuffer: try framebuffer(pass.target), clear: pass.clear)))
            for operation in pass.operations {
                switch operation {
                case .draw(let call): try add(call)
                case .clear(let clear):
                    add(.clear(RecordedClear(values: clear.values, scissor: clear.scissor, mask: clear.mask, function: text(ofFunction: clear.function))))
                case .pushGroup(let name): add(.pushGroup(name))
                case .popGroup: add(.popGroup)
                }
            }
            add(.endPass)
        case .copyTexture(let copy):
            add(.copy(RecordedCopy(source: try texture(copy.source), sourceLevel: copy.sourceLevel, sourceRegion: copy.sourceRegion,
                                 destination: try texture(copy.destination), destinationLevel: copy.destinationLevel,
                                 x: copy.destinationX, y: copy.destinationY, z: copy.destinationZ, function: text(ofFunction: copy.function))))
        case .blit(let blit):
            func corners(_ c: (x0: Int, y0: Int, x1: Int, y1: Int)) -> SIMD4<Int> { SIMD4(c.x0, c.y0, c.x1, c.y1) }
            add(.blit(RecordedBlit(source: try attachment(blit.source), destination: try attachment(blit.destination),
                                 sourceCorners: corners(blit.sourceCorners), destinationCorners: corners(blit.destinationCorners), filter: blit.filter,
                                 scissor: blit.scissor, aspect: blit.aspect, encodesSRGB: blit.encodesSRGB,
                                 function: text(ofFunction: blit.function))))
        case .generateMipmaps(let target): add(.generateMipmaps(try texture(target)))
        case .updateBuffer(let target, let offset, let bytes):
            let contents = try bytes.withUnsafeBytes { try writer.blob($0, frame: number) }
            let place = try buffer(target)
            known[ObjectIdentifier(target)] = nil
            add(.updateBuffer(RecordedBufferUpdate(buffer: place, offset: offset, bytes: contents)))
        case .dispatch(let call): try add(call)
        }
    }

    private func add(_ call: DrawCall) throws {
        let indices = try call.indices.map { RecordedIndices(buffer: try buffer($0.buffer), type: $0.type, offset: $0.offset) }
        let vertexBuffers = try call.vertexBuffers.enumerated().compactMap { slot, binding in
            try binding.map { RecordedVertexBuffer(slot: slot, buffer: try buffer($0.buffer), offset: $0.offset) }
        }
        add(.draw(RecordedDraw(
            pipeline: try pipeline(call.pipeline), primitive: call.primitive, first: call.first, count: call.count, instanceCount: call.instanceCount,
            baseVertex: call.baseVertex, baseInstance: call.baseInstance, indices: indices, vertexBuffers: vertexBuffers, uniforms: call.uniforms,
            uniformBuffers: try uniformBuffers(call), textures: try textures(call), viewport: call.viewport, scissor: call.scissor, blendColor: call.blendColor,
            stencilReferenceFront: call.stencilReferenceFront, stencilReferenceBack: call.stencilReferenceBack, query: query(call.query),
            feedback: try feedback(call.feedback), label: call.label, file: text(of: call.site.file), line: UInt32(truncatingIfNeeded: call.site.line),
            attributes: call.attributes.named.sorted { $0.key < $1.key }.map { RecordedAttribute(name: $0.key, value: $0.value) },
            isRobust: call.isRobust, storageBuffers: try storageBuffers(call), images: try images(call), arguments: try arguments(call.arguments))))
        callers.add(call.site.callers)
        drawCount += 1
    }
    private func add(_ call: DispatchCall) throws {
        add(.dispatch(RecordedDispatch(
            program: try program(call.program), groups: SIMD4(call.groups.x, call.groups.y, call.groups.z, 0), uniforms: call.uniforms,
            uniformBuffers: try uniformBuffers(call), textures: try textures(call), storageBuffers: try storageBuffers(call), images: try images(call),
            label: call.label, file: text(of: call.site.file), line: UInt32(truncatingIfNeeded: call.site.line), isRobust: call.isRobust,
            arguments: try arguments(call.arguments))))
    }

    private func arguments(_ place: ReadArguments?) throws -> RecordedArguments? {
        try place.map { RecordedArguments(buffer: try buffer($0.buffer), offset: $0.offset) }
    }
    private func uniformBuffers(_ call: some ShaderResources) throws -> [RecordedUniformBuffer] {
        try call.uniformBuffers.enumerated().compactMap { block, binding in
            try binding.map { RecordedUniformBuffer(block: block, buffer: try buffer($0.buffer), offset: $0.offset, byteCount: $0.byteCount) }
        }
    }
    private func storageBuffers(_ call: some ShaderResources) throws -> [RecordedStorageBuffer] {
        try call.storageBuffers.enumerated().compactMap { block, binding in
            try binding.map { RecordedStorageBuffer(block: block, buffer: try buffer($0.buffer), offset: $0.offset, byteCount: $0.byteCount) }
        }
    }
    private func images(_ call: some ShaderResources) throws -> [RecordedImageBinding] {
        try call.images.enumerated().compactMap { unit, binding in
            try binding.map {
                RecordedImageBinding(unit: unit, texture: try texture($0.texture), level: $0.level, layer: $0.layer ?? -1, format: $0.format)
            }
        }
    }
    private func textures(_ call: some ShaderResources) throws -> [RecordedTextureBinding] {
        try call.textures.enumerated().compactMap { unit, binding in
            try binding.map {
                let view = $0.view
                let shape = view.hasOwnShape ? nil
                    : RecordedViewShape(type: view.type, firstLayer: view.layers.lowerBound, layerCount: view.layers.count)
                return RecordedTextureBinding(unit: unit, texture: try texture(view.texture), sampler: sampler($0.sampler),
                                              firstLevel: view.levels.lowerBound, lastLevel: view.levels.upperBound, swizzle: view.swizzle, shape: shape,
                                              readsStencil: view.readsStencil)
            }
        }
    }
    private func text(ofFunction name: StaticString?) -> String { name.map(text(of:)) ?? "" }
    private func text(of file: StaticString) -> String {
        guard file.hasPointerRepresentation else { return "\(file)" }
        if let known = files[file.utf8Start] { return known }
        let text = "\(file)"
        files[file.utf8Start] = text
        return text
    }
}
