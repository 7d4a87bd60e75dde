// CommonOptions: the command-line options of all demos.

import ArgumentParser
import Raster
import SystemGL

/// A width and a height in pixels, which the command line gives as 1280x720.
package struct PixelSize: ExpressibleByArgument, Equatable, Sendable, CustomStringConvertible {
    package var width: Int
    package var height: Int
    package init(width: Int, height: Int) { self.width = width; self.height = height }
    package init?(argument: String) {
        let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let w = Int(parts[0]), let h = Int(parts[1]), w >= 1, h >= 1,
              w <= Device.maximumTextureSize, h <= Device.maximumTextureSize else { return nil }
        width = w; height = h
    }
    package var description: String { "\(width)x\(height)" }
    package var defaultValueDescription: String { description }
}

package enum DeviceChoice: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// Raster with shaders compiled for this CPU; if shaders cannot be compiled, the same as `reference`.
    case jit
    /// Raster's reference renderer, which is slow and does not compile shaders for the CPU.
    case reference
    /// The system's OpenGL.
    case opengl

    package func makeDevice(threads: Int? = nil, lanes: Int? = nil, instructions: Device.InstructionSet? = nil) throws -> Device {
        var options = Device.Options()
        options.threads = threads; options.lanes = lanes; options.instructionSet = instructions
        return switch self {
        case .jit: Device(.jit, options: options)
        case .reference: Device(.reference)
        case .opengl: try SystemGL.makeDevice()
        }
    }
}

extension XRay.Look: ExpressibleByArgument {}
extension Device.InstructionSet: ExpressibleByArgument {}

package struct CommonOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("Render without a window and write a PNG here; a JPEG if the name ends in .jpg.",
                                            discussion: "Missing folders are made. - is standard output. With --frames, FILE-0001.png, FILE-0002.png and so on, or one file for all frames if the name ends in .apng, .mp4 or .webm (the last two need ffmpeg).",
                                            valueName: "file"), completion: .file(extensions: ["png", "jpg", "apng", "mp4", "webm"]))
    package var png: String?

    @Option(name: .long, parsing: .unconditional,
            help: ArgumentHelp("Size of the picture or window in pixels, 1x1 to \(Device.maximumTextureSize)x\(Device.maximumTextureSize).", valueName: "WxH"))
    package var size = PixelSize(width: 1280, height: 720)

    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Time of the (first) frame in seconds, 0 to 1000000.", valueName: "seconds"))
    package var time: Double?

    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Write this many numbered frames.", valueName: "count"))
    package var frames: Int?

    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Frames per second of a numbered sequence.", valueName: "rate"))
    package var fps = 60.0

    @Option(name: .long, parsing: .unconditional,
            help: ArgumentHelp("Draw only this part of the frames; the first frame is 1. The bytes are the same, so several machines can share the work.", valueName: "A..B"))
    package var range: FrameRange?

    @Flag(name: .long, help: ArgumentHelp("Keep existing frames, and draw the others.",
                                          discussion: "Frames of an .apng, .mp4 or .webm file are then drawn as pictures in the folder FILE.frames, and joined when all exist: the next run with --resume continues an interrupted one. Without --resume, an interrupted run leaves no such file."))
    package var resume = false

    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Seed of everything random in the picture, 0 to \(UInt64.max).", valueName: "number"))
    package var seed: UInt64 = 1

    @Option(name: .long, help: ArgumentHelp("The renderer: jit, reference or opengl.",
                                            discussion: "jit is Raster compiled for this CPU, reference a slow renderer of the same pixels, opengl the system's OpenGL.",
                                            valueName: "device"))
    package var device = DeviceChoice.jit

    @Option(name: .long, parsing: .unconditional,
            help: ArgumentHelp("Threads of the jit device. The picture is the same. [default: one per core]", valueName: "count"))
    package var threads: Int?

    @Option(name: .long, parsing: .unconditional,
            help: ArgumentHelp("Lanes of the jit device: 4, 8 or 16. The picture is the same. [default: best for this processor]",
                               valueName: "count"))
    package var lanes: Int?

    @Option(name: .long, help: ArgumentHelp("Instructions of the jit device: x86v2, x86v3 or host. The picture is the same. [default: host]",
                                            discussion: "The code is then as fast as on an older CPU: x86v2 stands for SSE4.2, x86v3 for AVX2.",
                                            valueName: "set"))
    package var instructions: Device.InstructionSet?

    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Samples per pixel: 1, 2, 4, 8 or 16. [default: 4 headless, 1 in a window]", valueName: "count"))
    package var samples: Int?

    @Option(name: .long, parsing: .unconditional,
            help: ArgumentHelp("Window pixels per drawn pixel. [default: enough for fluid motion]", valueName: "factor"))
    package var scale: Double?

    @Flag(name: .long, inversion: .prefixedNo, help: "Show the panel with the demo's options. [default: in a window]")
    package var panel: Bool?

    @Option(name: .long, help: ArgumentHelp("An X-ray view of the picture: wireframe, overdraw, depth or cost.",
                                            discussion: "In a window \(XRay.key) switches it on and off.",
                                            valueName: "look"))
    package var xray: XRay.Look?

    @Flag(name: .long, help: "Print JSON for programs: files, times, hashes of the pixels.")
    package var json = false

    @Option(name: .long, help: ArgumentHelp("Capture a frame into this file, for framescope.", valueName: "file"), completion: .file(extensions: ["rcap"]))
    package var capture: String?

    @Option(name: .long, parsing: .unconditional,
            help: ArgumentHelp("Number of the frame to capture, from 0 on. With --png and without --frames, earlier frames are drawn too, and the picture is this frame.", valueName: "number"))
    package var frame: Int?

    @Flag(name: .long, help: "Measure the frames per second, without a window.")
    package var bench = false

    package init() {}

    /// Whether the command line asks for a given time, for a sequence of frames or for a benchmark. If `asksForMotion` is false, galleries
    /// and transitions stand still in a picture file.
    var asksForMotion: Bool { time != nil || frames != nil || bench }
    /// The frame that is captured; nil if no frame is captured.
    var capturedFrame: CapturedDemoFrame? { capture.map { CapturedDemoFrame(path: $0, number: frame ?? 0) } }
    /// The file to which pictures are written; nil if the demo opens a window.
    var pictureFile: PictureFile? { get throws { try png.map { try PictureFile($0) } } }

    package mutating func validate() throws {
        if let time, !(time.isFinite && time >= 0 && time <= 1e6) { throw ValidationError("--time must be between 0 and 1000000 seconds, not \(time).") }
        if let frames, !(1...99_999).contains(frames) { throw ValidationError("--frames must be between 1 and 99999, not \(frames).") }
        if !(fps.isFinite && fps > 0 && fps <= 10_000) { throw ValidationError("--fps must be above 0 and at most 10000, not \(fps).") }
        if let threads, !(1...256).contains(threads) { throw ValidationError("--threads must be between 1 and 256, not \(threads).") }
        if let lanes, ![4, 8, 16].contains(lanes) { throw ValidationError("--lanes must be 4, 8 or 16, not \(lanes).") }
        if let samples, !Device.sampleCounts.contains(samples) { throw ValidationError("--samples must be 1, 2, 4, 8 or 16, not \(samples).") }
        if let scale, !(scale.isFinite && scale >= 1 && scale <= 64) { throw ValidationError("--scale must be between 1 and 64, not \(scale).") }
        if frames != nil && png == nil { throw ValidationError("--frames needs --png FILE, which names the pictures.") }
        if range != nil && frames == nil { throw ValidationError("--range needs --frames COUNT: it is a part of them.") }
        if let range, let frames, !(1 <= range.first && range.first <= range.last && range.last <= frames) {
            throw ValidationError("--range must lie within 1..\(frames) and not be empty, not \(range).")
        }
        if resume && frames == nil { throw ValidationError("--resume needs --frames COUNT: it continues a sequence.") }
        if let frame, frame < 0 { throw ValidationError("--frame must be 0 or more, not \(frame).") }
        if frame != nil && capture == nil { throw ValidationError("--frame needs --capture FILE, which names the capture.") }
        if bench && capture != nil { throw ValidationError("--bench captures nothing: leave out --capture.") }
        if let frame, let frames, frame >= frames { throw ValidationError("--frame \(frame) is not drawn: --frames \(frame + 1) draws it.") }
        if bench && xray != nil { throw ValidationError("--bench measures only the demo: leave out --xray.") }
        let file = try pictureFile
        if let file, file.format.isAnimation {
            guard frames != nil else { throw ValidationError("\(file.path) holds a sequence: give the number of frames with --frames.") }
        }
        if bench && file != nil { throw ValidationError("--bench writes no picture: leave out --png.") }
        if json && file == nil && !bench { throw ValidationError("--json needs --png FILE or --bench.") }
        if let file, file.isStandardOutput {
            if json { throw ValidationError("--json and --png - both use standard output: name a file.") }
            if frames != nil { throw ValidationError("--frames needs a file name: numbered pictures do not go to standard output.") }
        }
    }
}
