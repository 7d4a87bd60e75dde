/// How much of a picture may differ from the one that is expected.
///
/// Raster draws the same bits on every machine, so `exact` is right for what it draws alone. A tolerance is for pictures from elsewhere:
/// another renderer's, or a photograph of a screen.
public struct PictureTolerance: Sendable, Hashable {
    /// The largest difference in a channel that counts as none, in steps of the channel: of 255 at 8 bits, of 65535 at 16 bits.
    public var steps: Int
    /// The number of pixels that may differ by more.
    public var pixels: Int

    /// A tolerance.
    /// - Parameters:
    ///   - steps: The largest difference in a channel that counts as none, 0 or more.
    ///   - pixels: The number of pixels that may differ by more, 0 or more.
    public init(steps: Int = 0, pixels: Int = 0) { self.steps = max(0, steps); self.pixels = max(0, pixels) }

    /// Every bit of every pixel is as expected.
    public static let exact = PictureTolerance()
    /// Each channel of each pixel is at most `count` steps away.
    public static func steps(_ count: Int) -> PictureTolerance { PictureTolerance(steps: count) }
}
