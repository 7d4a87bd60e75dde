// Fountain: a moving source of ink in the demo fluid. The fountain's path depends only on the fountain's number and the seed.

import Raster

struct Fountain {
    /// The fountain's coordinates x and y oscillate. `speed` has the angular velocity of each oscillation, in radians per second; `start`
    /// has the angle of each oscillation at time 0.
    private let speed: SIMD2<Double>, start: SIMD2<Double>
    /// The position of the fountain's first colour in the cycle of colours, 0 to 1.
    private let hue: Double

    /// Returns the four fountains. For seed 1, the curves are fixed; for other seeds, the start angles are random.
    static func all(seed: UInt64) -> [Fountain] {
        let speeds = [SIMD2(0.61, 0.83), SIMD2(0.47, 0.71), SIMD2(0.73, 0.52), SIMD2(0.54, 0.63)]
        let starts = [SIMD2(0.4, 1.9), SIMD2(2.2, 0.3), SIMD2(4.1, 3.3), SIMD2(5.3, 5.0)]
        var random = SplitMix64(seed: seed)
        return (0..<4).map { number in
            let turn = SIMD2(Double.random(in: 0..<6.28, using: &random), Double.random(in: 0..<6.28, using: &random))
            return Fountain(speed: speeds[number], start: starts[number] + (seed == 1 ? .zero : turn), hue: 0.25 * Double(number))
        }
    }

    /// Returns the fountain's stirrer for a step. `aspect` is the picture's width divided by its height.
    func stirrer(at step: Int, aspect: Float) -> Fluid.Stirrer {
        let rate = Double(Fluid.stepsPerSecond), time = Double(step) / rate
        func place(_ time: Double) -> SIMD2<Double> {
            let angle = speed * time + start
            return SIMD2(Double(aspect) * (0.5 + 0.36 * PortableMath.sine(angle.x)), 0.5 + 0.3 * PortableMath.sine(angle.y))
        }
        let from = place(time), to = place(time + 1 / rate), velocity = (to - from) * rate
        // The slower the fountain moves, the less ink it pours, because the ink of a slow fountain stays in one place.
        let amount = 0.055 * (1 + 8 * (velocity * velocity).sum().squareRoot())
        return Fluid.Stirrer(from: SIMD2<Float>(from), to: SIMD2<Float>(to), push: SIMD2<Float>(velocity * 0.32),
                             ink: Fountain.color(hue + 0.03 * time) * Float(amount), radius: 0.03)
    }

    private static let colors: [SIMD3<Float>] = [[0.02, 0.62, 0.80], [1.0, 0.20, 0.42], [1.0, 0.56, 0.10], [0.42, 0.24, 1.0]]
    /// Returns the colour at a position of the cycle, in linear light. The cycle has length 1.
    static func color(_ place: Double) -> SIMD3<Float> {
        let scaled = (place - place.rounded(.down)) * Double(colors.count), first = min(Int(scaled), colors.count - 1)
        let part = Float(scaled) - Float(first), share = part * part * (3 - 2 * part)
        return colors[first] + (colors[(first + 1) % colors.count] - colors[first]) * share
    }
}
