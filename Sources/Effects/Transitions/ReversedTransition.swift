public import Raster

/// A transition that runs backwards. The frame at progress p is the frame of `forward` at progress 1 − p, with source and
/// destination exchanged.
public final class ReversedTransition: Transition {
    /// The original transition, which this transition runs backwards.
    public let forward: any Transition
    /// Runs another transition backwards. If `forward` is the reversal of a reversed transition, its two reversals cancel out and are left
    /// out. Repeated reversals therefore do not make longer and longer chains.
    public init(_ forward: any Transition) {
        if let reversed = forward as? ReversedTransition, let original = reversed.forward as? ReversedTransition {
            self.forward = original.forward
        } else {
            self.forward = forward
        }
    }

    public var name: String { "\(forward.name), reversed" }
    public var device: Device { forward.device }
    public var duration: Double { forward.duration }
    public var easing: Easing { forward.easing.mirrored }
    public var needsDepth: Bool { forward.needsDepth }
    public func drawBetween(_ frame: TransitionFrame, into encoder: inout CommandEncoder) throws {
        var other = frame
        other.source = frame.destination
        other.destination = frame.source
        other.progress = 1 - frame.progress
        try forward.draw(other, into: &encoder)
    }
}
