// QuadArithmetic+FusedMultiplyAdd: a·b + c with one rounding, without an FMA instruction.
//
// The product of two binary32 numbers is exact in binary64, but the sum may not be exact. If the sum lies in the middle between two
// binary32 numbers, the second rounding, to binary32, could give the wrong number. So the sum is rounded to odd: if the sum is
// inexact and its last bit is 0, the sum is moved one step towards the exact value. Because binary64 has more than two extra bits,
// the second rounding then gives the correctly rounded result, subnormals included (Boldo and Melquiond, 2008).

extension QuadArithmetic {
    @inline(__always)
    func fusedMultiplyAdd(_ a: Float, _ b: Float, _ c: Float) -> Float {
        let product = SIMD4<Double>(a) * SIMD4<Double>(b)
        let sum = product + SIMD4<Double>(c)
        let result = Float(sum)
        // Only a sum near the middle between two binary32 numbers can be rounded wrongly. The test for middles looks at fixed bits of
        // the sum. If the result is subnormal or nearly subnormal, a middle has other bits, and the test does not recognise such a middle.
        // If no lane has a sum near a middle, and no lane has a nearly subnormal or a subnormal result, all results are correct.
        let words = unsafeBitCast(sum, to: SIMD8<UInt32>.self).evenHalf
        let looksLikeMiddle = (words & 0x1fff_ffff) .== 0x1000_0000
        let isSmall = fabs(result) .< 0x1p-125
        guard Self.any(bits(of: looksLikeMiddle .| isSmall)) else { return result }
        return Self.rounded(sum: sum, product: product, addend: SIMD4<Double>(c))
    }

    @inline(never)
    private static func rounded(sum: SIMD4<Double>, product: SIMD4<Double>, addend: SIMD4<Double>) -> Float {
        // Knuth's two-sum: the error is exactly product + addend - sum. If the sum is infinite, the error is NaN, and the sum stays
        // unchanged.
        let addendPart = sum - product
        let error = (product - (sum - addendPart)) + (addend - addendPart)
        let isInexact = unsafeBitCast(error .< 0 .| error .> 0, to: SIMD4<UInt64>.self)
        let sumBits = unsafeBitCast(sum, to: SIMD4<UInt64>.self)
        let errorBits = unsafeBitCast(error, to: SIMD4<UInt64>.self)
        let opposite = (sumBits ^ errorBits) &>> 63
        let step = 1 &- (opposite &<< 1)
        let isEven = (sumBits & 1) &- 1
        let odd = sumBits &+ (step & isEven & isInexact)
        return Float(unsafeBitCast(odd, to: SIMD4<Double>.self))
    }
}
