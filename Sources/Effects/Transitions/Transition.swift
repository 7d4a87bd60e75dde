import Host
public import Raster

/// A transition from one picture to another. The frame equals the source byte for byte at progress 0, and the destination at
/// progress 1.
///
/// Callers use `draw(_:into:)`. `draw(_:into:)` checks the frame. At progress 0 and 1, `draw(_:into:)` copies the source or the
/// destination; for all frames between, `draw(_:into:)` calls `drawBetween(_:into:)`. A conforming type implements `drawBetween`. A frame
/// depends only on its `TransitionFrame`, so frames can be drawn in any order and at any rate.
public protocol Transition: AnyObject {
    /// A short, readable name, such as `page-curl`.
    var name: String { get }
    /// The device that draws the transition.
    var device: Device { get }
    /// The default duration in seconds; above 0.
    var duration: Double { get }
    /// The easing curve that is used by default.
    var easing: Easing { get }
    /// Whether the target must have a depth attachment.
    var needsDepth: Bool { get }
    /// Records a frame whose progress lies between 0 and 1, both excluded. Only `draw(_:into:)` calls this method.
    func drawBetween(_ frame: TransitionFrame, into encoder: inout CommandEncoder) throws
}

extension Transition {
    /// Returns the default duration, one second.
    public var duration: Double { 1 }
    /// Returns the default easing, a constant speed.
    public var easing: Easing { .linear }
    /// Returns false, because most transitions need no depth attachment.
    public var needsDepth: Bool { false }

    /// Records the frame. At progress 0, the frame is a copy of the source; at progress 1, a copy of the destination. Between progress 0
    /// and 1, `drawBetween` records the frame. Draws all pixels of the target.
    /// - Throws: `RasterError` for a progress or a picture that cannot be drawn, or the transition's errors. If an error is thrown,
    ///   nothing is recorded.
    public func draw(_ frame: TransitionFrame, into encoder: inout CommandEncoder) throws {
        try LibraryCall.perform {
            try frame.validate(for: self)
            if frame.progress > 0 && frame.progress < 1 { return try drawBetween(frame, into: &encoder) }
            let surfaces = TransitionSurfaces.of(device)
            try surfaces.draw(frame, background: .picture(frame.progress <= 0 ? .source : .destination), [], into: &encoder, label: "\(name), at rest")
        }
    }

    /// The same transition backwards: its source is this transition's destination.
    public var reversed: ReversedTransition { ReversedTransition(self) }
}
