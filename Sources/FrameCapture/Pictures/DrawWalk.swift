// DrawWalk: draws a frame on any device up to a certain draw. During the walk, the caller can examine single draws, or execute draws on the
// reference renderer with a counter.

import Raster

final class DrawWalk {
    let replayer: Replayer
    let reference: ReferenceRenderer

    init(_ replayer: Replayer, stepLimit: Int) {
        self.replayer = replayer
        reference = ReferenceRenderer(stepLimit: stepLimit)
    }

    /// Draws the frame up to and including `last`. The events from `first` to `last` are executed one by one.
    /// - Parameters:
    ///   - didBegin: Called after a pass has begun, with the pass's target and the index of the event that began the pass.
    ///   - visit: Called with each draw from `first` on. The closure returns true if the closure has executed the draw. If the closure
    ///     returns false, the device executes the draw.
    func run(from first: CapturedDraw, through last: CapturedDraw, didBegin: (Int, Framebuffer) throws -> Void = { _, _ in },
             visit: (CapturedDraw, DrawCall, Framebuffer) throws -> Bool) throws {
        let frame = replayer.frame, device = replayer.device
        var event = 0, target: Framebuffer?, draws = frame.draws[first.number...]
        if first.number > 0 {
            let before = frame.draws[first.number - 1]
            try replayer.run(through: before.number)
            event = before.event + 1
            target = replayer.framebuffers[before.framebuffer]
        } else {
            try replayer.loadContents()
        }
        while event <= last.event {
            // The caller may have cancelled the task.
            try Task.checkCancellation()
            var encoder = device.makeCommandEncoder(label: frame.label)
            switch frame.events[event] {
            case .beginPass(let pass):
                let framebuffer = replayer.framebuffers[pass.framebuffer]
                target = framebuffer
                encoder.render(to: framebuffer, clear: pass.clear, label: pass.label) { _ in }
                try device.submit(encoder)
                try didBegin(event, framebuffer)
            case .clear:
                if let target { try encoder.render(to: target, label: "event \(event)") { try replayer.record(frame.events[event], into: &$0) } }
                try device.submit(encoder)
            case .draw:
                guard let target, let draw = draws.popFirst() else { break }
                try encoder.render(to: target, label: draw.name) { try replayer.record(frame.events[event], into: &$0) }
                // The commands are validated here, because the reference renderer does not validate commands.
                guard case .renderPass(let pass) = try device.checkedCommands(of: encoder).first, case .draw(let call) = pass.operations.first else { break }
                if try !visit(draw, call, target) { try device.submit(encoder) }
            case .copy, .blit, .generateMipmaps, .updateBuffer, .dispatch:
                try replayer.record(frame.events[event], into: &encoder)
                try device.submit(encoder)
            case .pushGroup, .popGroup, .endPass: break
            }
            event += 1
        }
    }

    /// Executes a draw on the reference renderer, and counts its fragments.
    func execute(_ call: DrawCall, _ target: Framebuffer, counting counter: FragmentCounter) throws {
        for texture in replayer.textures { try texture.prepareForHostAccess() }
        let pass = RenderPassCommand(label: "counted", target: target, clear: .none, operations: [.draw(call)])
        try reference.execute([.renderPass(pass)], observer: counter)
    }
    /// Executes a draw on the device.
    func execute(_ call: DrawCall, _ target: Framebuffer) throws {
        try replayer.device.submit([.renderPass(RenderPassCommand(label: "draw", target: target, clear: .none, operations: [.draw(call)]))])
    }
    /// Sets every channel of all colour attachments to zero.
    func clearColors(of target: Framebuffer) throws {
        try target.fillColors(0)
    }
    /// Returns whether a draw's images have the expected bits. If an earlier verification recorded hashes, and no shader is replaced, the
    /// expected bits come from these hashes. If there are no such hashes, or if a shader is replaced, the expected bits come from a replay
    /// on the device, which overwrites the images.
    func proves(_ draw: CapturedDraw) throws -> Bool {
        let attachments = replayer.framebuffers[draw.framebuffer].attachments
        let found = try attachments.map(replayer.hash)
        if replayer.replacedPrograms.isEmpty, let recorded = replayer.frame.hashes?.events.first(where: { $0.event == draw.event }) {
            // The recorded list begins with the hashes of the attachments. The hashes of memory that shaders write come later in the list,
            // and are not compared here.
            return Array(recorded.hashes.prefix(found.count)) == found
        }
        try replayer.run(through: draw.number)
        return try attachments.map(replayer.hash) == found
    }
}
