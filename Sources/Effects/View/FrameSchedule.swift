// FrameSchedule: the times at which frames are due. The intervals between these times are equal, so a late frame does not delay the
// following frames. Times are seconds of the controller's clock.

struct FrameSchedule {
    private(set) var origin = 0.0
    private(set) var interval: Double
    /// The time at which the next frame is due.
    private(set) var next = 0.0

    init(interval: Double) { self.interval = interval }

    /// Begins a new series of equal intervals at `time`. The first frame of the series is due immediately.
    mutating func start(at time: Double) { (origin, next) = (time, time) }

    /// Changes the interval at `time`. If the next frame was already due at an earlier time, this earlier time stays.
    mutating func setInterval(_ new: Double, at time: Double) {
        interval = new
        origin = time
        next = min(next, time + new)
    }

    /// Notes that a frame is drawn at `time`. The next frame is due at the end of the current interval. Frames whose due times have
    /// passed are skipped.
    mutating func frameDrawn(at time: Double) {
        // A frame may be too early by a rounding error. A frame that is too early by a rounding error counts as the due frame, because
        // otherwise two frames would be drawn for the same due time.
        let passed = ((time - origin) / interval + 1e-3).rounded(.down)
        next = origin + (passed + 1) * interval
    }
}
