public import Raster

/// Plays the frames of an animation without keeping all frames decoded. The current frame is a texture, the next frame is decoded
/// in advance on another thread, and all other frames stay compressed.
///
///     let animation = FrameAnimation(device: device)
///     try animation.play(name: "walk", range: 1...80, numberPadding: 3, type: .png, fps: 30, repeat: true)
///     …
///     try animation.update(at: time)          // in each frame of the application
///     draw(animation.currentTexture)
///
/// The shown frame depends only on the time. If `update` is called at a lower rate than the frame rate, frames are skipped.
public final class FrameAnimation {
    /// The device that the texture belongs to.
    public let device: Device
    /// The number of the current frame, from 0; nil before the first frame is shown. After `play(name:…)`, the number in the file's
    /// name is this number plus the lower bound of the range.
    public private(set) var currentFrameIndex: Int?
    /// The current frame: rgba8, premultiplied; nil before the first frame is shown. All frames of a sequence use the same texture
    /// object; only its texels change.
    public private(set) var currentTexture: Texture?
    /// The sequence that plays. If nothing plays, the sequence that played last; nil before the first call of `play`.
    public private(set) var sequence: FrameSequence?
    /// Whether an animation plays. False before `play`, after `stop`, and after the last frame has ended.
    public private(set) var isPlaying = false

    private var decoder: FrameDecoder?
    private var timing: FrameTiming?
    private var start = 0.0
    private var repeats = false
    private var completion: (() -> Void)?

    /// Creates an animation that shows nothing yet.
    public init(device: Device) { self.device = device }

    /// Plays numbered files.
    /// - Parameters:
    ///   - name: The files' path up to the number.
    ///   - range: The numbers of the files; the first number is 0 or more.
    ///   - numberPadding: The minimum number of digits. Numbers with fewer digits get leading zeros.
    ///   - type: The files' kind.
    ///   - fps: Frames per second, 0.001…1000.
    ///   - repeat: Whether the animation starts again after the last frame.
    ///   - start: The time at which the first frame begins, in seconds of the same clock as the times of `update(at:)`.
    ///   - completion: Called once, by the first update after the end of the last frame. The last frame then stays on screen. The completion
    ///     is never called if `repeat` is true, or after a call of `stop`.
    /// - Throws: the errors of `FrameSequence.init(name:range:numberPadding:type:)` and `FrameTiming.init(count:fps:)`. If an error
    ///   is thrown, the previous animation continues.
    public func play(name: String, range: ClosedRange<Int>, numberPadding: Int = 0, type: FrameSequence.FileType = .png, fps: Double = 30, repeat: Bool = false,
                     start: Double = 0, completion: (() -> Void)? = nil) throws {
        try play(FrameSequence(name: name, range: range, numberPadding: numberPadding, type: type), fps: fps, repeat: `repeat`, start: start,
                 completion: completion)
    }
    /// Plays a sequence. If `fps` is nil, frames have the lengths that the file gives. If the file gives no lengths, each frame takes 1/30
    /// second. The other parameters are the same as in the function for numbered files.
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
    /// Stops the animation. After a stop, the current frame stays on screen, and the completion is not called.
    public func stop() {
        isPlaying = false
        completion = nil
        decoder = nil
    }

    /// Returns the number of the frame that belongs to the given time, even if this frame has not been shown yet. Before the first call of
    /// `play`, the result is 0.
    public func frameIndex(at time: Double) -> Int { timing?.index(at: time - start, repeats: repeats) ?? 0 }

    /// Returns the seconds until the next frame is due. Returns 0 if the frame for the given time has not been shown yet, and nil if no frame
    /// follows.
    public func timeUntilNextFrame(at time: Double) -> Double? {
        guard isPlaying, let timing else { return nil }
        guard timing.index(at: time - start, repeats: repeats) == currentFrameIndex else { return 0 }
        return timing.timeUntilNextFrame(at: time - start, repeats: repeats)
    }

    /// Shows the frame for the given time, and begins to decode the next frame.
    /// - Parameters:
    ///   - time: The time in seconds; the time may be earlier than in the last call.
    ///   - waits: Whether to wait for a frame that is not decoded yet. If `waits` is false, the old frame stays until an update finds the
    ///     new frame decoded; windows use this setting.
    /// - Throws: the errors of `Image.read`, which name the frame, if the frame cannot be decoded. After an error, the old frame
    ///   stays, and the next update tries again.
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
            // The completion may play another sequence and thereby change this object, so the completion is called last.
            let completion = completion
            stop()
            completion?()
        } else if sequence.count > 1, repeats || index + 1 < sequence.count {
            decoder.prepare((index + 1) % sequence.count)
        }
    }
    /// Waits until the frame for the given time is decoded. A following call of `update(at:waits:)` with the same time shows the frame
    /// without decoding. Returns at once if nothing plays or the frame is shown already. An update whose parameter `waits` is true waits by
    /// itself and does not need this call.
    public func waitForFrame(at time: Double) {
        guard isPlaying, let timing, let decoder else { return }
        let index = timing.index(at: time - start, repeats: repeats)
        if index != currentFrameIndex { decoder.wait(for: index) }
    }
    private func show(_ image: Image) throws {
        if let texture = currentTexture, texture.width == image.width, texture.height == image.height { return try texture.upload(image) }
        currentTexture = try device.makeTexture(from: image, label: "animation")
    }

    /// The number of frames of the current sequence that have been decoded so far.
    public var decodedFrameCount: Int { decoder?.decodedCount ?? 0 }
    /// The number of frames that are decoded in memory now: the current frame and the next frame, so at most two.
    public var heldFrameCount: Int { (currentTexture == nil ? 0 : 1) + (decoder?.holdsFrame == true ? 1 : 0) }
}
