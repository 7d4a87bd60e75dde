// DrawInquiry: finds out how much of a draw is visible, and why the rest is not visible.
//
// The reference renderer counts what happens to the draw's vertices, primitives and samples. An experiment shows whether the draw
// is visible: the frame is drawn with the draw and without the draw, and the results are compared bit by bit. If the draw changed
// samples but the results are equal, both frames are drawn again event by event, to find the events after which the changed samples
// no longer differ.

import CaptureFile
import Raster

/// Two frames that are drawn event by event: a frame with a draw, and the same frame without the draw.
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
        func losses(_ unit: String, _ lost: [PipelineLoss: Int], of total: Int) -> [DrawVerdict.Evidence] {
            PipelineLoss.allCases.compactMap { loss in lost[loss].map { .init(unit: unit, count: $0, total: total, loss: .pipeline(loss), by: nil) } }
        }
        var evidence = losses("primitives", census.lostPrimitives, of: census.primitives)
        if census.primitives == 0 { evidence.append(.init(unit: "", count: 1, total: 1, loss: .noPrimitives, by: nil)) }
        evidence += losses("samples", census.lostSamples, of: census.samples)

        // `count` has restored the images of the frame with the draw, so the drawing of both frames can continue.
        try without.run(before: draw.event)
        try execute(draw.event, on: with)
        let event = with.frame.events[draw.event], stored = with.images(storedBy: event), written = with.images(of: draw.framebuffer)
        let differences = (written + stored.filter { !written.contains($0) }).map { ImageDifference($0, with, without) }
        let changed = differences.map(\.places.count).max() ?? 0
        if census.passedSamples > 0 && changed == 0 { evidence.append(try effectless(census)) }

        var seen = 0
        let writesMemory = with.memory(usedBy: event)?.table.memory.writesAny ?? false
        if changed > 0 || writesMemory || with.frame.recordedDraw(draw).feedback >= 0 {
            seen = try samplesSeen()
            if seen == 0 && changed > 0 { evidence += try follow(differences) }
        }
        return DrawVerdict(draw: draw, vertices: census.vertices, primitives: census.primitives, samples: census.samples, passed: census.passedSamples,
                           changed: changed, seen: seen, evidence: evidence)
    }

    /// Executes the draw on the reference renderer, counts what happens to its vertices, primitives and samples, and restores the
    /// images.
    private func count(shadesAll: Bool) throws -> DrawCensus {
        let target = with.framebuffers[draw.framebuffer]
        var encoder = with.device.makeCommandEncoder(label: "census")
        try encoder.render(to: target, label: draw.name) { try with.record(with.frame.events[draw.event], into: &$0) }
        // The commands are validated here, because the reference renderer does not validate commands.
        try with.device.prepare(encoder)
        // The draw is executed only to count its samples, so its results are not appended to transform feedback.
        let commands = encoder.commands.map { command in
            guard case .renderPass(var pass) = command else { return command }
            pass.operations = pass.operations.map { if case .draw(let call) = $0 { .draw(call.with()) } else { $0 } }
            return .renderPass(pass)
        }
        let census = DrawCensus(shadesAll: shadesAll)
        let saved = target.attachments.map { ($0, [UInt8]($0.imageBytes)) }
        let memory: [WrittenMemory] = commands.flatMap { command -> [WrittenMemory] in
            guard case .renderPass(let pass) = command else { return [] }
            return pass.operations.compactMap { if case .draw(let call) = $0, call.writesMemory { WrittenMemory(of: call) } else { nil } }
        }
        defer {
            for (attachment, bytes) in saved { attachment.imageBytes.copyBytes(from: bytes) }
            for written in memory { written.restore() }
        }
        try ReferenceRenderer(stepLimit: stepLimit).execute(commands, observer: census)
        return census
    }

    /// Returns the reason why samples that pass all tests change no image.
    private func effectless(_ census: DrawCensus) throws -> DrawVerdict.Evidence {
        func all(_ loss: DrawLoss, _ count: Int) -> DrawVerdict.Evidence { .init(unit: "samples", count: count, total: census.samples, loss: loss, by: nil) }
        guard case .draw(let record) = with.frame.events[draw.event] else { return all(.unchanged, census.passedSamples) }
        let state = with.frame.table.pipelines[record.pipeline].state, images = TargetImages(with, draw.framebuffer)
        if images.color.allSatisfy({ state.colorTarget($0.number).writeMask.isEmpty }) { return all(.writeMasked, census.passedSamples) }
        if images.color.contains(where: { state.readsColor($0.number, with.textures[$0.attachment.texture].format) }) {
            let transparent = try count(shadesAll: true).transparentSamples
            if transparent > 0 { return all(.transparent, transparent) }
        }
        return all(.unchanged, census.passedSamples)
    }

    /// Executes a single event. A single draw or clear runs in a separate pass, which keeps the images' contents.
    private func execute(_ number: Int, in framebuffer: Int? = nil, on replayer: Replayer) throws {
        var encoder = replayer.device.makeCommandEncoder(label: replayer.frame.label)
        let event = replayer.frame.events[number]
        switch event {
        case .beginPass(let pass): encoder.render(to: replayer.framebuffers[pass.framebuffer], clear: pass.clear, label: pass.label) { _ in }
        case .draw, .clear:
            try encoder.render(to: replayer.framebuffers[framebuffer ?? draw.framebuffer], label: "event \(number)") { try replayer.record(event, into: &$0) }
        case .pushGroup, .popGroup, .endPass: return
        case .copy, .blit, .generateMipmaps, .updateBuffer, .dispatch: try replayer.record(event, into: &encoder)
        }
        try replayer.device.submit(encoder)
    }

    /// Draws both frames completely, and counts the samples that differ between the two results.
    private func samplesSeen() throws -> Int {
        try with.run()
        try without.run(skipping: [draw.number])
        return with.resultImage.map { ImageDifference($0, with, without).places.count } ?? 0
    }

    /// Draws both frames event by event. Returns the events that overwrote the draw's changes, and the number of changed samples
    /// that no event overwrote.
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
                name = with.capture.vocabulary.name(frame.events[event], in: frame.table) ?? name
            case .draw:
                number += 1
                name = "@\(number) (\(frame.draws[number].name))"
            default: name = with.capture.vocabulary.name(frame.events[event], in: frame.table, target: framebuffer) ?? name
            }
            try execute(event, in: framebuffer, on: with)
            try execute(event, in: framebuffer, on: without)
            for index in left.indices where !left[index].places.isEmpty {
                let before = left[index].places.count
                left[index].update(with, without)
                let gone = before - left[index].places.count
                // If the draw changed several images, only the image with the most changed samples is reported.
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
