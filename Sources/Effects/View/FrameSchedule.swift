// FrameSchedule: at which times frames are due: on a grid of equal intervals, so that late frames do not delay those after
// them. Seconds on the controller's clock.

struct FrameSchedule {
    private(set) var origin = 0.0
    private(set) var interval: Double
    /// The time at which the next frame is due.
    private(set) var next = 0.0

    init(interval: Double) { self.interval = interval }

    /// Begins a new grid at `time`, whose first frame is due at once.
    mutating func start(at time: Double) { (origin, next) = (time, time) }

    /// Changes the rate from `time` on; a frame that is due earlier stays due.
    mutating func setInterval(_ new: Double, at time: Double) {
        interval = new
        origin = time
        next = min(next, time + new)
    }

    /// A frame is drawn at `time`: the next is due at the next point of the grid. Points that have passed are skipped.
    mutating func frameDrawn(at time: Double) {
        // A frame drawn a rounding error early counts for its point, or it would be drawn twice.
        let passed = ((time - origin) / interval + 1e-3).rounded(.down)
        next = origin + (passed + 1) * interval
    }
}
