// Power: pow(x, y) = 2^(y · log2 x), with an error of at most 2 units in the last place.
//
// The logarithm, and also its product with y, is represented as a sum of two floats with about 31 correct bits. GLSL leaves the
// result undefined for x < 0, and for x = 0 with y ≤ 0. In Raster, x < 0 gives NaN for every y. x = ±0 gives 0 for y > 0, 1 for y = 0 and
// +∞ for y < 0. x = +∞ gives +∞ for y > 0, 1 for y = 0 and 0 for y < 0. pow(1, y) = 1 and pow(x, 0) = 1; a NaN operand gives NaN.

extension LaneArithmetic {
    @inline(never) package func pow(_ x: Float, _ y: Float) -> Float {
        let (k, f) = splitNearOne(x)

        // log2(1 + f) = (2 / ln 2) · artanh s, where s = f / (2 + f). s is represented in two parts.
        let sum = fadd(f, float(2))
        let sumTail = fsub(f, fsub(sum, float(2)))
        // A single division suffices: the error of the rounded reciprocal is computed exactly and added to the second part.
        let reciprocal = fdiv(float(1), sum)
        let s = fmul(f, reciprocal)
        let negated = fneg(s)
        let sTail = fmul(fma(negated, sumTail, fma(negated, sum, f)), reciprocal)
        let z = fmul(s, s)
        var p = fma(float(0x1.aa60a8p-2), z, 0x1.3dcd20p-2)
        p = fma(p, z, 0x1.a657e6p-2)
        p = fma(p, z, 0x1.277676p-1)
        p = fma(p, z, 0x1.ec709ep-1)
        let scale = float(0x1.715476p+1)
        let high = fmul(scale, s)
        var low = fma(scale, s, fneg(high))
        low = fma(scale, sTail, low)
        low = fma(float(0x1.4ae0c0p-25), s, low)
        low = fma(fmul(s, z), p, low)

        // The exponent is added, and the sum is renormalised.
        let rough = fadd(k, high)
        let rest = fadd(fsub(high, fsub(rough, k)), low)
        let logarithm = fadd(rough, rest)
        let logarithmTail = fsub(rest, fsub(logarithm, rough))

        let product = fmul(y, logarithm)
        let productTail = fma(y, logarithmTail, fma(y, logarithm, fneg(product)))
        let isModerate = flt(fabs(product), float(160))
        var result = exp2(product, plus: selectFloat(isModerate, productTail, float(0)))

        let isZero = feq(x, float(0)), isInfinite = feq(x, float(.infinity))
        let direction = selectFloat(isInfinite, fneg(y), y)
        let vanishing = selectFloat(flt(float(0), direction), float(0), float(.infinity))
        result = selectFloat(maskOr(isZero, isInfinite), vanishing, result)
        result = selectFloat(maskOr(feq(x, float(1)), feq(y, float(0))), float(1), result)
        let isInvalid = maskOr(flt(x, float(0)), maskOr(isNaN(x), isNaN(y)))
        return selectFloat(isInvalid, float(.nan), result)
    }
}
