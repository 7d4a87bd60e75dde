// RedrawSchedule: when a demo's picture in a window is drawn again.
//
// While something changes, frames follow each other, as coarse as fluid motion needs. When nothing has changed for a moment, the picture is drawn once more
// as fine as can be, and then not before the next change: the window sleeps. Times are the window's, in seconds.

package struct RedrawSchedule {
    /// Seconds without a change after which a picture is drawn at its finest.
    package static let settleTime = 0.25
    /// The number of frames after a change that panels need to follow it: widgets see where the pointer was a frame before, and lists measure their contents.
    private static let followingFrames = 2

    /// How the picture is to be drawn now.
    package enum Step: Sendable, Equatable {
        /// It stays as it is.
        case stays
        /// It is drawn as coarse as fluid motion needs.
        case moves
        /// It is drawn as fine as can be.
        case settles
    }

    private var lastChange = 0.0
    private var following = 0
    private var isSettled = false
    /// When the demo changes by itself; infinite for never. At once before the first frame.
    private var nextChange = -Double.infinity

    package init() {}

    /// Tells what to do at a time.
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
    /// To be called after each frame.
    /// - Parameters:
    ///   - untilNextChange: Seconds until the demo changes by itself; nil for never.
    ///   - isFinest: Whether the frame was as fine as can be already, so that it need not be drawn again.
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
