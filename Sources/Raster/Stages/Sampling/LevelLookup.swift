// LevelLookup: the kernel half of TexelFiltering. It emits one lookup in one mip level. The lookup reads the nearest texel, or compares
// texels and filters the outcomes, or is a gather or a fetch. SampleGroup emits linear lookups without a comparison.

import Kernel
import Shading
import ShadingKernel

/// The position of a lookup on the slice that it reads.
struct SamplePosition {
    var s: FloatLanes, t: FloatLanes
    /// The coordinate along the depth of a 3D texture.
    var r: FloatLanes
    /// The number of the layer or face; nil for 0.
    var slice: IntLanes?
}

/// The operands that are equal for all probes of a lookup.
struct LookupTerms {
    /// Offsets in texels along s, t, r; nil for 0.
    var offset: [IntLanes?] = [nil, nil, nil]
    /// The reference value with which a shadow lookup compares the texels; nil for other lookups. The lookup then filters the outcomes.
    var reference: FloatLanes?
}

extension SampleEmitter {
    private var zero: UIntLanes { builder.lanes(UInt32(0)) }
    private var one: UIntLanes { builder.lanes(Float(1).bitPattern) }

    private func border(_ i: Int) -> UIntLanes { record.load(TextureRecord.border[i], .constant).broadcast() }
    private func withBorder(_ values: [UIntLanes], _ isBorder: LaneMask?) -> [UIntLanes] {
        isBorder.map { isBorder in values.enumerated().map { isBorder.choose(border($0), $1) } } ?? values
    }

    // MARK: Slices

    /// - Parameter layer: The layer of an array of cubes.
    func position(of coordinate: [FloatLanes], layer: FloatLanes) -> SamplePosition {
        func index(_ layer: FloatLanes, _ count: FloatLanes) -> IntLanes {
            (layer + 0.5).floor().greater(builder.lanes(Float(0))).lesser(count - 1).convertedInRange(to: Int32.self)
        }
        switch state.type {
        case .d2, .d3, .d1, .rectangle, .buffer, .d2Multisample: return SamplePosition(s: coordinate[0], t: coordinate[1], r: coordinate[2])
        case .d2Array, .d1Array, .d2MultisampleArray:
            return SamplePosition(s: coordinate[0], t: coordinate[1], r: coordinate[2], slice: index(coordinate[2], baseLevel.slices.float))
        case .cube, .cubeArray:
            let faces = CubeFaces(builder, coordinate[0], coordinate[1], coordinate[2])
            let slice = state.type == .cube ? faces.face : index(layer, baseLevel.slices.float / 6) * 6 + faces.face
            return SamplePosition(s: faces.s, t: faces.t, r: coordinate[2], slice: slice)
        }
    }

    // MARK: One texel

    func nearestTexel(_ position: SamplePosition, _ terms: LookupTerms, _ level: LevelFields) -> [UIntLanes] {
        let x = nearestTap(position.s, state.wrapS, level.width, offset: terms.offset[0])
        let y = nearestTap(position.t, state.wrapT, level.height, offset: terms.offset[1])
        var slice = position.slice
        var borders = [x.isBorder, y.isBorder].compactMap { $0 }
        if state.type == .d3 {
            let z = nearestTap(position.r, state.wrapR, level.slices, offset: terms.offset[2])
            slice = z.index
            if let isBorder = z.isBorder { borders.append(isBorder) }
        }
        let line = slice.map { $0 * level.height.count + y.index } ?? y.index
        let isBorder = borders.isEmpty ? nil : borders.dropFirst().reduce(borders[0]) { $0 | $1 }
        return withBorder(decode(words(row(line, level), column: x.index)), isBorder)
    }

    // MARK: Forms of a texel

    var channels: Int { state.format.isColor ? state.format.channelCount : 1 }
    private func floats(_ bits: [UIntLanes]) -> [FloatLanes] { bits.map { $0.reinterpreted(as: Float.self) } }
    private func mean(_ a: [UIntLanes], _ b: [UIntLanes], _ c: [UIntLanes]) -> [UIntLanes] {
        let first = floats(a), second = floats(b), third = floats(c)
        return (0..<a.count).map { i in
            let sum: FloatLanes = first[i] + second[i] + third[i]
            return (sum / 3).bits
        }
    }
    /// The form of texels with the register bits of the format's channels.
    private var valueForm: TexelForm {
        TexelForm(prepare: { Array(withBorder(decode($0), $1).prefix(channels)) }, mean: mean)
    }
    /// The form of texels that is 1 if the reference value passes the comparison, else 0.
    private func outcomeForm(_ reference: FloatLanes) -> TexelForm {
        TexelForm(prepare: { [outcome(reference, withBorder(decode($0), $1)[0])] }, mean: mean)
    }
    private func componentForm(_ component: Int) -> TexelForm {
        TexelForm(prepare: { [withBorder(decode($0), $1)[component]] }, mean: { state.format.isFilterable && !state.readsStencil ? mean($0, $1, $2) : $0 })
    }

    func form(_ kind: TexelKind, _ reference: FloatLanes?) -> TexelForm {
        switch kind {
        case .packed: packedForm
        case .value: valueForm
        case .outcome: outcomeForm(reference!)
        case .component(let k): componentForm(k)
        }
    }

    private func outcome(_ reference: FloatLanes, _ depth: UIntLanes) -> UIntLanes {
        state.compare.passes(reference, depth.reinterpreted(as: Float.self)).choose(one, zero)
    }

    // MARK: Four texels

    func taps(_ position: SamplePosition, _ terms: LookupTerms, _ level: LevelFields, isFixedPoint: Bool) -> (x: AxisTaps, y: AxisTaps) {
        if state.isSeamlessCube {
            return (seamlessTaps(position.s, level.width, isFixedPoint: isFixedPoint), seamlessTaps(position.t, level.height, isFixedPoint: isFixedPoint))
        }
        return isFixedPoint
            ? (fixedPointTaps(position.s, state.wrapS, level.width, offset: terms.offset[0]),
               fixedPointTaps(position.t, state.wrapT, level.height, offset: terms.offset[1]))
            : (linearTaps(position.s, state.wrapS, level.width, offset: terms.offset[0]),
               linearTaps(position.t, state.wrapT, level.height, offset: terms.offset[1]))
    }
    private func four(_ x: AxisTaps, _ y: AxisTaps, _ slice: IntLanes?, _ level: LevelFields, _ kind: TexelKind, _ reference: FloatLanes? = nil) -> FourTexels {
        SampleGroup(members: [self]).four(x, y, slice, level, kind, reference)[0]
    }
    func mix(_ a: FloatLanes, _ b: FloatLanes, _ w: FloatLanes) -> FloatLanes { (b - a).fusedMultiply(w, add: a) }
    func mixed(_ texels: FourTexels, x: FloatLanes, y: FloatLanes) -> [FloatLanes] {
        (0..<texels.bottomLeft.count).map { k in
            func value(_ t: [UIntLanes]) -> FloatLanes { t[k].reinterpreted(as: Float.self) }
            return mix(mix(value(texels.bottomLeft), value(texels.bottomRight), x), mix(value(texels.topLeft), value(texels.topRight), x), y)
        }
    }

    /// Returns the four results of a shadow lookup in one level, as bits.
    func compared(_ filter: FilterMode, _ reference: FloatLanes, _ position: SamplePosition, _ terms: LookupTerms, _ level: LevelFields) -> [UIntLanes] {
        if filter == .nearest { return [outcome(reference, nearestTexel(position, terms, level)[0]), zero, zero, one] }
        let (x, y) = taps(position, terms, level, isFixedPoint: false)
        return [mixed(four(x, y, position.slice, level, .outcome, reference), x: x.weight!, y: y.weight!)[0].bits, zero, zero, one]
    }

    // MARK: Gather and fetch

    /// Returns one component of four texels of the base level in GL's order, or the outcomes of the four comparisons.
    func gather(_ position: SamplePosition, _ terms: LookupTerms, component: Int) -> [UIntLanes] {
        let level = baseLevel, (x, y) = taps(position, terms, level, isFixedPoint: false)
        let t = four(x, y, position.slice, level, terms.reference == nil ? .component(component) : .outcome, terms.reference)
        return [t.topLeft[0], t.topRight[0], t.bottomRight[0], t.bottomLeft[0]]
    }

    /// Returns the texel at integer coordinates; zeros if the texel lies outside of the texture.
    /// - Parameter sample: The number of the sample, for multisampled textures.
    func fetch(_ texel: [IntLanes], level number: IntLanes, sample: IntLanes, offset: [IntLanes?]) -> [UIntLanes] {
        func index(_ i: Int) -> IntLanes {
            // Both terms are clamped to ranges that are far larger than any texture. Their sum therefore does not overflow.
            offset[i].map { texel[i].clamped(-0x100_0000, 0x100_0000) + $0.clamped(-0x800_0000, 0x800_0000) } ?? texel[i]
        }
        func below(_ i: IntLanes, _ n: IntLanes) -> LaneMask { i.withSign(of: UInt32.self) .< n.withSign(of: UInt32.self) }
        let last = self.number(\.lastLevel)
        var inside = below(number, last + 1)
        let level = state.hasSeveralLevels ? self.level(LevelIndex(inside.choose(number, 0))) : baseLevel
        let i = index(0), j = index(1)
        inside = inside & below(i, level.width.count) & below(j, level.height.count)
        var line = j
        if state.type == .d3 || state.type.hasLayers {
            let k = state.type == .d3 ? index(2) : texel[2]
            inside = inside & below(k, level.slices.count)
            line = (state.samples == 1 ? k : k * Int32(state.samples)) * level.height.count + j
        }
        if state.samples > 1 {
            inside = inside & below(sample, builder.lanes(Int32(state.samples)))
            line = sample * level.height.count + line
        }
        func ofLanes() -> [UIntLanes] { decode(words(row(inside.choose(line, 0), level), column: inside.choose(i, 0))).map { inside.choose($0, 0) } }
        guard let rows = FetchedRows(self, column: i, line: line, levelNumber: number, level: level) else { return ofLanes() }
        let results = (0..<4).map { _ in builder.variable(builder.lanes(UInt32(0))) }
        func set(_ values: [UIntLanes]) { for (result, value) in zip(results, values) { result.value = value } }
        builder.if(rows.isAlongRows, { set(decode([rows.words()])) }, else: { set(ofLanes()) })
        return results.map(\.value)
    }

    /// Returns the width, the height, and the depth or the number of layers; zeros for a level that does not exist.
    func size(_ index: IntLanes) -> [UIntLanes] {
        let exists = index.withSign(of: UInt32.self) .<= number(\.lastLevel).withSign(of: UInt32.self)
        let base = baseLevel
        func shrunk(_ size: AxisSize) -> IntLanes { (size.count >> index).maximum(1) }
        let depth: IntLanes
        switch state.type {
        case .d2, .cube, .d1, .rectangle, .buffer, .d2Multisample: depth = builder.lanes(Int32(1))
        case .d3: depth = shrunk(base.slices)
        case .d2Array, .d1Array, .d2MultisampleArray: depth = base.slices.count
        case .cubeArray: depth = (base.slices.float / 6).convertedInRange(to: Int32.self)
        }
        return [shrunk(base.width), shrunk(base.height), depth].map { exists.choose($0, 0).withSign(of: UInt32.self) }
    }
}
