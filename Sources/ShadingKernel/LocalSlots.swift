// LocalSlots: where a shader's local slots are while its code is emitted. A slot of its own is a variable of the type that
// is stored to it; slots of a dynamically indexed array are in memory, element after element, W lanes each.

import Kernel
import Shading

struct LocalSlots {
    private enum Place {
        case floats(Variable<FloatLanes>), words(Variable<UIntLanes>), mask(Variable<LaneMask>)
        case float(Variable<Scalar<Float>>), word(Variable<Scalar<UInt32>>), condition(Variable<Condition>)
        /// Byte offset in the memory.
        case memory(Int)
        /// Neither read nor written.
        case unused
    }

    private let builder: KernelBuilder
    private let module: ShaderModule
    private let memory: Pointer?
    private var places: [Place]
    /// For each local array its byte offset.
    private var arrayOffsets: [Int] = []

    /// All slots are zero at first.
    init(_ module: ShaderModule, _ analysis: UniformAnalysis, _ builder: KernelBuilder) {
        self.builder = builder
        self.module = module
        places = Array(repeating: .unused, count: module.localSlotCount)
        let stride = 4 * builder.lanes
        var memorySize = 0
        for array in module.localArrays {
            // Arrays may overlap; a slot has one place.
            if case .memory(let offset) = places[array.firstSlot] {
                arrayOffsets.append(offset)
            } else {
                arrayOffsets.append(memorySize)
            }
            for element in 0 ..< array.count { places[array.firstSlot + element] = .memory(arrayOffsets.last! + element * stride) }
            memorySize = max(memorySize, arrayOffsets.last! + array.count * stride)
        }
        if memorySize > 0 {
            memory = builder.localMemory(bytes: memorySize)
            memory!.clear(bytes: builder.scalar(Int64(memorySize)), alignment: 64)
        } else {
            memory = nil
        }

        var types = [ScalarType?](repeating: nil, count: module.localSlotCount)
        func use(_ slot: Int32, _ type: ScalarType) {
            let known = types[Int(slot)]
            types[Int(slot)] = known == nil || known == type ? type : .uint
        }
        for instruction in module.instructions {
            if instruction.opcode == .load { use(instruction.c, instruction.type) }
            if instruction.opcode == .store { use(instruction.c, module.instructions[Int(instruction.a)].type) }
        }
        for (slot, type) in types.enumerated() {
            guard case .unused = places[slot], let type else { continue }
            switch (type, analysis.isUniformSlot[slot]) {
            case (.float, false): places[slot] = .floats(builder.variable(builder.lanes(Float(0))))
            case (.bool, false): places[slot] = .mask(builder.variable(builder.mask(false)))
            case (_, false): places[slot] = .words(builder.variable(builder.lanes(UInt32(0))))
            case (.float, true): places[slot] = .float(builder.variable(builder.scalar(Float(0))))
            case (.bool, true): places[slot] = .condition(builder.variable(builder.condition(false)))
            case (_, true): places[slot] = .word(builder.variable(builder.scalar(UInt32(0))))
            }
        }
    }

    func load(_ slot: Int) -> Register {
        switch places[slot] {
        case .floats(let variable): .floats(variable.value)
        case .words(let variable): .words(variable.value)
        case .mask(let variable): .mask(variable.value)
        case .float(let variable): .float(variable.value)
        case .word(let variable): .word(variable.value)
        case .condition(let variable): .condition(variable.value)
        case .memory(let offset): .words(memory!.loadLanes(UInt32.self, at: offset, alignment: 4 * builder.lanes))
        case .unused: .word(builder.scalar(0))
        }
    }

    /// A slot with a uniform place is only stored to where all lanes run.
    func store(_ slot: Int, _ register: Register, active: LaneMask) {
        switch places[slot] {
        case .floats(let variable): variable.value = active.merge(LaneShape.floats(register), variable.value)
        case .words(let variable): variable.value = active.merge(LaneShape.words(register), variable.value)
        case .mask(let variable): variable.value = active.merge(LaneShape.truth(register), variable.value)
        case .float(let variable): variable.value = ScalarShape.floats(register)
        case .word(let variable): variable.value = ScalarShape.words(register)
        case .condition(let variable): variable.value = ScalarShape.truth(register)
        case .memory(let offset):
            let address = memory! + offset, old = address.loadLanes(UInt32.self, alignment: 4 * builder.lanes)
            address.store(active.merge(LaneShape.words(register), old), alignment: 4 * builder.lanes)
        case .unused: break
        }
    }

    // MARK: Arrays, with indices as unsigned numbers

    func load(array: Int, _ index: Register) -> UIntLanes {
        let count = UInt32(module.localArrays[array].count), base = memory! + arrayOffsets[array]
        switch index {
        case .word(let index):
            let isInside = index .< count
            let element = base.element(isInside.choose(index, 0).withSign(of: Int32.self), stride: 4 * builder.lanes)
            let value = element.loadLanes(UInt32.self, alignment: 4 * builder.lanes)
            return isInside.choose(value, value.constant(0))
        default:
            let index = LaneShape.words(index)
            return base.gather(UInt32.self, indices: place(index), mask: index .< count)
        }
    }

    func store(array: Int, _ index: Register, _ value: Register, active: LaneMask) {
        let count = UInt32(module.localArrays[array].count), base = memory! + arrayOffsets[array]
        let words = LaneShape.words(value)
        switch index {
        case .word(let index):
            builder.if(index .< count) {
                let element = base.element(index.withSign(of: Int32.self), stride: 4 * builder.lanes)
                let old = element.loadLanes(UInt32.self, alignment: 4 * builder.lanes)
                element.store(active.merge(words, old), alignment: 4 * builder.lanes)
            }
        default:
            let index = LaneShape.words(index)
            base.scatter(words, indices: place(index), mask: active & (index .< count))
        }
    }

    /// Words from the start of the array.
    private func place(_ index: UIntLanes) -> IntLanes {
        index.withSign(of: Int32.self) * Int32(builder.lanes) + builder.laneIndices
    }
}

extension LaneMask {
    /// `new` where it holds, `old` elsewhere; `new` where it holds everywhere.
    fileprivate func merge<Value: KernelValue>(_ new: Value, _ old: @autoclosure () -> Value) -> Value {
        isKnownFull ? new : choose(new, old())
    }
}
