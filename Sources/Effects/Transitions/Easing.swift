import Raster

/// The progress of a motion as a function of time: a curve that starts exactly at (0, 0) and ends exactly at (1, 1). The results have the
/// same bits on every machine.
public enum Easing: String, Sendable, Hashable, CaseIterable, Codable {
    /// Constant speed.
    case linear
    /// t²: slow at the start.
    case quadraticIn
    /// Slow at the end: the curve of `quadraticIn` in reverse.
    case quadraticOut
    /// Slow at both ends: a quadratic curve.
    case quadraticInOut
    /// t³: slower at the start than `quadraticIn`.
    case cubicIn
    /// Slower at the end than `quadraticOut`: the curve of `cubicIn` in reverse.
    case cubicOut
    /// Slower at both ends than `quadraticInOut`: a cubic curve.
    case cubicInOut
    /// A quarter of a cosine wave: slow at the start.
    case sineIn
    /// A quarter of a sine wave: slow at the end.
    case sineOut
    /// Half of a cosine wave: slow at both ends.
    case sineInOut
    /// Bounces a few times at the start, each time higher: the curve of `bounceOut` in reverse.
    case bounceIn
    /// Falls to the end and bounces a few times, each time lower.
    case bounceOut
    /// First moves back by a tenth, to values below 0, then moves to the end.
    case backIn
    /// Moves a tenth beyond the end, to values above 1, then comes back.
    case backOut

    /// Returns the progress at the given time, 0…1. A time below 0 counts as 0, a time above 1 as 1, and NaN as 0.
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

    /// The curve 1 − f(1 − t), where f is this curve. A transition that runs backwards uses this mirrored curve.
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

    /// Returns the position of a falling ball: 0 is the ball's first position, and 1 is the floor. The ball first reaches the floor after
    /// 4/11 of the time. The ball then bounces three times, to heights of 1/4, 1/16 and 1/64 above the floor.
    private static func bounce(_ t: Double) -> Double {
        let scaled = t * 11
        // For each bounce: the time of its middle, half of its duration, and its height. All bounces are parabolas with the same
        // acceleration.
        let hops: [(middle: Double, half: Double, height: Double)] = [(0, 4, 1), (6, 2, 0.25), (9, 1, 0.0625), (10.5, 0.5, 0.015625)]
        for hop in hops where scaled <= hop.middle + hop.half {
            let place = (scaled - hop.middle) / hop.half
            return 1 - hop.height * (1 - place * place)
        }
        return 1
    }
    /// Returns t²·((c + 1)·t − c). With this c, the lowest value of the curve is −0.1.
    private static func back(_ t: Double) -> Double {
        let c = 1.70158
        return t * t * ((c + 1) * t - c)
    }
}
