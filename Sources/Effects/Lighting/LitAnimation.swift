public import Raster

/// An animation whose frames are lit by lamps. One `LitImage` shows a series of pictures, each of which can have its own bumps.
///
///     let walk = try LitAnimation(pictures: pictures, heightMaps: heights, fps: 12)
///     controller.images = [walk.image]
///     …
///     try walk.show(at: time)                 // in each frame of the application
///     try controller.update()
///     draw(walk.image.litTexture)
///
/// The shown frame depends only on the time. Light is drawn again only if the frame, the lamps or the image have changed. All frames stay
/// in memory as textures. If the frames need too much memory, use `FrameAnimation`.
public final class LitAnimation {
    /// A picture and its duration.
    public struct Frame {
        /// A premultiplied 2D texture with one sample, as large as the pictures of the other frames.
        public var picture: Texture
        /// The source of the bumps for this frame. If `bumps` is nil, the relief of the image keeps its own source. Either all frames have
        /// bumps, or no frame has bumps.
        public var bumps: Relief.Source?
        /// The duration in seconds, 0.001…1000.
        public var duration: Double
        /// Creates a frame; its duration is a twelfth of a second by default.
        public init(_ picture: Texture, bumps: Relief.Source? = nil, duration: Double = 1.0 / 12) {
            self.picture = picture
            self.bumps = bumps
            self.duration = duration
        }
    }
    /// The behaviour after the last frame.
    public enum Playback: String, Sendable, Hashable, CaseIterable {
        /// The last frame stays visible.
        case once
        /// The first frame follows the last frame.
        case loop
        /// The frames play backwards to the first frame, then forwards again. When the direction changes, the last or the first
        /// frame is shown once, not twice.
        case pingPong
    }
    /// The image that is lit. Add this image to the `images` of a `LightingController`. The animation sets the image's picture. If the
    /// frames have bumps and the image has a relief, the animation also sets the source of the relief. The caller sets all other properties
    /// of the image.
    public let image: LitImage
    /// The frames in their order, 1 or more.
    public let frames: [Frame]
    /// The behaviour after the last frame; `loop` by default.
    public var playback = Playback.loop
    /// The speed: the number of seconds of the animation that play in one second, 0…1000; 1 by default. At speed 0, only the first frame is
    /// shown.
    public var speed = 1.0
    /// The time at which the first frame begins, in seconds of the same clock as the times of `show(at:)`. Before the start time, the first
    /// frame is shown, too.
    public var start = 0.0
    /// The number of the current frame, from 0.
    public private(set) var currentFrameIndex = 0
    /// The current frame.
    public var currentFrame: Frame { frames[currentFrameIndex] }
    /// The sum of the durations of all frames, at a speed of 1, in seconds.
    public var duration: Double { forwards.duration }

    private let forwards: FrameTiming
    /// The timing of one round of `pingPong`: all frames forwards, then all frames except the last and the first backwards.
    private let round: FrameTiming

    /// The maximum allowed number of frames in an animation.
    static let maximumFrameCount = 1 << 12

    /// Creates an animation that shows its first frame.
    /// - Throws: `invalidArgument` for no frames or too many frames, for a duration out of its range, and if only some frames have
    ///   bumps; `invalidSize` if a picture's size differs from the first picture's size; `invalidFormat` and `wrongDevice` in the
    ///   same cases as `LightingController.update(into:)`. Every error names the frame.
    public init(_ frames: [Frame]) throws {
        guard let first = frames.first else { throw RasterError(.invalidArgument, "a lit animation", "has no frames", remedy: "give at least one") }
        guard frames.count <= LitAnimation.maximumFrameCount else {
            throw RasterError(.invalidArgument, "a lit animation", "has \(frames.count) frames",
                              remedy: "give at most \(LitAnimation.maximumFrameCount), or play files by FrameAnimation")
        }
        image = try LitImage(first.picture)
        for (i, frame) in frames.enumerated() { try frame.validate("frame \(i) of a lit animation", like: first, device: image.device) }
        self.frames = frames
        let lengths = frames.map(\.duration)
        forwards = FrameTiming(lengths: lengths)
        round = FrameTiming(lengths: lengths + lengths.dropFirst().dropLast().reversed())
    }
    /// Creates an animation with frames of equal length.
    /// - Parameters:
    ///   - pictures: The frames' pictures.
    ///   - heightMaps: One height map for each picture, or an empty array.
    ///   - fps: Frames per second, 0.001…1000.
    /// - Throws: the errors of `init(_:)`; `invalidArgument` for a rate out of its range, and if the number of height maps differs
    ///   from the number of pictures.
    public convenience init(pictures: [Texture], heightMaps: [Texture] = [], fps: Double) throws {
        let duration = try LitAnimation.duration(fps: fps)
        guard heightMaps.isEmpty || heightMaps.count == pictures.count else {
            throw RasterError(.invalidArgument, "a lit animation", "has \(heightMaps.count) height maps for \(pictures.count) pictures",
                              remedy: "give one height map for each picture, or none")
        }
        try self.init(pictures.enumerated().map { Frame($0.element, bumps: heightMaps.isEmpty ? nil : .heightMap(heightMaps[$0.offset]), duration: duration) })
    }
    /// Creates an animation with frames of equal length. The frames are the cells of a sheet, row by row from the upper left. Colours with
    /// straight alpha are premultiplied.
    /// - Parameters:
    ///   - device: The device of the frames' textures.
    ///   - sheet: The pictures.
    ///   - heights: A sheet of height maps, with its cells in the same order; nil if the frames have no height maps. The size of `heights`
    ///     may differ from the size of `sheet`.
    ///   - columns: The number of cells in a row.
    ///   - rows: The number of rows.
    ///   - count: The number of cells that are frames; nil if all cells are frames.
    ///   - fps: Frames per second, 0.001…1000.
    /// - Throws: the errors of `init(_:)`; `invalidSize` if the width or height of a cell is not a whole number of pixels;
    ///   `invalidArgument` for a number out of its range.
    public convenience init(device: Device, sheet: Image, heights: Image? = nil, columns: Int, rows: Int, count: Int? = nil, fps: Double) throws {
        var picture = sheet.converted(to: .rgba8)
        TexturePicture.premultiply(&picture, inLinearLight: false)
        let cells = try SpriteSheet(picture, name: "sheet of a lit animation", columns: columns, rows: rows)
        let heightCells = try heights.map { try SpriteSheet($0, name: "heights of a lit animation", columns: columns, rows: rows) }
        let all = columns * rows, number = count ?? all
        guard (1...all).contains(number) else {
            throw RasterError(.invalidArgument, "count of a lit animation", "is \(number)", remedy: "use 1 to \(all), the cells of the sheet")
        }
        try self.init(pictures: (0..<number).map { try device.makeTexture(from: cells[$0], label: "frame \($0)") },
                      heightMaps: heightCells.map { cells in try (0..<number).map { try device.makeTexture(from: cells[$0], label: "heights \($0)") } } ?? [],
                      fps: fps)
    }
    private static func duration(fps: Double) throws(RasterError) -> Double {
        guard (0.001...1000).contains(fps) else { throw RasterError(.invalidArgument, "fps of a lit animation", "is \(fps)", remedy: "use 0.001 to 1000") }
        return 1 / fps
    }

    /// Returns the number of the frame that belongs to the given time, even if another frame is shown now. NaN counts as the start.
    public func frameIndex(at time: Double) -> Int {
        let timing = timing, number = timing.index(at: played(time), repeats: playback != .once)
        // If the playback is `pingPong`, a number that is at least `frames.count` belongs to a frame that plays backwards.
        return number < frames.count ? number : timing.count - number
    }
    /// Returns the seconds until the next frame is due; nil if no frame follows.
    public func timeUntilNextFrame(at time: Double) -> Double? {
        guard speed > 0, frames.count > 1, let left = timing.timeUntilNextFrame(at: played(time), repeats: playback != .once) else { return nil }
        // If the playback is `once`, no other frame follows the last frame, so the picture does not change when the last frame ends.
        if playback == .once, frameIndex(at: time) == frames.count - 1 { return nil }
        return left / speed
    }
    private var timing: FrameTiming { playback == .pingPong ? round : forwards }
    private func played(_ time: Double) -> Double { (time - start) * speed }

    /// Sets the image's picture to the frame for the given time. Returns whether the frame has changed.
    /// - Throws: `invalidArgument` for a speed or a start out of its range. If an error is thrown, the frame does not change.
    @discardableResult public func show(at time: Double) throws(RasterError) -> Bool {
        try require((0...1000).contains(speed), "speed", "is \(speed)", remedy: "use 0 to 1000", of: "a lit animation")
        try requireFinite(start.isFinite, "start", start, of: "a lit animation")
        let index = frameIndex(at: time), frame = frames[index]
        // The application may have set a new relief since the last call, so the source is set even if the frame has not changed.
        if let bumps = frame.bumps { image.relief?.source = bumps }
        guard index != currentFrameIndex else { return false }
        currentFrameIndex = index
        image.picture = frame.picture
        return true
    }
}

extension LitAnimation.Frame {
    fileprivate func validate(_ name: String, like first: LitAnimation.Frame, device: Device) throws(RasterError) {
        try require((0.001...1000).contains(duration), "duration", "is \(duration)", remedy: "use 0.001 to 1000 seconds", of: name)
        try picture.requirePicture("picture", of: name, device: device)
        guard picture.width == first.picture.width, picture.height == first.picture.height else {
            throw RasterError(.invalidSize, "picture of \(name)",
                              "is \(picture.width)×\(picture.height) pixels, not \(first.picture.width)×\(first.picture.height) like the first one",
                              remedy: "make all frames of one size")
        }
        try bumps?.map?.requirePicture("bumps", of: name, device: device)
        try require((bumps == nil) == (first.bumps == nil), "bumps",
                    bumps == nil ? "are missing, but the first frame has bumps" : "are set, but the first frame has no bumps",
                    remedy: "give bumps to each frame, or to none", of: name)
    }
}
