// MicrofacetSamples: directions of light that a surface reflects to a viewer straight above the surface. The directions are sampled from
// the distribution of the microfacets. The z axis is the normal.

import Raster

enum MicrofacetSamples {
    /// Returns evenly spread points of the unit square (Hammersley): the cosine and sine of an angle, and a number between 0 and 1.
    static func points(_ count: Int) -> [SIMD3<Float>] {
        (0..<count).map { i in
            let angle = 2 * Double.pi * mirroredBits(i), share = (Double(i) + 0.5) / Double(count)
            return SIMD3(Float(PortableMath.cosine(angle)), Float(PortableMath.sine(angle)), Float(share))
        }
    }
    /// Returns a fraction in 0..<1. The digits after the binary point of the fraction are the binary digits of `i` in reverse order.
    private static func mirroredBits(_ i: Int) -> Double {
        var bits = UInt32(truncatingIfNeeded: i), result: UInt32 = 0
        for _ in 0..<32 { result = result << 1 | bits & 1; bits >>= 1 }
        return Double(result) / 0x1p32
    }

    /// Returns samples of the distribution of Trowbridge and Reitz. A sample consists of the direction of the light (x, y, z) and a mip
    /// level (w) of a cube map whose faces are `side` texels wide. The texels of this level are as large as the sample's share of the
    /// sphere.
    static func reflection(roughness: Double, count: Int, side: Int) -> [SIMD4<Float>] {
        let a = roughness * roughness
        return points(count).compactMap { point in
            let share = Double(point.z), cosine = ((1 - share) / (1 + (a * a - 1) * share)).squareRoot(), f = cosine * cosine * (a * a - 1) + 1
            let density = a * a / (.pi * f * f), height = 2 * cosine * cosine - 1
            guard height > 0 else { return nil }
            // The microfacet reflects the direction to the viewer, which is the normal, into the direction of the light. The
            // density of these directions is a quarter of the density of the microfacets.
            let across = Float(2 * cosine * (1 - cosine * cosine).squareRoot()), texel = 4 * Double.pi / Double(6 * side * side)
            let level = max(0.5 * binaryLogarithm(4 / (Double(count) * density) / texel) + 1, 0)
            return SIMD4(point.x * across, point.y * across, Float(height), Float(level))
        }
    }
    /// Returns the logarithm to base 2 of a number above 0, digit by digit, with the same bits on every system.
    private static func binaryLogarithm(_ x: Double) -> Double {
        var result = Double(x.exponent), m = x.significand, bit = 0.5
        for _ in 0..<24 {
            m *= m
            if m >= 2 { m /= 2; result += bit }
            bit /= 2
        }
        return result
    }
}
