// Capture+Profile: counts what the shaders of a frame execute.
//
// The frame is drawn event by event. Draws that are profiled are drawn by the reference renderer, with a runner that counts in the place of
// its interpreter; it leaves the bits that any renderer leaves, which are compared with recorded ones where the capture has them.

import CaptureFile
import Raster
import Shading

/// A number for each pixel of an image.
public struct PixelCounts: Sendable, Hashable {
    /// Pixels of a row.
    public let width: Int
    /// Number of rows.
    public let height: Int
    /// The numbers row by row, the top row first. What would be larger than 2³² − 1 is that.
    public let counts: [UInt32]
    /// The number of a pixel, from the left and from the top.
    /// - Precondition: There is such a pixel.
    public subscript(x: Int, y: Int) -> UInt32 { counts[y * width + x] }
    /// The largest number; 0 for an image without pixels.
    public var maximum: UInt32 { counts.max() ?? 0 }
}

extension Capture {
    /// Counts what the shaders of a frame execute.
    /// - Parameters:
    ///   - frame: The frame.
    ///   - draw: The draw that is counted; nil for all.
    ///   - device: Draws what is not counted. What is counted is drawn by the reference renderer.
    /// - Throws: `RasterError` where the frame cannot be drawn.
    public func profile(_ frame: CapturedFrame, draw: CapturedDraw? = nil, on device: Device = Device(.jit)) throws -> FrameProfile {
        var profile = FrameProfile(frame: frame.number)
        let replayer = try Replayer(frame, of: self, on: device)
        try replayer.run(counting: draw.map { try [frame.draw($0.number)] } ?? frame.draws) { draw, call, target, execute in
            let runner = ProfileRunner(call.pipeline.program), program = frame.table.pipelines[replayer.record(of: draw).pipeline].program
            defer { profile.stages += runner.records(draw, program: program, label: frame.table.programs[program].label) }
            do { try execute(runner) } catch let error as RasterError where error.code == .shaderDidNotEnd {
                profile.endlessDraw = draw.number
                return false
            }
            if let expected = frame.hashes?.events.first(where: { $0.event == draw.event })?.hashes {
                profile.comparedDraws += 1
                if try target.attachments.map(replayer.hash) != expected {
                    profile.contradictions.append("the images of draw @\(draw.number) have other bits than the capture recorded")
                }
            }
            return true
        }
        return profile
    }

    /// Counts the operations that a draw's fragment shader executes for each pixel, those of all fragments and samples together.
    /// - Parameters:
    ///   - draw: The draw.
    ///   - frame: The frame that has it.
    ///   - countsHelpers: Whether what lanes execute only to help with derivatives counts for the pixels that they stand at.
    ///   - device: Draws the frame up to the draw.
    /// - Returns: A number for each pixel of the images that the draw writes.
    /// - Throws: `RasterError` where the frame cannot be drawn; with `shaderDidNotEnd` for a shader that has no end.
    public func operationsPerPixel(of draw: CapturedDraw, in frame: CapturedFrame, countsHelpers: Bool = false, on device: Device = Device(.jit)) throws -> PixelCounts {
        let replayer = try Replayer(frame, of: self, on: device)
        var counts = PixelCounts(width: 0, height: 0, counts: [])
        try replayer.run(counting: [frame.draw(draw.number)]) { _, call, target, execute in
            let runner = ProfileRunner(call.pipeline.program, size: (target.width, target.height), countsHelpers: countsHelpers)
            try execute(runner)
            let rows = (0..<target.height).reversed().flatMap { runner.pixels[($0 * target.width)..<(($0 + 1) * target.width)] }
            counts = PixelCounts(width: target.width, height: target.height, counts: rows)
            return true
        }
        return counts
    }
}

extension Replayer {
    /// Draws the frame up to the last of some draws, and those by the reference renderer.
    /// - Parameters:
    ///   - counted: Draws of the frame, in order.
    ///   - body: Is given the draw, its command, its target, and what draws it with a runner. It says whether to go on.
    func run(counting counted: [CapturedDraw], _ body: (CapturedDraw, DrawCall, Framebuffer, (any ShaderRunner) throws -> Void) throws -> Bool) throws {
        // A stranger's capture must not make a shader run for longer than the device would let it.
        let reference = ReferenceRenderer(stepLimit: capture.stepLimit(on: device.options))
        var event = 0
        try loadContents()
        for draw in counted {
            try run(from: event, before: draw.event)
            event = draw.event + 1
            let target = framebuffers[draw.framebuffer]
            var encoder = device.makeCommandEncoder(label: frame.label)
            try encoder.render(to: target, label: draw.name) { try record(frame.events[draw.event], into: &$0) }
            // The reference renderer takes what has been checked.
            try device.check(encoder)
            guard case .renderPass(let pass) = encoder.commands.first, case .draw(let call) = pass.operations.first else { continue }
            let goesOn = try body(draw, call, target) { runner in
                reference.runner = runner
                defer { reference.runner = nil }
                try reference.execute(encoder.commands)
            }
            if !goesOn { return }
        }
    }
}
