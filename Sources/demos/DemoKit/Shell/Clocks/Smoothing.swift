// Smoothing: chooses the number of samples per pixel of a window's frames. Four samples are used only if drawing stays fast enough.

package struct Smoothing {
    /// The time between two frames of the screen, in seconds. Drawing with four samples may take up to 85% of this time.
    package static let frame = 1.0 / 60
    /// The number of consecutive frames whose mean time is computed. This mean time determines the number of samples of the next
    /// frames.
    private static let patience = 20

    /// The number of samples per pixel of the next frame, 1 or 4.
    package private(set) var samples = 1
    private var count = 0
    private var seconds = 0.0
    /// Whether drawing with four samples was too slow. If `isTooSlow` is true, four samples are not tried again.
    private var isTooSlow = false

    package init() {}
    /// - Parameter factor: The number of window pixels per pixel of the frame, along each side. If the factor is above 1, drawing is too
    ///   slow even for one sample per window pixel, so four samples are not used.
    package mutating func frameTook(_ time: Double, factor: Double) {
        guard factor == 1 else {
            (samples, count, seconds) = (1, 0, 0)
            return
        }
        count += 1
        seconds += time
        guard count == Smoothing.patience else { return }
        let mean = seconds / Double(count)
        (count, seconds) = (0, 0)
        if samples == 4 {
            if mean > Smoothing.frame * 0.85 { (samples, isTooSlow) = (1, true) }
        } else if !isTooSlow, mean < Smoothing.frame * 0.3 {
            samples = 4
        }
    }
}
