// SampleGroup: filtered lookups of one shader at one coordinate, in texture units that are alike (see AlikeUnits). A single lookup is a
// group of one.
//
// The lookups of a group have the same level of detail, and they read texels at the same positions. So a group computes the levels, their
// weights, and the positions and byte offsets of texels once, and branches once. Each lookup loads, decodes and filters its own texels.
// Every value comes from the same operations in the same order as in a single lookup, so the value has the same bits.
//
// A probe reads one or two levels. The second level is read only if a lane needs this level. Several probes (anisotropy) are read
// in a loop, which runs until the lane with the most probes is done.

import Kernel
import Shading
import ShadingKernel

struct SampleGroup {
    /// The lookups. All have the same `shape`, mask and block of pixels.
    let members: [SampleEmitter]

    /// The member that computes what all members share.
    var first: SampleEmitter { members[0] }
    var builder: KernelBuilder { first.builder }

    /// Emits the lookups.
    /// - Parameter operation: Any of the operations, which differ only in their units.
    /// - Returns: four results for each lookup.
    func emitSamples(_ operation: TextureOperation, _ operands: TextureOperands) -> [[UIntLanes]] {
        zip(members, results(operation, operands)).map { $0.swizzled($1, operation) }
    }

    private func results(_ operation: TextureOperation, _ operands: TextureOperands) -> [[UIntLanes]] {
        let zero = builder.lanes(Float(0)), terms = first.terms(operation, operands)
        let coordinate = first.coordinate(operands), layer = first.component(operands.coordinate, 3)
        let (footprint, numbers) = first.levels(operation, operands, coordinate)
        let choice = first.levelChoice(numbers)
        guard let probes = footprint.probes else { return probe(choice, first.position(of: coordinate, layer: layer), terms) }
        let most = first.mask.choose(probes, 1).largest()
        func variables() -> [[Variable<FloatLanes>]] { members.map { _ in (0..<4).map { _ in builder.variable(zero) } } }
        let sums = variables(), single = variables()
        let number = builder.variable(builder.scalar(Float(1)))
        builder.repeat {
            let i = number.value.broadcast()
            let along = i / (probes + 1) - 0.5
            let values = probe(choice, first.position(of: (0..<3).map { coordinate[$0] + footprint.axis[$0] * along }, layer: layer), terms)
            for (member, values) in values.enumerated() {
                for k in 0..<4 {
                    let value = values[k].reinterpreted(as: Float.self), sum = sums[member][k], alone = single[member][k]
                    alone.value = (i .== 1).choose(value, alone.value)
                    sum.value = (i .<= probes).choose(sum.value + value, sum.value)
                }
            }
            number.value = number.value + 1
            return number.value .<= most
        }
        let isSingle = probes .== 1
        return zip(single, sums).map { single, sums in (0..<4).map { isSingle.choose(single[$0].value, sums[$0].value / probes).bits } }
    }

    // MARK: Levels

    private func variables(_ values: [[UIntLanes]]) -> [[Variable<UIntLanes>]] { values.map { $0.map { builder.variable($0) } } }
    private func zeros() -> [[Variable<UIntLanes>]] { variables(members.map { _ in (0..<4).map { _ in builder.lanes(UInt32(0)) } }) }
    private func set(_ variables: [[Variable<UIntLanes>]], _ values: [[UIntLanes]], in lanes: LaneMask? = nil) {
        for (variable, value) in zip(variables.joined(), values.joined()) { variable.value = lanes?.choose(value, variable.value) ?? value }
    }

    /// Returns the results of one probe, which reads one or two levels.
    private func probe(_ choice: LevelChoice, _ position: SamplePosition, _ terms: LookupTerms) -> [[UIntLanes]] {
        guard let isMagnified = choice.isMagnified else { return mipmapped(choice, position, terms) }
        let results = zeros()
        builder.if((~isMagnified & first.mask).any) { set(results, mipmapped(choice, position, terms)) }
        builder.if((isMagnified & first.mask).any) { set(results, oneLevel(first.state.magFilter, position, terms, first.baseLevel), in: isMagnified) }
        return results.map { $0.map(\.value) }
    }

    private func mipmapped(_ choice: LevelChoice, _ position: SamplePosition, _ terms: LookupTerms) -> [[UIntLanes]] {
        let filter = first.state.minFilter
        if let number = choice.finerNumber, let mix = choice.mix { return inTurn(number, mix, position, terms) }
        let finer = oneLevel(filter, position, terms, choice.finer)
        guard let mix = choice.mix, let coarser = choice.coarser else { return finer }
        let results = variables(finer)
        builder.if(mix.isNeeded) { set(results, mixed(finer, oneLevel(filter, position, terms, coarser), mix.weight)) }
        return results.map { $0.map(\.value) }
    }

    /// Mixes the results of two levels by the weight of the second level.
    private func mixed(_ finer: [[UIntLanes]], _ coarser: [[UIntLanes]], _ weight: FloatLanes) -> [[UIntLanes]] {
        zip(members, zip(finer, coarser)).map { member, levels in
            zip(levels.0, levels.1).map { first, second in
                let a = first.reinterpreted(as: Float.self), b = second.reinterpreted(as: Float.self)
                let mixed = (b - a).fusedMultiply(weight, add: a).bits
                // Values of fixed-point formats are finite, so with a weight of 0 the mix equals the first value. Other formats may
                // have infinity and NaN, for which this is not true.
                return member.state.fixedPointChannels > 0 ? mixed : (weight .!= 0).choose(mixed, first)
            }
        }
    }

    /// Reads both levels with the same code, in a loop. The loop's second iteration runs only if a lane mixes levels.
    private func inTurn(_ finer: IntLanes, _ mix: LevelMix, _ position: SamplePosition, _ terms: LookupTerms) -> [[UIntLanes]] {
        let results = zeros()
        let turn = builder.variable(builder.scalar(Int32(0))), last = mix.isNeeded.number(Int32.self)
        builder.repeat {
            let isFirst = (turn.value .== 0).broadcast()
            let index = (finer + turn.value.broadcast()).minimum(first.number(\.lastLevel))
            let values = oneLevel(first.state.minFilter, position, terms, first.level(LevelIndex(index)))
            let both = mixed(results.map { $0.map(\.value) }, values, mix.weight)
            set(results, zip(values, both).map { zip($0, $1).map { isFirst.choose($0, $1) } })
            turn.value = turn.value + 1
            return turn.value .<= last
        }
        return results.map { $0.map(\.value) }
    }

    // MARK: One level

    /// Returns the results of lookups in one level, as bits.
    private func oneLevel(_ filter: FilterMode, _ position: SamplePosition, _ terms: LookupTerms, _ level: LevelFields) -> [[UIntLanes]] {
        if let reference = terms.reference { return members.map { $0.compared(filter, reference, position, terms, level) } }
        if filter == .nearest { return members.map { $0.nearestTexel(position, terms, level) } }
        let zero = builder.lanes(UInt32(0)), one = builder.lanes(Float(1).bitPattern)
        return linear(position, terms, level).map { values in (0..<4).map { $0 < values.count ? values[$0].bits : $0 == 3 ? one : zero } }
    }

    /// Returns one filtered value per channel of each lookup's format.
    private func linear(_ position: SamplePosition, _ terms: LookupTerms, _ level: LevelFields) -> [[FloatLanes]] {
        // The weights of fixed-point formats are rounded, so that these formats may read other texels than the other formats.
        inParts(by: { $0.state.fixedPointChannels > 0 }) { part, isFixedPoint in part.linear(position, terms, level, isFixedPoint: isFixedPoint) }
    }

    private func linear(_ position: SamplePosition, _ terms: LookupTerms, _ level: LevelFields, isFixedPoint: Bool) -> [[FloatLanes]] {
        let state = first.state, (x, y) = first.taps(position, terms, level, isFixedPoint: isFixedPoint)
        func onSlice(_ slice: IntLanes?, isBorder: LaneMask?) -> [[FloatLanes]] {
            var x = x
            if let isBorder {
                x.firstIsBorder = x.firstIsBorder.map { $0 | isBorder } ?? isBorder
                x.secondIsBorder = x.secondIsBorder.map { $0 | isBorder } ?? isBorder
                x.plain = nil
            }
            if isFixedPoint { return fixedPointMix(x, y, slice, level) }
            let mayBeWhole = !first.hasBorder(x) && !first.hasBorder(y)
            return inParts(by: { mayBeWhole && $0.filtersWholeTexels }) { part, isWhole in
                isWhole ? part.members.map { $0.wholeTexelMix(x, y, slice, level) }
                    : part.four(x, y, slice, level, .value).map { first.mixed($0, x: x.weight!, y: y.weight!) }
            }
        }
        guard state.type == .d3 else { return onSlice(position.slice, isBorder: nil) }
        let z = isFixedPoint ? first.fixedPointTaps(position.r, state.wrapR, level.slices, offset: terms.offset[2])
            : first.linearTaps(position.r, state.wrapR, level.slices, offset: terms.offset[2])
        let weight = z.weight ?? (z.weightByte! & 255).converted(to: Float.self) * 0x1p-8
        let a = onSlice(z.first, isBorder: z.firstIsBorder), b = onSlice(z.second, isBorder: z.secondIsBorder)
        return zip(a, b).map { zip($0, $1).map { first.mix($0, $1, weight) } }
    }

    /// Calls `body` once for all members that satisfy the condition, and once for all other members. Returns the results in the order of
    /// the members.
    func inParts<Value>(by condition: (SampleEmitter) -> Bool, _ body: (SampleGroup, Bool) -> [Value]) -> [Value] {
        var results = [Value?](repeating: nil, count: members.count)
        for choice in [true, false] {
            let indices = members.indices.filter { condition(members[$0]) == choice }
            if indices.isEmpty { continue }
            for (index, value) in zip(indices, body(SampleGroup(members: indices.map { members[$0] }), choice)) { results[index] = value }
        }
        return results.map { $0! }
    }
}
