// RedrawSchedule: decides when a demo's picture in a window is drawn again.
//
// While something changes, frames follow each other, as coarse as smooth motion requires. If nothing has changed for a moment, the
// picture is drawn once more at its finest; then the window sleeps until the next change. Times are in the window's seconds.

package struct RedrawSchedule {
    /// Seconds without a change after which a picture is drawn at its finest.
    package static let settleTime = 0.25
    /// The number of frames that panels need after a change: widgets see the pointer's place one frame late, and lists measure
    /// their contents.
    private static let followingFrames = 2

    /// How to draw the picture now.
    package enum Step: Sendable, Equatable {
        /// The picture stays as it is.
        case stays
        /// The picture is drawn as coarse as smooth motion requires.
        case moves
        /// The picture is drawn at its finest.
        case settles
    }

    private var lastChange = 0.0
    private var following = 0
    private var isSettled = false
    /// The time of the demo's next change by itself; infinite for never. Before the first frame, a change is due at once.
    private var nextChange = -Double.infinity

    package init() {}

    /// Returns what to do at a time.
    /// - Parameter changes: Whether something has happened since the last step.
    package mutating func step(at time: Double, changes: Bool) -> Step {
        if changes || time >= nextChange {
            (lastChange, following, isSettled) = (time, RedrawSchedule.followingFrames, false)
            return .moves
        }
        if isSettled { return .stays }
        if time >= lastChange + RedrawSchedule.settleTime {
            isSettled = true
            return .settles
        }
        guard following > 0 else { return .stays }
        following -= 1
        return .moves
    }
    /// Call this after each frame.
    /// - Parameters:
    ///   - untilNextChange: Seconds until the demo changes by itself; nil for never.
    ///   - isFinest: Whether the frame was already drawn at its finest, so that it need not be drawn again.
    package mutating func frameDrawn(at time: Double, untilNextChange: Double?, isFinest: Bool) {
        nextChange = untilNextChange.map { time + ($0 > 0 ? $0 : 0) } ?? .infinity
        if isFinest, following == 0 { isSettled = true }
    }
    /// Seconds until the next step that draws; nil for none.
    package func timeUntilNextFrame(at time: Double) -> Double? {
        let settling = isSettled ? .infinity : following > 0 ? time : lastChange + RedrawSchedule.settleTime
        let next = min(settling, nextChange)
        return next == .infinity ? nil : max(0, next - time)
    }
}
