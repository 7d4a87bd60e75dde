// Capture+Profile: counts the operations of a frame's shaders.
//
// The frame is drawn event by event. The reference renderer executes the profiled draws; its observer runs the shaders and counts their
// operations. Every renderer gives the same bits. If the capture has recorded bits, the drawn bits are compared with them.

import CaptureFile
import Raster
import Shading

/// An image of counts: a number for each pixel.
public struct PixelCounts: Sendable, Hashable {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The numbers of the pixels row by row, the top row first. A number above 2³² − 1 is stored as 2³² − 1.
    public let counts: [UInt32]
    /// The count for the pixel at `x` from the left and `y` from the top.
    /// - Precondition: The pixel is in the image.
    public subscript(x: Int, y: Int) -> UInt32 { counts[y * width + x] }
    /// The largest number; 0 if the image has no pixels.
    public var maximum: UInt32 { counts.max() ?? 0 }
}

extension Capture {
    /// Counts the operations of a frame's shaders.
    /// - Parameters:
    ///   - frame: The frame.
    ///   - draw: The draw to count; nil for all draws.
    ///   - device: The device that executes the other draws. The reference renderer executes the counted draws.
    /// - Throws: `RasterError` if the frame cannot be drawn.
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
                // The hashes of memory that shaders write follow the hashes of the attachments.
                if try target.attachments.map(replayer.hash) != Array(expected.prefix(target.attachments.count)) {
                    profile.contradictions.append("the images of draw @\(draw.number) have different bits than the capture recorded")
                }
            }
            return true
        }
        return profile
    }

    /// Counts the operations that a draw's fragment shader executes for each pixel, summed over all fragments and samples.
    /// - Parameters:
    ///   - draw: The draw.
    ///   - frame: The draw's frame.
    ///   - countsHelpers: Whether to count the operations of helper lanes, which only serve derivatives, for the lanes' pixels.
    ///   - device: The device that draws the frame up to the draw.
    /// - Returns: A number for each pixel of the images that the draw writes.
    /// - Throws: `RasterError` if the frame cannot be drawn; with `shaderDidNotEnd` if the shader does not end.
    public func operationsPerPixel(of draw: CapturedDraw, in frame: CapturedFrame, countsHelpers: Bool = false,
                                   on device: Device = Device(.jit)) throws -> PixelCounts {
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
    /// Draws the frame up to the last counted draw. The reference renderer executes the counted draws.
    /// - Parameters:
    ///   - counted: Draws of the frame, in order.
    ///   - body: Receives the draw, its command, its target, and a function that executes the draw with a runner. The closure
    ///     returns whether to continue with the next draw.
    func run(counting counted: [CapturedDraw], _ body: (CapturedDraw, DrawCall, Framebuffer, (ProfileRunner) throws -> Void) throws -> Bool) throws {
        // A capture may come from a stranger, so the device's own limit applies to its shaders, too.
        let reference = ReferenceRenderer(stepLimit: capture.stepLimit(on: device.options))
        var event = 0
        try loadContents()
        for draw in counted {
            try run(from: event, before: draw.event)
            event = draw.event + 1
            let target = framebuffers[draw.framebuffer]
            var encoder = device.makeCommandEncoder(label: frame.label)
            try encoder.render(to: target, label: draw.name) { try record(frame.events[draw.event], into: &$0) }
            // The commands are validated before the reference renderer executes them.
            try device.check(encoder)
            guard case .renderPass(let pass) = encoder.commands.first, case .draw(let call) = pass.operations.first else { continue }
            if try !body(draw, call, target, { try reference.execute(encoder.commands, observer: $0) }) { return }
        }
    }
}
