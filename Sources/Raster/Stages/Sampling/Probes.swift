// Probes: averages the probes of an anisotropic lookup in one mip level (EXT_texture_filter_anisotropic). LevelOfDetail chooses the number of
// probes.
//
// The following definition is bit-exact. Probe i of N reads the coordinate fma(axis, fma(i, r, −½), coordinate), where r is 1/(N + 1), rounded
// to binary32. So the probes lie along the axis at i/(N + 1) − ½, i = 1…N.
// - Linear lookups in 8-bit unorm formats, except in 3D textures: the sums S of the probes (see TexelFiltering) are added as integers. The
//   average is (S₁ + … + S_N)·K / N; the sum, the product and the quotient are rounded to binary32.
// - All other lookups: the results of the probes are added in binary32, in the order of the probes, and the sum is divided by N.
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

extension TextureUnits {
    /// Returns the average of a lookup's probes in one level.
    func average(_ unit: UnsafePointer<BoundTexture>, _ level: Int, _ filter: FilterMode, _ place: LookupPlace, _ footprint: Footprint) -> SIMD4<UInt32> {
        let count = footprint.probes
        if count == 1 { return oneLevel(unit, level, filter, place) }
        let step = 1 / Float(count + 1)
        func probe(_ i: Int) -> LookupPlace {
            var result = place
            result.coordinate.addProduct(SIMD4(footprint.axis, 0), SIMD4(repeating: (-0.5 as Float).addingProduct(Float(i), step)))
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
    case several(ProbeLanes)
}

/// The probes of each lane.
struct ProbeLanes {
    /// The number of probes.
    let count: FloatLanes
    /// The layer of an array of cubes.
    let layer: FloatLanes
    private let axis: [FloatLanes]
    private let coordinate: [FloatLanes]
    /// 1/(N + 1) for N probes.
    private let step: FloatLanes
    /// The number of probes of the lane with the most probes.
    private let most: Scalar<Float>

    /// - Parameter mask: The lanes whose results are used.
    init(_ count: FloatLanes, of axis: [FloatLanes], around coordinate: [FloatLanes], layer: FloatLanes, mask: LaneMask) {
        self.count = count; self.layer = layer; self.axis = axis; self.coordinate = coordinate
        step = count.constant(1) / (count + 1)
        most = mask.choose(count, 1).largest()
    }

    /// Emits a loop over the probes. `body` gets the number of the probe (1 for the first probe), the lanes that have this probe, and the
    /// coordinate at which the probe reads.
    func forEach(_ builder: KernelBuilder, _ body: (FloatLanes, LaneMask, [FloatLanes]) -> Void) {
        let number = builder.variable(builder.scalar(Float(1)))
        builder.repeat {
            let i = number.value.broadcast(), place = i.fusedMultiply(step, add: i.constant(-0.5))
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
