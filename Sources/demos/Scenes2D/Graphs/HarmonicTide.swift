public import Canvas
import Raster

/// The height of the sea as a sum of waves, as in the computation of tide tables. Each wave has the period of a motion of the Moon or the
/// Sun.
public struct HarmonicTide: Sendable, Hashable {
    /// A wave.
    public struct Constituent: Sendable, Hashable {
        /// The usual name of the wave: "M2".
        public var name: String
        /// The speed in degrees per hour.
        public var speed: Double
        /// The amplitude in metres above and below the mean.
        public var amplitude: Double
        /// The phase in degrees at the beginning of 1970.
        public var phase: Double
        /// Creates a wave.
        public init(_ name: String, speed: Double, amplitude: Double, phase: Double) {
            self.name = name
            self.speed = speed
            self.amplitude = amplitude
            self.phase = phase
        }
    }
    /// The waves.
    public var constituents: [Constituent]
    /// The mean height in metres.
    public var mean: Double
    /// Creates a tide from its waves and mean height.
    public init(constituents: [Constituent], mean: Double) { self.constituents = constituents; self.mean = mean }
    /// A fictitious harbour with two tides a day of slightly unequal height, and spring and neap tides. The speeds of the waves are
    /// taken from Schureman 1940, table 2.
    public static let example = HarmonicTide(constituents: [
        Constituent("M2", speed: 28.984104, amplitude: 1.62, phase: 112), Constituent("S2", speed: 30, amplitude: 0.55, phase: 154),
        Constituent("N2", speed: 28.43973, amplitude: 0.33, phase: 87), Constituent("K1", speed: 15.041069, amplitude: 0.17, phase: 41),
        Constituent("O1", speed: 13.943036, amplitude: 0.12, phase: 201),
    ], mean: 2.75)

    /// Returns the height in metres at the given time.
    public func height(at time: GraphTime) -> Double {
        constituents.reduce(mean) { sum, wave in
            let turns = (wave.speed * (time.seconds / 3600) + wave.phase) / 360
            return sum + wave.amplitude * PortableMath.cosine((turns - turns.rounded(.down)) * 2 * .pi)
        }
    }
    /// A high or a low water.
    public struct Extreme: Sendable, Hashable {
        /// The time.
        public var time: GraphTime
        /// The height in metres.
        public var height: Double
        /// True for a high water, false for a low water.
        public var isHigh: Bool
        /// Creates an extreme.
        public init(time: GraphTime, height: Double, isHigh: Bool) { self.time = time; self.height = height; self.isHigh = isHigh }
    }
    /// Returns the high and low waters of a tide from sampled heights. An extreme is the vertex of the parabola through three
    /// neighbouring samples. An extreme that differs from the previous extreme by less than `least` metres is left out. If this omission
    /// leaves two high waters or two low waters in a row, only the stronger extreme is kept.
    public static func extremes(of samples: [Point], least: Double = 0.02) -> [Extreme] {
        var found: [Extreme] = []
        for i in samples.indices.dropFirst().dropLast() {
            let a = samples[i - 1], b = samples[i], c = samples[i + 1]
            let isHigh = b.y > a.y && b.y >= c.y, isLow = b.y < a.y && b.y <= c.y
            guard isHigh || isLow else { continue }
            // The coefficients of the parabola through the three points, in Newton's form (divided differences).
            let first = (b.y - a.y) / (b.x - a.x), second = ((c.y - b.y) / (c.x - b.x) - first) / (c.x - a.x)
            let x = second == 0 ? b.x : min(max((a.x + b.x) / 2 - first / (2 * second), a.x), c.x)
            let y = a.y + (x - a.x) * (first + second * (x - b.x))
            let extreme = Extreme(time: GraphTime(seconds: x), height: y, isHigh: isHigh)
            if let last = found.last, abs(last.height - y) < least { continue }
            if let last = found.last, last.isHigh == isHigh {
                found[found.count - 1] = isHigh == (y > last.height) ? extreme : last
            } else {
                found.append(extreme)
            }
        }
        return found
    }
}
