// RedrawSchedule: chooses the times at which a demo's picture in a window is drawn again.
//
// While something changes, the window draws frame after frame. The frames during a change have fewer pixels if the motion would otherwise
// not be smooth. If nothing has changed for a moment, the picture is drawn once more with all pixels. After the picture with all pixels,
// the window sleeps until the next change. Times are in the window's seconds.

package struct RedrawSchedule {
    /// The number of seconds without a change after which the picture is drawn with all pixels.
    package static let settleTime = 0.25
    /// The number of additional frames that are drawn after a change. Panels need these frames: a widget receives the pointer's
    /// position one frame late, and a list first measures its contents.
    private static let followingFrames = 2

    /// The next action for the picture.
    package enum Step: Sendable, Equatable {
        /// The picture is not drawn again.
        case stays
        /// The picture is drawn, with fewer pixels if the motion would otherwise not be smooth.
        case moves
        /// The picture is drawn with all pixels.
        case settles
    }

    private var lastChange = 0.0
    private var following = 0
    private var isSettled = false
    /// The time of the demo's next change without events; infinite if there is no such change. Before the first frame, the value is −∞,
    /// because the first picture must be drawn at once.
    private var nextChange = -Double.infinity

    package init() {}

    /// Returns the action for the given time.
    /// - Parameter changes: Whether an event or a change has happened since the last step.
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
    /// Records that a frame has been drawn, and when the demo changes next. Call this method after each frame.
    /// - Parameters:
    ///   - untilNextChange: The seconds until the demo changes by itself; nil if the demo does not change.
    ///   - isFinest: Whether the frame was already drawn with all pixels. A picture with all pixels is not drawn again.
    package mutating func frameDrawn(at time: Double, untilNextChange: Double?, isFinest: Bool) {
        nextChange = untilNextChange.map { time + ($0 > 0 ? $0 : 0) } ?? .infinity
        if isFinest, following == 0 { isSettled = true }
    }
    /// Returns the seconds until the picture must be drawn again; nil if no drawing is due.
    package func timeUntilNextFrame(at time: Double) -> Double? {
        let settling = isSettled ? .infinity : following > 0 ? time : lastChange + RedrawSchedule.settleTime
        let next = min(settling, nextChange)
        return next == .infinity ? nil : max(0, next - time)
    }
}
