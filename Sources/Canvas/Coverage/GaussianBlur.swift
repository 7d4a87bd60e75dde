/// A blur of coverage, along x and then along y, with Gaussian weights. A wide blur works on texels, each the mean of several
/// pixels; quadratic B-splines interpolate between the texels.
struct GaussianBlur: Sendable {
    /// The side of a texel in pixels: a power of two; 1 for a narrow blur.
    let factor: Int
    /// The weights of a texel's neighbours, with the texel itself in the middle. The sum of the weights is 1.
    let weights: [Float]
    /// The distance from a shape, in pixels, beyond which the blur is invisible: the blurred coverage is less than half of 1/255.
    let reach: Int
    /// For each pixel along a texel's side: the weights of the previous texel, the texel itself and the next texel.
    let splines: [SIMD3<Float>]

    /// - Parameter deviation: the standard deviation in pixels, from `Gaussian.leastDeviation` to 2048.
    init(deviation: Double) {
        let texels = Gaussian.texels(deviation: deviation), size = Double(texels.factor)
        factor = texels.factor
        weights = Gaussian.weights(texels.deviation)
        reach = Int((deviation * 3.1).rounded(.up)) + 2
        splines = (0..<factor).map { pixel in
            let t = (Double(pixel) + 0.5) / size - 0.5
            return SIMD3(Float(0.5 * (0.5 - t) * (0.5 - t)), Float(0.75 - t * t), Float(0.5 * (0.5 + t) * (0.5 + t)))
        }
    }
    /// The maximum distance, in pixels, at which a shape still affects the requested pixels.
    var sourceReach: Int { (side + 3) * factor }
    /// The number of neighbour texels on each side that the blur reads.
    var side: Int { weights.count / 2 }
    /// Returns the texel that contains a pixel.
    func texel(_ pixel: Int) -> Int { pixel >> factor.trailingZeroBitCount }
}
