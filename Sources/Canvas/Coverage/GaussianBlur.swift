/// How coverage is blurred: along x, along y, by the weights of a Gaussian. A wide blur is one of texels that are means of several pixels, read by quadratic B-splines.
struct GaussianBlur: Sendable {
    /// Pixels of a texel's side: a power of two, 1 for a blur of pixels.
    let factor: Int
    /// The weights of a texel's neighbours, itself in the middle. Their sum is 1.
    let weights: [Float]
    /// Pixels away from a shape at which nothing of its blur is seen any more: less than half of 1/255 is left there.
    let reach: Int
    /// For each pixel of a texel's side: the parts that the texel before, the texel itself and the next have in it.
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
    /// Pixels away from what is wanted at which shapes still matter.
    var sourceReach: Int { (side + 3) * factor }
    /// The texels on each side that a texel is blurred with.
    var side: Int { weights.count / 2 }
    /// The texel that a pixel lies in.
    func texel(_ pixel: Int) -> Int { pixel >> factor.trailingZeroBitCount }
}
