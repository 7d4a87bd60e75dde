// Adviser+Effects: finds draws and commands that change nothing.

import CaptureFile
import Raster

extension Adviser {
    func findWithoutEffect() throws {
        let replayer = trial.original
        // Each entry holds the hashes of a pass's images after one event. The first entry of a pass holds the hashes of the images
        // at the beginning of the pass.
        let hashes = try replayer.hashEvents().events
        var idle: Set<Int> = []
        for (last, next) in zip(hashes, hashes.dropFirst()) where last.hashes == next.hashes {
            switch frame.events[next.event] {
            // A draw that changes no image can still have an effect: a query counts the draw's samples, or transform feedback writes the
            // draw's outputs to buffers.
            case .draw(let record): if record.query < 0 && record.feedback < 0 { idle.insert(next.event) }
            case .clear: idle.insert(next.event)
            default: break
            }
        }
        let draws = frame.draws.filter { idle.contains($0.event) }, total = frame.draws.count
        try add(.drawWithoutEffect, draws, mend: "Leave it out if it has no effect; framescope why FILE @\(draws.first?.number ?? 0) explains the reason.") {
            without(Set($0.map(\.event)))
        } finding: { "\($0.subject) changed no bit of any image." } saving: { "\($0.count) of \(total) draws" }
        for (number, event) in frame.events.enumerated() {
            guard let (subject, work) = try redundant(event, number, isIdle: idle.contains(number)) else { continue }
            let variant = without([number])
            guard try trial.keepsBits(variant) else { continue }
            try add(.redundantCall, at: subject, finding: "\(subject) changed nothing.", mend: "Do it only if its inputs have changed.", saving: work,
                    variant: variant)
        }
    }
    private func without(_ events: Set<Int>) -> FrameVariant {
        trial.variant(events: frame.events.enumerated().filter { !events.contains($0.offset) }.map(\.element))
    }

    /// If a command may be redundant, returns the subject of a sentence about the command, and the work that the application would save
    /// without the command. Returns nil for draws and dispatches, for clears and updates that change something, and for other events.
    private func redundant(_ event: RecordedEvent, _ number: Int, isIdle: Bool) throws -> (subject: String, work: String)? {
        func texture(_ number: Int) -> String {
            capture.vocabulary.place("texture", table.textures[number].descriptor.label, number)
        }
        let call = capture.vocabulary.name(event, in: table) ?? ""
        switch event {
        case .clear:
            return isIdle ? (capture.vocabulary.choose("The clear at event \(number)", opengl: "\(call) at event \(number)"),
                             capture.vocabulary.choose("a clear", opengl: call)) : nil
        case .copy(let copy):
            return (capture.vocabulary.choose("The copy", opengl: call) + " to \(texture(copy.destination))",
                    "a copy of \(copy.sourceRegion.width)×\(copy.sourceRegion.height) texels")
        case .blit(let blit):
            return (capture.vocabulary.choose("The blit", opengl: call) + " to \(texture(blit.destination.texture))",
                    capture.vocabulary.choose("a blit", opengl: call))
        case .generateMipmaps(let number): return ("\(capture.vocabulary.choose("generateMipmaps", opengl: "glGenerateMipmap")) of \(texture(number))", "the levels of a texture of \(table.textures[number].descriptor.width)×\(table.textures[number].descriptor.height)")
        case .updateBuffer(let update):
            let bytes = try capture.bytes(ofBuffer: update.buffer, in: frame, before: number)
            let end = update.offset + update.bytes.byteCount
            guard update.offset >= 0, end <= bytes.count,
                  bytes[update.offset..<end].withUnsafeBytes({ ContentHash(of: $0) }) == update.bytes.hash else { return nil }
            let label = table.buffers[update.buffer].label
            return (capture.vocabulary.choose("The update", opengl: "The new contents")
                    + " of \(capture.vocabulary.place("buffer", label, update.buffer)) at byte \(update.offset)", "\(update.bytes.byteCount) bytes")
        case .draw, .dispatch, .beginPass, .endPass, .pushGroup, .popGroup: return nil
        }
    }
}
