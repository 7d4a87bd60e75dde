public import Raster

/// Shows frames one after the other, without holding them decoded: the frame on screen is a texture, the next one is decoded ahead on another thread, all
/// others stay compressed.
///
///     let animation = FrameAnimation(device: device)
///     try animation.play(name: "walk", range: 1...80, numberPadding: 3, type: .png, fps: 30, repeat: true)
///     …
///     try animation.update(at: time)          // in each frame of the program
///     draw(animation.currentTexture)
///
/// Which frame is shown depends on the time alone, never on how often `update` is called: frames are left out where it is called seldom.
public final class FrameAnimation {
    /// The device that the texture belongs to.
    public let device: Device
    /// The number of the frame that is shown, from 0; with `play(name:…)` add the range's lower bound to get the file's. nil before the first.
    public private(set) var currentFrameIndex: Int?
    /// The frame that is shown: rgba8, premultiplied; nil before the first. It is the same texture for all frames of a sequence, with new texels.
    public private(set) var currentTexture: Texture?
    /// The sequence that is played, or was played last.
    public private(set) var sequence: FrameSequence?
    /// Whether frames follow; false before `play`, after `stop` and when the last frame has been shown.
    public private(set) var isPlaying = false

    private var decoder: FrameDecoder?
    private var timing: FrameTiming?
    private var start = 0.0
    private var repeats = false
    private var completion: (() -> Void)?

    /// An animation that shows nothing yet.
    public init(device: Device) { self.device = device }

    /// Plays numbered files.
    /// - Parameters:
    ///   - name: The files' path up to the number.
    ///   - range: The numbers of the files, the first one 0 or more.
    ///   - numberPadding: Digits that a number has at least: zeros are put before it.
    ///   - type: The files' kind.
    ///   - fps: Frames per second, 0.001…1000.
    ///   - repeat: Whether it begins anew after the last frame.
    ///   - start: The time of the first frame, in seconds of the clock that `update(at:)` is called with.
    ///   - completion: Called once, by the update that shows the end: the last frame has been on screen for its time, and rests there. Not with `repeat`,
    ///     and not after `stop`.
    /// - Throws: the errors of `FrameSequence.init(name:range:numberPadding:type:)` and `FrameTiming.init(count:fps:)`; then what was played goes on.
    public func play(name: String, range: ClosedRange<Int>, numberPadding: Int = 0, type: FrameSequence.FileType = .png, fps: Double = 30, repeat: Bool = false,
                     start: Double = 0, completion: (() -> Void)? = nil) throws {
        try play(FrameSequence(name: name, range: range, numberPadding: numberPadding, type: type), fps: fps, repeat: `repeat`, start: start, completion: completion)
    }
    /// Plays a sequence. Without `fps` frames take the times that the file says, or a thirtieth of a second where it says none; the other parameters are those
    /// of the form for files.
    public func play(_ sequence: FrameSequence, fps: Double? = nil, repeat: Bool = false, start: Double = 0, completion: (() -> Void)? = nil) throws {
        guard start.isFinite else { throw RasterError(.invalidArgument, "start of a frame animation", "is \(start)", remedy: "use a finite number of seconds") }
        let timing = if let fps { try FrameTiming(count: sequence.count, fps: fps) } else { try sequence.timing ?? FrameTiming(count: sequence.count, fps: 30) }
        self.sequence = sequence
        self.timing = timing
        self.start = start
        self.completion = completion
        repeats = `repeat`
        decoder = FrameDecoder(sequence)
        decoder?.prepare(0)
        currentFrameIndex = nil
        isPlaying = true
    }
    /// Leaves the frame that is shown on screen, and does not call the completion.
    public func stop() {
        isPlaying = false
        completion = nil
        decoder = nil
    }

    /// The frame of a time, whether or not it is shown: an exact function of the time, 0 where nothing has been played.
    public func frameIndex(at time: Double) -> Int { timing?.index(at: time - start, repeats: repeats) ?? 0 }

    /// Seconds until the next frame is to be shown: 0 where the frame of this time is not shown yet; nil where none follows.
    public func timeUntilNextFrame(at time: Double) -> Double? {
        guard isPlaying, let timing else { return nil }
        guard timing.index(at: time - start, repeats: repeats) == currentFrameIndex else { return 0 }
        return timing.timeUntilNextFrame(at: time - start, repeats: repeats)
    }

    /// Shows the frame of a time, and has the next one decoded.
    /// - Parameters:
    ///   - time: Seconds. It may also go back.
    ///   - waits: Whether to wait for a frame that is not decoded yet. Without waiting the frame before stays until an update finds the new one there: a window does so.
    /// - Throws: the errors of `Image.read` for a frame that is none, which they name; the frame before stays, and the next update tries again.
    public func update(at time: Double, waits: Bool = true) throws {
        guard isPlaying, let sequence, let timing, let decoder else { return }
        let index = timing.index(at: time - start, repeats: repeats)
        if index != currentFrameIndex {
            guard let image = try decoder.take(index, waits: waits) else { return }
            try show(image)
            currentFrameIndex = index
        }
        let hasEnded = !repeats && time - start >= timing.duration
        if hasEnded {
            // A completion may play something else.
            let completion = completion
            stop()
            completion?()
        } else if sequence.count > 1, repeats || index + 1 < sequence.count {
            decoder.prepare((index + 1) % sequence.count)
        }
    }
    /// Returns once the frame of a time is decoded, so that `update(at:waits:)` with that time shows it and spends nothing on decoding. Where nothing is played, or
    /// the frame is shown already, it returns at once. An update that may wait does so by itself.
    public func waitForFrame(at time: Double) {
        guard isPlaying, let timing, let decoder else { return }
        let index = timing.index(at: time - start, repeats: repeats)
        if index != currentFrameIndex { decoder.wait(for: index) }
    }
    private func show(_ image: Image) throws {
        if let texture = currentTexture, texture.width == image.width, texture.height == image.height { return try texture.upload(image) }
        currentTexture = try device.makeTexture(from: image, label: "animation")
    }

    /// Frames of the present sequence that have been decoded so far.
    public var decodedFrameCount: Int { decoder?.decodedCount ?? 0 }
    /// Frames that are held decoded now: the one that is shown, and one ahead. Never more than two.
    public var heldFrameCount: Int { (currentTexture == nil ? 0 : 1) + (decoder?.holdsFrame == true ? 1 : 0) }
}
