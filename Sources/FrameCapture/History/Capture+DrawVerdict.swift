// Capture+DrawVerdict: explains why a draw is not visible.
//
// An experiment decides whether a draw is visible: the frame is drawn with it and without it, and the results are compared bit by
// bit. If they are equal, the reference renderer counts what happens to the draw's vertices, primitives and samples. Then both
// frames are drawn event by event, until all changes by the draw have disappeared.

import CaptureFile
import Glibc
import Raster

extension Capture {
    /// Returns how much of a draw is visible in the frame's result, and what happened to the rest.
    /// - Throws: `RasterError` if the frame cannot be drawn.
    public func verdict(of draw: CapturedDraw, in frame: CapturedFrame, on kind: Device.Kind = .jit) throws -> DrawVerdict {
        guard frame.events.indices.contains(draw.event), case .draw(let record) = frame.events[draw.event] else {
            throw RasterError(.invalidArgument, "draw @\(draw.number)", "belongs to another frame", remedy: "give the draw's own frame")
        }
        func whole(_ loss: DrawLoss) -> DrawVerdict {
            DrawVerdict(draw: draw, vertices: 0, primitives: 0, samples: 0, passed: 0, changed: 0, seen: 0, evidence: [.init(unit: "", count: 1, total: 1, loss: loss, by: nil)])
        }
        if record.count == 0 { return whole(.noVertices) }
        if record.instanceCount == 0 { return whole(.noInstances) }
        let with = Device(kind)
        return try DrawInquiry(with: Replayer(frame, of: self, on: with), without: Replayer(frame, of: self, on: Device(kind)), draw, stepLimit: stepLimit(on: with.options)).verdict()
    }
}

/// One frame with a draw and without it, drawn side by side.
struct DrawInquiry {
    private let with: Replayer
    private let without: Replayer
    private let draw: CapturedDraw
    private let stepLimit: Int

    init(with: Replayer, without: Replayer, _ draw: CapturedDraw, stepLimit: Int) {
        self.with = with; self.without = without; self.draw = draw; self.stepLimit = stepLimit
    }

    func verdict() throws -> DrawVerdict {
        try with.run(before: draw.event)
        let census = try count(shadesAll: false)
        let primitives = Dictionary(census.lost.map { (DrawLoss($0.key), $0.value) }, uniquingKeysWith: +), samples = Dictionary(census.ended.map { (DrawLoss($0.key), $0.value) }, uniquingKeysWith: +)
        var evidence = DrawLoss.allCases.compactMap { loss in
            primitives[loss].map { DrawVerdict.Evidence(unit: "primitives", count: $0, total: census.primitives, loss: loss, by: nil) }
        }
        if census.primitives == 0 { evidence.append(.init(unit: "", count: 1, total: 1, loss: .noPrimitives, by: nil)) }
        evidence += DrawLoss.allCases.compactMap { loss in
            samples[loss].map { DrawVerdict.Evidence(unit: "samples", count: $0, total: census.samples, loss: loss, by: nil) }
        }

        // The census has restored the images.
        try without.run(before: draw.event)
        try execute(draw.event, on: with)
        let differences = TargetImages(with, draw.framebuffer).attachments.map { ImageDifference($0, with, without) }
        let changed = differences.map(\.places.count).max() ?? 0
        if census.passed > 0 && changed == 0 { evidence.append(try effectless(census)) }

        var seen = 0
        if changed > 0 {
            seen = try samplesSeen()
            if seen == 0 { evidence += try follow(differences) }
        }
        return DrawVerdict(draw: draw, vertices: census.vertices, primitives: census.primitives, samples: census.samples, passed: census.passed, changed: changed, seen: seen,
                           evidence: evidence)
    }

    /// Counts what happens in the draw with the reference renderer, and restores the images.
    private func count(shadesAll: Bool) throws -> DrawCensus {
        let target = with.framebuffers[draw.framebuffer]
        var encoder = with.device.makeCommandEncoder(label: "census")
        try encoder.render(to: target, label: draw.name) { try with.record(with.frame.events[draw.event], into: &$0) }
        // Validates the commands, because the reference renderer does not.
        try with.device.prepare(encoder)
        let census = DrawCensus(shadesAll: shadesAll), reference = ReferenceRenderer(stepLimit: stepLimit)
        reference.census = census
        let saved = target.attachments.map { ($0, [UInt8]($0.sliceBytes)) }
        defer { for (attachment, bytes) in saved { attachment.sliceBytes.copyBytes(from: bytes) } }
        try reference.execute(encoder.commands)
        return census
    }

    /// Returns why samples that pass all tests change nothing.
    private func effectless(_ census: DrawCensus) throws -> DrawVerdict.Evidence {
        func all(_ loss: DrawLoss, _ count: Int) -> DrawVerdict.Evidence { .init(unit: "samples", count: count, total: census.samples, loss: loss, by: nil) }
        guard case .draw(let record) = with.frame.events[draw.event] else { return all(.unchanged, census.passed) }
        let state = with.frame.table.pipelines[record.pipeline].state, images = TargetImages(with, draw.framebuffer)
        if images.color.allSatisfy({ state.colorTarget($0.number).writeMask.isEmpty }) { return all(.writeMasked, census.passed) }
        if images.color.contains(where: { state.colorTarget($0.number).blend != nil }) {
            let transparent = try count(shadesAll: true).transparent
            if transparent > 0 { return all(.transparent, transparent) }
        }
        return all(.unchanged, census.passed)
    }

    /// Executes one event by itself. A draw or clear runs in a pass of its own that keeps the images' contents.
    private func execute(_ number: Int, in framebuffer: Int? = nil, on replayer: Replayer) throws {
        var encoder = replayer.device.makeCommandEncoder(label: replayer.frame.label)
        let event = replayer.frame.events[number]
        switch event {
        case .beginPass(let pass): encoder.render(to: replayer.framebuffers[pass.framebuffer], clear: pass.clear, label: pass.label) { _ in }
        case .draw, .clear:
            try encoder.render(to: replayer.framebuffers[framebuffer ?? draw.framebuffer], label: "event \(number)") { try replayer.record(event, into: &$0) }
        case .pushGroup, .popGroup, .endPass: return
        case .copy, .blit, .generateMipmaps, .updateBuffer: try replayer.record(event, into: &encoder)
        }
        try replayer.device.submit(encoder)
    }

    /// Draws both frames completely, and counts the samples that differ in their results.
    private func samplesSeen() throws -> Int {
        try with.run()
        try without.run(skipping: [draw.number])
        return with.frame.result.map { ImageDifference($0, with, without).places.count } ?? 0
    }

    /// Draws both frames event by event, and returns the events that overwrote the draw's changes.
    private func follow(_ differences: [ImageDifference]) throws -> [DrawVerdict.Evidence] {
        let frame = with.frame
        try with.run(before: draw.event)
        try without.run(before: draw.event)
        try execute(draw.event, on: with)
        var left = differences, evidence: [DrawVerdict.Evidence] = [], framebuffer = draw.framebuffer, number = draw.number
        let totals = differences.map(\.places.count), total = totals.max() ?? 0
        for event in (draw.event + 1)..<max(frame.events.count, draw.event + 1) {
            var name = "event \(event)"
            switch frame.events[event] {
            case .beginPass(let pass):
                framebuffer = pass.framebuffer
                name = "the clear of \(passWords(pass.label))"
            case .draw:
                number += 1
                name = "@\(number) (\(frame.draws[number].name))"
            case .clear: name = "a clear"
            case .blit: name = "a blit"
            case .copy: name = "a copy"
            default: break
            }
            try execute(event, in: framebuffer, on: with)
            try execute(event, in: framebuffer, on: without)
            for index in left.indices where !left[index].places.isEmpty {
                let before = left[index].places.count
                left[index].update(with, without)
                let gone = before - left[index].places.count
                // If the draw changed several images, only the one with the most changed samples is reported.
                if gone > 0, totals[index] == total, index == totals.firstIndex(of: total) {
                    evidence.append(.init(unit: "changed samples", count: gone, total: total, loss: .overdrawn, by: name))
                }
            }
        }
        if let index = totals.firstIndex(of: total), !left[index].places.isEmpty {
            evidence.append(.init(unit: "changed samples", count: left[index].places.count, total: total, loss: .notShown, by: nil))
        }
        return evidence
    }
}

/// The samples of an image that differ between two replays of a frame.
struct ImageDifference {
    let image: RecordedAttachment
    /// The byte offsets of these samples in the image.
    private(set) var places: [Int]
    private let texelByteCount: Int

    init(_ image: RecordedAttachment, _ a: Replayer, _ b: Replayer) {
        self.image = image
        let (first, second) = (a.bytes(of: image), b.bytes(of: image)), size = a.textures[image.texture].storage.bytesPerTexel
        texelByteCount = size
        var places: [Int] = []
        // Most images are equal almost everywhere, so large blocks are compared first.
        let blockSize = size * 1024
        for block in stride(from: 0, to: first.count, by: blockSize) {
            let end = min(block + blockSize, first.count)
            if ImageDifference.isEqual(first, second, block, end - block) { continue }
            for place in stride(from: block, to: end, by: size) where !ImageDifference.isEqual(first, second, place, size) { places.append(place) }
        }
        self.places = places
    }
    /// Removes the samples that have become equal.
    mutating func update(_ a: Replayer, _ b: Replayer) {
        let (first, second) = (a.bytes(of: image), b.bytes(of: image)), size = texelByteCount
        places.removeAll { ImageDifference.isEqual(first, second, $0, size) }
    }
    /// - Precondition: The range is inside of both images.
    private static func isEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer, _ place: Int, _ count: Int) -> Bool {
        guard let first = a.baseAddress, let second = b.baseAddress else { return true }
        return memcmp(first + place, second + place, count) == 0
    }
}

extension Attachment {
    /// The bytes of its slice, with all samples.
    var sliceBytes: UnsafeMutableRawBufferPointer {
        let size = texture.storage.levels[level].bytesPerSlice
        return UnsafeMutableRawBufferPointer(rebasing: texture.storage.mutableBytes(ofLevel: level)[(slice * size)..<((slice + 1) * size)])
    }
}
extension Replayer {
    func bytes(of image: RecordedAttachment) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(Attachment(textures[image.texture], level: image.level, slice: image.slice).sliceBytes)
    }
}
extension TargetImages {
    /// The attachments, each once.
    var attachments: [RecordedAttachment] {
        var list: [RecordedAttachment] = []
        for case let attachment? in color.map(\.attachment) + [depth, stencil] where !list.contains(attachment) { list.append(attachment) }
        return list
    }
}
