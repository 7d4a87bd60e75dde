/// The direction in which an object of a transition moves.
public enum TransitionDirection: String, Sendable, Hashable, CaseIterable, Codable {
    /// To the left.
    case left
    /// To the right.
    case right
    /// Upwards.
    case up
    /// Downwards.
    case down

    /// The unit vector of the direction; y points upwards.
    public var vector: SIMD2<Float> {
        switch self {
        case .left: SIMD2(-1, 0)
        case .right: SIMD2(1, 0)
        case .up: SIMD2(0, 1)
        case .down: SIMD2(0, -1)
        }
    }
    var isHorizontal: Bool { self == .left || self == .right }
    /// The sign of the direction: 1 for right and up, −1 for left and down.
    var sign: Float { self == .right || self == .up ? 1 : -1 }
}
