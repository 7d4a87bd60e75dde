// Adviser+Passes: finds attachments whose contents a pass keeps needlessly, and draws that alternate between pipelines.

import CaptureFile
import Raster

extension Adviser {
    /// Clears each attachment whose contents a pass keeps: once to one unlikely value, once to another unlikely value. If the frame's final
    /// bits stay the same both times, the pass need not keep the attachment's contents.
    func findNeedlessLoads() throws {
        for (number, event) in frame.events.enumerated() {
            guard case .beginPass(let pass) = event else { continue }
            let target = table.framebuffers[pass.framebuffer]
            var kept: [(name: AttachmentName, attachment: RecordedAttachment)] = []
            for (index, attachment) in target.color.enumerated() where pass.clear.color(index) == nil {
                if let value = attachment.value { kept.append((.color(index), value)) }
            }
            if let depth = target.depth, pass.clear.depth == nil { kept.append((.depth, depth)) }
            if let stencil = target.stencil, pass.clear.stencil == nil { kept.append((.stencil, stencil)) }
            for (name, attachment) in kept {
                let variants = [0, 1].map { poison in
                    var changed = pass, events = frame.events
                    changed.clear = clear(pass.clear, name, poison, target)
                    events[number] = .beginPass(changed)
                    return trial.variant(events: events)
                }
                guard try variants.allSatisfy({ try trial.keepsBits($0) }) else { continue }
                let descriptor = table.textures[attachment.texture].descriptor
                let texels = max(1, descriptor.width >> attachment.level) * max(1, descriptor.height >> attachment.level) * max(1, descriptor.samples)
                let draws = frame.draws.filter { $0.pass == number }
                let subject = capture.vocabulary.choose("The pass keeps", opengl: "These draws keep")
                try add(.logicalBufferLoad, at: place(pass), draws: draws.map(\.number),
                    finding: "\(subject) the old contents of \(capture.vocabulary.name(name, isDefault: target.isDefault)), but \(capture.vocabulary.choose("overwrites", opengl: "overwrite")) them completely.",
                    mend: capture.vocabulary.choose("Begin the pass with a clear of \(name).",
                                                    opengl: "Call glClear with its bit, or glInvalidateFramebuffer, before the first draw."),
                    saving: "loading \(texels) samples", variant: variants[0])
            }
        }
    }
    /// Returns the text by which a piece of advice names a faulty pass, such as "pass main". In OpenGL's vocabulary, the text is the pass's
    /// label, or "framebuffer" if the pass has no label.
    private func place(_ pass: RecordedPass) -> String {
        capture.vocabulary.choose("pass \(pass.label)", opengl: pass.label.isEmpty ? "framebuffer" : pass.label)
    }
    private func clear(_ values: ClearValues, _ name: AttachmentName, _ poison: Int, _ target: RecordedFramebuffer) -> ClearValues {
        // A single colour for all attachments is replaced by a list with the same colour for each attachment, because the search changes
        // the clear colour of only one attachment.
        var result = ClearValues(colors: target.color.indices.map { values.color($0) }, depth: values.depth, stencil: values.stencil)
        switch name {
        case .color(let index):
            guard let attachment = target.color[index].value else { return values }
            result.colors[index] = switch table.textures[attachment.texture].descriptor.format.kind {
            case .int: .int(poison == 0 ? SIMD4(37, 61, 13, 79) : SIMD4(90, 11, 45, 3))
            case .uint: .uint(poison == 0 ? SIMD4(37, 61, 13, 79) : SIMD4(90, 11, 45, 3))
            default: .float(poison == 0 ? SIMD4(0.37, 0.61, 0.13, 0.79) : SIMD4(0.9, 0.11, 0.45, 0.03))
            }
        case .depth: result.depth = poison == 0 ? 0.37 : 0.83
        case .stencil: result.stencil = poison == 0 ? 0xA5 : 0x5A
        }
        return result
    }

    /// Sorts the draws between two clears by pipeline. Then compares the number of pipeline changes before sorting with the number of changes
    /// after sorting.
    func findPipelineTurns() throws {
        var event = 0
        while event < frame.events.count {
            guard case .beginPass(let pass) = frame.events[event],
                  let end = frame.events[event...].firstIndex(where: { if case .endPass = $0 { true } else { false } }) else {
                event += 1
                continue
            }
            let body = frame.events[(event + 1)..<end]
            var sorted: [RecordedEvent] = [], run: [RecordedDraw] = []
            func flush() {
                var order: [Int] = []
                for draw in run where !order.contains(draw.pipeline) { order.append(draw.pipeline) }
                for pipeline in order { sorted += run.filter { $0.pipeline == pipeline }.map { .draw($0) } }
                run = []
            }
            for item in body {
                switch item {
                case .draw(let draw): run.append(draw)
                case .pushGroup, .popGroup: break // Labels have no effect on pixels.
                default:
                    flush()
                    sorted.append(item)
                }
            }
            flush()
            func changes(_ events: some Sequence<RecordedEvent>) -> Int {
                var last = -1, count = 0
                for case .draw(let draw) in events where draw.pipeline != last {
                    count += 1
                    last = draw.pipeline
                }
                return count
            }
            let before = changes(body), after = changes(sorted), pipeline = capture.vocabulary.choose("pipeline", opengl: "program and state")
            let variant = trial.variant(events: Array(frame.events[...event]) + sorted + Array(frame.events[end...]))
            // Fewer than four saved changes make no measurable difference.
            if before >= after + 4, try trial.keepsBits(variant) {
                let draws = frame.draws.filter { $0.pass == event }
                try add(.inefficientStateUpdate, at: place(pass), draws: draws.map(\.number),
                    finding: "\(capture.vocabulary.choose("The pass changes its", opengl: "These draws change the")) \(pipeline) \(before) times; sorted by \(pipeline), the \(draws.count) draws make the same picture with \(after) changes.",
                    mend: "Draw all draws of one \(pipeline) in sequence.", saving: "\(before - after) of \(before) changes of the \(pipeline)", variant: variant)
            }
            event = end + 1
        }
    }
}
