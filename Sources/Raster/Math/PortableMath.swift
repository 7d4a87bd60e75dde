// PortableMath: sine, cosine and related functions, with the same bits on every processor.
//
// The C library has several versions of each function, and chooses a version by the processor's instructions. The last bits of the results
// may differ between these versions, and a matrix or vertex that is computed from such a result would then differ, too. The functions here
// use only additions, multiplications, divisions, square roots and fused multiply-adds, whose bits IEEE 754 defines. Series are loops of
// fixed length, which compilers unroll. Errors are below 1e-14, relative to the result or to the typical size of results, whichever is
// larger. Errors of this size are far below the precision of a Float.

package enum PortableMath {
    /// Returns the sine of an angle in radians. The result is accurate for angles up to 2⁵⁰. Above 2⁵⁰, consecutive floating-point numbers
    /// are more than a thousandth of a turn apart, and the result is computed with a rounded 2π. The result is NaN if the angle is not
    /// finite.
    package static func sine(_ x: Double) -> Double {
        let (quarter, r) = reduced(x)
        let value = quarter & 1 == 0 ? smallSine(r) : smallCosine(r)
        return quarter & 2 == 0 ? value : -value
    }
    package static func cosine(_ x: Double) -> Double {
        let (quarter, r) = reduced(x)
        let value = quarter & 1 == 0 ? smallCosine(r) : smallSine(r)
        return (quarter + 1) & 2 == 0 ? value : -value
    }
    package static func tangent(_ x: Double) -> Double { sine(x) / cosine(x) }

    /// Returns the number of quarter turns, 0…3, and the remaining angle, −π/4…π/4.
    private static func reduced(_ x: Double) -> (quarter: Int, rest: Double) {
        guard x.isFinite else { return (0, .nan) }
        let near = abs(x) <= 0x1p50 ? x : x.remainder(dividingBy: 2 * .pi)
        let count = (near * (2 / .pi)).rounded(.toNearestOrEven)
        // π/2 in three parts of 53 bits.
        var rest = near.addingProduct(-count, 0x1.921fb54442d18p+0)
        rest = rest.addingProduct(-count, 0x1.1a62633145c07p-54)
        rest = rest.addingProduct(-count, -0x1.f1976b7ed8fbcp-110)
        return (Int(count.remainder(dividingBy: 4)) & 3, rest)
    }
    /// Returns the sine of r by the Taylor series, for |r| ≤ π/4.
    private static func smallSine(_ r: Double) -> Double {
        let s = r * r
        var sum = 1.0
        for i in 0..<8 {
            let factor = 1 / Double((16 - 2 * i) * (17 - 2 * i))
            sum = 1 - s * factor * sum
        }
        return r * sum
    }
    private static func smallCosine(_ r: Double) -> Double {
        let s = r * r
        var sum = 1.0
        for i in 0..<9 {
            let factor = 1 / Double((17 - 2 * i) * (18 - 2 * i))
            sum = 1 - s * factor * sum
        }
        return sum
    }

    /// Returns the angle of the point (x, y), −π…π; 0 if both coordinates are 0.
    package static func arctangent(_ y: Double, _ x: Double) -> Double {
        guard !y.isNaN, !x.isNaN else { return .nan }
        let (u, v) = (abs(x), abs(y))
        guard max(u, v) > 0 else { return 0 }
        let isSteep = v > u
        let t = u.isInfinite && v.isInfinite ? 1 : isSteep ? u / v : v / u
        // The tangent of a quarter of the angle, at most 0.2. This tangent is computed by halving the angle twice.
        let half = t / (1 + (1 + t * t).squareRoot()), quarter = half / (1 + (1 + half * half).squareRoot())
        let s = quarter * quarter
        var sum = 0.0
        for i in 0..<14 { sum = 1 / Double(27 - 2 * i) - s * sum }
        let small = 4 * quarter * sum
        let first = isSteep ? .pi / 2 - small : small
        let turned = x < 0 ? .pi - first : first
        return y < 0 ? -turned : turned
    }
    /// Returns the angle with the cosine `x`. The angle is defined for `x` in −1…1, and NaN for all other numbers.
    package static func arccosine(_ x: Double) -> Double { arctangent(((1 - x) * (1 + x)).squareRoot(), x) }

    /// Returns x to the power of y. The result is NaN for negative x, unless y is a whole number with |y| ≤ 1024.
    package static func power(_ x: Double, _ y: Double) -> Double {
        if y == y.rounded() && abs(y) <= 1024 {
            // Repeated squaring is faster than the logarithm, and no less accurate.
            var product = 1.0, square = x, rest = Int(abs(y))
            while rest > 0 {
                if rest & 1 == 1 { product *= square }
                square *= square
                rest >>= 1
            }
            return y < 0 ? 1 / product : product
        }
        guard x > 0, x.isFinite, y.isFinite else {
            guard x == 0 || x == .infinity, y.isFinite else { return .nan }
            return (x == 0) == (y > 0) ? 0 : .infinity
        }
        return exponential(y * logarithm(x))
    }
    private static let logarithmOfTwo = 0x1.62e42fefa39efp-1
    /// Returns the natural logarithm of x. The logarithm is defined for finite x above 0.
    private static func logarithm(_ x: Double) -> Double {
        var exponent = Double(x.exponent), m = x.significand
        if m > 1.4142135623730951 { m /= 2; exponent += 1 }
        let t = (m - 1) / (m + 1), s = t * t
        var sum = 0.0
        for i in 0..<13 { sum = 1 / Double(25 - 2 * i) + s * sum }
        return exponent * logarithmOfTwo + 2 * t * sum
    }
    private static func exponential(_ x: Double) -> Double {
        guard x > -750 else { return 0 }
        guard x < 710 else { return .infinity }
        let count = (x / logarithmOfTwo).rounded(.toNearestOrEven)
        let r = x.addingProduct(-count, logarithmOfTwo)
        var sum = 1.0
        for i in 0..<15 { sum = 1 + r * (1 / Double(15 - i)) * sum }
        // The power of two is applied in two steps, because 2^1024 itself overflows.
        return sum * Double(sign: .plus, exponent: Int(count) / 2, significand: 1) * Double(sign: .plus, exponent: Int(count) - Int(count) / 2, significand: 1)
    }
}
