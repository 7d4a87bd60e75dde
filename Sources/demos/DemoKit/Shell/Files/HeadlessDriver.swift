// HeadlessDriver: draws a demo's frames without a window, to files or to images in memory.

import Foundation
import Raster
import Terminal

package struct HeadlessDriver {
    let device: Device
    private let capture: CapturedDemoFrame?
    /// The X-ray view that is drawn over the pictures; nil if the pictures show no X-ray view.
    private let xray: XRay?
    /// The demo draws into `target`, and pixels are read from `resolved`. `target` and `resolved` are the same framebuffer unless drawing
    /// is multisampled.
    private let target: Framebuffer
    private let resolved: Framebuffer

    /// `samples` is one of `Device.sampleCounts`.
    package init(device: Device, size: PixelSize, samples: Int, capture: CapturedDemoFrame? = nil, xray: XRay? = nil) throws {
        self.device = device; self.capture = capture; self.xray = xray
        target = try device.makeFramebuffer(width: size.width, height: size.height, color: [.rgba8], depth: .depth32Float, samples: samples, label: "frame")
        resolved = samples == 1 ? target : try device.makeFramebuffer(width: size.width, height: size.height, color: [.rgba8], label: "picture")
    }

    /// Draws the picture at `time` (seconds), with `panel` over it. If the frame is drawn in strips, `progress` receives the
    /// fraction that is done.
    package func render(_ demo: any Demo, time: Double, delta: Double = 0, number: Int = 0, panel: DemoPanel? = nil,
                        progress: (Double) -> Void = { _ in }) throws -> Image {
        func picture() throws -> Image { try draw(demo, time: time, delta: delta, number: number, panel: panel, progress: progress) }
        let image = try capture?.draw(frame: number, on: device, picture) ?? picture()
        return demo.hasPremultipliedAlpha ? image.dividedByAlpha : image
    }
    private func draw(_ demo: any Demo, time: Double, delta: Double, number: Int, panel: DemoPanel?, progress: (Double) -> Void) throws -> Image {
        // `device.frame` combines the strips and the panel into one frame, so that a capture contains the strips and the panel.
        try device.frame(label: "frame \(number)") { try drawParts(demo, time: time, delta: delta, number: number, panel: panel, progress: progress) }
    }
    private func drawParts(_ demo: any Demo, time: Double, delta: Double, number: Int, panel: DemoPanel?, progress: (Double) -> Void) throws -> Image {
        if let panel {
            // The panel is laid out before the demo draws, because the demo may keep space free for its panel.
            try panel.updateForPicture(demo, xray: xray, width: resolved.width, height: resolved.height, time: time)
            demo.panelCovers(panel.area(inFrame: target.width, target.height, windowHeight: resolved.height))
        }
        let strips = demo.drawsInStrips ? max(1, min(64, target.height / 8)) : 1
        for strip in 0..<strips {
            // Strips are drawn from the top down.
            let bottom = target.height * (strips - 1 - strip) / strips, top = target.height * (strips - strip) / strips
            let region = strips == 1 ? nil : PixelRect(x: 0, y: bottom, width: target.width, height: top - bottom)
            var encoder = device.makeCommandEncoder(label: "frame \(number)")
            try demo.draw(Frame(target: target, time: time, delta: delta, number: number, region: region), into: &encoder)
            if strip == strips - 1 {
                if target !== resolved, let from = target.color[0], let to = resolved.color[0] { encoder.resolve(from, to: to) }
                if let panel, xray == nil { try draw(panel, demo, time: time, over: resolved, into: &encoder) }
            }
            try device.submit(encoder)
            if strip < strips - 1 { progress(Double(strip + 1) / Double(strips)) }
        }
        guard let xray else { return try resolved.readImage() }
        let seen = try xray.draw(demo, time: time, number: number, over: resolved)
        if let panel {
            var encoder = device.makeCommandEncoder(label: "panel")
            try draw(panel, demo, time: time, over: seen, into: &encoder)
            try device.submit(encoder)
        }
        return try seen.readImage()
    }
    private func draw(_ panel: DemoPanel, _ demo: any Demo, time: Double, over picture: Framebuffer, into encoder: inout CommandEncoder) throws {
        try panel.updateForPicture(demo, xray: xray, width: picture.width, height: picture.height, time: time)
        try panel.context.draw(into: &encoder, target: picture)
    }

    /// Draws one frame without strips, and waits until the frame is complete.
    func finishFrame(_ demo: any Demo, time: Double, delta: Double, number: Int) throws {
        var encoder = device.makeCommandEncoder(label: "frame \(number)")
        try demo.draw(Frame(target: target, time: time, delta: delta, number: number), into: &encoder)
        if target !== resolved, let from = target.color[0], let to = resolved.color[0] { encoder.resolve(from, to: to) }
        try device.submit(encoder)
        // One pixel is read, because the system's OpenGL may delay all drawing until pixels are read.
        _ = try resolved.readPixels(width: 1, height: 1)
    }

    /// The settings of a sequence: the total number of frames, the range to write, the frame rate, and whether existing frames are
    /// kept.
    package struct Sequence: Sendable {
        package var frames: Int
        package var range: FrameRange?
        package var fps: Double
        package var resumes: Bool
        package init(frames: Int, range: FrameRange? = nil, fps: Double = 60, resumes: Bool = false) {
            self.frames = frames; self.range = range; self.fps = fps; self.resumes = resumes
        }
    }

    /// Writes one picture. If the command line asks for a capture of frame n, the frames 0 to n are drawn, and the picture is frame n.
    /// Without a capture, the picture is frame 0. Reports progress on standard error.
    package func write(_ demo: any Demo, to file: PictureFile, time: Double, fps: Double, panel: DemoPanel? = nil) throws -> DemoReport.Picture {
        let progress = ProgressLine.ofDemo()
        defer { progress.finish() }
        let clock = ContinuousClock(), last = capture?.number ?? 0
        for number in 0..<last {
            progress.report("frame \(number + 1) of \(last + 1)")
            _ = try render(demo, time: time + Double(number) / fps, delta: number == 0 ? 0 : 1 / fps, number: number, panel: panel)
        }
        let begin = clock.now, now = time + Double(last) / fps
        let image = try render(demo, time: now, delta: last == 0 ? 0 : 1 / fps, number: last, panel: panel) { share in
            progress.report("drawing: \(Int(share * 100)) %")
        }
        let drawn = clock.now
        try file.write(image)
        return DemoReport.Picture(file: HeadlessDriver.absolute(file.path), time: now, drawing: (drawn - begin) / .milliseconds(1),
                                  writing: (clock.now - drawn) / .milliseconds(1), sha256: image.digest)
    }

    /// Writes a sequence, or a part of the sequence. Frames are encoded and written while the next frames are drawn. Returns the drawn
    /// frames and the number of existing frames that were kept. Reports progress on standard error.
    package func write(_ demo: any Demo, to file: PictureFile, time: Double, sequence: Sequence,
                       panel: DemoPanel? = nil) throws -> (pictures: [DemoReport.Picture], kept: Int) {
        let range = sequence.range ?? FrameRange(first: 1, last: sequence.frames)
        let output = try SequenceFile(file, range: range, size: (target.width, target.height), framesPerSecond: sequence.fps, resumes: sequence.resumes,
                                      command: FrameNote.command(Array(CommandLine.arguments.dropFirst())))
        var progress = SequenceProgress(count: range.last - range.first + 1)
        defer { progress.finish() }
        defer { output.drain() }
        let clock = ContinuousClock()
        var kept = 0, lastDrawn = 0
        // Draws frame number `number`. The frame's time depends only on `number`, so several commands can draw the parts of a sequence.
        func draw(_ number: Int) throws -> (image: Image, time: Double) {
            let index = number - 1, now = time + Double(index) / sequence.fps
            lastDrawn = number
            return (try render(demo, time: now, delta: index == 0 ? 0 : 1 / sequence.fps, number: index, panel: panel), now)
        }
        for number in range.first...range.last {
            if output.hasFrame(number) {
                kept += 1
                progress.keptFrame()
                continue
            }
            progress.report()
            if demo.remembersFrames {
                while lastDrawn < number - 1 {
                    _ = try draw(lastDrawn + 1)
                    progress.report()
                }
            }
            let begin = clock.now, drawn = try draw(number)
            try output.add(drawn.image, number: number, time: drawn.time, drawing: (clock.now - begin) / .milliseconds(1))
            progress.drewFrame()
        }
        return (try output.finish(), kept)
    }
    static func absolute(_ path: String) -> String { path == "-" ? path : URL(fileURLWithPath: path).standardizedFileURL.path }
}

extension Image {
    /// This picture, converted to rgba8 with straight alpha. The colours of this picture must be premultiplied by alpha. Transparent pixels
    /// are black.
    fileprivate var dividedByAlpha: Image {
        var result = converted(to: .rgba8)
        for i in stride(from: 0, to: result.bytes.count, by: 4) {
            let alpha = Int(result.bytes[i + 3])
            guard alpha > 0, alpha < 255 else { continue }
            for k in i..<i + 3 { result.bytes[k] = UInt8(min(255, (Int(result.bytes[k]) * 255 + alpha / 2) / alpha)) }
        }
        return result
    }
}
