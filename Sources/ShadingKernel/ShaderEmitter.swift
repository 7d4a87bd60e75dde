// ShaderEmitter: lowers one ShaderModule into the kernel under construction, once per call, W lanes at a time.
//
// Promises: the same operations in the same order as the Interpreter, so the same bits in every lane that is alive.
// Lanes form quads of four neighbours. Uniform values are scalars and uniform branches real branches; divergent flow is
// a mask, arms that no lane takes are jumped over.

import Kernel
import Shading

package final class ShaderEmitter {
    let module: ShaderModule
    let builder: KernelBuilder
    let environment: any ShaderEnvironment
    let arithmetic: KernelArithmetic
    let uniformity: UniformityAnalysis

    /// A computed value: a scalar where it is uniform.
    enum Register {
        case none
        case float(FloatLanes), bits(UIntLanes), mask(LaneMask)
        case scalarFloat(Scalar<Float>), scalarBits(Scalar<UInt32>), condition(Condition)
    }
    var registers: [Register]
    /// How often each opcode stands in the module.
    let occurrences: [Opcode: Int]

    enum Slot {
        case scalar(Variable<Scalar<UInt32>>)
        case lanes(Variable<UIntLanes>)
        /// In memory: W words per slot.
        case memory(Pointer)
    }
    var slots: [Slot] = []
    var arrayBases: [Pointer] = []

    /// The lanes that run, where flow is divergent; elsewhere all do.
    let activeMask: Variable<LaneMask>
    /// The lanes no `discard` has killed.
    let aliveMask: Variable<LaneMask>
    var labels: [Int: BlockLabel] = [:]
    /// Lanes that wait at the end of a divergent block, or of an outermost loop that they left by discard.
    var waiting: [Int: Variable<LaneMask>] = [:]

    package init(_ module: ShaderModule, builder: KernelBuilder, environment: any ShaderEnvironment) {
        self.module = module
        self.builder = builder
        self.environment = environment
        arithmetic = KernelArithmetic(builder)
        uniformity = UniformityAnalysis(module)
        registers = Array(repeating: .none, count: module.instructions.count)
        occurrences = Dictionary(module.instructions.map { ($0.opcode, 1) }, uniquingKeysWith: +)
        activeMask = builder.variable(builder.mask(true))
        aliveMask = builder.variable(builder.mask(true))
    }

    /// Emits the whole shader at the builder's position. Afterwards `slot` gives outputs and `alive` the living lanes.
    package func emit() {
        prepareSlots()
        emit(0 ..< module.instructions.count)
    }

    /// Bits of a local slot.
    package func slot(_ index: Int) -> UIntLanes {
        switch slots[index] {
        case .scalar(let variable): variable.value.broadcast()
        case .lanes(let variable): variable.value
        case .memory(let address): address.loadLanes(UInt32.self, alignment: 4 * builder.lanes)
        }
    }
    package func floatSlot(_ index: Int) -> FloatLanes { slot(index).reinterpreted(as: Float.self) }
    package var alive: LaneMask { aliveMask.value }

    private func prepareSlots() {
        var memory: [Int: Pointer] = [:]
        let slotBytes = 4 * builder.lanes
        for array in module.localArrays {
            // Arrays may overlap or nest: one run of memory per run of slots.
            if let known = memory[array.firstSlot], (array.firstSlot ..< array.firstSlot + array.count).allSatisfy({ memory[$0] != nil }) {
                arrayBases.append(known)
                continue
            }
            let base = builder.localMemory(bytes: array.count * slotBytes)
            for k in 0 ..< array.count { memory[array.firstSlot + k] = base + k * slotBytes }
            arrayBases.append(base)
        }
        for index in 0 ..< module.localSlotCount {
            if let address = memory[index] {
                address.store(builder.lanes(UInt32(0)), alignment: slotBytes)
                slots.append(.memory(address))
            } else if uniformity.isUniformSlot[index] {
                slots.append(.scalar(builder.variable(builder.scalar(UInt32(0)))))
            } else {
                slots.append(.lanes(builder.variable(builder.lanes(UInt32(0)))))
            }
        }
    }

    // MARK: Reading registers

    func f(_ index: Int32) -> FloatLanes {
        switch registers[Int(index)] {
        case .float(let v): v
        case .bits(let v): v.reinterpreted(as: Float.self)
        case .mask(let v): v.ones(UInt32.self).reinterpreted(as: Float.self)
        case .scalarFloat(let v): v.broadcast()
        case .scalarBits(let v): v.reinterpreted(as: Float.self).broadcast()
        case .condition(let v): v.broadcast().ones(UInt32.self).reinterpreted(as: Float.self)
        case .none: preconditionFailure("value \(index) is read before it is made")
        }
    }
    func u(_ index: Int32) -> UIntLanes {
        switch registers[Int(index)] {
        case .float(let v): v.bits
        case .bits(let v): v
        case .mask(let v): v.ones(UInt32.self)
        case .scalarFloat(let v): v.reinterpreted(as: UInt32.self).broadcast()
        case .scalarBits(let v): v.broadcast()
        case .condition(let v): v.broadcast().ones(UInt32.self)
        case .none: preconditionFailure("value \(index) is read before it is made")
        }
    }
    func s(_ index: Int32) -> IntLanes { u(index).withSign(of: Int32.self) }
    func m(_ index: Int32) -> LaneMask {
        switch registers[Int(index)] {
        case .mask(let v): v
        case .condition(let v): v.broadcast()
        default: u(index) .!= 0
        }
    }
    func sf(_ index: Int32) -> Scalar<Float> {
        switch registers[Int(index)] {
        case .scalarFloat(let v): v
        default: su(index).reinterpreted(as: Float.self)
        }
    }
    func su(_ index: Int32) -> Scalar<UInt32> {
        switch registers[Int(index)] {
        case .scalarFloat(let v): v.reinterpreted(as: UInt32.self)
        case .scalarBits(let v): v
        case .condition(let v): builder.scalar(UInt32(0)) - v.number(UInt32.self)
        default: preconditionFailure("value \(index) is not uniform")
        }
    }
    func ss(_ index: Int32) -> Scalar<Int32> { su(index).withSign(of: Int32.self) }
    func sc(_ index: Int32) -> Condition {
        switch registers[Int(index)] {
        case .condition(let v): v
        default: su(index) .!= 0
        }
    }

    func isBool(_ index: Int32) -> Bool { module.instructions[Int(index)].type == .bool }

    // MARK: Structure

    /// Where the construct that begins at `index` ends.
    private func end(of index: Int) -> Int { Int(module.instructions[index].c) }

    private func emit(_ range: Range<Int>) {
        var index = range.lowerBound
        while index < range.upperBound {
            let instruction = module.instructions[index]
            switch instruction.opcode {
            case .ifBegin:
                emitIf(index)
                index = end(of: index) + 1
            case .blockBegin:
                emitBlock(index)
                index = end(of: index) + 1
            case .loopBegin:
                emitLoop(index)
                index = end(of: index) + 1
            case .exit:
                emitExit(Int(instruction.c))
                return   // nothing behind it in this construct can run
            case .discard:
                if emitDiscard(index) { return }
                index += 1
            default:
                emitInstruction(index, instruction)
                index += 1
            }
        }
    }

    private func emitIf(_ index: Int) {
        let instruction = module.instructions[index]
        let last = end(of: index)
        let otherwise = Int(instruction.b)
        let hasElse = otherwise != last
        let thenRange = index + 1 ..< (hasElse ? otherwise : last)
        let elseRange = hasElse ? otherwise + 1 ..< last : last ..< last
        if !uniformity.isDivergent[index] {
            if hasElse {
                builder.if(sc(instruction.a), { emit(thenRange) }, else: { emit(elseRange) })
            } else {
                builder.if(sc(instruction.a)) { emit(thenRange) }
            }
            return
        }
        let before = mask(at: index)
        let condition = m(instruction.a)
        arm(thenRange, before & condition)
        if hasElse {
            let afterThen = activeMask.value
            arm(elseRange, before & ~condition)
            activeMask.value = activeMask.value | afterThen
        } else {
            activeMask.value = activeMask.value | (before & ~condition)
        }
    }

    /// A short arm is cheaper to compute than to jump over.
    private static let shortArm = 6

    private func arm(_ range: Range<Int>, _ mask: LaneMask) {
        activeMask.value = mask
        let isShort = range.count <= Self.shortArm && range.allSatisfy {
            switch module.instructions[$0].opcode {
            case .texture, .textureSize, .loopBegin, .blockBegin, .ifBegin, .exit, .discard, .storeIndexed, .loadIndexed: false
            default: true
            }
        }
        if isShort { emit(range) } else { builder.if(mask.any) { emit(range) } }
    }

    private func emitBlock(_ index: Int) {
        let range = index + 1 ..< end(of: index)
        if uniformity.isDivergent[index] {
            let pending = builder.variable(builder.mask(false))
            waiting[index] = pending
            if !uniformity.isInDivergentFlow(index) { activeMask.value = builder.mask(true) }
            emit(range)
            activeMask.value = activeMask.value | pending.value
        } else {
            builder.labelled { label in
                labels[index] = label
                emit(range)
            }
        }
    }

    private func emitLoop(_ index: Int) {
        let last = end(of: index)
        let isOutermost = !isInsideLoop(index)
        let isDivergent = uniformity.isDivergent[index]
        if isDivergent {
            if !uniformity.isInDivergentFlow(index) { activeMask.value = builder.mask(true) }
            if isOutermost { waiting[index] = builder.variable(builder.mask(false)) }
        }
        builder.repeat {
            emit(index + 1 ..< last)
            let left = environment.stepBudget.value - 1
            environment.stepBudget.value = left
            builder.if(left .< 0) { environment.stopForStepLimit(loopEnd: last) }
            return isDivergent ? activeMask.value.any : builder.condition(true)
        }
        if isDivergent, isOutermost { activeMask.value = activeMask.value | waiting[index]!.value }
    }

    private func isInsideLoop(_ index: Int) -> Bool { outermostLoop(around: index) >= 0 }

    private func outermostLoop(around index: Int) -> Int {
        var found = -1
        var construct = uniformity.enclosing[index]
        while construct >= 0 {
            if module.instructions[construct].opcode == .loopBegin { found = construct }
            construct = uniformity.enclosing[construct]
        }
        return found
    }

    private func emitExit(_ block: Int) {
        if uniformity.isDivergent[block] {
            let pending = waiting[block]!
            pending.value = pending.value | activeMask.value
            activeMask.value = builder.mask(false)
        } else {
            builder.leave(labels[block]!)
        }
    }

    /// Whether the active lanes leave the construct.
    private func emitDiscard(_ index: Int) -> Bool {
        let mask = mask(at: index)
        aliveMask.value = aliveMask.value & ~mask
        let loop = outermostLoop(around: index)
        guard loop >= 0 else { return false }
        let pending = waiting[loop]!
        pending.value = pending.value | mask
        activeMask.value = builder.mask(false)
        return true
    }

    func mask(at index: Int) -> LaneMask {
        uniformity.isInDivergentFlow(index) ? activeMask.value : builder.mask(true)
    }
}
