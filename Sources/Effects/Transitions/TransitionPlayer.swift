// TransitionPlayer: a transition between two pictures or views. The user can play the transition, reverse it and drag it.
//
// The whole motion consists of legs. A leg is a motion with easing from a given progress, at a given time, to progress 0 or 1. A leg that
// covers a fraction of the way from 0 to 1 takes the same fraction of the duration. A leg begins at the progress where the previous leg
// ended or was interrupted, so a reversal and the end of a drag never make the picture jump. The player has no clock: the progress at a
// time depends only on the calls and their times, and not on the number of drawn frames.

public import Raster

/// Plays a transition between two pictures or views. The transition can be reversed and dragged at any time.
public final class TransitionPlayer {
    /// The content at one end of the transition.
    public enum Content {
        /// A picture.
        case texture(Texture)
        /// A view. The view is drawn again for every frame that shows the view.
        case view(View)
    }
    /// The state of the player at one time.
    public enum Phase: String, Sendable, Hashable {
        /// The source is shown.
        case source
        /// The transition runs to the source or to the destination.
        case running
        /// The progress follows a drag.
        case dragged
        /// The destination is shown.
        case destination
    }

    /// The transition that the player plays.
    public let transition: any Transition
    /// The content at progress 0.
    public let source: Content
    /// The content at progress 1.
    public let destination: Content
    /// The duration from progress 0 to progress 1, in seconds.
    public let duration: Double
    /// The easing curve of a motion over the whole way. A motion over a part of the way uses the whole curve in a shorter time.
    public let easing: Easing
    /// The seed of all random numbers in the frames.
    public var seed: UInt64 = 1
    /// How a picture is fitted if its proportions differ from the target's.
    public var resize = ResizeMode.cover

    /// A motion that starts at `time` at progress `start` and ends at progress `end`.
    private struct Leg { var start: Double, end: Double, time: Double }
    private var leg = Leg(start: 0, end: 0, time: 0)
    /// The progress during a drag; nil if no drag is in progress.
    private var dragged: Double?

    /// Creates a player that shows the source. By default, the player uses the duration and the easing of the transition.
    /// - Throws: `invalidArgument` unless the duration is above 0 and at most a million seconds.
    public init(_ transition: any Transition, from source: Content, to destination: Content, duration: Double? = nil,
                easing: Easing? = nil) throws(RasterError) {
        self.transition = transition; self.source = source; self.destination = destination
        self.duration = duration ?? transition.duration
        self.easing = easing ?? transition.easing
        guard self.duration > 0, self.duration <= 1e6 else {
            throw RasterError(.invalidArgument, "duration", at: "player of transition '\(transition.name)'", "is \(self.duration) s",
                              remedy: "use more than 0 and at most 1000000 s")
        }
    }

    /// Starts a motion to the destination from the progress at the given time (seconds).
    public func play(at time: Double) throws(RasterError) { try begin(to: 1, at: time) }
    /// Starts a motion back to the source from the progress at the given time (seconds).
    public func reverse(at time: Double) throws(RasterError) { try begin(to: 0, at: time) }
    /// Reverses the direction. If the player is at the destination or runs to the destination, the player starts to run to the source. If
    /// the player is at the source or runs to the source, the player starts to run to the destination.
    public func toggle(at time: Double) throws(RasterError) { try begin(to: leg.end == 0 ? 1 : 0, at: time) }
    /// Shows the source or the destination immediately.
    public func jump(toDestination: Bool) {
        let end = toDestination ? 1.0 : 0
        dragged = nil
        leg = Leg(start: end, end: end, time: 0)
    }

    /// Begins a drag at the given time. The progress then changes only by `drag(by:)`.
    public func beginDrag(at time: Double) throws(RasterError) { dragged = try progress(at: check(time)) }
    /// Moves the progress by `share`, a fraction −1…1 of the whole way. The progress stays within 0…1. Has no effect without a drag.
    /// - Throws: `invalidArgument` if `share` is not finite.
    public func drag(by share: Double) throws(RasterError) {
        guard share.isFinite else { throw refusal("drag", "\(share)", "use a finite share") }
        dragged = dragged.map { min(max($0 + share, 0), 1) }
    }
    /// Ends a drag. After a fast drag forwards, the player runs to the destination; after a fast drag backwards, the player runs to the
    /// source. After a slow drag, the player runs to the nearer end. If there is no drag, the call has no effect.
    /// - Parameters:
    ///   - time: The time in seconds.
    ///   - velocity: The velocity of the drag at its end, as progress per second. A drag is fast if the velocity is beyond ±1.
    public func endDrag(at time: Double, velocity: Double = 0) throws(RasterError) {
        guard let progress = dragged else { return }
        guard velocity.isFinite else { throw refusal("velocity", "\(velocity)", "use a finite velocity") }
        let forwards = abs(velocity) > 1 ? velocity > 0 : progress >= 0.5
        try begin(to: forwards ? 1 : 0, at: time)
    }

    /// Returns the progress at the given time (seconds). If the easing gives a value outside of 0…1, the value is limited to 0…1.
    /// - Throws: `invalidArgument` if the time is not finite.
    public func progress(at time: Double) throws(RasterError) -> Double {
        let time = try check(time)
        if let dragged { return dragged }
        let length = duration * abs(leg.end - leg.start)
        guard length > 0, time < leg.time + length else { return leg.end }
        return min(max(leg.start + (leg.end - leg.start) * easing((time - leg.time) / length), 0), 1)
    }
    /// Returns the state of the player at the given time (seconds).
    public func phase(at time: Double) throws(RasterError) -> Phase {
        let progress = try progress(at: time)
        if dragged != nil { return .dragged }
        if progress == leg.end && time >= leg.time + duration * abs(leg.end - leg.start) { return leg.end == 0 ? .source : .destination }
        return .running
    }

    /// Records the frame for the given time (seconds).
    /// - Throws: The errors of `Transition.draw`, and the errors of `View.display()` for a view that the frame shows.
    public func draw(at time: Double, to target: Framebuffer, into encoder: inout CommandEncoder) throws {
        let progress = try progress(at: time)
        // A view that the frame does not show is not drawn. The picture at the other end of the transition is used instead.
        let seenSource = progress < 1 ? try texture(of: source) : nil, seenDestination = progress > 0 ? try texture(of: destination) : nil
        guard let from = seenSource ?? seenDestination, let to = seenDestination ?? seenSource else { return }
        try transition.draw(TransitionFrame(source: from, destination: to, target: target, progress: progress, seed: seed, resize: resize), into: &encoder)
    }

    private func texture(of content: Content) throws -> Texture {
        switch content {
        case .texture(let texture): return texture
        case .view(let view):
            try view.display()
            guard let texture = try view.displayed().color.first.flatMap({ $0 })?.texture else { preconditionFailure("a view's picture has colours") }
            return texture
        }
    }
    private func begin(to end: Double, at time: Double) throws(RasterError) {
        let start = try progress(at: time)
        dragged = nil
        leg = Leg(start: start, end: end, time: time)
    }
    @discardableResult private func check(_ time: Double) throws(RasterError) -> Double {
        guard time.isFinite else { throw refusal("time", "\(time)", "use a finite number of seconds") }
        return time
    }
    private func refusal(_ subject: String, _ value: String, _ remedy: String) -> RasterError {
        RasterError(.invalidArgument, subject, at: "player of transition '\(transition.name)'", "is \(value)", remedy: remedy)
    }
}
