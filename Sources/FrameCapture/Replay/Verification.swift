// Verification: proves, draw by draw, that a frame has the same bits on every renderer.

import CaptureFile
import Raster

/// A renderer, with its settings, that draws a frame again for a comparison.
public struct ReplayWay: Sendable, Hashable, CustomStringConvertible {
    /// The renderer and its settings as text, such as "reference" or "jit, 8 lanes, optimized".
    public let description: String
    /// Makes a device whose limit of loop iterations is `shaderStepLimit`, the limit of the captured device.
    let make: @Sendable (_ shaderStepLimit: Int) throws -> Device
    package init(description: String, make: @escaping @Sendable (_ shaderStepLimit: Int) throws -> Device) {
        self.description = description; self.make = make
    }
    public static func == (a: ReplayWay, b: ReplayWay) -> Bool { a.description == b.description }
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }

    /// The scalar renderer.
    public static let reference = ReplayWay(description: "reference") { limit in
        var options = Device.Options()
        options.shaderStepLimit = limit
        return Device(.reference, options: options)
    }
    /// Returns the compiled renderer.
    /// - Parameters:
    ///   - lanes: 4, 8 or 16.
    ///   - isBaseline: Whether to use the code that is compiled quickly for a first frame, instead of the optimised code.
    public static func jit(lanes: Int, isBaseline: Bool) -> ReplayWay {
        ReplayWay(description: "jit, \(lanes) lanes, \(isBaseline ? "baseline" : "optimized")") {
            try Device.compiled(lanes: lanes, threads: 2, isBaseline: isBaseline, stepLimit: $0)
        }
    }
    /// All ways to draw a frame: the reference renderer, and for each lane width the compiled renderer with the baseline code and with the optimised code.
    public static let all: [ReplayWay] = [.reference] + [4, 8, 16].flatMap { lanes in [true, false].map { .jit(lanes: lanes, isBaseline: $0) } }
}

/// The result of a verification.
public struct VerificationReport: Sendable {
    /// One way to draw the frame (a renderer with its settings), and the first difference in the bits that were drawn in this way.
    public struct Result: Sendable {
        /// The renderer, with its settings, that drew the frame.
        public let way: ReplayWay
        /// A sentence about the first difference; nil if all bits equal the recorded bits.
        public let difference: String?
    }
    /// The frame's number.
    public let frame: Int
    /// The number of events after which attachments were compared.
    public let comparedEvents: Int
    /// Whether the file holds hashes from an earlier verification. If the file holds such hashes, the bits that each way drew were compared
    /// with these hashes. Otherwise the bits of the other ways were compared with the bits of the first way.
    public let hadHashes: Bool
    /// The result for each way to draw the frame, in the order of the parameter `ways`.
    public let results: [Result]
    /// The reason why the final bits that the captured application drew were not compared; nil if these bits were compared.
    public let outcomeNote: String?
    /// Whether all ways gave the expected bits.
    public var passes: Bool { results.allSatisfy { $0.difference == nil } }
    let hashes: EventHashes
}

extension Capture {
    /// Draws a frame in each of `ways`, event by event and then as a whole. After each event, the bits of all images and buffers
    /// that the event writes are compared with the recorded bits. If the file has no recorded bits, the bits of the first way are
    /// the expected bits for the other ways.
    /// - Parameters:
    ///   - frame: The frame.
    ///   - ways: The ways to draw the frame.
    ///   - progress: Receives each of `ways` before the frame is drawn in this way.
    /// - Throws: `RasterError` if the frame cannot be drawn.
    public func verify(_ frame: CapturedFrame, ways: [ReplayWay] = ReplayWay.all, progress: (ReplayWay) -> Void = { _ in }) throws -> VerificationReport {
        var expected = frame.hashes
        var results: [VerificationReport.Result] = []
        // The system's OpenGL may draw different bits, so the application's final bits are compared only if Raster drew these bits.
        let isOurs = renderer == "reference" || renderer.hasPrefix("jit")
        let note = frame.error != nil ? "the captured frame ended with an error"
            : frame.outcome == nil ? "the program ended before the frame was complete" : isOurs ? nil : "it was drawn by \(renderer)"
        var count = 0
        for way in ways {
            progress(way)
            let replayer = try Replayer(frame, of: self, on: way.make(stepLimit(on: Device.Options())))
            let found = try replayer.hashEvents()
            count = found.events.count
            let reference = expected ?? found
            expected = reference
            var difference = firstDifference(frame, reference, found)
            if difference == nil, frame.error == nil {
                try replayer.run()
                difference = try replayer.difference(fromLast: reference)
                if difference == nil, note == nil, let outcome = frame.outcome { difference = try replayer.difference(from: outcome) }
            }
            results.append(.init(way: way, difference: difference))
        }
        return VerificationReport(frame: frame.number, comparedEvents: count, hadHashes: frame.hashes != nil, results: results, outcomeNote: note,
                                  hashes: expected ?? EventHashes(events: []))
    }

    /// Writes the hashes of verified frames into the file; later verifications on any machine then compare with these hashes.
    /// - Throws: `RasterError` with `fileNotWritable`.
    public func store(_ reports: [VerificationReport]) throws(RasterError) {
        do {
            let writer = try CaptureWriter(appendingTo: reader)
            for report in reports { try writer.append(.hashes, frame: report.frame, isRequired: false, report.hashes.encoded) }
            try writer.finish()
        } catch { throw RasterError(error) }
    }

    private func firstDifference(_ frame: CapturedFrame, _ expected: EventHashes, _ found: EventHashes) -> String? {
        for (a, b) in zip(expected.events, found.events) where a != b {
            let attachment = zip(a.hashes, b.hashes).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
            let command = frame.shaderCommands.first { $0.event == b.event }
            return "\(Self.subject(attachment, of: command, frame)) differs after \(command.map { "\($0)" } ?? "event \(b.event)")"
        }
        return expected.events.count == found.events.count ? nil : "\(found.events.count) events wrote something instead of \(expected.events.count)"
    }
    /// Returns a phrase for the contents whose hash has the given number: an attachment, or memory that the shaders of a draw or dispatch write.
    private static func subject(_ number: Int, of command: ShaderCommand?, _ frame: CapturedFrame) -> String {
        let attachmentCount: Int
        switch command {
        case .draw(let draw):
            let target = frame.table.framebuffers[draw.framebuffer]
            attachmentCount = target.color.count { $0.value != nil } + (target.depth == nil ? 0 : 1) + (target.stencil == nil ? 0 : 1)
        case .dispatch: attachmentCount = 0
        case nil: attachmentCount = .max
        }
        return number < attachmentCount ? "attachment \(number)" : "memory \(number - attachmentCount) that its shaders write"
    }
}

extension Replayer {
    /// Draws the frame event by event. For each event, returns the hashes of the images that the event writes, and of the images
    /// and buffers that its shaders write.
    func hashEvents() throws -> EventHashes {
        try loadContents()
        var list: [AttachmentHashes] = []
        var target: Framebuffer?
        for (number, event) in frame.events.enumerated() {
            var encoder = device.makeCommandEncoder(label: frame.label)
            let images: [Attachment]
            switch event {
            case .beginPass(let pass):
                let framebuffer = framebuffers[pass.framebuffer]
                target = framebuffer
                encoder.render(to: framebuffer, clear: pass.clear, label: pass.label) { _ in }
                images = framebuffer.attachments
            case .draw, .clear:
                guard let target else { continue }
                try encoder.render(to: target, label: "event \(number)") { try record(event, into: &$0) }
                images = target.attachments
            case .copy(let copy): images = slices(copy.destination, copy.destinationLevel, from: copy.z, count: copy.sourceRegion.depth)
            case .blit(let blit): images = [Attachment(textures[blit.destination.texture], level: blit.destination.level, slice: blit.destination.slice)]
            case .generateMipmaps(let texture): images = textures[texture].storage.levels.indices.flatMap { slices(texture, $0, from: 0, count: .max) }
            case .updateBuffer, .dispatch: images = []
            case .pushGroup, .popGroup, .endPass: continue
            }
            try record(event, into: &encoder)
            do { try device.submit(encoder) } catch let error as RasterError where error.code == .shaderDidNotEnd {
                // The replay ends at this event, with the error that ended the captured frame. The result of the draw at this event is undefined.
                break
            }
            let hashes = try images.map(hash) + hashesOfMemory(writtenBy: event)
            if !hashes.isEmpty { list.append(AttachmentHashes(event: number, hashes: hashes)) }
        }
        return EventHashes(events: list)
    }
    /// Returns the hashes of the images and buffers that the shaders of a draw or dispatch write.
    func hashesOfMemory(writtenBy event: RecordedEvent) throws -> [BlobReference] {
        guard let memory = memory(usedBy: event), memory.table.memory.writesAny else { return [] }
        return try memory.writtenImages.flatMap(slices).map { try hash(of: Attachment(textures[$0.texture], level: $0.level, slice: $0.slice)) }
            + memory.writtenBuffers.map { binding in
                let bytes = buffers[binding.buffer].bytes
                return BlobReference(hash: ContentHash(of: bytes), byteCount: bytes.count)
            }
    }
    /// Returns the slices of a level that a copy writes, without slices that do not exist.
    private func slices(_ texture: Int, _ level: Int, from first: Int, count: Int) -> [Attachment] {
        let storage = textures[texture].storage
        guard storage.levels.indices.contains(level) else { return [] }
        let all = 0..<storage.levels[level].slices
        return all.filter { $0 >= first && $0 - first < count }.map { Attachment(textures[texture], level: level, slice: $0) }
    }

    /// Compares the images and buffers that the last recorded event wrote with the recorded bits. Returns a sentence if the bits differ,
    /// otherwise nil.
    func difference(fromLast expected: EventHashes) throws -> String? {
        guard let last = expected.events.last else { return nil }
        let images: [Attachment]
        switch frame.events[last.event] {
        case .beginPass(let pass): images = framebuffers[pass.framebuffer].attachments
        case .draw, .clear:
            guard let pass = frame.events[..<last.event].lazy.reversed().compactMap({ if case .beginPass(let pass) = $0 { pass } else { nil } }).first else {
                return nil
            }
            images = framebuffers[pass.framebuffer].attachments
        case .blit(let blit): images = [Attachment(textures[blit.destination.texture], level: blit.destination.level, slice: blit.destination.slice)]
        case .dispatch: images = []
        default: return nil
        }
        return try images.map(hash) + hashesOfMemory(writtenBy: frame.events[last.event]) == last.hashes ? nil : "the frame drawn as a whole has different bits than drawn event by event"
    }
    func difference(from outcome: RecordedOutcome) throws -> String? {
        for result in outcome.buffers {
            guard buffers.indices.contains(result.buffer) else {
                throw RasterError(.invalidCapture, "the outcome of frame \(frame.number)", "names buffer \(result.buffer) of \(buffers.count)",
                                  remedy: "capture the frame again")
            }
            if ContentHash(of: buffers[result.buffer].bytes) != result.hash {
                return "buffer \(result.buffer) '\(frame.table.buffers[result.buffer].label)' has different bits than the program's shaders wrote"
            }
        }
        for result in outcome.results {
            guard textures.indices.contains(result.texture) else {
                throw RasterError(.invalidCapture, "the outcome of frame \(frame.number)", "names texture \(result.texture) of \(textures.count)",
                                  remedy: "capture the frame again")
            }
            if try hash(ofTexture: result.texture, level: result.level) != result.hash {
                return "level \(result.level) of texture \(result.texture) '\(frame.table.textures[result.texture].descriptor.label)' has different bits than the program drew"
            }
        }
        return nil
    }
}
