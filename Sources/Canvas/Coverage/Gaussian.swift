import Raster

/// The rule by which shadows are blurred, whether their coverage is blurred by threads (`GaussianBlur`) or a layer's alpha by passes (`FramePlanner`).
enum Gaussian {
    /// It holds 0.9997 of its area within so many deviations.
    static let extent = 3.6
    /// Below this standard deviation in pixels nothing is blurred.
    static let leastDeviation = 0.01
    /// The standard deviation in pixels from which on texels of several pixels are blurred: they are still two to four to a deviation, and the difference from a blur of all
    /// pixels is far below 1/255.
    private static let coarseDeviation = 4.0

    /// Pixels of a texel's side, a power of two, and the standard deviation by which texels are blurred, in texels.
    /// - Parameter deviation: the standard deviation in pixels, from `leastDeviation` to 2048.
    static func texels(deviation: Double) -> (factor: Int, deviation: Double) {
        if deviation < coarseDeviation { return (1, deviation) }
        let factor = 1 << Int((deviation / 2).exponent), size = Double(factor)
        // The mean over a texel, and reading between texels, blur by themselves: their variances are taken off.
        return (factor, ((deviation * deviation - (size * size - 1) / 12 - size * size / 4) / (size * size)).squareRoot())
    }
    /// The weights of neighbours, whose sum is 1: number i has the distance weights.count / 2 − i − shift. Without a deviation they mix two neighbours.
    static func weights(_ deviation: Double, shift: Double = 0) -> [Float] {
        if deviation < leastDeviation { return [Float(shift), Float(1 - shift), 0] }
        let reach = Int((extent * deviation).rounded(.up)) + 1
        let values = (0..<2 * reach + 1).map { i in
            let distance = (Double(reach - i) - shift) / deviation
            return Elementary.power(0.6065306597126334, distance * distance)  // e to the −1/2
        }
        let sum = values.reduce(0, +)
        return values.map { Float($0 / sum) }
    }
}
