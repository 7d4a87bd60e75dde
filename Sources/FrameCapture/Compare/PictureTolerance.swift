/// How much a picture may differ from the expected picture.
///
/// Raster draws the same bits on every machine, so `exact` is right for Raster's own pictures. Use a tolerance for other pictures,
/// such as a screenshot or another renderer's picture.
public struct PictureTolerance: Sendable, Hashable {
    /// The largest difference of a channel that is ignored, in steps of the channel. A channel of 8 bits has 255 steps; a channel of 16 bits
    /// has 65535 steps.
    public var steps: Int
    /// The number of pixels that may differ by more than `steps`.
    public var pixels: Int

    /// Creates a tolerance.
    /// - Parameters:
    ///   - steps: The largest ignored difference of a channel, 0 or more.
    ///   - pixels: The number of pixels that may differ by more than `steps`, 0 or more.
    public init(steps: Int = 0, pixels: Int = 0) { self.steps = max(0, steps); self.pixels = max(0, pixels) }

    /// Every bit of every pixel equals the expected bit.
    public static let exact = PictureTolerance()
    /// Returns a tolerance that allows each channel of each pixel to differ by at most `count` steps.
    public static func steps(_ count: Int) -> PictureTolerance { PictureTolerance(steps: count) }
}
