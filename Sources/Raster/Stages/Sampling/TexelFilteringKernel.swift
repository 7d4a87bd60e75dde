// TexelFilteringKernel: does the work of TexelFiltering and TexelAddressing in kernels. The emitted code of a lookup in one mip level
// converts the coordinate to the indices and weights of texels, and filters the texels that FourTexels has loaded.

import Kernel
import Shading
import ShadingKernel

// MARK: Positions of texels
//
// The following functions emit the code that converts texture coordinates to texel indices along one axis. This code is the shortest code
// that gives the indices and weights of TexelAddressing.
//
// The resulting indices are always inside of the level, even for coordinates that are NaN and for texels of the border; a mask
// marks the texels of the border. The code uses two properties of the definition in TexelAddressing:
// - Scaling by 256 and rounding give the same result in either order, so fixed-point positions are in 256ths from the start.
// - On clamped axes, a position before the centre of texel 0 or after the centre of the last texel reads one texel twice. In fixed point,
//   the weight does not matter if both texels are the same texel.

/// The two texels that a linear lookup reads along one axis.
struct AxisTaps {
    var first: IntLanes
    var second: IntLanes
    /// The lanes in which the first texel is the border; nil if the wrap mode has no border.
    var firstIsBorder: LaneMask?
    /// The lanes in which the second texel is the border; nil if the wrap mode has no border.
    var secondIsBorder: LaneMask?
    /// The weight of the second texel, 0…1; nil in fixed point.
    var weight: FloatLanes?
    /// The weight of the second texel in 256ths, in the lowest byte; nil except in fixed point.
    var weightByte: IntLanes?
    /// The index of the first texel before wrapping. If this index is inside of the level and is not the last index, wrapping changes
    /// nothing: this index is `first`, the next index is `second`, and neither texel is the border. `plain` is nil if the lookup has an
    /// offset, because then wrapping may change an index that is inside of the level. `plain` is also nil for positions beyond the edges of
    /// a cube's face.
    var plain: IntLanes?
    /// How often `second` is the index after `first`: always, mostly or sometimes. A lane that does not use the second texel counts
    /// as if its `second` were the index after `first`.
    var adjacency = Adjacency.sometimes
    enum Adjacency { case always, mostly, sometimes }
}

extension SampleEmitter {
    private static let largestFraction: Float = 0x1.fffffep-1

    /// Returns the result of `texelCoordinate` (see TexelAddressing), in texels or in 256ths of a texel.
    private func texelCoordinate(_ s: FloatLanes, _ wrap: WrapMode, _ size: AxisSize, in256ths: Bool = false) -> FloatLanes {
        let scale: Float = in256ths ? 256 : 1
        if state.type == .rectangle { return (in256ths ? s * 256 : s).greater(s.constant(-0x1p20 * scale)).lesser(s.constant(0x1p20 * scale)) }
        let scaled = in256ths ? size.float256 : size.float
        switch wrap {
        case .repeat: return (s - s.floor()).lesser(s.constant(Self.largestFraction)) * scaled
        case .mirroredRepeat:
            let half = s * 0.5
            return (half - half.floor()).lesser(s.constant(Self.largestFraction)) * (scaled + scaled)
        case .clampToEdge, .clampToBorder, .mirrorClampToEdge:
            return (s * scaled).greater(s.constant(-0x1p20 * scale)).lesser(s.constant(0x1p20 * scale))
        }
    }

    private enum Side { case below, above }

    /// Returns the result of `wrappedIndex` (see TexelAddressing), and the lanes whose texel is the border. The index of such a lane is any
    /// index inside of the level.
    /// - Parameters:
    ///   - i: The index before wrapping. If there is no offset, this index lies in the range of `texelCoordinate`, or one step outside of
    ///     this range on the side `leaves`.
    ///   - offset: The offset of the lookup, any integer.
    private func wrapped(_ i: IntLanes, _ offset: IntLanes?, _ wrap: WrapMode, _ size: AxisSize, leaves side: Side) -> (index: IntLanes, isBorder: LaneMask?) {
        /// Returns i modulo n, for i in −1..<n or 0…n. The result is the smaller of i and i ± n, compared as unsigned numbers.
        func stepBack(_ i: IntLanes, _ n: IntLanes) -> IntLanes {
            let u = i.withSign(of: UInt32.self), n = n.withSign(of: UInt32.self)
            return u.minimum(side == .below ? u + n : u - n).withSign(of: Int32.self)
        }
        func modulo(_ i: IntLanes, _ n: IntLanes) -> IntLanes {
            guard let offset else { return stepBack(i, n) }
            // The offset is reduced before the addition, so that the sum does not overflow.
            let rest = (i + offset.remainder(by: n)).remainder(by: n)
            return (rest .< 0).choose(rest + n, rest)
        }
        var i = i
        let count = size.count
        switch wrap {
        case .repeat: return (modulo(i, count), nil)
        case .mirroredRepeat:
            let m = modulo(i, count + count)
            return (m.minimum(count + count - 1 - m), nil)
        case .clampToEdge, .clampToBorder, .mirrorClampToEdge:
            if let offset { i = i + offset.clamped(-0x100_0000, 0x100_0000) }
        }
        let last = size.last
        switch wrap {
        case .clampToBorder: return (i.maximum(0).minimum(last), i.withSign(of: UInt32.self) .>= count.withSign(of: UInt32.self))
        case .mirrorClampToEdge: return ((i ^ (i >> 31)).minimum(last), nil)
        default: return (i.maximum(0).minimum(last), nil)
        }
    }

    /// Returns the index of the nearest texel, and the lanes in which this texel is the border.
    func nearestTap(_ s: FloatLanes, _ wrap: WrapMode, _ size: AxisSize, offset: IntLanes?) -> (index: IntLanes, isBorder: LaneMask?) {
        if offset == nil, state.type != .rectangle {
            switch wrap {
            case .clampToEdge:
                // The coordinate is clamped and therefore not negative, so truncation rounds it down.
                return ((s * size.float).greater(s.constant(0)).lesser(size.float - 1).convertedInRange(to: Int32.self), nil)
            case .repeat: return (texelCoordinate(s, wrap, size).convertedInRange(to: Int32.self), nil)
            default: break
            }
        }
        let u = texelCoordinate(s, wrap, size)
        return wrapped(u.floor().convertedInRange(to: Int32.self), offset, wrap, size, leaves: .below)
    }

    /// Returns the texels before and after the position, with a weight in floats.
    func linearTaps(_ s: FloatLanes, _ wrap: WrapMode, _ size: AxisSize, offset: IntLanes?) -> AxisTaps {
        let v = texelCoordinate(s, wrap, size) - 0.5
        let floor = v.floor()
        var taps = pair(floor.convertedInRange(to: Int32.self), wrap, size, offset)
        taps.weight = v - floor
        return taps
    }

    /// Returns the texels before and after the position, with a weight in 256ths.
    func fixedPointTaps(_ s: FloatLanes, _ wrap: WrapMode, _ size: AxisSize, offset: IntLanes?) -> AxisTaps {
        if wrap == .clampToEdge && offset == nil {
            let scaled = size.float256
            let u = ((state.type == .rectangle ? s * 256 : s * scaled) - 128).greater(s.constant(0)).lesser(scaled - 256).roundedToInteger()
            let first = u >> 8
            return AxisTaps(first: first, second: (first + 1).minimum(size.last), weightByte: u, plain: first, adjacency: .always)
        }
        let u = (texelCoordinate(s, wrap, size, in256ths: true) - 128).roundedToInteger()
        var taps = pair(u >> 8, wrap, size, offset)
        taps.weightByte = u
        return taps
    }

    private func pair(_ i: IntLanes, _ wrap: WrapMode, _ size: AxisSize, _ offset: IntLanes?) -> AxisTaps {
        let first = wrapped(i, offset, wrap, size, leaves: .below), second = wrapped(i + 1, offset, wrap, size, leaves: .above)
        let isMirrored = wrap == .mirroredRepeat || wrap == .mirrorClampToEdge
        return AxisTaps(first: first.index, second: second.index, firstIsBorder: first.isBorder, secondIsBorder: second.isBorder,
                        plain: offset == nil ? i : nil, adjacency: isMirrored ? .sometimes : .mostly)
    }
}

// MARK: Lookups in one level

/// The position of a lookup on the slice that it reads.
struct SamplePosition {
    var s: FloatLanes, t: FloatLanes
    /// The coordinate along the depth of a 3D texture.
    var r: FloatLanes
    /// The number of the layer or face; nil if the texture has no layers and no faces.
    var slice: IntLanes?
}

/// The operands that are equal for all probes of a lookup.
struct LookupTerms {
    /// The offsets in texels along s, t and r; nil along an axis without an offset.
    var offset: [IntLanes?] = [nil, nil, nil]
    /// The reference value with which a shadow lookup compares the texels; nil for other lookups. A shadow lookup filters the outcomes of
    /// these comparisons.
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
    /// The form in which a texel is the register bits of the format's channels.
    private var valueForm: TexelForm {
        TexelForm(prepare: { Array(withBorder(decode($0), $1).prefix(channels)) }, mean: mean)
    }
    /// Returns the form in which a texel is 1 if the reference value passes the comparison with the texel, else 0.
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
    func four(_ x: AxisTaps, _ y: AxisTaps, _ slice: IntLanes?, _ level: LevelFields, _ kind: TexelKind, _ reference: FloatLanes? = nil) -> FourTexels {
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
}

// MARK: Filters of 8-bit texels
//
// Linear filtering of 8-bit unorm texels, as TexelFiltering defines it: S = Σ code · wx · wy in integers, then S·K.
//
// Each texel is one word of packed codes. Mixing along x gives 16 bits per channel (at most 255·256): red and blue in one word, green and alpha
// in another word. Mixing along y uses an instruction that multiplies pairs of signed 16-bit numbers and adds the products. 2¹⁵ is subtracted
// from each number, so that the number fits in signed 16 bits. Afterwards 2¹⁵·256 is added to the result.

extension SampleEmitter {
    /// The form in which a texel is one word of packed codes.
    var packedForm: TexelForm {
        TexelForm(prepare: { words, border in
            border.map { $0.choose(record.load(\.borderCodes, .constant).broadcast(), words[0]) }.map { [$0] } ?? [words[0]]
        }, mean: { a, b, c in
            [(0..<state.fixedPointChannels).map { k in
                // ⌊x · 43691 / 2¹⁷⌋ is ⌊x / 3⌋ for x < 98303.
                let sum: UIntLanes = a[0].byte(k) + b[0].byte(k) + c[0].byte(k) + 1
                return ((sum * 43691) >> 17) << UInt32(8 * k)
            }.reduce(builder.lanes(UInt32(0))) { $0 | $1 }]
        })
    }

    /// Returns, for each channel, the sum S − 2²³ of four packed texels.
    /// - Parameter used: The lanes that get the sum; all other lanes get 0. If nil, all lanes get the sum.
    fileprivate func codeSums(_ texels: FourTexels, x: IntLanes, y: IntLanes, in used: LaneMask?) -> [IntLanes] {
        let wx = x.lowestByteInBothHalves
        func words(_ texel: [UIntLanes]) -> Lanes<UInt16> { texel[0].reinterpreted(as: UInt16.self) }
        /// `even` and `odd` return 256·a + (b − a)·w − 2¹⁵: `even` for channels 0 and 2, `odd` for channels 1 and 3.
        func even(_ a: [UIntLanes], _ b: [UIntLanes]) -> UIntLanes {
            let difference: Lanes<UInt16> = (words(b) & 0xFF) - (words(a) & 0xFF), scaled: Lanes<UInt16> = (words(a) << 8) ^ 0x8000
            return (scaled + difference * wx).reinterpreted(as: UInt32.self)
        }
        func odd(_ a: [UIntLanes], _ b: [UIntLanes]) -> UIntLanes {
            let difference: Lanes<UInt16> = (words(b) >> 8) - (words(a) >> 8), scaled: Lanes<UInt16> = (words(a) & 0xFF00) ^ 0x8000
            return (scaled + difference * wx).reinterpreted(as: UInt32.self)
        }
        func row(_ a: [UIntLanes], _ b: [UIntLanes]) -> [UIntLanes] { state.fixedPointChannels == 1 ? [even(a, b)] : [even(a, b), odd(a, b)] }
        return codeSums(bottom: row(texels.bottomLeft, texels.bottomRight), top: row(texels.topLeft, texels.topRight), y: y, in: used)
    }

    /// Mixes two rows along y. A row consists of a word of the even channels and a word of the odd channels. Each word has two channels;
    /// 2¹⁵ was subtracted from each channel.
    fileprivate func codeSums(bottom: [UIntLanes], top: [UIntLanes], y: IntLanes, in used: LaneMask?) -> [IntLanes] {
        let ones = y.constant(0xFFFF)
        // The low half of a word is 256 − y, computed as ~y + 257. The high half of the word is y.
        var wy = ((y.lowestByteInBothHalves.reinterpreted(as: Int32.self) ^ ones).reinterpreted(as: Int16.self)
            + ones.constant(257).reinterpreted(as: Int16.self))
        if let used { wy = used.choose(wy.reinterpreted(as: Int32.self), 0).reinterpreted(as: Int16.self) }
        return (0..<state.fixedPointChannels).map { k in
            let a = bottom[k % 2], b = top[k % 2], pairs = k < 2 ? (a & 0xFFFF) | b << 16 : a >> 16 | (b & 0xFFFF_0000)
            return pairs.reinterpreted(as: Int16.self).pairwiseDot(wy)
        }
    }
}

extension SampleGroup {
    /// The number by which `codeSums` are smaller than the sums S: 2²³.
    static var codeSumShortage: Int32 { 1 << 23 }

    /// Returns one filtered value per channel of each lookup's format.
    func fixedPointMix(_ x: AxisTaps, _ y: AxisTaps, _ slice: IntLanes?, _ level: LevelFields) -> [[FloatLanes]] {
        // K · 2²³ is exact, so the result is S · K, rounded once.
        let missing = fixedPointScale * Float(Self.codeSumShortage)
        return codeSums(x, y, slice, level).map { $0.map { $0.converted(to: Float.self).fusedMultiply(fixedPointScale, add: missing) } }
    }

    /// Returns S − 2²³ per channel of each lookup's format.
    /// - Parameter used: The lanes that get the sum; all other lanes get 0. If nil, all lanes get the sum.
    func codeSums(_ x: AxisTaps, _ y: AxisTaps, _ slice: IntLanes?, _ level: LevelFields, in used: LaneMask? = nil) -> [[IntLanes]] {
        let mayHavePairs = BytePairs.arePossible(builder) && first.mayReadInside(x, y)
        return inParts(by: { mayHavePairs && $0.state.fixedPointChannels == 4 }) { part, hasPairs in
            if !hasPairs {
                return zip(part.members, part.four(x, y, slice, level, .packed)).map { $0.codeSums($1, x: x.weightByte!, y: y.weightByte!, in: used) }
            }
            let weights = BytePairs.weights(x.weightByte!)
            func row(_ pairs: Lanes<UInt8>) -> UIntLanes { BytePairs.mixed(pairs, weights) }
            return zip(part.members, part.bytePairs(x, y, slice, level)).map { member, pairs in
                member.codeSums(bottom: [row(pairs.bottomEven), row(pairs.bottomOdd)], top: [row(pairs.topEven), row(pairs.topOdd)], y: y.weightByte!, in: used)
            }
        }
    }
}

extension Lanes where Element == Int32 {
    /// Returns the lowest byte of each lane, as a 16-bit number in both halves of the lane.
    fileprivate var lowestByteInBothHalves: Lanes<UInt16> {
        let bytes = reinterpreted(as: UInt8.self), zeros = bytes.constant(0), count = count
        return bytes.shuffled(with: zeros, (0 ..< 4 * count).map { $0 % 2 == 0 ? $0 & ~3 : 4 * count }).reinterpreted(as: UInt16.self)
    }
}

// MARK: Filters of half floats
//
// Linear filtering of texels of four half floats. For each channel, the code computes the result that TexelFiltering defines.
//
// The four channels of a texel stay side by side in the registers, as they lie in memory: one instruction converts the channels of
// several texels, and the mixes use weights that are repeated four times. Only the result is split into channels, once for each
// lookup instead of once for each of the four texels.

extension SampleEmitter {
    /// Whether the channels of a texel stay together until texels are mixed.
    var filtersWholeTexels: Bool {
        state.format == .rgba16Float && builder.tier == .optimized && builder.target.hasHalfConversion && !state.isSeamlessCube
    }
    func hasBorder(_ taps: AxisTaps) -> Bool { taps.firstIsBorder != nil || taps.secondIsBorder != nil }

    /// Returns one filtered value per channel. No texel may be a border.
    func wholeTexelMix(_ x: AxisTaps, _ y: AxisTaps, _ slice: IntLanes?, _ level: LevelFields) -> [FloatLanes] {
        let start = slice.map { $0 * level.height.count }, lanes = builder.lanes
        let bottom = row(start.map { $0 + y.first } ?? y.first, level), top = row(start.map { $0 + y.second } ?? y.second, level)
        func texels(_ row: TexelRow, _ column: IntLanes) -> FloatLanes {
            wide(row, bytes(column), at: 0).reinterpreted(as: UInt16.self).convertedFromHalf()
        }
        func repeated(_ weight: FloatLanes) -> FloatLanes { weight.shuffled((0 ..< 4 * lanes).map { $0 / 4 }) }
        func mix(_ a: FloatLanes, _ b: FloatLanes, _ weight: FloatLanes) -> FloatLanes { (b - a).fusedMultiply(weight, add: a) }
        let wx = repeated(x.weight!), wy = repeated(y.weight!)
        let mixed = mix(mix(texels(bottom, x.first), texels(bottom, x.second), wx), mix(texels(top, x.first), texels(top, x.second), wx), wy)
        return (0..<4).map { channel in mixed.shuffled((0..<lanes).map { 4 * $0 + channel }) }
    }
}
