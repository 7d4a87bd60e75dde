import Raster

/// How coverage is blurred: along x, along y, by the weights of a Gaussian. A wide blur is one of texels that are means of several pixels, read by quadratic B-splines: they
/// are still two to four to a deviation, and the difference from a blur of all pixels is far below 1/255.
struct GaussianBlur: Sendable {
    /// Pixels of a texel's side: a power of two, 1 for a blur of pixels.
    let factor: Int
    /// The weights of a texel's neighbours, itself in the middle. Their sum is 1.
    let weights: [Float]
    /// Pixels away from a shape at which nothing of its blur is seen any more: less than half of 1/255 is left there.
    let reach: Int
    /// For each pixel of a texel's side: the parts that the texel before, the texel itself and the next have in it.
    let splines: [SIMD3<Float>]

    /// A Gaussian holds 0.9997 of its area within so many deviations.
    private static let extent = 3.6
    /// The standard deviation in pixels from which on texels are larger than pixels.
    private static let coarseDeviation = 4.0
    /// Below it nothing is blurred.
    static let leastDeviation = 0.01

    /// - Parameter deviation: the standard deviation in pixels, from `leastDeviation` to 2048.
    init(deviation: Double) {
        factor = deviation < GaussianBlur.coarseDeviation ? 1 : 1 << Int((deviation / 2).exponent)
        reach = Int((deviation * 3.1).rounded(.up)) + 2
        let size = Double(factor)
        // The mean over a texel, and reading between texels, blur by themselves: their variances are taken off.
        let rest = factor == 1 ? deviation : ((deviation * deviation - (size * size - 1) / 12 - size * size / 4) / (size * size)).squareRoot()
        let side = Int((GaussianBlur.extent * rest).rounded(.up)) + 1
        let values = (-side...side).map { i in Elementary.power(0.6065306597126334, Double(i * i) / (rest * rest)) }  // e to the −1/2
        let sum = values.reduce(0, +)
        weights = values.map { Float($0 / sum) }
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
