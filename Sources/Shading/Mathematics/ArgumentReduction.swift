// ArgumentReduction: finds r in x = quadrant · π/2 + r for the trigonometric functions, for every finite x.
//
// For x up to 105615, three fused steps subtract the multiple of π/2 (Cody and Waite). For larger x, the fractional part of x · 2/π
// is computed with integers, with as many bits of 2/π as the exponent requires (Payne and Hanek). So sin(1e38) is as accurate as
// sin(1). The relative error of r is below 2^-23 for all finite x. Infinities and NaN give r = NaN.

extension LaneArithmetic {
    /// For x ≥ 0: returns r between about -π/4 and π/4, and an integer whose low two bits are the quadrant.
    @inline(__always)
    package func reduceQuadrant(_ x: Float) -> (r: Float, quadrant: Int) {
        let magic = float(Binary32.integerMagic)
        let shifted = fma(x, float(0x1.45f306p-1), magic)
        let negatedCount = fsub(magic, shifted)
        var r = fma(negatedCount, float(0x1.921fb6p+0), x)
        r = fma(negatedCount, float(-0x1.777a5cp-25), r)
        r = fma(negatedCount, float(-0x1.ee59dap-50), r)
        let isLarge = maskNot(flt(x, float(105_615)))
        return choose(isLarge, rare: { shared("reduceLargeQuadrant", x, reduceLargeQuadrant) }, usual: (r, bits(shifted)))
    }

    /// Reduces x ≥ 2^16, infinities and NaN. `reduceQuadrant` uses the result for x ≥ 105615, for infinities and for NaN.
    ///
    /// x = m · 2^(e-150), where m has 24 bits. Bits of 2/π that only contribute multiples of four quadrants are dropped. Of the remaining
    /// bits of 2/π, the first 96 are kept; two of these bits are before the binary point. The error of the product of these bits and m,
    /// modulo four quadrants, is below 2^-70 of a quadrant. Every binary32 differs from each multiple of π/2 by at least 2^-32 quadrants.
    package func reduceLargeQuadrant(_ x: Float) -> (Float, Int) {
        let pattern = bits(x)
        let exponent = isub(shrU(pattern, by: 23), int(143))
        let shift = and(exponent, int(31))
        let oddWord = maskNot(ieq(and(exponent, int(32)), int(0)))
        let upperPair = maskNot(ieq(and(exponent, int(64)), int(0)))

        // The words hold 2/π with nine leading zero bits. The 96 bits that are kept begin at bit `exponent`.
        let two = { (a: UInt32, b: UInt32) in selectInt(upperPair, int(b), int(a)) }
        let w0 = two(0x0051_7cc1, 0x94fe_13ab)
        let w1 = two(0xb727_220a, 0xe8fa_9a6e)
        let w2 = two(0x94fe_13ab, 0xe06d_b14a)
        let w3 = two(0xe8fa_9a6e, 0xcc9e_21c8)
        let w4 = two(0xe06d_b14a, 0x20ff_28b1)
        let v0 = selectInt(oddWord, w1, w0)
        let v1 = selectInt(oddWord, w2, w1)
        let v2 = selectInt(oddWord, w3, w2)
        let v3 = selectInt(oddWord, w4, w3)
        let complement = isub(int(31), shift)
        let funnel = { (high: Int, low: Int) in or(shl(high, shift), shrU(shrU(low, by: 1), complement)) }
        let high = funnel(v0, v1), middle = funnel(v1, v2), low = funnel(v2, v3)

        let m = or(and(pattern, int(0x007f_ffff)), int(0x0080_0000))
        let carryLow = imulHighU(m, low)
        let fraction = iadd(imul(m, middle), carryLow)
        let carry = selectInt(iltU(fraction, carryLow), int(1), int(0))
        let whole = iadd(iadd(imul(m, high), imulHighU(m, middle)), carry)

        // `quadrant` is `whole` rounded to the nearest quadrant. The remainder is a signed number, in units of 2^-30 quadrants.
        let quadrant = shrU(iadd(whole, int(0x2000_0000)), by: 30)
        let remainder = isub(whole, shl(quadrant, by: 30))
        let upper = fmul(intToFloat(remainder), float(0x1p-30))
        let turned = fma(intToFloat(shrU(fraction, by: 1)), float(0x1p-61), upper)
        let r = fma(turned, float(0x1.921fb6p+0), fmul(turned, float(-0x1.777a5cp-25)))
        let isFinite = flt(x, float(.infinity))
        return (selectFloat(isFinite, r, float(.nan)), quadrant)
    }
}
