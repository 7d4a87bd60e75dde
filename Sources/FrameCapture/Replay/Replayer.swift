import CaptureFile
import Raster
import Shading

/// A new source that replaces a source of a captured program.
public struct ShaderReplacement: Sendable {
    /// The program's number in the frame.
    public var program: Int
    /// The stage whose source is replaced.
    public var stage: ShaderStage
    /// The new source.
    public var source: ShaderSource
    /// Creates a replacement for a stage of a program.
    public init(program: Int, stage: ShaderStage, source: ShaderSource) { self.program = program; self.stage = stage; self.source = source }
}

/// Draws a captured frame again on any device: completely or up to a draw, without some of the draws, or with other shaders.
public final class Replayer {
    /// The device that draws.
    public let device: Device
    /// The frame that is drawn.
    public let frame: CapturedFrame
    let capture: Capture
    /// The texture numbers of the textures whose contents are zeros instead of the captured contents.
    var emptied: Set<Int> = []
    let textures: [Texture]
    let buffers: [Buffer]
    let pipelines: [Pipeline]
    let computePrograms: [ComputeProgram]
    let framebuffers: [Framebuffer]
    let queries: [OcclusionQuery]
    package let feedbacks: [TransformFeedback]
    /// The program numbers of the programs with replaced shaders.
    let replacedPrograms: Set<Int>
    /// Contents that an experiment writes into resources in place of the captured contents. The capture does not contain the substitutes.
    var substitutes: [ContentHash: [UInt8]] = [:]
    /// For each draw (the index is the draw's number), the number of samples that passed all tests in the last replay; empty if samples
    /// were not counted.
    public internal(set) var passedSamples: [UInt64] = []

    /// Creates the frame's resources on `device`.
    /// - Parameters:
    ///   - frame: The frame.
    ///   - capture: The frame's capture.
    ///   - device: The device that draws.
    ///   - replacing: Shaders that replace captured shaders.
    /// - Throws: `RasterError` if the frame's contents are damaged, or if the device cannot hold these contents; `ShaderError` if a new
    ///   shader does not compile.
    public init(_ frame: CapturedFrame, of capture: Capture, on device: Device, replacing: [ShaderReplacement] = []) throws {
        self.frame = frame; self.capture = capture; self.device = device
        let table = frame.table
        for replacement in replacing where !table.programs.indices.contains(replacement.program) {
            throw RasterError(.invalidArgument, "program \(replacement.program)", "is not in frame \(frame.number)",
                              remedy: "it has \(table.programs.count) programs, from 0 on")
        }
        let buffers = try table.buffers.map { try device.makeBuffer(byteCount: $0.byteCount, label: $0.label) }
        self.buffers = buffers
        textures = try table.textures.map { record in
            let descriptor = record.descriptor
            guard let source = record.source else { return try device.makeTexture(descriptor) }
            return try device.makeTexture(reading: buffers[source.buffer], as: descriptor.format, offset: source.offset, byteCount: source.byteCount,
                                          label: descriptor.label)
        }
        let programs = try table.programs.enumerated().map { number, record in
            func source(_ stage: ShaderStage, _ shader: RecordedShader) throws -> ShaderSource {
                try replacing.last { $0.program == number && $0.stage == stage }?.source ?? capture.source(shader)
            }
            return try device.makeProgram(vertex: source(.vertex, record.vertex), geometry: record.geometry.map { try source(.geometry, $0) },
                                          fragment: source(.fragment, record.fragment),
                                          options: capture.compileOptions(of: record), label: record.label)
        }
        pipelines = try table.pipelines.map {
            try device.makePipeline(program: programs[$0.program], vertexLayout: $0.layout, state: $0.state, label: $0.label)
        }
        computePrograms = try table.computePrograms.map { record in
            try device.makeComputeProgram(capture.source(record.compute), options: capture.compileOptions(of: record), label: record.label)
        }
        let textures = textures
        framebuffers = try table.framebuffers.map { record in
            func attachment(_ a: RecordedAttachment?) -> Attachment? {
                a.map {
                    record.isLayered ? Attachment(layersOf: textures[$0.texture], level: $0.level)
                        : Attachment(textures[$0.texture], level: $0.level, slice: $0.slice)
                }
            }
            if record.width > 0 {
                return try device.makeFramebuffer(width: record.width, height: record.height, color: [], samples: record.samples, label: record.label)
            }
            return try device.makeFramebuffer(color: record.color.map { attachment($0.value) }, depth: attachment(record.depth),
                                              stencil: attachment(record.stencil), encodesSRGB: record.encodesSRGB, label: record.label)
        }
        replacedPrograms = Set(replacing.map(\.program))
        queries = (0..<table.queryCount).map { _ in OcclusionQuery() }
        feedbacks = table.feedbacks.map { record in
            TransformFeedback(record.primitive, targets: record.targets.map {
                TransformFeedback.Target(buffers[$0.buffer], offset: $0.offset, byteCount: $0.byteCount)
            })
        }
    }

    /// Loads the contents that each resource has at the beginning of the frame.
    func loadContents() throws {
        for (number, record) in frame.table.textures.enumerated() {
            var record = record
            if emptied.contains(number) { record.levels = [] }
            try load(textures[number], record)
        }
        for (buffer, record) in zip(buffers, frame.table.buffers) {
            guard record.contents.byteCount == buffer.byteCount else { throw mismatch("buffer '\(buffer.label)'", record.contents.byteCount, buffer.byteCount) }
            try read(record.contents, into: UnsafeMutableRawBufferPointer(start: buffer.base, count: buffer.byteCount))
            buffer.hostVersion &+= 1
        }
        for query in queries { query.count = 0 }
        for (feedback, record) in zip(feedbacks, frame.table.feedbacks) {
            feedback.generatedPrimitiveCount = record.generatedPrimitiveCount
            feedback.writtenPrimitiveCount = max(0, record.writtenPrimitiveCount)
        }
    }
    private func load(_ texture: Texture, _ record: RecordedTexture) throws {
        if texture.source != nil { return }
        try texture.prepareForHostAccess()
        let storage = texture.storage
        guard record.levels.isEmpty || record.levels.count == storage.levels.count else {
            throw RasterError(.invalidCapture, "texture '\(record.descriptor.label)'",
                              "has contents of \(record.levels.count) levels, not \(storage.levels.count)", remedy: "capture the frame again")
        }
        for level in storage.levels.indices {
            let target = storage.mutableBytes(ofLevel: level)
            guard let blob = record.levels.isEmpty ? nil : record.levels[level] else {
                // The capture has no contents for this level, because the frame overwrites the level completely.
                target.initializeMemory(as: UInt8.self, repeating: 0)
                continue
            }
            guard blob.byteCount == target.count else { throw mismatch("level \(level) of texture '\(record.descriptor.label)'", blob.byteCount, target.count) }
            try read(blob, into: target)
        }
        texture.hostVersion &+= 1
    }
    private func read(_ blob: BlobReference, into target: UnsafeMutableRawBufferPointer) throws {
        if let bytes = substitutes[blob.hash] { return target.copyBytes(from: bytes) }
        do { try capture.reader.read(blob, into: target) } catch { throw RasterError(error) }
    }
    private func mismatch(_ subject: String, _ found: Int, _ needed: Int) -> RasterError {
        RasterError(.invalidCapture, subject, "has contents of \(found) bytes, not \(needed)", remedy: "capture the frame again")
    }

    /// Loads the contents that each resource has at the beginning of the frame, and draws nothing.
    /// - Throws: `RasterError` with `invalidCapture` if the contents are damaged.
    public func begin() throws { try loadContents() }

    /// Draws the frame from its beginning.
    /// - Parameters:
    ///   - last: The number of the last draw; nil for the whole frame.
    ///   - skipping: The draw numbers of the draws to skip.
    ///   - countsSamples: Whether to count the samples of each draw that pass all tests, in `passedSamples`. If `countsSamples` is true,
    ///     the captured application's own queries count nothing.
    /// - Throws: The captured frame's `RasterError`, or `invalidCapture` if contents are damaged.
    public func run(through last: Int? = nil, skipping: Set<Int> = [], countsSamples: Bool = false) throws {
        try run(before: last.map { try frame.draw($0).event + 1 } ?? frame.events.count, skipping: skipping, countsSamples: countsSamples)
    }
    /// Draws the frame from its beginning up to and including a draw or dispatch.
    /// - Throws: The captured frame's `RasterError`, or `invalidCapture` if contents are damaged.
    public func run(through last: ShaderCommand) throws { try run(before: last.event + 1) }
    /// Draws the frame from its beginning. `end` is the first event that is not executed.
    func run(before end: Int, skipping: Set<Int> = [], countsSamples: Bool = false) throws {
        try loadContents()
        try run(from: 0, before: end, skipping: skipping, countsSamples: countsSamples)
    }
    /// Continues a frame whose events before `start` have been executed.
    func run(from start: Int, before end: Int, skipping: Set<Int> = [], countsSamples: Bool = false) throws {
        let counters = countsSamples ? frame.draws.map { _ in OcclusionQuery() } : []
        defer { passedSamples = counters.map(\.count) }
        let omitted = Set(skipping.compactMap { number in frame.draws.indices.contains(number) ? frame.draws[number].event : nil })
        var numbers: [Int: Int] = [:]
        if countsSamples { for draw in frame.draws { numbers[draw.event] = draw.number } }
        try submit(frame.events[start..<end], skipping: omitted) { event in numbers[event].map { counters[$0] } }
    }
    /// Draws events with the frame's resources: all events of the frame, some of them, or changed events.
    /// - Parameters:
    ///   - omitted: The indices of events to skip. These events must be inside of passes.
    ///   - counter: Receives the index of a draw's event, and returns the query that counts the draw's samples instead of the captured query.
    func run(_ events: ArraySlice<RecordedEvent>, skipping omitted: Set<Int> = [], counter: (Int) -> OcclusionQuery? = { _ in nil }) throws {
        try loadContents()
        try submit(events, skipping: omitted, counter: counter)
    }
    /// Draws events, starting with the current contents of the resources. If the first event is in the middle of a pass, the pass
    /// continues.
    func submit(_ events: ArraySlice<RecordedEvent>, skipping omitted: Set<Int> = [], counter: (Int) -> OcclusionQuery? = { _ in nil }) throws {
        try device.submit(encoder(for: events, skipping: omitted, counter: counter))
    }
    /// Returns the validated commands of the events before `end`. A renderer other than the device's renderer can then execute these
    /// commands.
    func commands(before end: Int) throws -> [Command] { try device.checkedCommands(of: encoder(for: frame.events[..<end])) }
    /// Returns an encoder with the commands of the events.
    func encoder(for events: ArraySlice<RecordedEvent>, skipping omitted: Set<Int> = [],
                 counter: (Int) -> OcclusionQuery? = { _ in nil }) throws -> CommandEncoder {
        var encoder = device.makeCommandEncoder(label: frame.label)
        var event = events.startIndex, interrupted = pass(at: event)
        while event < events.endIndex {
            let pass: RecordedPass
            if let open = interrupted {
                pass = open
                interrupted = nil
            } else if case .beginPass(let begun) = events[event] {
                pass = begun
                event += 1
            } else {
                try record(events[event], into: &encoder)
                event += 1
                continue
            }
            try encoder.render(to: framebuffers[pass.framebuffer], clear: pass.clear, label: pass.label) { target in
                while event < events.endIndex {
                    if case .endPass = events[event] { break }
                    if !omitted.contains(event) { try record(events[event], into: &target, counter: counter(event)) }
                    event += 1
                }
            }
            event += 1
        }
        return encoder
    }

    /// Returns the pass that contains an event, without the pass's clear; nil outside of passes, and for an event that begins a pass.
    private func pass(at event: Int) -> RecordedPass? {
        for earlier in frame.events[..<event].reversed() {
            if case .endPass = earlier { return nil }
            if case .beginPass(var pass) = earlier {
                pass.clear = .none
                return pass
            }
        }
        return nil
    }

    /// Returns the image that the frame's last event wrote, as a picture with 8 bits per channel. An application would show this picture on
    /// the screen. The result is nil if no colour was written. Integers are shown as in `ImageDisplay.automatic`.
    /// - Throws: `RasterError` if the image cannot be read.
    public func result() throws -> Image? { try result(of: frame.events) }
    /// Returns the picture that the last of `events` wrote, in the form of `result`; nil if no colour was written. The events must have
    /// been drawn with the frame's resources.
    func result(of events: [RecordedEvent]) throws -> Image? {
        for event in events.reversed() {
            switch event {
            case .beginPass(let pass):
                let target = framebuffers[pass.framebuffer]
                guard let number = target.color.firstIndex(where: { $0 != nil }), let image = target.color[number] else { continue }
                return try image.texture.format.isInteger ? picture(ofImage: image).picture : target.readImage(attachment: number)
            case .blit(let blit): if textures[blit.destination.texture].format.isColor { return try picture(of: blit.destination) }
            case .copy(let copy):
                if textures[copy.destination].format.isColor {
                    return try picture(of: RecordedAttachment(texture: copy.destination, level: copy.destinationLevel, slice: copy.z))
                }
            default: break
            }
        }
        // If a frame has no passes, blits and copies, the result is the image that the frame's last dispatch wrote.
        for event in events.reversed() {
            guard case .dispatch = event, let image = images(storedBy: event).first(where: { textures[$0.texture].format.isColor }) else { continue }
            return try picture(of: image)
        }
        return nil
    }
    private func picture(of attachment: RecordedAttachment) throws -> Image {
        try picture(ofImage: Attachment(textures[attachment.texture], level: attachment.level, slice: attachment.slice)).picture
    }
}
