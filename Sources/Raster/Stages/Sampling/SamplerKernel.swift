// SamplerKernel: does the work of TextureUnits in kernels. SamplerKernel emits the texture lookups of a shader. These lookups give the same
// bits as the lookups of TextureUnits.
//
// A shader's lookup takes three steps, in the order of this file. SamplerKernel finds the texture unit. SampleEmitter emits the code of a lookup
// in one unit. SampleGroup emits a filtered lookup: it goes through the mip levels and mixes their results. The levels are in LevelOfDetail,
// the probes of anisotropic lookups in Probes, and the filter within a level in TexelFilteringKernel. All lookups without a filter are in
// UnfilteredLookups.

import Kernel
import Shading
import ShadingKernel

/// The parts that the environments of all stages share: the texture lookups, and the report of a loop that runs too long.
protocol StageEnvironment: ShaderEnvironment {
    /// Emits the lookups in the texture units of the draw or dispatch.
    var textures: SamplerKernel { get }
    /// The report of the kernel call.
    var report: RecordPointer<KernelReport> { get }
}

extension StageEnvironment {
    func sharesWork(_ operation: TextureOperation, _ other: TextureOperation) -> Bool { textures.sharesWork(operation, other) }
    func textures(_ operations: [TextureOperation], _ operands: TextureOperands, mask: LaneMask) -> [[UIntLanes]] {
        textures.sample(together: operations, operands, mask: mask)
    }
    func textureSize(_ operation: TextureOperation, unitOffset: IntLanes?, level: IntLanes) -> [UIntLanes] {
        textures.size(operation, unitOffset: unitOffset, level: level, mask: textures.builder.mask(true))
    }
    func stopForStepLimit(loopEnd: Int) {
        let builder = textures.builder
        report.store(builder.scalar(Int32(loopEnd)), \.failedLoop)
        builder.returnNow()
    }
}

// MARK: Texture units
//
// The code of a lookup depends on the unit. If an index into an array of samplers selects the unit, the code runs once for each distinct
// unit that lanes select. Usually all lanes select one unit. A lookup in an empty unit gives (0, 0, 0, 1). Lanes outside of the mask have
// unspecified results. Lanes outside of the mask never read outside of a texture.

package struct SamplerKernel {
    let builder: KernelBuilder
    /// The key of each texture unit; nil for an empty unit.
    let units: [SamplerKey?]
    /// Which units are alike; lookups in alike units at the same coordinate share work.
    let alike: AlikeUnits
    /// An array of TextureRecord, one per unit.
    let records: Pointer
    /// The assignment of a fragment shader's pixels to lanes; nil for all other shaders.
    let block: TileBlock?
    /// Whether equal lookups call one function, which makes the code shorter but slower.
    let sharesCode: Bool

    init(builder: KernelBuilder, units: [SamplerKey?], alike: AlikeUnits, records: Pointer, block: TileBlock?, sharesCode: Bool = false) {
        self.builder = builder; self.units = units; self.alike = alike; self.records = records; self.block = block; self.sharesCode = sharesCode
    }
    /// - Parameter isFragment: Whether the lanes are quads with derivatives.
    package init(builder: KernelBuilder, units: [SamplerKey?], alike: AlikeUnits, records: Pointer, isFragment: Bool, sharesCode: Bool = false) {
        self.init(builder: builder, units: units, alike: alike, records: records, block: isFragment ? .shading(lanes: builder.lanes) : nil,
                  sharesCode: sharesCode)
    }

    /// Whether two lookups that differ only in their unit share work. In the baseline tier, lookups share no work. The baseline tier makes
    /// the code short in another way: equal lookups call one function.
    package func sharesWork(_ operation: TextureOperation, _ other: TextureOperation) -> Bool {
        builder.tier.groupsLookups && alike.contains(operation.unit, other.unit)
    }

    /// Returns the results of lookups that differ only in their unit and share work: four results for each operation, as bits.
    package func sample(together operations: [TextureOperation], _ operands: TextureOperands, mask: LaneMask) -> [[UIntLanes]] {
        if operations.count == 1 { return [sample(operations[0], operands, mask: mask)] }
        return SampleGroup(members: operations.map {
            SampleEmitter(builder: builder, state: state($0.unit)!, record: record($0.unit), shape: record(operations[0].unit), block: block, mask: mask,
                          sharesUnit: nil)
        }).emitSamples(operations[0], operands)
    }

    /// Returns the four results as bits.
    package func sample(_ operation: TextureOperation, _ operands: TextureOperands, mask: LaneMask) -> [UIntLanes] {
        let empty = (0..<4).map { builder.lanes(operation.emptyResult[$0]) }
        return onEachUnit(operation, operands.unitOffset, mask: mask, empty: empty) { state, record, mask, sharesUnit in
            if sharesCode && sharesUnit == nil { return call(operation, operands, state, record, mask) }
            return SampleEmitter(builder: builder, state: state, record: record, block: block, mask: mask, sharesUnit: sharesUnit)
                .emitSample(operation, operands)
        }
    }

    /// Emits a call of the function that does the lookup. The arguments of the function are the operands, one after the other.
    private func call(_ operation: TextureOperation, _ operands: TextureOperands, _ state: SamplerKey, _ record: Pointer, _ mask: LaneMask) -> [UIntLanes] {
        let values = OperandList(state.readsOneLevel && operation.kind != .levelOfDetail ? operands.withoutLevelOfDetail : operands)
        // The function's name must contain only facts on which the function's code depends. The unit and the values of the operands are
        // arguments of the function, so they are left out of the name.
        var plain = operation
        plain.unit = 0; plain.reference = 0; plain.lod = 0; plain.sample = 0
        plain.coordinate = []; plain.gradientX = []; plain.gradientY = []; plain.offset = []
        let function = builder.sharedFunction("lookup \(plain) \(state) \(values.types)", [.pointer, .mask] + values.types,
                                              results: [KernelType](repeating: .intLanes, count: 4)) { arguments in
            SampleEmitter(builder: builder, state: state, record: arguments[0].pointer, block: block, mask: arguments[1].mask, sharesUnit: nil)
                .emitSample(operation, values.operands(from: Array(arguments.dropFirst(2)))).map { $0.withSign(of: Int32.self) }
        }
        return builder.call(function, [record, mask] + values.values).map { $0.lanes(Int32.self).withSign(of: UInt32.self) }
    }

    /// Returns the width, the height, and the depth or the number of layers of a level; zeros for a level that does not exist.
    package func size(_ operation: TextureOperation, unitOffset: IntLanes?, level: IntLanes, mask: LaneMask) -> [UIntLanes] {
        let none = (0..<3).map { _ in builder.lanes(UInt32(0)) }
        return onEachUnit(operation, unitOffset, mask: mask, empty: none) { state, record, mask, _ in
            SampleEmitter(builder: builder, state: state, record: record, block: block, mask: mask, sharesUnit: nil).size(level)
        }
    }

    private func state(_ unit: Int) -> SamplerKey? { unit >= 0 && unit < units.count ? units[unit] : nil }
    private func record(_ unit: Int) -> Pointer { records + unit * TextureRecord.stride }

    /// Emits `body` for each SamplerKey among the units, and joins the results. `body` gets two masks: the lanes that read the unit, and
    /// the lanes of the quads whose four lanes read one unit (nil if the shader does not select the unit by an index).
    private func onEachUnit(_ operation: TextureOperation, _ offset: IntLanes?, mask: LaneMask, empty: [UIntLanes],
                            _ body: (SamplerKey, Pointer, LaneMask, LaneMask?) -> [UIntLanes]) -> [UIntLanes] {
        guard let offset, operation.unitCount > 1 else {
            return state(operation.unit).map { body($0, record(operation.unit), mask, nil) } ?? empty
        }
        func other(_ lane: Int) -> IntLanes { offset.shuffled((0..<builder.lanes).map { $0 ^ lane }) }
        let sharesUnit = (offset .== other(1)) & (offset .== other(2)) & (offset .== other(3))
        var numbers: [SamplerKey: [Int]] = [:]
        for i in 0..<operation.unitCount { if let state = state(operation.unit + i) { numbers[state, default: []].append(i) } }
        let results = empty.map { builder.variable($0) }
        for (state, members) in numbers.sorted(by: { $0.value[0] < $1.value[0] }) {
            let readers = members.reduce(builder.mask(false)) { $0 | (offset .== Int32($1)) }
            let rest = builder.variable(readers & mask)
            builder.loop(while: { rest.value.any }) {
                let number = offset[rest.value.bits.trailingZeros().withSign(of: Int32.self)]
                let same = offset .== number.broadcast()
                let values = body(state, record(operation.unit).element(number, stride: TextureRecord.stride), rest.value & same, sharesUnit)
                for (result, value) in zip(results, values) { result.value = same.choose(value, result.value) }
                rest.value = rest.value & ~same
            }
        }
        return results.map(\.value)
    }
}

extension TextureOperands {
    fileprivate var withoutLevelOfDetail: TextureOperands {
        var result = self
        result.gradientX = []
        result.gradientY = []
        result.lod = nil
        return result
    }
}

/// The operands of a lookup as arguments of a function.
private struct OperandList {
    private let shape: TextureOperands
    private(set) var values: [any KernelValue] = []
    private(set) var types: [KernelType] = []

    init(_ operands: TextureOperands) {
        shape = operands
        func add(_ lanes: [FloatLanes]) {
            values += lanes as [any KernelValue]
            types += lanes.map { .lanes(.float, count: $0.count) }
        }
        func add(_ lanes: [IntLanes]) {
            values += lanes as [any KernelValue]
            types += lanes.map { .lanes(.int32, count: $0.count) }
        }
        add(operands.coordinate + operands.gradientX + operands.gradientY + [operands.reference, operands.lod].compactMap { $0 })
        add(operands.texel + operands.offset + [operands.level, operands.sample].compactMap { $0 })
    }

    /// Returns the operands, given the arguments inside the function.
    func operands(from arguments: [KernelArgument]) -> TextureOperands {
        var rest = arguments[...]
        func floats(_ like: FloatLanes) -> FloatLanes { rest.removeFirst().lanes() }
        func ints(_ like: IntLanes) -> IntLanes { rest.removeFirst().lanes() }
        var result = TextureOperands()
        result.coordinate = shape.coordinate.map(floats)
        result.gradientX = shape.gradientX.map(floats)
        result.gradientY = shape.gradientY.map(floats)
        result.reference = shape.reference.map(floats)
        result.lod = shape.lod.map(floats)
        result.texel = shape.texel.map(ints)
        result.offset = shape.offset.map(ints)
        result.level = shape.level.map(ints)
        result.sample = shape.sample.map(ints)
        return result
    }
}

// MARK: One texture unit

/// Emits the code of a lookup in one texture unit with a known SamplerKey. The code takes the operands and computes the four results. If
/// the shader omits an operand, the operand counts as 0.
struct SampleEmitter {
    let builder: KernelBuilder
    let state: SamplerKey
    /// The unit's TextureRecord. This record holds the places of the texels, and the border.
    let record: RecordPointer<TextureRecord>
    /// The TextureRecord from which sizes, levels and limits are read. If several lookups share work as a group (see SampleGroup), this
    /// is the record of the group's first unit. For a single lookup, it is the same record as `record`.
    let shape: RecordPointer<TextureRecord>
    /// The assignment of a fragment shader's pixels to lanes; nil for all other shaders.
    let block: TileBlock?
    /// The lanes whose results are used.
    let mask: LaneMask
    /// The lanes of the quads whose four lanes read the same unit; nil if the shader does not select the unit by an index, so that all
    /// lanes read the same unit.
    let sharesUnit: LaneMask?

    /// - Parameter shape: The record from which sizes, levels and limits are read; nil for the unit's own record.
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
}

// MARK: Filtered lookups
//
// The lookups of a group have the same level of detail, and they read texels at the same positions. So a group computes the levels, their
// weights, and the positions and byte offsets of texels once, and branches once. Each lookup loads, decodes and filters its own texels.
// Every value comes from the same operations in the same order as in a single lookup, so the value has the same bits.
//
// A lookup reads one or two levels. The second level is read only if a lane needs this level.

/// Filtered lookups of one shader at one coordinate, in texture units that are alike (see AlikeUnits). A single lookup is a group with one
/// member.
struct SampleGroup {
    /// The lookups of the group. All lookups have the same `shape`, mask and block of pixels.
    let members: [SampleEmitter]

    /// The member that does the computations whose results all members share.
    var first: SampleEmitter { members[0] }
    var builder: KernelBuilder { first.builder }

    /// Emits the lookups.
    /// - Parameter operation: Any of the operations, which differ only in their units.
    /// - Returns: four results for each lookup.
    func emitSamples(_ operation: TextureOperation, _ operands: TextureOperands) -> [[UIntLanes]] {
        zip(members, results(operation, operands)).map { $0.swizzled($1, operation) }
    }

    private func results(_ operation: TextureOperation, _ operands: TextureOperands) -> [[UIntLanes]] {
        let terms = first.terms(operation, operands)
        let coordinate = first.coordinate(operands), layer = first.component(operands.coordinate, 3)
        let (footprint, numbers) = first.levels(operation, operands, coordinate)
        let choice = first.levelChoice(numbers)
        let axis = ProbeAxis(footprint, around: coordinate, layer: layer)
        return levels(choice, axis.map { .several($0) } ?? .single(first.position(of: coordinate, layer: layer)), terms)
    }

    // MARK: Levels

    private func variables(_ values: [[UIntLanes]]) -> [[Variable<UIntLanes>]] { values.map { $0.map { builder.variable($0) } } }
    func zeros() -> [[Variable<UIntLanes>]] { variables(members.map { _ in (0..<4).map { _ in builder.lanes(UInt32(0)) } }) }
    private func set(_ variables: [[Variable<UIntLanes>]], _ values: [[UIntLanes]], in lanes: LaneMask? = nil) {
        for (variable, value) in zip(variables.joined(), values.joined()) { variable.value = lanes?.choose(value, variable.value) ?? value }
    }

    /// Returns the results of the one or two levels that each lane reads.
    private func levels(_ choice: LevelChoice, _ position: LookupPosition, _ terms: LookupTerms) -> [[UIntLanes]] {
        guard let isMagnified = choice.isMagnified else { return mipmapped(choice, position, terms, lanes: first.mask) }
        let results = zeros()
        let isMinified = ~isMagnified & first.mask
        builder.if(isMinified.any) { set(results, mipmapped(choice, position, terms, lanes: isMinified)) }
        builder.if((isMagnified & first.mask).any) {
            set(results, oneLevel(first.state.magFilter, position, terms, first.baseLevel, lanes: isMagnified & first.mask), in: isMagnified)
        }
        return results.map { $0.map(\.value) }
    }

    /// - Parameter lanes: The lanes whose results are used.
    private func mipmapped(_ choice: LevelChoice, _ position: LookupPosition, _ terms: LookupTerms, lanes: LaneMask) -> [[UIntLanes]] {
        let filter = first.state.minFilter
        if let number = choice.finerNumber, let mix = choice.mix { return inTurn(number, mix, position, terms, lanes) }
        let finer = oneLevel(filter, position, terms, choice.finer, lanes: lanes)
        guard let mix = choice.mix, let coarser = choice.coarser else { return finer }
        let results = variables(finer)
        builder.if(mix.isNeeded) {
            set(results, mixed(finer, oneLevel(filter, position, terms, coarser, lanes: lanes & (mix.weight .!= 0)), mix.weight))
        }
        return results.map { $0.map(\.value) }
    }

    /// Mixes the results of two levels by the weight of the second level.
    private func mixed(_ finer: [[UIntLanes]], _ coarser: [[UIntLanes]], _ weight: FloatLanes) -> [[UIntLanes]] {
        zip(members, zip(finer, coarser)).map { member, levels in
            zip(levels.0, levels.1).map { first, second in
                let a = first.reinterpreted(as: Float.self), b = second.reinterpreted(as: Float.self)
                let mixed = (b - a).fusedMultiply(weight, add: a).bits
                // Values of fixed-point formats are finite, so with a weight of 0 the mix equals the first value. Values of other formats
                // may be infinite or NaN; then the mix may be NaN even with a weight of 0.
                return member.state.fixedPointChannels > 0 ? mixed : (weight .!= 0).choose(mixed, first)
            }
        }
    }

    /// Reads both levels with the same code, in a loop. The loop's second iteration runs only if a lane mixes levels.
    private func inTurn(_ finer: IntLanes, _ mix: LevelMix, _ position: LookupPosition, _ terms: LookupTerms, _ lanes: LaneMask) -> [[UIntLanes]] {
        let results = zeros()
        let turn = builder.variable(builder.scalar(Int32(0))), last = mix.isNeeded.number(Int32.self)
        builder.repeat {
            let isFirst = (turn.value .== 0).broadcast()
            let index = (finer + turn.value.broadcast()).minimum(first.number(\.lastLevel))
            let isMixed = mix.weight .!= 0, used = lanes & (isMixed | isFirst)
            let values = oneLevel(first.state.minFilter, position, terms, first.level(LevelIndex(index)), lanes: used)
            let both = mixed(results.map { $0.map(\.value) }, values, mix.weight)
            set(results, zip(values, both).map { zip($0, $1).map { isFirst.choose($0, $1) } })
            turn.value = turn.value + 1
            return turn.value .<= last
        }
        return results.map { $0.map(\.value) }
    }

    // MARK: One level

    /// Returns the results of lookups in one level, as bits. If the lookups have several probes, the results are the averages of the probes.
    /// - Parameter lanes: The lanes whose results are used.
    private func oneLevel(_ filter: FilterMode, _ position: LookupPosition, _ terms: LookupTerms, _ level: LevelFields, lanes: LaneMask) -> [[UIntLanes]] {
        switch position {
        case .single(let position): return probe(filter, position, terms, level)
        case .several(let axis):
            let probes = axis.probes(in: level, lanes: lanes)
            let isLinear = filter == .linear && terms.reference == nil
            return inParts(by: { isLinear && $0.averagesCodes }) { part, averagesCodes in
                averagesCodes ? part.averageOfCodes(probes, terms, level) : part.averageOfResults(filter, probes, terms, level)
            }
        }
    }

    /// Returns the results of one probe, as bits.
    func probe(_ filter: FilterMode, _ position: SamplePosition, _ terms: LookupTerms, _ level: LevelFields) -> [[UIntLanes]] {
        if let reference = terms.reference { return members.map { $0.compared(filter, reference, position, terms, level) } }
        if filter == .nearest { return members.map { $0.nearestTexel(position, terms, level) } }
        return linear(position, terms, level).map(fourBits)
    }
    /// Returns the bits of four results, given one value per channel of the format.
    func fourBits(_ values: [FloatLanes]) -> [UIntLanes] {
        (0..<4).map { $0 < values.count ? values[$0].bits : builder.lanes($0 == 3 ? Float(1).bitPattern : 0) }
    }

    /// Returns one filtered value per channel of each lookup's format.
    private func linear(_ position: SamplePosition, _ terms: LookupTerms, _ level: LevelFields) -> [[FloatLanes]] {
        // Lookups in fixed-point formats round the position to 1/256 texel. So lookups in fixed-point formats and lookups in float
        // formats may read different texels, and the code of the two kinds is emitted separately.
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
