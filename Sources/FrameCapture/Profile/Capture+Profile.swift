// Capture+Profile: counts the operations of a frame's shaders.
//
// The frame is drawn event by event. The reference renderer executes the profiled draws and dispatches; an observer of this
// renderer runs the shaders and counts the shaders' operations. Every renderer gives the same bits. If the capture has recorded
// bits, the drawn bits are compared with the recorded bits.

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
    ///   - command: The draw or dispatch to count; nil for all draws and dispatches.
    ///   - device: The device that executes the draws and dispatches that are not counted. The reference renderer executes the counted
    ///     draws and dispatches.
    /// - Throws: `RasterError` if the frame cannot be drawn.
    public func profile(_ frame: CapturedFrame, of command: ShaderCommand? = nil, on device: Device = Device(.jit)) throws -> FrameProfile {
        var profile = FrameProfile(frame: frame.number)
        let replayer = try Replayer(frame, of: self, on: device)
        let counted = try command.map { command throws(RasterError) in
            switch command {
            case .draw(let draw): [.draw(try frame.draw(draw.number))]
            case .dispatch(let dispatch): [.dispatch(try frame.dispatch(dispatch.number))]
            }
        } ?? frame.shaderCommands
        try replayer.run(counting: counted) { command, commands, reference in
            let images: [Attachment]
            do {
                switch (command, commands.first) {
                case (.draw(let draw), .renderPass(let pass)):
                    guard case .draw(let call) = pass.operations.first else { return true }
                    let runner = ProfileRunner(call.pipeline.program), program = frame.table.pipelines[replayer.record(of: draw).pipeline].program
                    defer { profile.stages += runner.records(draw, program: program, label: frame.table.programs[program].label) }
                    images = pass.target.attachments
                    try reference.execute(commands, observer: runner)
                case (.dispatch(let dispatch), .dispatch(let call)):
                    let runner = DispatchProfileRunner(call.program), program = try frame.recordedDispatch(dispatch).program
                    defer { profile.stages.append(runner.record(dispatch, program: program, label: frame.table.computePrograms[program].label)) }
                    images = []
                    for texture in replayer.textures { try texture.prepareForHostAccess() }
                    try reference.execute(call, texels: runner.log, runner.run)
                default: return true
                }
            } catch let error as RasterError where error.code == .shaderDidNotEnd {
                profile.endless = command
                return false
            }
            guard let expected = frame.hashes?.events.first(where: { $0.event == command.event })?.hashes else { return true }
            profile.comparedDraws += 1
            if try images.map(replayer.hash) + replayer.hashesOfMemory(writtenBy: frame.events[command.event]) != expected {
                profile.contradictions.append("the images and buffers of \(vocabulary.name(command)) have different bits than the capture recorded")
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
        try replayer.run(counting: [.draw(frame.draw(draw.number))]) { _, commands, reference in
            guard case .renderPass(let pass) = commands.first, case .draw(let call) = pass.operations.first else { return true }
            let target = pass.target
            let runner = ProfileRunner(call.pipeline.program, size: (target.width, target.height), countsHelpers: countsHelpers)
            try reference.execute(commands, observer: runner)
            let rows = (0..<target.height).reversed().flatMap { runner.pixels[($0 * target.width)..<(($0 + 1) * target.width)] }
            counts = PixelCounts(width: target.width, height: target.height, counts: rows)
            return true
        }
        return counts
    }
}

extension Replayer {
    /// Draws the frame up to the last counted draw or dispatch. The reference renderer executes the counted
    /// draws and dispatches.
    /// - Parameters:
    ///   - counted: Draws and dispatches of the frame, in order.
    ///   - body: Receives the draw or dispatch, its validated commands, and the renderer that executes them with an observer. The closure
    ///     executes the commands, and returns whether to continue with the next draw or dispatch.
    fileprivate func run(counting counted: [ShaderCommand], _ body: (ShaderCommand, [Command], ReferenceRenderer) throws -> Bool) throws {
        // A capture may come from an untrusted source, so the limit of the caller's device applies to the capture's shaders, too.
        let reference = ReferenceRenderer(stepLimit: capture.stepLimit(on: device.options))
        var event = 0
        try loadContents()
        for command in counted {
            try run(from: event, before: command.event)
            event = command.event + 1
            var encoder = device.makeCommandEncoder(label: frame.label)
            switch command {
            case .draw(let draw):
                try encoder.render(to: framebuffers[draw.framebuffer], label: draw.name) { try record(frame.events[draw.event], into: &$0) }
            case .dispatch: try record(frame.events[command.event], into: &encoder)
            }
            // The commands are validated here, because the reference renderer does not validate commands.
            if try !body(command, device.checkedCommands(of: encoder), reference) { return }
        }
    }
}
