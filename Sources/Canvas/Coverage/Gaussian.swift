import Raster

/// The parameters of shadow blurs. Both kinds of blur share these parameters: threads blur coverage (`GaussianBlur`), and passes
/// blur a layer's alpha (`FramePlanner`).
enum Gaussian {
    /// The reach of the Gaussian in standard deviations: 0.9997 of its area lies within this distance.
    static let extent = 3.6
    /// Below this standard deviation, in pixels, nothing is blurred.
    static let leastDeviation = 0.01
    /// For standard deviations of at least this number of pixels, the blur works on texels of several pixels each. A standard
    /// deviation is then still two to four texels, and the difference from a blur of single pixels is far below 1/255.
    private static let coarseDeviation = 4.0

    /// Returns the side of a texel in pixels (a power of two), and the standard deviation of the blur in texels.
    /// - Parameter deviation: the standard deviation in pixels, from `leastDeviation` to 2048.
    static func texels(deviation: Double) -> (factor: Int, deviation: Double) {
        if deviation < coarseDeviation { return (1, deviation) }
        let factor = 1 << Int((deviation / 2).exponent), size = Double(factor)
        // Averaging over a texel and interpolating between texels also blur the picture, so the variances of these two steps are subtracted
        // from the variance of the blur.
        return (factor, ((deviation * deviation - (size * size - 1) / 12 - size * size / 4) / (size * size)).squareRoot())
    }
    /// Returns the weights of a texel's neighbours; their sum is 1. Weight i belongs to the distance `weights.count / 2 − i −
    /// shift`. If the deviation is below `leastDeviation`, the weights only interpolate between two neighbours.
    static func weights(_ deviation: Double, shift: Double = 0) -> [Float] {
        if deviation < leastDeviation { return [Float(shift), Float(1 - shift), 0] }
        let reach = Int((extent * deviation).rounded(.up)) + 1
        let values = (0..<2 * reach + 1).map { i in
            let distance = (Double(reach - i) - shift) / deviation
            return PortableMath.power(0.6065306597126334, distance * distance)  // e to the −1/2
        }
        let sum = values.reduce(0, +)
        return values.map { Float($0 / sum) }
    }
}
