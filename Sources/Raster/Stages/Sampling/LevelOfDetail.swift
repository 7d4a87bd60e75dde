// LevelOfDetail: computes how much a lookup shrinks the texture, and chooses mip levels and filter accordingly (OpenGL 3.3 §3.8.9,
// EXT_texture_filter_anisotropic).
//
// The following definition is bit-exact. Operations are in binary32, in this order, and fused only where the text says fma:
// - Derivatives are scaled to texels of the base level. For cubes, derivatives are first projected onto the face that the direction
//   hits: d(sc/|ma|)/2 = (dsc·|ma| − sc·d|ma|)·(h + h)·h with h = ½/|ma|.
// - ρx² = fma(dw, dw, fma(dv, dv, du²)), ρy² in the same way. Isotropic: λ = ½·log2(max(ρx², ρy²)).
// - Anisotropic (maxAnisotropy ≥ 2, minFilter linear, ρmax above one texel): N = min(⌈√ρmax² / √ρmin²⌉, maximum),
//   λ = ½·log2(ρmax² / N²). At most N probes per level lie along the longer derivative (see Probes).
// - log2 is `logarithm2` below. The error of this function is at most 3·10⁻⁶, or 1.5·10⁻⁵ just below a power of two.
// - bias = the sampler's bias + the shader's bias, clamped to ±16; λ' = clamp(λ + bias, lodMin, lodMax). NaN gives the lower bound.
// - Between two levels, the weight of the coarser level is w = λ' − ⌊λ'⌋. If N > 1, the weight is clamp(w + w − ½, 0, 1), so that lookups
//   near a level read only this level.
// - A lookup is magnified if λ' ≤ 0. This rule is GL 4's rule, which Mesa's llvmpipe follows in all versions. OpenGL ES 2.0 wants λ' ≤ ½ if
//   the magnification filter is linear and the minification filter is nearest with mip levels; GL 3.3 would allow the limit ½ as well. If λ
//   comes from the coarse derivatives and all lanes of a quad read one unit, all four lanes use the λ of lane 0.

import Kernel
import Shading

/// The area of a texture that a lookup covers, described by its level of detail and its probes.
struct Footprint {
    /// The level of detail λ, before bias and clamps.
    var lambda: Float = 0
    /// The maximum number of probes in one level; 1 if the lookup is isotropic.
    var probes = 1
    /// The length of `axis`, in texels of the base level. An isotropic lookup does not use `length`.
    var length: Float = 0
    /// The derivative of the coordinate along which the probes lie.
    var axis = SIMD3<Float>.zero
}

/// Returns the weight of the coarser of two levels in an anisotropic lookup, given the weight in an isotropic lookup.
@inline(__always)
func anisotropicWeight<Number: RuleFloat>(_ weight: Number) -> Number {
    (weight + weight - weight.constant(0.5)).greater(weight.constant(0)).lesser(weight.constant(1))
}

/// Returns log2 of a float above 0: the exponent plus a polynomial of the mantissa. The result is exact at powers of two. Zero gives −127,
/// subnormals give −127…−126, and infinity and NaN give 128 or more. The result is always below the next exponent, so rounding the result
/// down gives the exponent. A kernel can therefore choose mip levels before it computes the polynomial.
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
        let length = longer.squareRoot(), ratio = (length / shorter.squareRoot()).rounded(.up)
        let probes = clamp(ratio, 1, Float(maxAnisotropy))
        return Footprint(lambda: 0.5 * logarithm2(longer / (probes * probes)), probes: Int(probes), length: length, axis: xIsLonger ? dx : dy)
    }

    /// Returns the final level of detail λ', given λ and the shader's bias.
    func biased(_ lambda: Float, _ bias: Float) -> Float {
        clamp(lambda + clamp(lodBias + bias, -16, 16), lodMin, lodMax)
    }

    /// Returns the results of `textureQueryLod`: in `accessed`, the finer level that a lookup would read plus the weight of the next level;
    /// in `detail`, the level of detail without the limits of the bounds.
    func queriedLevels(_ footprint: Footprint) -> (accessed: Float, detail: Float) {
        let choice = levelChoice(biased(footprint.lambda, 0), isAnisotropic: footprint.probes > 1)
        return (Float(choice.level) + choice.weight, footprint.lambda + clamp(lodBias, -16, 16))
    }

    /// Returns the filter within a level, the finer of the two levels to mix, and the weight of the next level. If this weight is
    /// 0, the next level is not read.
    /// - Parameters:
    ///   - lambda: The final level of detail λ'.
    ///   - isAnisotropic: Whether the lookup may have several probes.
    func levelChoice(_ lambda: Float, isAnisotropic: Bool) -> (filter: FilterMode, level: Int, weight: Float) {
        if !(lambda > 0) { return (magFilter, 0, 0) }
        let last = Float(levelCount - 1)
        switch mipFilter {
        case .none: return (minFilter, 0, 0)
        case .nearest:
            // The nearest level is ⌈λ + ½⌉ − 1: halves round to the finer level.
            return (minFilter, Int(clamp((lambda + 0.5).rounded(.up) - 1, 0, last)), 0)
        case .linear:
            if lambda >= last { return (minFilter, levelCount - 1, 0) }
            let finer = lambda.rounded(.down), weight = isAnisotropic ? anisotropicWeight(lambda - finer) : lambda - finer
            return weight == 1 ? (minFilter, Int(finer) + 1, 0) : (minFilter, Int(finer), weight)
        }
    }
}

// MARK: Kernel half
//
// The kernels compute the levels and the filter from derivatives, with the same bits as the Swift code above, and load the sizes and
// positions of the chosen levels.
//
// The logarithm is computed only if the lookup of some lane shrinks the texture. Without bias and bounds, one comparison finds out whether
// the lookup shrinks the texture: ½·log2(ρ²) is above 0 exactly if ρ² ≤ 1 is false. `logarithm2` agrees with this comparison, although it
// has errors: it is above 0 for the float after 1, below 0 for the float before 1, and large for NaN.
//
// Without bias and bounds, the finer of two mixed levels is half of the exponent of ρ², rounded down (see logarithm2). So in isotropic
// lookups the texels are located while the processor still computes the logarithm, which only the weight needs. In anisotropic lookups,
// the weight can change the level.

struct FootprintLanes {
    /// The level of detail λ, before bias and bounds; nil if `squared` is given instead.
    var lambda: FloatLanes?
    /// 4 to the power of λ: ρ², or ρ²/N² for N probes; nil if `lambda` is given.
    var squared: FloatLanes?
    /// The maximum number of probes of each lane in one level; nil if the sampler is isotropic, so that every lookup has one probe.
    var probes: FloatLanes?
    /// See `Footprint.length`; nil if the sampler is isotropic.
    var length: FloatLanes?
    var axis: [FloatLanes] = []

    init(lambda: FloatLanes) { self.lambda = lambda }
    init(squared: FloatLanes) { self.squared = squared }

    /// The footprints of all lanes, if this struct has one footprint per quad: the four lanes of a quad get the quad's footprint.
    var onQuads: FootprintLanes {
        var result = self
        result.lambda = lambda?.onQuads; result.squared = squared?.onQuads; result.probes = probes?.onQuads
        result.length = length?.onQuads
        result.axis = axis.map(\.onQuads)
        return result
    }
}

/// For each lane, the numbers that identify the mip levels to read.
struct LevelNumbers {
    /// See `LevelChoice.isMagnified`.
    var isMagnified: LaneMask?
    /// The finer level; nil if the sampler has no mip filter, so that all lanes read the base level.
    var finer: LevelIndex?
    /// How two levels are mixed; nil if the sampler's mip filter never mixes levels.
    var mix: LevelMix?

    /// The levels of all lanes, if this struct has the levels of one lookup per quad: the four lanes of a quad get the quad's levels.
    var onQuads: LevelNumbers { LevelNumbers(isMagnified: isMagnified?.onQuads, finer: finer?.onQuads, mix: mix?.onQuads) }
}

/// How a lookup mixes two levels.
struct LevelMix {
    /// The weight of the next coarser level.
    var weight: FloatLanes
    /// Whether, at run time, some lane mixes levels. If `isNeeded` is false, all weights are 0.
    var isNeeded: Condition

    /// The weights of all lanes, if this struct has one weight per quad: the four lanes of a quad get the quad's weight.
    var onQuads: LevelMix { LevelMix(weight: weight.onQuads, isNeeded: isNeeded) }
}

struct LevelChoice {
    /// The lanes that read the base level with the magnification filter. nil if the magnification filter equals the minification filter.
    /// If `isMagnified` is nil, magnified lanes have the base level as `finer` and the weight 0 for the next level.
    var isMagnified: LaneMask?
    var finer: LevelFields
    /// The next coarser level; nil if the sampler's mip filter never mixes levels, or if `finerNumber` is given.
    var coarser: LevelFields?
    /// How two levels are mixed; nil if the sampler's mip filter never mixes levels.
    var mix: LevelMix?
    /// The number of the finer level; nil unless one piece of code reads first the finer and then the coarser level (see
    /// `CompileTier.readsLevelsInTurn`). If `finerNumber` is given, nothing uses `finer`.
    var finerNumber: IntLanes?
}

extension SampleEmitter {
    /// Returns the footprint of each lane, or of each quad if the operands have one value per quad. If there is one value per quad, the
    /// quad uses the coordinate of its lane 0.
    func footprint(_ coordinate: [FloatLanes], _ dx: [FloatLanes], _ dy: [FloatLanes]) -> FootprintLanes {
        let width = baseLevel.width.float, height = baseLevel.height.float
        func squared(_ u: FloatLanes, _ v: FloatLanes, _ w: FloatLanes?) -> FloatLanes {
            let isInTexels = state.type == .rectangle, x = isInTexels ? u : u * width, y = isInTexels ? v : v * height
            // Without a third coordinate, the third product would be 0 and would not change the sum, so this product is left out.
            let plane = y.fusedMultiply(y, add: x * x)
            return w.map { $0.fusedMultiply($0, add: plane) } ?? plane
        }
        let x2: FloatLanes, y2: FloatLanes
        switch state.type {
        case .d2, .d2Array, .d1, .d1Array, .rectangle, .buffer, .d2Multisample, .d2MultisampleArray:
            x2 = squared(dx[0], dx[1], layerTerm(dx[2])); y2 = squared(dy[0], dy[1], layerTerm(dy[2]))
        case .d3:
            let depth = baseLevel.slices.float
            x2 = squared(dx[0], dx[1], dx[2] * depth); y2 = squared(dy[0], dy[1], dy[2] * depth)
        case .cube, .cubeArray:
            let faces = CubeFaces(builder, coordinate[0], coordinate[1], coordinate[2])
            let x = faces.derivative(dx[0], dx[1], dx[2]), y = faces.derivative(dy[0], dy[1], dy[2])
            x2 = squared(x.0, x.1, nil); y2 = squared(y.0, y.1, nil)
        }
        let xIsLonger = x2 .> y2
        let longer = xIsLonger.choose(x2, y2)
        guard state.isAnisotropic else { return FootprintLanes(squared: longer) }

        let shorter = xIsLonger.choose(y2, x2), one = builder.lanes(Float(1))
        let isStretched = (longer .> 1) & (longer .< .infinity)
        let length = longer.squareRoot(), ratio = (length / shorter.squareRoot()).ceiling()
        let most = ratio.greater(one).lesser(float(\.maxAnisotropy))
        var result = FootprintLanes(squared: isStretched.choose(longer / (most * most), longer))
        result.probes = isStretched.choose(most, 1)
        result.length = length
        result.axis = (0..<3).map { isStretched.choose(xIsLonger.choose(dx[$0], dy[$0]), 0) }
        return result
    }

    /// For array textures, returns 0 times the derivative of the layer. If the derivative is not finite, the sum to which this term is
    /// added becomes NaN. Returns nil for other textures.
    private func layerTerm(_ derivative: FloatLanes) -> FloatLanes? { state.type.hasLayers ? derivative * 0 : nil }

    /// - Parameter mask: The lanes whose results are used; nil if the results of all lanes are used.
    func levelNumbers(_ footprint: FootprintLanes, bias: FloatLanes?, mask: LaneMask?) -> LevelNumbers {
        func lambda() -> FloatLanes { footprint.lambda ?? logarithm2(footprint.squared!) * 0.5 }
        var settled: FloatLanes?
        let isMinified: LaneMask
        if bias != nil || state.limitsLevel {
            let sum = bias.map { $0 + float(\.lodBias) } ?? float(\.lodBias)
            let added = sum.greater(builder.lanes(Float(-16))).lesser(builder.lanes(Float(16)))
            let value = (lambda() + added).greater(float(\.lodMin)).lesser(float(\.lodMax))
            settled = value
            isMinified = value .> 0
        } else if let lambda = footprint.lambda {
            settled = lambda
            isMinified = lambda .> 0
        } else {
            isMinified = ~(footprint.squared! .<= 1)
        }
        let isMagnified = state.minFilter == state.magFilter ? nil : ~isMinified
        guard state.mipFilter != .none else { return LevelNumbers(isMagnified: isMagnified) }

        func used(_ lanes: LaneMask) -> LaneMask { mask.map { lanes & $0 } ?? lanes }
        let level = builder.variable(builder.lanes(Int32(0))), weight = builder.variable(builder.lanes(Float(0)))
        if state.mipFilter == .linear, settled == nil, let squared = footprint.squared {
            let half = squared.halfExponent, last = number(\.lastLevel), isBetween = isMinified & (half .< last)
            level.value = half.maximum(0).minimum(last)
            builder.if(used(isMinified).any) {
                weight.value = isBetween.choose(lambda() - half.converted(to: Float.self), 0)
                concentrate(level, weight, footprint)
            }
            let isNeeded = used(footprint.probes == nil ? isBetween : weight.value .!= 0).any
            return LevelNumbers(isMagnified: isMagnified, finer: LevelIndex(level.value), mix: LevelMix(weight: weight.value, isNeeded: isNeeded))
        }
        builder.if(used(isMinified).any) {
            let value = settled ?? lambda()
            let last = float(\.floatLastLevel)
            if state.mipFilter == .nearest {
                let nearest = ((value + 0.5).ceiling() - 1).greater(builder.lanes(Float(0))).lesser(last)
                level.value = isMinified.choose(nearest.convertedInRange(to: Int32.self), 0)
            } else {
                let finer = value.floor()
                let isBetween = isMinified & (value .< last)
                let number = isBetween.choose(finer, last)
                level.value = isMinified.choose(number.convertedInRange(to: Int32.self), 0)
                weight.value = isBetween.choose(value - finer, 0)
                concentrate(level, weight, footprint)
            }
        }
        let mix = state.mipFilter == .linear ? LevelMix(weight: weight.value, isNeeded: used(weight.value .!= 0).any) : nil
        return LevelNumbers(isMagnified: isMagnified, finer: LevelIndex(level.value), mix: mix)
    }

    /// Replaces the weights of isotropic lookups by the weights of anisotropic lookups, in the lanes with several probes. If a weight
    /// becomes 1, only the coarser level is read.
    private func concentrate(_ level: Variable<IntLanes>, _ weight: Variable<FloatLanes>, _ footprint: FootprintLanes) {
        guard let probes = footprint.probes else { return }
        let isBetween = weight.value .!= 0
        let value = (isBetween & (probes .> 1)).choose(anisotropicWeight(weight.value), weight.value), isCoarser = value .== 1
        level.value = isCoarser.choose(level.value + 1, level.value)
        weight.value = isCoarser.choose(0, value)
    }

    /// Returns the results of `textureQueryLod`; see BoundTexture.queriedLevels.
    func queriedLevels(_ footprint: FootprintLanes) -> (accessed: FloatLanes, detail: FloatLanes) {
        let lambda = footprint.lambda ?? logarithm2(footprint.squared!) * 0.5, zero = builder.lanes(Float(0))
        let detail = lambda + float(\.lodBias).greater(builder.lanes(Float(-16))).lesser(builder.lanes(Float(16)))
        let limited = detail.greater(float(\.lodMin)).lesser(float(\.lodMax)), last = float(\.floatLastLevel)
        let accessed: FloatLanes = switch state.mipFilter {
        case .none: zero
        case .nearest: ((limited + 0.5).ceiling() - 1).greater(zero).lesser(last)
        case .linear: (limited .>= last).choose(last, footprint.probes.map { probes in
            let finer = limited.floor()
            return (probes .> 1).choose(finer + anisotropicWeight(limited - finer), limited)
        } ?? limited)
        }
        return ((limited .> 0).choose(accessed, zero), detail)
    }

    func levelChoice(_ numbers: LevelNumbers) -> LevelChoice {
        if builder.tier.readsLevelsInTurn, let finer = numbers.finer, let mix = numbers.mix {
            return LevelChoice(isMagnified: numbers.isMagnified, finer: baseLevel, mix: mix, finerNumber: finer.lanes)
        }
        var choice = LevelChoice(isMagnified: numbers.isMagnified, finer: numbers.finer.map(level) ?? baseLevel)
        if let finer = numbers.finer, let mix = numbers.mix {
            choice.coarser = level(finer.next(upTo: shape.load(\.lastLevel, .constant)))
            choice.mix = mix
        }
        return choice
    }
}

extension Lanes where Element == Float {
    /// Half of the exponent of the float (in base 2), rounded down to an integer. The sign of the float is ignored. Zero and subnormals
    /// give −64; infinity and NaN give 64.
    fileprivate var halfExponent: IntLanes { ((bits & 0x7FFF_FFFF).withSign(of: Int32.self) - (127 << 23)) >> 24 }
}

// MARK: Sizes and positions of levels
//
// If all lanes read one level, which is usual, the fields are loaded from the level's entry in the TextureRecord and copied to all lanes.

/// A level's size along one axis, in several forms. The code that loads or computes a form is emitted only if the form is used.
struct AxisSize {
    /// The words with which AxisRecord describes a size.
    enum Word: CaseIterable { case count, last, float, float256 }
    private let word: (Word) -> UIntLanes

    private init(word: @escaping (Word) -> UIntLanes) { self.word = word }
    /// - Parameter words: All four words.
    init(words: [Word: UIntLanes]) { self.init { words[$0]! } }
    /// Makes the size of a level that all lanes read.
    init(_ record: RecordPointer<AxisRecord>) {
        self.init { word in
            switch word {
            case .count: record.load(\.count, .constant).broadcast().withSign(of: UInt32.self)
            case .last: record.load(\.last, .constant).broadcast().withSign(of: UInt32.self)
            case .float: record.load(\.float, .constant).broadcast().bits
            case .float256: record.load(\.float256, .constant).broadcast().bits
            }
        }
    }
    init(count: IntLanes) {
        self.init { word in
            switch word {
            case .count: count.withSign(of: UInt32.self)
            case .last: (count - 1).withSign(of: UInt32.self)
            case .float: count.converted(to: Float.self).bits
            case .float256: (count.converted(to: Float.self) * 256).bits
            }
        }
    }

    /// The number of texels.
    var count: IntLanes { word(.count).withSign(of: Int32.self) }
    /// The index of the last texel along the axis.
    var last: IntLanes { word(.last).withSign(of: Int32.self) }
    /// The number of texels.
    var float: FloatLanes { word(.float).reinterpreted(as: Float.self) }
    /// 256 times the number of texels along the axis.
    var float256: FloatLanes { word(.float256).reinterpreted(as: Float.self) }

    subscript(_ word: Word) -> UIntLanes { self.word(word) }
}

struct LevelFields {
    var width: AxisSize, height: AxisSize, slices: AxisSize
    /// The number of each lane's level; nil if all lanes read the base level.
    var number: IntLanes?
    /// The number of bytes from the base level to each lane's level; nil if all lanes read the base level. Large textures have `farOffset` instead.
    var offset: IntLanes?
    var farOffset: Lanes<Int64>?
    /// The entry of lane 0's level in the TextureRecord.
    let entry: RecordPointer<LevelRecord>
    /// Whether, at run time, all lanes read lane 0's level; nil if all lanes always read the base level, so that no test at run time is
    /// needed. In the baseline tier `isUniform` is always nil, because no code of that tier uses `isUniform`.
    var isUniform: Condition?
}

/// The number of the level that each lane reads.
struct LevelIndex {
    /// The numbers, 0…last.
    var lanes: IntLanes
    /// The number of lane 0's level.
    var first: Scalar<Int32>
    /// Whether, at run time, all lanes have the same level.
    var isUniform: Condition

    init(_ lanes: IntLanes) {
        self.lanes = lanes
        first = lanes[0]
        isUniform = (lanes .!= first.broadcast(lanes.count)).none
    }
    private init(lanes: IntLanes, first: Scalar<Int32>, isUniform: Condition) { self.lanes = lanes; self.first = first; self.isUniform = isUniform }

    /// The level numbers of all lanes, if this struct has one number per quad: the four lanes of a quad get the quad's number.
    var onQuads: LevelIndex { LevelIndex(lanes: lanes.onQuads, first: first, isUniform: isUniform) }
    /// Returns the next coarser level; returns the last level if there is no coarser level.
    func next(upTo last: Scalar<Int32>) -> LevelIndex {
        LevelIndex(lanes: (lanes + 1).minimum(last.broadcast(lanes.count)), first: (first + 1).minimum(last), isUniform: isUniform)
    }
}

extension SampleEmitter {
    func number(_ field: KeyPath<TextureRecord, Int32>) -> IntLanes { shape.load(field, .constant).broadcast() }
    func float(_ field: KeyPath<TextureRecord, Float>) -> FloatLanes { shape.load(field, .constant).broadcast() }

    private func axisSizes(_ entry: RecordPointer<LevelRecord>) -> [AxisSize] {
        [AxisSize(entry.part(\.width)), AxisSize(entry.part(\.height)), AxisSize(entry.part(\.slices))]
    }

    var baseLevel: LevelFields {
        let entry = shape.element(0, of: LevelRecord.self, at: TextureRecord.levels), sizes = axisSizes(entry)
        return LevelFields(width: sizes[0], height: sizes[1], slices: sizes[2], entry: entry)
    }

    func level(_ index: LevelIndex) -> LevelFields {
        let base = baseLevel, hasDepth = state.type == .d3
        let entry = shape.element(index.first, of: LevelRecord.self, at: TextureRecord.levels)
        func ofLanes() -> LevelFields {
            func shrunk(_ size: AxisSize) -> AxisSize { AxisSize(count: (size.count >> index.lanes).maximum(1)) }
            let offsets = base.entry.address(of: \.offset), entryOffsets = index.lanes * Int32(MemoryLayout<LevelRecord>.stride)
            return LevelFields(width: shrunk(base.width), height: shrunk(base.height), slices: hasDepth ? shrunk(base.slices) : base.slices,
                               number: index.lanes, offset: state.isLarge ? nil : offsets.gather(Int32.self, byteOffsets: entryOffsets),
                               farOffset: state.isLarge ? offsets.gather(Int64.self, byteOffsets: entryOffsets) : nil, entry: entry)
        }
        if builder.tier.findsLevelsByLane { return ofLanes() }

        let axes = hasDepth ? 3 : 2
        let words = (0..<axes).map { _ in AxisSize.Word.allCases.map { ($0, builder.variable(builder.lanes(UInt32(0)))) } }
        let offset = builder.variable(builder.lanes(Int32(0))), farOffset = builder.variable(builder.lanes(Int64(0)))
        func set(_ sizes: [AxisSize]) {
            for (size, words) in zip(sizes, words) { for (kind, variable) in words { variable.value = size[kind] } }
        }
        builder.if(index.isUniform, {
            set(Array(axisSizes(entry).prefix(axes)))
            let bytes = entry.load(\.offset, .constant)
            if state.isLarge { farOffset.value = bytes.broadcast() } else { offset.value = bytes.narrowed(to: Int32.self).broadcast() }
        }, else: {
            let fields = ofLanes()
            set([fields.width, fields.height, fields.slices])
            if let found = fields.farOffset { farOffset.value = found }
            if let found = fields.offset { offset.value = found }
        })
        let sizes = words.map { words in
            AxisSize(words: Dictionary(uniqueKeysWithValues: words.map { ($0, $1.value) }))
        }
        return LevelFields(width: sizes[0], height: sizes[1], slices: hasDepth ? sizes[2] : base.slices, number: index.lanes,
                           offset: state.isLarge ? nil : offset.value, farOffset: state.isLarge ? farOffset.value : nil, entry: entry,
                           isUniform: index.isUniform)
    }

    /// Returns the size in bytes of a given number of texels.
    func bytes(_ texels: IntLanes) -> IntLanes {
        let size = state.bytesPerTexel
        return size == 1 ? texels : size & (size - 1) == 0 ? texels << Int32(size.trailingZeroBitCount) : texels * Int32(size)
    }
}
