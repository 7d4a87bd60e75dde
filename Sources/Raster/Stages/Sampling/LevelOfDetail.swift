// LevelOfDetail: computes how much a lookup shrinks the texture, and chooses mip levels and filter accordingly (OpenGL 3.3 §3.8.9,
// EXT_texture_filter_anisotropic).
//
// The following definition is bit-exact. Operations are in binary32, in this order, and fused only where the text says fma:
// - Derivatives are scaled to texels of the base level. For cubes, derivatives are first projected onto the face that the direction
//   hits: d(sc/|ma|)/2 = (dsc·|ma| − sc·d|ma|)·(h + h)·h with h = ½/|ma|.
// - ρx² = fma(dw, dw, fma(dv, dv, du²)), ρy² likewise. Isotropic: λ = ½·log2(max(ρx², ρy²)).
// - Anisotropic (maxAnisotropy ≥ 2, minFilter linear, ρmax above one texel): N = min(⌈√ρmax² / √ρmin²⌉, maximum),
//   λ = ½·log2(ρmax² / N²). N probes lie along the longer derivative at i/(N + 1) − ½, i = 1…N, and their results are averaged.
// - log2 is `logarithm2` below. Its error is at most 3·10⁻⁶, or 1.5·10⁻⁵ just below a power of two.
// - bias = the sampler's bias + the shader's bias, clamped to ±16; λ' = clamp(λ + bias, lodMin, lodMax). NaN gives the lower bound.
// - A lookup is magnified if λ' ≤ 0. This rule is GL 4's rule, which Mesa's llvmpipe follows in all versions. OpenGL ES 2.0 wants λ' ≤ ½ if
//   the magnification filter is linear and the minification filter is nearest with mip levels; GL 3.3 would allow it.
// If λ comes from the coarse derivatives and all lanes of a quad read one unit, all four use the λ of lane 0.

import Shading

/// The area of a texture that a lookup covers, described by its level of detail and its probes.
struct Footprint {
    /// The level of detail λ, before bias and clamps.
    var lambda: Float = 0
    /// The number of probes; 1 if the lookup is isotropic.
    var probes = 1
    /// The derivative of the coordinate along which the probes lie.
    var axis = SIMD3<Float>.zero
}

/// Returns log2 of a float above 0: the exponent plus a polynomial of the mantissa, which is exact at powers of two. Zero gives
/// −127, subnormals give −127…−126, and infinity and NaN give 128 or more. The result is always below the next exponent, so
/// rounding it down gives the exponent. A kernel can therefore choose mip levels before it computes the polynomial.
@inline(__always)
func logarithm2<Number: RuleFloat>(_ x: Number) -> Number {
    let (exponent, t) = x.exponentAndFraction
    let coefficients: [Float] = [0.095956415, -0.18194886, 0.2756003, -0.44254494]
    let q = coefficients.reduce(x.constant(-0.025841428)) { t.fused($0, plus: x.constant($1)) }
    return t.fused((t - x.constant(1)).fused(q, plus: x.constant(1)), plus: exponent).lesser(exponent + x.constant(0x1.fffep-1))
}

extension BoundTexture {
    /// Returns the footprint for the derivatives of a coordinate along window x and y. Only cubes use `coordinate` itself.
    func footprint(_ coordinate: SIMD3<Float>, dx: SIMD3<Float>, dy: SIMD3<Float>) -> Footprint {
        let base = levels[0]
        var size = SIMD3<Float>(Float(base.width), Float(base.height), 0)
        var x = dx, y = dy
        switch dimension {
        case .d2, .d2Array, .d1, .d1Array, .buffer, .d2Multisample, .d2MultisampleArray: break
        case .rectangle: size = SIMD3(1, 1, 0)
        case .d3: size.z = Float(base.slices)
        case .cube, .cubeArray:
            let face = CubeProjection(coordinate)
            x = face.derivative(dx); y = face.derivative(dy)
        }
        x *= size; y *= size
        func squared(_ v: SIMD3<Float>) -> Float { (v.x * v.x).addingProduct(v.y, v.y).addingProduct(v.z, v.z) }
        let x2 = squared(x), y2 = squared(y)
        let xIsLonger = x2 > y2
        let longer = xIsLonger ? x2 : y2, shorter = xIsLonger ? y2 : x2
        guard maxAnisotropy > 1, minFilter == .linear, longer > 1, longer < .infinity else {
            return Footprint(lambda: 0.5 * logarithm2(longer))
        }
        let ratio = (longer.squareRoot() / shorter.squareRoot()).rounded(.up)
        let probes = clamp(ratio, 1, Float(maxAnisotropy))
        return Footprint(lambda: 0.5 * logarithm2(longer / (probes * probes)), probes: Int(probes), axis: xIsLonger ? dx : dy)
    }

    /// Returns the final level of detail λ', given λ and the shader's bias.
    func biased(_ lambda: Float, _ bias: Float) -> Float {
        clamp(lambda + clamp(lodBias + bias, -16, 16), lodMin, lodMax)
    }

    /// Returns the results of `textureQueryLod`: in `accessed`, the finer level that a lookup would read plus the weight of the next level;
    /// in `detail`, the level of detail before it is limited to the bounds.
    func queriedLevels(_ lambda: Float) -> (accessed: Float, detail: Float) {
        let choice = levelChoice(biased(lambda, 0))
        return (Float(choice.level) + choice.weight, lambda + clamp(lodBias, -16, 16))
    }

    /// Returns the filter within a level, the finer of the two levels to mix, and the weight of the next level. If this weight is
    /// 0, the next level is not read.
    func levelChoice(_ lambda: Float) -> (filter: FilterMode, level: Int, weight: Float) {
        if !(lambda > 0) { return (magFilter, 0, 0) }
        let last = Float(levelCount - 1)
        switch mipFilter {
        case .none: return (minFilter, 0, 0)
        case .nearest:
            // The nearest level is ⌈λ + ½⌉ − 1: halves round to the finer level.
            return (minFilter, Int(clamp((lambda + 0.5).rounded(.up) - 1, 0, last)), 0)
        case .linear:
            if lambda >= last { return (minFilter, levelCount - 1, 0) }
            let finer = lambda.rounded(.down)
            return (minFilter, Int(finer), lambda - finer)
        }
    }
}
