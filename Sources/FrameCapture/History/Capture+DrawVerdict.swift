// Capture+DrawVerdict: why nothing is seen of a draw.
//
// Whether it is seen is an experiment: the frame is drawn with it and without it, and the results are compared bit by bit. Where they are
// equal, the reference renderer counts what becomes of its vertices, primitives and samples; and what the draw changed is followed, both
// frames event by event, until it is gone.

import CaptureFile
import Glibc
import Raster

extension Capture {
    /// What is seen of a draw in the frame's result, and what became of the rest.
    /// - Throws: `RasterError` where the frame cannot be drawn.
    public func verdict(of draw: CapturedDraw, in frame: CapturedFrame, on kind: Device.Kind = .jit) throws -> DrawVerdict {
        guard frame.events.indices.contains(draw.event), case .draw(let record) = frame.events[draw.event] else {
            throw RasterError(.invalidArgument, "draw @\(draw.number)", "is of another frame", remedy: "give the frame that has it")
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

/// One frame with a draw and without it, side by side.
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

        // The census left everything as it was.
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

    /// Lets the reference renderer draw, and undoes it.
    private func count(shadesAll: Bool) throws -> DrawCensus {
        let target = with.framebuffers[draw.framebuffer]
        var encoder = with.device.makeCommandEncoder(label: "census")
        try encoder.render(to: target, label: draw.name) { try with.record(with.frame.events[draw.event], into: &$0) }
        // Checked before the reference renderer sees it.
        try with.device.prepare(encoder)
        let census = DrawCensus(shadesAll: shadesAll), reference = ReferenceRenderer(stepLimit: stepLimit)
        reference.census = census
        let saved = target.attachments.map { ($0, [UInt8]($0.sliceBytes)) }
        defer { for (attachment, bytes) in saved { attachment.sliceBytes.copyBytes(from: bytes) } }
        try reference.execute(encoder.commands)
        return census
    }

    /// Why samples that pass all tests change nothing.
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

    /// Executes one event by itself. What stands in a pass must not be the pass's beginning.
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

    /// Draws both frames as wholes, and counts what differs in their results.
    private func samplesSeen() throws -> Int {
        try with.run()
        try without.run(skipping: [draw.number])
        return with.frame.result.map { ImageDifference($0, with, without).places.count } ?? 0
    }

    /// Draws both frames event by event, and tells who took away what the draw had changed.
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
                // Of images of one draw, that with the most samples is told.
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

/// The samples of an image that are others in two replays of a frame.
struct ImageDifference {
    let image: RecordedAttachment
    /// Where they begin among the bytes of the image.
    private(set) var places: [Int]
    private let texelByteCount: Int

    init(_ image: RecordedAttachment, _ a: Replayer, _ b: Replayer) {
        self.image = image
        let (first, second) = (a.bytes(of: image), b.bytes(of: image)), size = a.textures[image.texture].storage.bytesPerTexel
        texelByteCount = size
        var places: [Int] = []
        // Most images are equal nearly everywhere.
        let blockSize = size * 1024
        for block in stride(from: 0, to: first.count, by: blockSize) {
            let end = min(block + blockSize, first.count)
            if ImageDifference.isEqual(first, second, block, end - block) { continue }
            for place in stride(from: block, to: end, by: size) where !ImageDifference.isEqual(first, second, place, size) { places.append(place) }
        }
        self.places = places
    }
    /// Leaves out what has become equal.
    mutating func update(_ a: Replayer, _ b: Replayer) {
        let (first, second) = (a.bytes(of: image), b.bytes(of: image)), size = texelByteCount
        places.removeAll { ImageDifference.isEqual(first, second, $0, size) }
    }
    /// - Precondition: The range lies in both.
    private static func isEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer, _ place: Int, _ count: Int) -> Bool {
        guard let first = a.baseAddress, let second = b.baseAddress else { return true }
        return memcmp(first + place, second + place, count) == 0
    }
}

extension Attachment {
    /// The bytes of its slice, all samples.
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
    /// Each image once.
    var attachments: [RecordedAttachment] {
        var list: [RecordedAttachment] = []
        for case let attachment? in color.map(\.attachment) + [depth, stencil] where !list.contains(attachment) { list.append(attachment) }
        return list
    }
}
