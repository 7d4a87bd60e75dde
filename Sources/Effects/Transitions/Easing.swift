import Raster

/// The relation of progress to time: a curve from (0, 0) to (1, 1), both ends exact. The bits are the same on every machine.
public enum Easing: String, Sendable, Hashable, CaseIterable, Codable {
    /// Constant speed.
    case linear
    /// t²: slow at the start.
    case quadraticIn
    /// Slow at the end: the curve of `quadraticIn` in reverse.
    case quadraticOut
    /// Slow at both ends, quadratic.
    case quadraticInOut
    /// t³: slower at the start.
    case cubicIn
    /// Slower at the end: the curve of `cubicIn` in reverse.
    case cubicOut
    /// Slower at both ends, cubic.
    case cubicInOut
    /// A quarter of a cosine: slow at the start.
    case sineIn
    /// A quarter of a sine: slow at the end.
    case sineOut
    /// Half a cosine: slow at both ends.
    case sineInOut
    /// Bounces at the start a few times, ever higher: the curve of `bounceOut` in reverse.
    case bounceIn
    /// Falls to the end and bounces a few times, ever lower.
    case bounceOut
    /// Moves back by a tenth before it starts: values below 0.
    case backIn
    /// Moves a tenth beyond the end and comes back: values above 1.
    case backOut

    /// Returns the progress at a time of 0…1. Times outside count as the nearest end, NaN as 0.
    public func callAsFunction(_ time: Double) -> Double {
        guard time > 0 else { return 0 }
        guard time < 1 else { return 1 }
        let t = time, rest = 1 - time
        switch self {
        case .linear: return t
        case .quadraticIn: return t * t
        case .cubicIn: return t * t * t
        case .sineIn: return 1 - PortableMath.cosine(t * .pi / 2)
        case .bounceIn: return 1 - Easing.bounce(rest)
        case .backIn: return Easing.back(t)
        case .quadraticOut, .cubicOut, .sineOut, .bounceOut, .backOut: return 1 - mirrored(rest)
        case .quadraticInOut: return t < 0.5 ? 2 * t * t : 1 - 2 * rest * rest
        case .cubicInOut: return t < 0.5 ? 4 * t * t * t : 1 - 4 * rest * rest * rest
        case .sineInOut: return (1 - PortableMath.cosine(t * .pi)) / 2
        }
    }

    /// The curve for the opposite direction, 1 − f(1 − t): it runs backwards as this curve runs forwards.
    public var mirrored: Easing {
        switch self {
        case .linear, .quadraticInOut, .cubicInOut, .sineInOut: self
        case .quadraticIn: .quadraticOut
        case .quadraticOut: .quadraticIn
        case .cubicIn: .cubicOut
        case .cubicOut: .cubicIn
        case .sineIn: .sineOut
        case .sineOut: .sineIn
        case .bounceIn: .bounceOut
        case .bounceOut: .bounceIn
        case .backIn: .backOut
        case .backOut: .backIn
        }
    }

    /// A ball that starts to fall at time 0 and reaches 1 after 4/11 of the time, then bounces to heights of a quarter, a sixteenth
    /// and a sixty-fourth.
    private static func bounce(_ t: Double) -> Double {
        let scaled = t * 11
        // The middle, half of the width, and the height of each hop: parabolas of equal acceleration.
        let hops: [(middle: Double, half: Double, height: Double)] = [(0, 4, 1), (6, 2, 0.25), (9, 1, 0.0625), (10.5, 0.5, 0.015625)]
        for hop in hops where scaled <= hop.middle + hop.half {
            let place = (scaled - hop.middle) / hop.half
            return 1 - hop.height * (1 - place * place)
        }
        return 1
    }
    /// t²·((c + 1)·t − c); with this c, the lowest value is −0.1.
    private static func back(_ t: Double) -> Double {
        let c = 1.70158
        return t * t * ((c + 1) * t - c)
    }
}
