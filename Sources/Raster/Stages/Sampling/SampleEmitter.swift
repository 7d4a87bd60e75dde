// SampleEmitter: emits the code of a lookup in one texture unit with a known SamplerKey. The code takes the operands, chooses
// levels and probes, and computes the four results.
//
// A probe reads one or two levels. The second level is read only if a lane needs this level. Several probes (anisotropy) are read
// in a loop, which runs until the lane with the most probes is done. Operands that the shader omits count as 0.

import Kernel
import Shading
import ShadingKernel

struct SampleEmitter {
    let builder: KernelBuilder
    let state: SamplerKey
    /// The unit's TextureRecord.
    let record: Pointer
    /// The assignment of a fragment shader's pixels to lanes; nil for vertex shaders.
    let block: TileBlock?
    /// The lanes whose results are used.
    let mask: LaneMask
    /// The lanes of the quads whose four lanes read the same unit; nil if these are all lanes.
    let sharesUnit: LaneMask?

    init(builder: KernelBuilder, state: SamplerKey, record: Pointer, block: TileBlock?, mask: LaneMask, sharesUnit: LaneMask?) {
        self.builder = builder; self.state = state; self.block = block; self.mask = mask; self.sharesUnit = sharesUnit
        self.record = record.bounded(bytes: TextureRecord.stride, "TextureRecord")
    }

    func emitSample(_ operation: TextureOperation, _ operands: TextureOperands) -> [UIntLanes] {
        // A gather chooses its channel by the swizzle before it reads.
        if !operation.kind.returnsTexels || state.swizzle == .identity { return unswizzled(operation, operands) }
        return state.swizzle.ordered(unswizzled(operation, operands), zero: builder.lanes(UInt32(0)), one: builder.lanes(operation.oneBits))
    }

    private func unswizzled(_ operation: TextureOperation, _ operands: TextureOperands) -> [UIntLanes] {
        let zero = builder.lanes(Float(0))
        func component(_ values: [FloatLanes], _ i: Int) -> FloatLanes { i < values.count ? values[i] : zero }
        func three(_ values: [FloatLanes]) -> [FloatLanes] { (0..<3).map { component(values, $0) } }
        var terms = LookupTerms()
        if !state.type.isCube { terms.offset = (0..<3).map { $0 < operands.offset.count ? operands.offset[$0] : nil } }
        if operation.isShadow {
            let reference = operands.reference ?? zero
            terms.reference = state.format.hasFixedPointDepth ? reference.greater(zero).lesser(builder.lanes(Float(1))) : reference
        }
        let coordinate = three(operands.coordinate), layer = component(operands.coordinate, 3)
        switch operation.kind {
        case .fetch:
            let none = builder.lanes(Int32(0))
            return fetch((0..<3).map { $0 < operands.texel.count ? operands.texel[$0] : none }, level: operands.level ?? none,
                         sample: operands.sample ?? none, offset: terms.offset)
        case .gather:
            switch state.swizzle.gathered(component: operation.gatherComponent & 3, isShadow: operation.isShadow) {
            case .channel(let channel): return gather(position(of: coordinate, layer: layer), terms, component: channel)
            case .zero: return (0..<4).map { _ in builder.lanes(UInt32(0)) }
            case .one: return (0..<4).map { _ in builder.lanes(operation.oneBits) }
            }
        case .levelOfDetail:
            let levels = queriedLevels(footprint(of: operation, operands, coordinate))
            return [levels.accessed.bits, levels.detail.bits, builder.lanes(UInt32(0)), builder.lanes(operation.oneBits)]
        case .levelCount, .sampleCount:
            let count = operation.kind == .levelCount ? number(TextureRecord.lastLevel) + 1 : builder.lanes(Int32(state.samples))
            return [count.withSign(of: UInt32.self), builder.lanes(UInt32(0)), builder.lanes(UInt32(0)), builder.lanes(operation.oneBits)]
        case .sample: break
        }

        let (footprint, numbers) = levels(operation, operands, coordinate)
        let choice = levelChoice(numbers)
        guard let probes = footprint.probes else { return probe(choice, position(of: coordinate, layer: layer), terms) }
        let most = mask.choose(probes, 1).largest()
        let sums = (0..<4).map { _ in builder.variable(zero) }, single = (0..<4).map { _ in builder.variable(zero) }
        let number = builder.variable(builder.scalar(Float(1)))
        builder.repeat {
            let i = number.value.broadcast()
            let along = i / (probes + 1) - 0.5
            let values = probe(choice, position(of: (0..<3).map { coordinate[$0] + footprint.axis[$0] * along }, layer: layer), terms)
            for k in 0..<4 {
                let value = values[k].reinterpreted(as: Float.self)
                single[k].value = (i .== 1).choose(value, single[k].value)
                sums[k].value = (i .<= probes).choose(sums[k].value + value, sums[k].value)
            }
            number.value = number.value + 1
            return number.value .<= most
        }
        let isSingle = probes .== 1
        return (0..<4).map { isSingle.choose(single[$0].value, sums[$0].value / probes).bits }
    }

    /// Computes the probes and levels of lookups. Values that are equal in all lanes of a quad are computed once per quad.
    private func levels(_ operation: TextureOperation, _ operands: TextureOperands, _ coordinate: [FloatLanes]) -> (FootprintLanes, LevelNumbers) {
        let zero = builder.lanes(Float(0)), isBiased = operation.levelOfDetail == .bias
        func three(_ values: [FloatLanes]) -> [FloatLanes] {
            (0..<3).map { $0 < values.count ? values[$0] : values.first?.constant(0) ?? zero }
        }
        func numbers(_ footprint: FootprintLanes, bias: FloatLanes? = nil, _ mask: LaneMask?) -> LevelNumbers {
            state.dependsOnLevel ? levelNumbers(footprint, bias: bias, mask: mask) : LevelNumbers()
        }
        func ofLanes(_ footprint: FootprintLanes) -> (FootprintLanes, LevelNumbers) {
            (footprint, numbers(footprint, bias: isBiased ? operands.lod : nil, mask))
        }
        if state.readsOneLevel { return ofLanes(FootprintLanes(lambda: zero)) }
        switch operation.levelOfDetail {
        case .explicit: return ofLanes(FootprintLanes(lambda: operands.lod ?? zero))
        case .gradient: return ofLanes(footprint(coordinate, three(operands.gradientX), three(operands.gradientY)))
        case .implicit, .bias: break
        }
        if block == nil { return ofLanes(FootprintLanes(lambda: zero)) }
        if let sharesUnit {
            // A quad whose lanes read several units has a footprint for each lane.
            let center = coordinate.map { sharesUnit.choose($0.ofQuads(0).onQuads, $0) }
            return ofLanes(footprint(center, three(operands.gradientX).map(\.onQuads), three(operands.gradientY).map(\.onQuads)))
        }
        let (shared, sharedNumbers) = builder.withLanes(builder.lanes / 4) {
            let footprint = footprint(coordinate.map { $0.ofQuads(0) }, three(operands.gradientX), three(operands.gradientY))
            return (footprint, isBiased ? LevelNumbers() : numbers(footprint, nil))
        }
        let spread = shared.onQuads
        return isBiased ? ofLanes(spread) : (spread, sharedNumbers.onQuads)
    }

    /// Returns the footprint of an implicit lookup, for each lane.
    private func footprint(of operation: TextureOperation, _ operands: TextureOperands, _ coordinate: [FloatLanes]) -> FootprintLanes {
        let zero = builder.lanes(Float(0))
        func three(_ values: [FloatLanes]) -> [FloatLanes] { (0..<3).map { $0 < values.count ? values[$0].onQuads : zero } }
        if block == nil { return FootprintLanes(lambda: zero) }
        let center = coordinate.map { coordinate in sharesUnit.map { $0.choose(coordinate.ofQuads(0).onQuads, coordinate) } ?? coordinate.ofQuads(0).onQuads }
        return footprint(center, three(operands.gradientX), three(operands.gradientY))
    }

    /// Returns the four results of one probe, which reads one or two levels.
    private func probe(_ choice: LevelChoice, _ position: SamplePosition, _ terms: LookupTerms) -> [UIntLanes] {
        guard let isMagnified = choice.isMagnified else { return mipmapped(choice, position, terms) }
        let results = (0..<4).map { _ in builder.variable(builder.lanes(UInt32(0))) }
        builder.if((~isMagnified & mask).any) {
            for (result, value) in zip(results, mipmapped(choice, position, terms)) { result.value = value }
        }
        builder.if((isMagnified & mask).any) {
            for (result, value) in zip(results, oneLevel(state.magFilter, position, terms, baseLevel)) {
                result.value = isMagnified.choose(value, result.value)
            }
        }
        return results.map(\.value)
    }

    private func mipmapped(_ choice: LevelChoice, _ position: SamplePosition, _ terms: LookupTerms) -> [UIntLanes] {
        if let number = choice.finerNumber, let mix = choice.mix { return inTurn(number, mix, position, terms) }
        let finer = oneLevel(state.minFilter, position, terms, choice.finer)
        guard let mix = choice.mix, let coarser = choice.coarser else { return finer }
        let results = finer.map { builder.variable($0) }
        builder.if(mix.isNeeded) {
            let second = oneLevel(state.minFilter, position, terms, coarser)
            for (result, value) in zip(results, mixed(finer, second, mix.weight)) { result.value = value }
        }
        return results.map(\.value)
    }

    /// Mixes the results of two levels by the weight of the second level.
    private func mixed(_ finer: [UIntLanes], _ coarser: [UIntLanes], _ weight: FloatLanes) -> [UIntLanes] {
        zip(finer, coarser).map { first, second in
            let a = first.reinterpreted(as: Float.self), b = second.reinterpreted(as: Float.self)
            let mixed = (b - a).fusedMultiply(weight, add: a).bits
            // Values of fixed-point formats are finite, so with a weight of 0 the mix equals the first value. Other formats may
            // have infinity and NaN, for which this is not true.
            return state.fixedPointChannels > 0 ? mixed : (weight .!= 0).choose(mixed, first)
        }
    }

    /// Reads both levels with the same code, in a loop. The loop's second iteration runs only if a lane mixes levels.
    private func inTurn(_ finer: IntLanes, _ mix: LevelMix, _ position: SamplePosition, _ terms: LookupTerms) -> [UIntLanes] {
        let results = (0..<4).map { _ in builder.variable(builder.lanes(UInt32(0))) }
        let turn = builder.variable(builder.scalar(Int32(0))), last = mix.isNeeded.number(Int32.self)
        builder.repeat {
            let isFirst = (turn.value .== 0).broadcast(), index = (finer + turn.value.broadcast()).minimum(number(TextureRecord.lastLevel))
            let values = oneLevel(state.minFilter, position, terms, level(LevelIndex(index)))
            for ((result, value), both) in zip(zip(results, values), mixed(results.map(\.value), values, mix.weight)) {
                result.value = isFirst.choose(value, both)
            }
            turn.value = turn.value + 1
            return turn.value .<= last
        }
        return results.map(\.value)
    }
}
