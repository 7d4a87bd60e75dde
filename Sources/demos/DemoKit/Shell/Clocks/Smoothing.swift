// Smoothing: decides whether a window's frames have four samples per pixel: only if the frames stay fast enough.

package struct Smoothing {
    /// The time of a screen's frame in seconds; drawing may take most of it.
    package static let frame = 1.0 / 60
    /// The number of consecutive frames for a decision.
    private static let patience = 20

    /// Samples per pixel of the next frame, 1 or 4.
    package private(set) var samples = 1
    private var count = 0
    private var seconds = 0.0
    /// Whether four samples were too slow; then they are not tried again.
    private var isTooSlow = false

    package init() {}
    /// - Parameter factor: How much coarser than the window the frame was. A coarse frame leaves no time for samples.
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
