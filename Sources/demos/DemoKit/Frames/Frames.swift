// frames: an animation whose frames stay compressed. The demo follows an article of 2015 about frame animation with little memory.

import ArgumentParser
import Canvas
import Effects
import Foundation
import Panels
import Raster

struct FramesCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "frames", abstract: "Plays numbered files, or an animated PNG or WebP, with two decoded frames in memory.",
        discussion: "Without a source it plays a built-in walk. Keys: " + FramesDemo.keys.joined(separator: "; ") + ".")

    @Argument(help: ArgumentHelp("An animated PNG or WebP, or another picture; with --files, the part of the files' path before the number.", valueName: "source"),
              completion: .file(extensions: ["png", "jpg", "webp"]))
    var source: String?
    @Option(name: .long, help: ArgumentHelp("Numbers of the files, first..last.", valueName: "A..B"))
    var files: FrameRange?
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("The fewest digits of a number, 0 to 20; zeros are added in front.", valueName: "count"))
    var padding = 0
    @Option(name: .long, help: ArgumentHelp("The extension of numbered files: png, jpg or webp.", valueName: "type"))
    var type = FrameSequence.FileType.png
    @Option(name: .long, parsing: .unconditional,
            help: ArgumentHelp("Frames per second of the animation. [default: the file's rate, or 30]", valueName: "rate"))
    var rate: Double?
    @Flag(name: .long, inversion: .prefixedNo, help: "Restart after the last frame.")
    var `repeat` = true
    @Flag(name: .long, help: "Measure the memory of 10, 20, 40 and 80 frames, and print it with the article's numbers.")
    var memory = false
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if source == nil, files != nil { throw ValidationError("--files needs a source, the path of the files up to the number.") }
        if let files, !(0 <= files.first && files.first <= files.last) {
            throw ValidationError("--files takes numbers from 0 on and is not empty, not \(files).")
        }
        if let rate, !(0.001...1000).contains(rate) { throw ValidationError("--rate must be between 0.001 and 1000, not \(rate).") }
        guard (0...20).contains(padding) else { throw ValidationError("--padding must be between 0 and 20, not \(padding).") }
    }
    func makeDemo(device: Device) throws -> FramesDemo {
        if memory { try FrameMemory.print(device: device) }
        return try FramesDemo(device: device, sequence: sequence(device: device), rate: rate, repeats: `repeat`)
    }
    private func sequence(device: Device) throws -> FrameSequence? {
        guard let source else { return nil }
        if let files { return try FrameSequence(name: source, range: files.first...files.last, numberPadding: padding, type: type) }
        let sequence = try Suggestion.withSuggestions(for: source, builtIn: []) { try FrameSequence(paths: [source]) }
        PictureReading.tell(sequence.warnings, of: source)
        return sequence
    }
}

extension FrameSequence.FileType: ExpressibleByArgument {}

package final class FramesDemo: Demo {
    private let device: Device
    private let animation: FrameAnimation
    /// The sequence that is played: the user's sequence, or the built-in walk. The frames of the walk are drawn for the picture's size.
    private var sequence: FrameSequence?
    private let isBuiltIn: Bool
    private let count: Int
    private var sprites: SpritePass
    private let surface: CanvasSurface
    private var repeats: Bool
    private let rate: Double?
    private var start = 0.0

    /// Creates a demo that plays `sequence` or, if `sequence` is nil, the built-in walk of `count` frames, 1 or more.
    package init(device: Device, sequence: FrameSequence? = nil, rate: Double? = nil, repeats: Bool = true, count: Int = 20) throws {
        self.device = device; self.sequence = sequence; self.repeats = repeats; self.rate = rate; self.count = count
        isBuiltIn = sequence == nil
        sprites = try SpritePass(device: device)
        surface = try CanvasSurface(device: device)
        animation = FrameAnimation(device: device)
        if let sequence { try animation.play(sequence, fps: rate, repeat: repeats) }
    }

    /// Draws the walking figure as `count` PNG files, `height` pixels high, on a transparent background. 20 files show two steps of the
    /// figure.
    package static func figures(device: Device, height: Int, count: Int) throws -> [[UInt8]] {
        let figure = try WalkingFigure(device: device), target = try WalkingFigure.target(device: device, height: height)
        return try (0..<count).map { number in
            var encoder = device.makeCommandEncoder(label: "frame \(number)")
            figure.draw(number, to: target, into: &encoder)
            try device.submit(encoder)
            var image = try target.readImage()
            // Colours in PNG files are not premultiplied, so the code divides the colours by alpha.
            for i in stride(from: 0, to: image.bytes.count, by: 4) {
                let alpha = Int(image.bytes[i + 3])
                guard alpha > 0, alpha < 255 else { continue }
                for k in 0..<3 { image.bytes[i + k] = UInt8(min(255, (Int(image.bytes[i + k]) * 255 + alpha / 2) / alpha)) }
            }
            return try image.pngData()
        }
    }

    /// Draws `count` frames of 350 × 285 pixels as PNG files, for measurements of memory. The frames show the walking figure of the demo
    /// `lit` in front of bricks.
    package static func walk(device: Device, count: Int) throws -> [[UInt8]] {
        let figure = try WalkingFigure(device: device), drawing = try WalkingFigure.target(device: device, height: 285)
        var sprites = try SpritePass(device: device)
        sprites.size = SIMD2(350, 285)
        let target = try device.makeFramebuffer(width: 350, height: 285, color: [.rgba8], label: "frame")
        let brick = try device.makeTexture(from: Patterns.brick(size: 256), mipmapped: true, label: "brick")
        return try (0..<count).map { number in
            var encoder = device.makeCommandEncoder(label: "frame \(number)")
            let walked = WalkingFigure.stride * Double(number) / Double(WalkingFigure.drawings)
            figure.draw(number, to: drawing, into: &encoder)
            encoder.render(to: target, clear: .color(0.1, 0.1, 0.12, 1), label: "frame \(number)") { pass in
                let way = Float(walked * 252).truncatingRemainder(dividingBy: 256)
                for x in 0..<3 {
                    for y in 0..<2 {
                        sprites.draw(brick, isOpaque: true, at: SIMD2(Float(x) * 256 - way, Float(y) * 256), SIMD2(256, 256), in: &pass, label: "wall")
                    }
                }
                sprites.draw(drawing.color[0]!.texture, at: SIMD2((350 - Float(drawing.width)) / 2, 0), SIMD2(Float(drawing.width), 285), in: &pass,
                             label: "figure")
            }
            try device.submit(encoder)
            return try target.readImage().converted(to: .rgb8).pngData()
        }
    }

    package static let keys = ["space: restart"]

    package func handle(_ event: DemoEvent, at time: Double) throws {
        guard case .tap = event else { return }
        start = time
        try play()
    }
    private func play() throws { if let sequence { try animation.play(sequence, fps: rate, repeat: repeats, start: start) } }

    package func timeUntilNextChange(at time: Double) -> Double? { animation.timeUntilNextFrame(at: time) }

    package static let hasOptions = true
    package func addOptions(to panel: PanelBuilder, at time: Double) throws {
        guard let sequence else { return }
        panel.text("frame \((animation.currentFrameIndex ?? 0) + 1) of \(sequence.count)")
        panel.progress(Float((animation.currentFrameIndex ?? 0) + 1) / Float(sequence.count))
        panel.text("compressed: \(sequence.compressedByteCount / 1024) KiB")
        panel.text("decoded: at most 2 frames, \(2 * sequence.width * sequence.height * 4 / 1024) KiB")
        if panel.checkbox("repeat", &repeats) {
            start = time
            try play()
        }
    }

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        sprites.size = SIMD2(Float(frame.target.width), Float(frame.target.height))
        if isBuiltIn { try drawWalk(frame, into: &encoder) } else { try drawFrames(frame, into: &encoder) }
    }
    /// Draws the street as vectors, and the figure's frame in front of the street.
    private func drawWalk(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        let scene = WalkScene(width: frame.target.width, height: frame.target.height)
        // Enlarged frames would look blurred, so a larger picture requires new frames. If the figure is less than half as high as the
        // frames, new frames are drawn, too.
        if sequence.map({ $0.height < scene.figureHeight || $0.height > 2 * scene.figureHeight }) ?? true {
            sequence = try FrameSequence(bytes: FramesDemo.figures(device: device, height: scene.figureHeight, count: count), name: "walk")
            try play()
        }
        try animation.update(at: frame.time)
        // The street moves only when the drawing of the figure changes. If the street moved between two drawings, the feet would seem to
        // slide.
        let passed = max(0, (frame.time - start) * (rate ?? 30) + 1e-6).rounded(.down)
        var canvas = Canvas()
        scene.draw(walked: 1.06 / 20 * (repeats ? passed : min(passed, Double(count - 1))), into: &canvas)
        try surface.draw(canvas, to: frame.target, clear: .black, into: &encoder)
        let (origin, size) = scene.figurePlace
        encoder.render(to: frame.target, label: "figure") { pass in
            if let picture = animation.currentTexture { sprites.draw(picture, at: origin, size, in: &pass, label: "figure") }
        }
    }
    private func drawFrames(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        guard let sequence else { return }
        // The next frame is decoded in advance on another thread. If a frame is late, the drawing waits for the frame, so a picture never
        // shows a wrong frame.
        try animation.update(at: frame.time)
        let scale = min(sprites.size.x / Float(sequence.width), sprites.size.y / Float(sequence.height))
        let extent = SIMD2(Float(sequence.width), Float(sequence.height)) * scale
        encoder.render(to: frame.target, clear: .color(0.09, 0.1, 0.12, 1), label: "frame") { pass in
            if let picture = animation.currentTexture { sprites.draw(picture, at: (sprites.size - extent) / 2, extent, in: &pass, label: "frame") }
        }
    }
}
