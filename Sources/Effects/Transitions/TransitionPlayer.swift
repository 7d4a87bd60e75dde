// TransitionPlayer: a transition between two pictures or views, as somebody plays, turns back and drags it.
//
// All motion is made of legs: from a progress at a time to one of the ends, eased over as much of the duration as the way is of the
// whole. A leg may begin wherever the one before is left, so that turning back and letting go never jump. The player has no clock: the
// progress at a time follows from the calls and the times that they gave, never from how often frames were drawn.

public import Raster

/// Plays a transition between two pictures or views. It can be turned round at any time, and dragged.
public final class TransitionPlayer {
    /// What is shown at one end.
    public enum Content {
        /// A picture.
        case texture(Texture)
        /// A view, which is displayed anew for every frame in which it is seen.
        case view(View)
    }
    /// What the player does at a time.
    public enum Phase: String, Sendable, Hashable {
        /// The source is shown.
        case source
        /// On the way to either end.
        case running
        /// The progress is the drag's.
        case dragged
        /// The destination is shown.
        case destination
    }

    /// The transition that is played.
    public let transition: any Transition
    /// What is shown at progress 0.
    public let source: Content
    /// What is shown at progress 1.
    public let destination: Content
    /// Seconds from one end to the other.
    public let duration: Double
    /// How progress follows time on a whole way; a part of it takes the same curve in less time.
    public let easing: Easing
    /// What everything random in the frames comes from.
    public var seed: UInt64 = 1
    /// How pictures of other proportions than the target's are fitted.
    public var resize = ResizeMode.cover

    /// The way from `start` at `time` to `end`.
    private struct Leg { var start: Double, end: Double, time: Double }
    private var leg = Leg(start: 0, end: 0, time: 0)
    /// The progress while it is dragged.
    private var dragged: Double?

    /// A player that shows the source. Without a duration or an easing the transition's own are taken.
    /// - Throws: `invalidArgument` unless the duration is above 0 and at most a million seconds.
    public init(_ transition: any Transition, from source: Content, to destination: Content, duration: Double? = nil, easing: Easing? = nil) throws(RasterError) {
        self.transition = transition; self.source = source; self.destination = destination
        self.duration = duration ?? transition.duration
        self.easing = easing ?? transition.easing
        guard self.duration > 0, self.duration <= 1e6 else {
            throw RasterError(.invalidArgument, "duration", at: "player of transition '\(transition.name)'", "is \(self.duration) s", remedy: "use more than 0 and at most 1000000 s")
        }
    }

    /// Runs to the destination from wherever the progress is at this time (seconds).
    public func play(at time: Double) throws(RasterError) { try begin(to: 1, at: time) }
    /// Runs back to the source from wherever the progress is at this time (seconds).
    public func reverse(at time: Double) throws(RasterError) { try begin(to: 0, at: time) }
    /// Turns round: runs to the other end than the one it is at or runs to.
    public func toggle(at time: Double) throws(RasterError) { try begin(to: leg.end == 0 ? 1 : 0, at: time) }
    /// Shows the source, or the destination, at once.
    public func jump(toDestination: Bool) {
        let end = toDestination ? 1.0 : 0
        dragged = nil
        leg = Leg(start: end, end: end, time: 0)
    }

    /// Takes hold of the progress, which stands still from now on.
    public func beginDrag(at time: Double) throws(RasterError) { dragged = try progress(at: check(time)) }
    /// Moves the progress by a share of the way, −1…1; it stays within 0…1. Does nothing unless a drag has begun.
    /// - Throws: `invalidArgument` for a share that is not finite.
    public func drag(by share: Double) throws(RasterError) {
        guard share.isFinite else { throw refusal("drag", "\(share)", "use a finite share") }
        dragged = dragged.map { min(max($0 + share, 0), 1) }
    }
    /// Lets go: runs on to the destination when the drag was swift towards it, or had gone beyond the middle, and else back to the source.
    /// Does nothing unless a drag has begun.
    /// - Parameters:
    ///   - time: Seconds.
    ///   - velocity: Progress per second at which it was let go; more than 1 in either direction decides.
    public func endDrag(at time: Double, velocity: Double = 0) throws(RasterError) {
        guard let progress = dragged else { return }
        guard velocity.isFinite else { throw refusal("velocity", "\(velocity)", "use a finite one") }
        let forwards = abs(velocity) > 1 ? velocity > 0 : progress >= 0.5
        try begin(to: forwards ? 1 : 0, at: time)
    }

    /// The progress at a time (seconds), 0…1. Easings that leave 0…1 are held in it.
    /// - Throws: `invalidArgument` for a time that is not finite.
    public func progress(at time: Double) throws(RasterError) -> Double {
        let time = try check(time)
        if let dragged { return dragged }
        let length = duration * abs(leg.end - leg.start)
        guard length > 0, time < leg.time + length else { return leg.end }
        return min(max(leg.start + (leg.end - leg.start) * easing((time - leg.time) / length), 0), 1)
    }
    /// What the player does at a time (seconds).
    public func phase(at time: Double) throws(RasterError) -> Phase {
        let progress = try progress(at: time)
        if dragged != nil { return .dragged }
        if progress == leg.end && time >= leg.time + duration * abs(leg.end - leg.start) { return leg.end == 0 ? .source : .destination }
        return .running
    }

    /// Records the frame of a time (seconds).
    /// - Throws: The errors of `Transition.draw`, and those of `View.display()` for a view that is seen.
    public func draw(at time: Double, to target: Framebuffer, into encoder: inout CommandEncoder) throws {
        let progress = try progress(at: time)
        // A view that is not seen is not drawn: the other end stands in for it.
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
