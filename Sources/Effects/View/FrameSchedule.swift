// FrameSchedule: the times at which frames are due. They form a grid of equal intervals, so that a late frame does not delay the
// frames after it. Times are seconds of the controller's clock.

struct FrameSchedule {
    private(set) var origin = 0.0
    private(set) var interval: Double
    /// The time at which the next frame is due.
    private(set) var next = 0.0

    init(interval: Double) { self.interval = interval }

    /// Begins a new grid at `time`. Its first frame is due at once.
    mutating func start(at time: Double) { (origin, next) = (time, time) }

    /// Changes the rate from `time` on; a frame that is due earlier stays due.
    mutating func setInterval(_ new: Double, at time: Double) {
        interval = new
        origin = time
        next = min(next, time + new)
    }

    /// Notes that a frame is drawn at `time`. The next frame is due at the next point of the grid; points that have passed are
    /// skipped.
    mutating func frameDrawn(at time: Double) {
        // A frame that is early by a rounding error counts for its point; otherwise the point would get two frames.
        let passed = ((time - origin) / interval + 1e-3).rounded(.down)
        next = origin + (passed + 1) * interval
    }
}
