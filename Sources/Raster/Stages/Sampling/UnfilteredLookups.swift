// UnfilteredLookups: emits the lookups that return texels or sizes without a filter: gathers, fetches, and the queries of levels and sizes.
// Every kind of lookup except `sample` is a gather, a fetch or a query.

import Kernel
import Shading
import ShadingKernel

extension SampleEmitter {
    /// Returns the results of every kind of lookup except `sample`.
    func unfiltered(_ operation: TextureOperation, _ operands: TextureOperands) -> [UIntLanes] {
        let terms = terms(operation, operands), coordinate = coordinate(operands)
        switch operation.kind {
        case .fetch:
            let none = builder.lanes(Int32(0))
            return fetch((0..<3).map { $0 < operands.texel.count ? operands.texel[$0] : none }, level: operands.level ?? none,
                         sample: operands.sample ?? none, offset: terms.offset)
        case .gather:
            switch state.swizzle.gathered(component: operation.gatherComponent & 3, isShadow: operation.isShadow) {
            case .channel(let channel): return gather(position(of: coordinate, layer: component(operands.coordinate, 3)), terms, component: channel)
            case .zero: return (0..<4).map { _ in builder.lanes(UInt32(0)) }
            case .one: return (0..<4).map { _ in builder.lanes(operation.oneBits) }
            }
        case .levelOfDetail:
            let levels = queriedLevels(footprint(of: operation, operands, coordinate))
            return [levels.accessed.bits, levels.detail.bits, builder.lanes(UInt32(0)), builder.lanes(operation.oneBits)]
        case .levelCount, .sampleCount:
            let count = operation.kind == .levelCount ? number(\.lastLevel) + 1 : builder.lanes(Int32(state.samples))
            return [count.withSign(of: UInt32.self), builder.lanes(UInt32(0)), builder.lanes(UInt32(0)), builder.lanes(operation.oneBits)]
        case .sample: preconditionFailure("SampleGroup emits filtered lookups")
        }
    }

    /// Returns, for each lane, the footprint of a lookup whose level of detail comes from derivatives.
    private func footprint(of operation: TextureOperation, _ operands: TextureOperands, _ coordinate: [FloatLanes]) -> FootprintLanes {
        let zero = builder.lanes(Float(0))
        func three(_ values: [FloatLanes]) -> [FloatLanes] { (0..<3).map { $0 < values.count ? values[$0].onQuads : zero } }
        if block == nil { return FootprintLanes(lambda: zero) }
        let center = coordinate.map { coordinate in sharesUnit.map { $0.choose(coordinate.ofQuads(0).onQuads, coordinate) } ?? coordinate.ofQuads(0).onQuads }
        return footprint(center, three(operands.gradientX), three(operands.gradientY))
    }

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
            // The index and the offset are clamped to ranges that are far larger than any texture, so that their sum does not overflow.
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

// MARK: Fetches along rows

/// Fetches in which each row of pixels reads consecutive texels of one row. Fetches from a mask, a layer or the image of an earlier pass
/// usually read consecutive texels. If the texels are consecutive, one load for each row of pixels replaces one load for each pixel. At run
/// time, a test of all lanes finds out whether each row of pixels reads consecutive texels.
struct FetchedRows {
    private let builder: KernelBuilder
    private let block: TileBlock
    private let bytesPerTexel: Int
    /// The level's address.
    private let base: Pointer
    /// For each lane, the number of its texel within the level.
    private let texel: IntLanes
    /// Whether all lanes read inside of one level, and consecutive pixels of a row read consecutive texels.
    let isAlongRows: Condition

    /// Returns nil in the baseline tier, whose code must be short, and in all shaders except fragment shaders. Also returns nil for large
    /// textures, for textures that are neither 2D nor rectangles, and for texels that do not have 1, 2 or 4 bytes.
    init?(_ sampler: SampleEmitter, column: IntLanes, line: IntLanes, levelNumber: IntLanes, level: LevelFields) {
        let builder = sampler.builder, state = sampler.state
        guard builder.tier.readsTexelRuns, let block = sampler.block, state.type == .d2 || state.type == .rectangle, !state.isLarge,
              [1, 2, 4].contains(state.bytesPerTexel) else { return nil }
        self.builder = builder; self.block = block
        bytesPerTexel = state.bytesPerTexel
        let levels = sampler.base
        base = level.offset == nil ? levels : levels + level.entry.load(\.offset, .constant)
        let width = level.entry.part(\.width).load(\.count, .constant)
        texel = line * width.broadcast() + column
        /// Returns 0 in each lane whose index is at most `last`, compared as unsigned numbers. Returns another value in all other
        /// lanes.
        func beyond(_ index: IntLanes, _ last: IntLanes) -> UIntLanes {
            let last = last.withSign(of: UInt32.self)
            return index.withSign(of: UInt32.self).maximum(last) ^ last
        }
        let starts = block.laneY.map { block.laneOfRowMajor[Int($0) * block.width] }
        let apart = texel - texel.shuffled(starts) - builder.lanes(block.laneX)
        let others = beyond(column, level.width.last) | beyond(line, level.height.last) | beyond(levelNumber, sampler.number(\.lastLevel))
        let isInRows = ((others | apart.withSign(of: UInt32.self)) .!= 0).none
        isAlongRows = level.isUniform.map { $0 & isInRows } ?? isInRows
    }

    /// Returns the raw words of the texels.
    /// - Precondition: `isAlongRows`.
    func words() -> UIntLanes {
        switch bytesPerTexel {
        case 1: rows(UInt8.self).widened(to: UInt32.self)
        case 2: rows(UInt16.self).widened(to: UInt32.self)
        default: rows(UInt32.self)
        }
    }
    private func rows<Element: IntegerElement>(_ type: Element.Type) -> Lanes<Element> {
        var rows = (0..<block.height).map { row in
            base.element(texel[block.laneOfRowMajor[row * block.width]], stride: bytesPerTexel).loadLanes(Element.self, count: block.width)
        }
        while rows.count > 1 { rows = stride(from: 0, to: rows.count, by: 2).map { rows[$0].joined(rows[$0 + 1]) } }
        return rows[0].shuffled(block.rowMajorOfLane)
    }
}
