// TransitionPlayer: a transition between two pictures or views that the user can play, turn back and drag.
//
// All motion consists of legs: a leg goes from a progress at a time to one of the ends. It is eased, and its share of the duration
// is its share of the whole way. A leg begins at the progress where the leg before ends or is interrupted, so that turning back and
// letting go never jump. The player has no clock: the progress at a time follows from the calls and the times given in them, not
// from the number of frames drawn.

public import Raster

/// Plays a transition between two pictures or views. Its direction can be reversed at any time, and it can be dragged.
public final class TransitionPlayer {
    /// The content of one end.
    public enum Content {
        /// A picture.
        case texture(Texture)
        /// A view, which is displayed again for every frame that shows it.
        case view(View)
    }
    /// The state of the player at a time.
    public enum Phase: String, Sendable, Hashable {
        /// The source is shown.
        case source
        /// The transition runs to either end.
        case running
        /// The progress follows a drag.
        case dragged
        /// The destination is shown.
        case destination
    }

    /// The transition that is played.
    public let transition: any Transition
    /// The content at progress 0.
    public let source: Content
    /// The content at progress 1.
    public let destination: Content
    /// Seconds from one end to the other.
    public let duration: Double
    /// The relation of progress to time on the whole way; a part of the way takes the same curve in less time.
    public let easing: Easing
    /// The seed of all random numbers in the frames.
    public var seed: UInt64 = 1
    /// How pictures are fitted whose proportions differ from the target's.
    public var resize = ResizeMode.cover

    /// The way from progress `start` at `time` to progress `end`.
    private struct Leg { var start: Double, end: Double, time: Double }
    private var leg = Leg(start: 0, end: 0, time: 0)
    /// The progress during a drag; nil otherwise.
    private var dragged: Double?

    /// A player that shows the source. By default it uses the transition's own duration and easing.
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

    /// Runs to the destination from the progress at this time (seconds).
    public func play(at time: Double) throws(RasterError) { try begin(to: 1, at: time) }
    /// Runs back to the source from the progress at this time (seconds).
    public func reverse(at time: Double) throws(RasterError) { try begin(to: 0, at: time) }
    /// Reverses the direction: runs to the end that the player is not at, or not running to.
    public func toggle(at time: Double) throws(RasterError) { try begin(to: leg.end == 0 ? 1 : 0, at: time) }
    /// Shows the source, or the destination, at once.
    public func jump(toDestination: Bool) {
        let end = toDestination ? 1.0 : 0
        dragged = nil
        leg = Leg(start: end, end: end, time: 0)
    }

    /// Begins a drag: the progress stops at this time.
    public func beginDrag(at time: Double) throws(RasterError) { dragged = try progress(at: check(time)) }
    /// Moves the progress by a fraction of the whole way, −1…1; the progress stays within 0…1. Does nothing without a drag.
    /// - Throws: `invalidArgument` for a share that is not finite.
    public func drag(by share: Double) throws(RasterError) {
        guard share.isFinite else { throw refusal("drag", "\(share)", "use a finite share") }
        dragged = dragged.map { min(max($0 + share, 0), 1) }
    }
    /// Ends a drag. The player runs to the destination if the drag was fast in that direction or beyond the middle; otherwise it
    /// runs back to the source. Does nothing without a drag.
    /// - Parameters:
    ///   - time: Seconds.
    ///   - velocity: The velocity of the drag at its end, as progress per second. Beyond ±1 its sign alone decides.
    public func endDrag(at time: Double, velocity: Double = 0) throws(RasterError) {
        guard let progress = dragged else { return }
        guard velocity.isFinite else { throw refusal("velocity", "\(velocity)", "use a finite velocity") }
        let forwards = abs(velocity) > 1 ? velocity > 0 : progress >= 0.5
        try begin(to: forwards ? 1 : 0, at: time)
    }

    /// Returns the progress at a time (seconds). Values of easings outside of 0…1 are limited to it.
    /// - Throws: `invalidArgument` for a time that is not finite.
    public func progress(at time: Double) throws(RasterError) -> Double {
        let time = try check(time)
        if let dragged { return dragged }
        let length = duration * abs(leg.end - leg.start)
        guard length > 0, time < leg.time + length else { return leg.end }
        return min(max(leg.start + (leg.end - leg.start) * easing((time - leg.time) / length), 0), 1)
    }
    /// Returns the state of the player at a time (seconds).
    public func phase(at time: Double) throws(RasterError) -> Phase {
        let progress = try progress(at: time)
        if dragged != nil { return .dragged }
        if progress == leg.end && time >= leg.time + duration * abs(leg.end - leg.start) { return leg.end == 0 ? .source : .destination }
        return .running
    }

    /// Records the frame of a time (seconds).
    /// - Throws: The errors of `Transition.draw`, and those of `View.display()` for a view that the frame shows.
    public func draw(at time: Double, to target: Framebuffer, into encoder: inout CommandEncoder) throws {
        let progress = try progress(at: time)
        // A view that the frame does not show is not drawn; the other end's picture replaces it.
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
