// SamplerKernel: the kernel half of TextureUnits. It emits the texture lookups of a shader. These lookups give the same bits as the
// lookups of TextureUnits.
//
// The code of a lookup depends on the unit. If an index into an array of samplers selects the unit, the code runs once for each
// distinct unit that lanes select. Usually all lanes select one unit. A lookup in an empty unit gives (0, 0, 0, 1). Lanes outside
// of the mask have unspecified results. These lanes never read outside of a texture.

import Kernel
import Shading
import ShadingKernel

package struct SamplerKernel {
    let builder: KernelBuilder
    /// The key of each texture unit; nil for an empty unit.
    let units: [SamplerKey?]
    /// The units whose lookups at one coordinate share work.
    let alike: AlikeUnits
    /// An array of TextureRecord, one per unit.
    let records: Pointer
    /// The assignment of a fragment shader's pixels to lanes; nil for vertex shaders.
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

    /// Whether two lookups that differ only in their unit share work. In the baseline tier, lookups share no work, because this tier
    /// instead lets lookups call functions, which makes the code short.
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
        // The function's code depends neither on the unit nor on the numbers of the operands in the shader.
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

    /// Emits `body` for each SamplerKey among the units, and joins the results. `body` gets two masks: the lanes that read the
    /// unit, and the lanes of the quads whose four lanes read one unit (nil for all lanes).
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
