// SampleEmitter: emits the code of a lookup in one texture unit with a known SamplerKey. The code takes the operands and computes the four
// results. SampleGroup emits filtered lookups, and uses functions of SampleEmitter for this. Operands that the shader omits count as 0.

import Kernel
import Shading
import ShadingKernel

struct SampleEmitter {
    let builder: KernelBuilder
    let state: SamplerKey
    /// The unit's TextureRecord. It holds the places of the texels, and the border.
    let record: RecordPointer<TextureRecord>
    /// The TextureRecord that gives sizes, levels and limits: the record of the first unit of a group of lookups.
    let shape: RecordPointer<TextureRecord>
    /// The assignment of a fragment shader's pixels to lanes; nil for vertex shaders.
    let block: TileBlock?
    /// The lanes whose results are used.
    let mask: LaneMask
    /// The lanes of the quads whose four lanes read the same unit; nil if these are all lanes.
    let sharesUnit: LaneMask?

    /// - Parameter shape: nil for the unit's own record.
    init(builder: KernelBuilder, state: SamplerKey, record: Pointer, shape: Pointer? = nil, block: TileBlock?, mask: LaneMask, sharesUnit: LaneMask?) {
        self.builder = builder; self.state = state; self.block = block; self.mask = mask; self.sharesUnit = sharesUnit
        self.record = RecordPointer(record, byteCount: TextureRecord.stride, "TextureRecord")
        self.shape = shape.map { RecordPointer($0, byteCount: TextureRecord.stride, "TextureRecord") } ?? self.record
    }

    func emitSample(_ operation: TextureOperation, _ operands: TextureOperands) -> [UIntLanes] {
        operation.kind == .sample ? SampleGroup(members: [self]).emitSamples(operation, operands)[0] : swizzled(unfiltered(operation, operands), operation)
    }

    /// Applies the unit's swizzle to the results of a lookup. The results of a gather stay as they are, because a gather applies the
    /// swizzle when it chooses the channel to read.
    func swizzled(_ unordered: [UIntLanes], _ operation: TextureOperation) -> [UIntLanes] {
        let results = operation.repeatsOutcome ? [unordered[0], unordered[0], unordered[0], unordered[3]] : unordered
        if !operation.kind.returnsTexels || state.swizzle == .identity { return results }
        return state.swizzle.ordered(results, zero: builder.lanes(UInt32(0)), one: builder.lanes(operation.oneBits))
    }

    func component(_ values: [FloatLanes], _ i: Int) -> FloatLanes { i < values.count ? values[i] : builder.lanes(Float(0)) }
    func coordinate(_ operands: TextureOperands) -> [FloatLanes] { (0..<3).map { component(operands.coordinate, $0) } }

    func terms(_ operation: TextureOperation, _ operands: TextureOperands) -> LookupTerms {
        var terms = LookupTerms()
        if !state.type.isCube { terms.offset = (0..<3).map { $0 < operands.offset.count ? operands.offset[$0] : nil } }
        if operation.isShadow {
            let zero = builder.lanes(Float(0)), reference = operands.reference ?? zero
            terms.reference = state.format.hasFixedPointDepth ? reference.greater(zero).lesser(builder.lanes(Float(1))) : reference
        }
        return terms
    }

    /// Returns the results of every kind of lookup except `sample`.
    private func unfiltered(_ operation: TextureOperation, _ operands: TextureOperands) -> [UIntLanes] {
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

    /// Computes the probes and levels of lookups. Values that are equal in all lanes of a quad are computed once per quad.
    func levels(_ operation: TextureOperation, _ operands: TextureOperands, _ coordinate: [FloatLanes]) -> (FootprintLanes, LevelNumbers) {
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
}
