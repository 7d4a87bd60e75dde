// FrameSubset: a part of a frame: some of its events, and only the resources that these events use.

import CaptureFile
import Raster

struct FrameSubset {
    private(set) var table = ResourceTable()
    private(set) var events: [RecordedEvent]
    private let old: ResourceTable
    private var textures: [Int: Int] = [:], buffers: [Int: Int] = [:], programs: [Int: Int] = [:], pipelines: [Int: Int] = [:]
    private var framebuffers: [Int: Int] = [:], samplers: [Int: Int] = [:], queries: [Int: Int] = [:]
    private var feedbacks: [Int: Int] = [:], computePrograms: [Int: Int] = [:]

    /// - Parameters:
    ///   - events: Events that use resources of `table`.
    ///   - emptied: The textures whose contents are replaced by zeros.
    init(_ events: [RecordedEvent], of table: ResourceTable, emptied: Set<Int> = []) {
        old = table
        self.events = []
        self.events = events.map { renumbered($0) }
        for (number, place) in textures where emptied.contains(number) { self.table.textures[place].levels = [] }
    }

    private mutating func texture(_ number: Int) -> Int {
        if let known = textures[number] { return known }
        var texture = old.textures[number]
        if let source = texture.source { texture.source?.buffer = buffer(source.buffer) }
        table.textures.append(texture)
        textures[number] = table.textures.count - 1
        return table.textures.count - 1
    }
    private mutating func buffer(_ number: Int) -> Int { FrameSubset.place(number, &buffers, &table.buffers, old.buffers) { $0 } }
    private mutating func sampler(_ number: Int) -> Int { FrameSubset.place(number, &samplers, &table.samplers, old.samplers) { $0 } }
    private static func place<Element>(_ number: Int, _ numbers: inout [Int: Int], _ list: inout [Element], _ old: [Element],
                                       _ change: (Element) -> Element) -> Int {
        if let known = numbers[number] { return known }
        list.append(change(old[number]))
        numbers[number] = list.count - 1
        return list.count - 1
    }
    private mutating func pipeline(_ number: Int) -> Int {
        if let known = pipelines[number] { return known }
        var pipeline = old.pipelines[number]
        pipeline.program = FrameSubset.place(pipeline.program, &programs, &table.programs, old.programs) { $0 }
        table.pipelines.append(pipeline)
        pipelines[number] = table.pipelines.count - 1
        return table.pipelines.count - 1
    }
    private mutating func attachment(_ attachment: RecordedAttachment) -> RecordedAttachment {
        RecordedAttachment(texture: texture(attachment.texture), level: attachment.level, slice: attachment.slice)
    }
    private mutating func framebuffer(_ number: Int) -> Int {
        if let known = framebuffers[number] { return known }
        var framebuffer = old.framebuffers[number]
        for index in framebuffer.color.indices {
            if let color = framebuffer.color[index].value { framebuffer.color[index] = RecordedOptional(attachment(color)) }
        }
        if let depth = framebuffer.depth { framebuffer.depth = attachment(depth) }
        if let stencil = framebuffer.stencil { framebuffer.stencil = attachment(stencil) }
        table.framebuffers.append(framebuffer)
        framebuffers[number] = table.framebuffers.count - 1
        return table.framebuffers.count - 1
    }
    private mutating func query(_ number: Int) -> Int {
        if number < 0 { return number }
        if let known = queries[number] { return known }
        queries[number] = table.queryCount
        table.queryCount += 1
        return table.queryCount - 1
    }

    private mutating func feedback(_ number: Int) -> Int {
        if number < 0 { return number }
        if let known = feedbacks[number] { return known }
        var feedback = old.feedbacks[number]
        for index in feedback.targets.indices { feedback.targets[index].buffer = buffer(feedback.targets[index].buffer) }
        table.feedbacks.append(feedback)
        feedbacks[number] = table.feedbacks.count - 1
        return table.feedbacks.count - 1
    }

    private mutating func renumber(_ textures: inout [RecordedTextureBinding], _ storageBuffers: inout [RecordedStorageBuffer],
                                   _ images: inout [RecordedImageBinding]) {
        for index in textures.indices {
            textures[index].texture = texture(textures[index].texture)
            textures[index].sampler = sampler(textures[index].sampler)
        }
        for index in storageBuffers.indices { storageBuffers[index].buffer = buffer(storageBuffers[index].buffer) }
        for index in images.indices { images[index].texture = texture(images[index].texture) }
    }
    private mutating func renumbered(_ event: RecordedEvent) -> RecordedEvent {
        switch event {
        case .beginPass(var pass):
            pass.framebuffer = framebuffer(pass.framebuffer)
            return .beginPass(pass)
        case .draw(var draw):
            draw.pipeline = pipeline(draw.pipeline)
            if let indices = draw.indices { draw.indices?.buffer = buffer(indices.buffer) }
            for index in draw.vertexBuffers.indices { draw.vertexBuffers[index].buffer = buffer(draw.vertexBuffers[index].buffer) }
            for index in draw.uniformBuffers.indices { draw.uniformBuffers[index].buffer = buffer(draw.uniformBuffers[index].buffer) }
            renumber(&draw.textures, &draw.storageBuffers, &draw.images)
            if let arguments = draw.arguments { draw.arguments?.buffer = buffer(arguments.buffer) }
            draw.query = query(draw.query)
            draw.feedback = feedback(draw.feedback)
            return .draw(draw)
        case .copy(var copy):
            copy.source = texture(copy.source)
            copy.destination = texture(copy.destination)
            return .copy(copy)
        case .blit(var blit):
            blit.source = attachment(blit.source)
            blit.destination = attachment(blit.destination)
            return .blit(blit)
        case .generateMipmaps(let number): return .generateMipmaps(texture(number))
        case .updateBuffer(var update):
            update.buffer = buffer(update.buffer)
            return .updateBuffer(update)
        case .dispatch(var dispatch):
            dispatch.program = FrameSubset.place(dispatch.program, &computePrograms, &table.computePrograms, old.computePrograms) { $0 }
            for index in dispatch.uniformBuffers.indices { dispatch.uniformBuffers[index].buffer = buffer(dispatch.uniformBuffers[index].buffer) }
            renumber(&dispatch.textures, &dispatch.storageBuffers, &dispatch.images)
            if let arguments = dispatch.arguments { dispatch.arguments?.buffer = buffer(arguments.buffer) }
            return .dispatch(dispatch)
        case .clear, .pushGroup, .popGroup, .endPass: return event
        }
    }

    private func renumbered(_ locations: RecordedLocations) -> RecordedLocations {
        var result = RecordedLocations()
        result.programs = locations.programs.compactMap { program in
            guard let number = (program.isCompute ? computePrograms : programs)[Int(program.number)] else { return nil }
            var renumbered = program
            renumbered.number = UInt32(number)
            return renumbered
        }
        return result
    }

    /// Writes a capture of this frame; the contents of its resources come from `capture`.
    /// - Parameters:
    ///   - error: The error that ends the frame; empty if no error ends the frame.
    ///   - locations: The locations of the whole frame's uniforms.
    func write(to path: String, label: String, error: String, locations: RecordedLocations, of capture: Capture) throws {
        do {
            let writer = try CaptureWriter(path: path)
            var origin = RecordedOrigin.blank
            (origin.program, origin.renderer, origin.shaderStepLimit) = (capture.program, capture.renderer, capture.shaderStepLimit)
            origin.servesOpenGL = capture.ownVocabulary == .opengl
            try writer.append(.capture, frame: 0, isRequired: false, origin.encoded)
            for blob in FrameAssembly.blobs(of: table, events) {
                let bytes = try capture.reader.bytes(of: blob, limit: blob.byteCount)
                _ = try bytes.withUnsafeBytes { bytes throws(CaptureFileError) in try writer.blob(bytes, hash: blob.hash, frame: 0) }
            }
            try writer.append(.resources, frame: 0, table.encoded)
            var chunks = EventChunks()
            for event in events { chunks.append(event) }
            for payload in chunks.take() { try writer.append(.events, frame: 0, payload) }
            let locations = renumbered(locations)
            if !locations.programs.isEmpty { try writer.append(.locations, frame: 0, isRequired: false, locations.encoded) }
            let draws = events.count { if case .draw = $0 { true } else { false } }
            try writer.append(.frame, frame: 0, RecordedFrame(label: label, eventCount: events.count, drawCount: draws).encoded)
            try writer.append(.outcome, frame: 0, isRequired: false, RecordedOutcome(error: error, results: []).encoded)
            try writer.finish()
        } catch let error as CaptureFileError { throw RasterError(error) }
    }
}
