// Probes: averages the probes of an anisotropic lookup in one mip level (EXT_texture_filter_anisotropic). LevelOfDetail chooses the maximum
// number of probes, N.
//
// The following definition is bit-exact; operations are in binary32.
// - The number of probes in level L is n = min(N, max(1, ⌈ρmax·2⁻ᴸ·0.8⌉)), where ρmax is the length of the axis in texels of the base level. So
//   the probes are at most 1.25 texels of the level apart, unless N is too small for this. A linear filter covers two texels, so closer
//   probes would not make the average better.
// - The probes are the centres of n equal parts of the axis: probe i, i = 1…n, reads the coordinate fma(axis, fma(i − ½, r, −½), coordinate),
//   where r is 1/n.
// - Linear lookups in 8-bit unorm formats, except in 3D textures: the sums S of the probes (see TexelFiltering) are added as integers. The
//   average is (S₁ + … + Sₙ)·K / n; the sum, the product and the quotient are rounded to binary32.
// - All other lookups: the results of the probes are added in binary32, in the order of the probes, and the sum is divided by n.
//
// With one probe, both rules give the result of a lookup without anisotropy.

import Kernel
import Shading

/// The operands of a lookup that choose texels within a level.
struct LookupPlace {
    /// s, t and r, and the layer of an array of cubes.
    var coordinate: SIMD4<Float>
    /// The offset in texels along s, t and r.
    var offset: SIMD3<Int>
    /// The reference value of a shadow lookup; nil for all other lookups.
    var reference: Float?
}

/// Returns the number of probes in a level.
/// - Parameters:
///   - most: The maximum number of probes, N.
///   - length: The length of the axis in texels of the level. `length` may be NaN if `most` is 1.
@inline(__always)
private func probeCount<Number: RuleFloat>(_ most: Number, length: Number) -> Number {
    (length * length.constant(0.8)).ceiling().greater(most.constant(1)).lesser(most)
}

/// Returns the place of a probe on the axis, −½…½.
/// - Parameters:
///   - number: The number of the probe, 1…n.
///   - share: 1/n for n probes.
@inline(__always)
private func probePlace<Number: RuleFloat>(_ number: Number, _ share: Number) -> Number {
    (number - number.constant(0.5)).fused(share, plus: number.constant(-0.5))
}

extension Footprint {
    /// Returns the number of probes in a level.
    func probes(inLevel level: Int) -> Int {
        Int(probeCount(Float(probes), length: length * Float(sign: .plus, exponent: -level, significand: 1)))
    }
}

extension TextureUnits {
    /// Returns the average of a lookup's probes in one level.
    func average(_ unit: UnsafePointer<BoundTexture>, _ level: Int, _ filter: FilterMode, _ place: LookupPlace, _ footprint: Footprint) -> SIMD4<UInt32> {
        let count = footprint.probes(inLevel: level)
        if count == 1 { return oneLevel(unit, level, filter, place) }
        let share = 1 / Float(count)
        func probe(_ i: Int) -> LookupPlace {
            var result = place
            result.coordinate.addProduct(SIMD4(footprint.axis, 0), SIMD4(repeating: probePlace(Float(i), share)))
            return result
        }
        if filter == .linear && unit.pointee.averagesCodes && place.reference == nil {
            let sum = (1...count).reduce(SIMD4<Int32>.zero) { $0 &+ unit.pointee.codeSum(level, probe($1).coordinate, place.offset) }
            return unsafeBitCast(unit.pointee.value(ofCodeSum: sum, probes: count), to: SIMD4<UInt32>.self)
        }
        func result(_ i: Int) -> SIMD4<Float> { unsafeBitCast(oneLevel(unit, level, filter, probe(i)), to: SIMD4<Float>.self) }
        return unsafeBitCast((2...count).reduce(result(1)) { $0 + result($1) } / Float(count), to: SIMD4<UInt32>.self)
    }
}

// MARK: Kernel half
//
// The probes of a level are read in a loop, which runs until the lane with the most probes is done. Each level has a separate loop, so that
// few values are in use within a loop.

/// Where a lookup reads texels within a level.
enum LookupPosition {
    case single(SamplePosition)
    /// Each lane has one or several probes, and the results are averaged.
    case several(ProbeAxis)
}

/// The axes along which the lanes' probes lie.
struct ProbeAxis {
    /// See `FootprintLanes`.
    private let most: FloatLanes, length: FloatLanes, axis: [FloatLanes]
    private let coordinate: [FloatLanes]
    /// The layer of an array of cubes.
    private let layer: FloatLanes

    /// Returns nil if the sampler is isotropic.
    init?(_ footprint: FootprintLanes, around coordinate: [FloatLanes], layer: FloatLanes) {
        guard let most = footprint.probes, let length = footprint.length else { return nil }
        self.most = most; self.length = length; axis = footprint.axis; self.coordinate = coordinate; self.layer = layer
    }

    /// Returns the probes in a level.
    /// - Parameter lanes: The lanes whose results are used.
    func probes(in level: LevelFields, lanes: LaneMask) -> ProbeLanes {
        // The bits of 2⁻ᴸ. The product is exact, because a length above 1 is not subnormal in any level.
        let scaled = level.number.map { length * ((127 - $0) << 23).reinterpreted(as: Float.self) } ?? length
        let count = lanes.choose(probeCount(most, length: scaled), 1)
        return ProbeLanes(count: count, layer: layer, axis: axis, coordinate: coordinate, share: count.constant(1) / count)
    }
}

/// The probes of each lane in one level.
struct ProbeLanes {
    /// The number of probes.
    let count: FloatLanes
    /// The layer of an array of cubes.
    let layer: FloatLanes
    fileprivate let axis: [FloatLanes], coordinate: [FloatLanes]
    /// 1/n for n probes.
    fileprivate let share: FloatLanes

    /// Emits a loop over the probes, which runs until the lane with the most probes is done. `body` gets the number of the probe (1 for the
    /// first probe), the lanes that have this probe, and the coordinate at which the probe reads.
    func forEach(_ builder: KernelBuilder, _ body: (FloatLanes, LaneMask, [FloatLanes]) -> Void) {
        let number = builder.variable(builder.scalar(Float(1))), most = count.largest()
        builder.repeat {
            let i = number.value.broadcast(), place = probePlace(i, share)
            body(i, i .<= count, (0..<3).map { axis[$0].fusedMultiply(place, add: coordinate[$0]) })
            number.value = number.value + 1
            return number.value .<= most
        }
    }
}

extension SampleEmitter {
    /// Whether the average of several linear lookups is computed from the sums S of their codes.
    var averagesCodes: Bool { state.fixedPointChannels > 0 && state.type != .d3 }
}

extension SampleGroup {
    /// Returns the averages, as bits, that are computed from the sums S of codes.
    func averageOfCodes(_ probes: ProbeLanes, _ terms: LookupTerms, _ level: LevelFields) -> [[UIntLanes]] {
        let sums = members.map { member in (0..<member.state.fixedPointChannels).map { _ in builder.variable(builder.lanes(Int32(0))) } }
        probes.forEach(builder) { _, isUsed, coordinate in
            let position = first.position(of: coordinate, layer: probes.layer), (x, y) = first.taps(position, terms, level, isFixedPoint: true)
            for (sums, values) in zip(sums, codeSums(x, y, position.slice, level, in: isUsed)) {
                for (sum, value) in zip(sums, values) { sum.value = sum.value + value }
            }
        }
        let excess = probes.count.convertedInRange(to: Int32.self) * Self.codeSumShortage
        return sums.map { fourBits($0.map { ($0.value + excess).converted(to: Float.self) * fixedPointScale / probes.count }) }
    }

    /// Returns the averages, as bits, that are computed from the results of the probes.
    func averageOfResults(_ filter: FilterMode, _ probes: ProbeLanes, _ terms: LookupTerms, _ level: LevelFields) -> [[UIntLanes]] {
        let sums = zeros()
        probes.forEach(builder) { i, isUsed, coordinate in
            let isFirst = i .== 1
            for (sums, values) in zip(sums, probe(filter, first.position(of: coordinate, layer: probes.layer), terms, level)) {
                for (sum, value) in zip(sums, values) {
                    let next = sum.value.reinterpreted(as: Float.self) + value.reinterpreted(as: Float.self)
                    sum.value = isFirst.choose(value, isUsed.choose(next.bits, sum.value))
                }
            }
        }
        // The result of a single probe is not divided, because a division may change the bits of a NaN.
        let isSingle = probes.count .== 1
        return sums.map { $0.map { isSingle.choose($0.value, ($0.value.reinterpreted(as: Float.self) / probes.count).bits) } }
    }
}
