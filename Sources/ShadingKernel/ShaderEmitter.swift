// ShaderEmitter: emits the code of a ShaderModule into the kernel under construction. The emitted code computes W lanes together.
//
// The code executes the same operations in the same order as the Interpreter, so in every lane that is alive, the results have the
// same bits as the interpreter's results. The lanes form quads of four neighbouring lanes. Uniform values are scalars, and branches
// that depend on uniform values are real branches. If lanes may take different paths, a mask selects the active lanes. The emitted code
// jumps over an arm that no lane takes, unless the arms are short.

import Kernel
import Shading

package final class ShaderEmitter {
    let module: ShaderModule
    let builder: KernelBuilder
    let environment: any ShaderEnvironment
    let arithmetic: KernelArithmetic
    let uniformity: UniformityAnalysis
    let stores: StoreAnalysis
    let floatFacts: FloatFacts
    let steps: LaneSteps
    let rows: MemoryRows
    /// The values that at least one instruction reads; empty if the module has no atomic operation, because only atomic operations
    /// need this set.
    let usedValues: Set<Int>

    var registers: [EmittedValue]
    /// For each texture instruction that belongs to a group of lookups (see LookupGroups): the instructions of this group.
    let lookupGroups: [Int: [Int]]
    /// The texture instructions whose code has been emitted.
    var emittedLookups: Set<Int> = []
    /// For each opcode, the number of the module's instructions with this opcode.
    let occurrences: [Opcode: Int]

    enum Slot {
        case scalar(Variable<Scalar<UInt32>>)
        case lanes(Variable<UIntLanes>)
        /// The slot is in memory at this address. The slot takes W words, one word for each lane.
        case memory(Pointer)
    }
    var slots: [Slot] = []
    var arrayBases: [Pointer] = []

    let flow: DivergentFlow
    /// Whether some lanes may be helper lanes. A helper lane was idle from the start, or was discarded.
    let killsLanes: Bool
    /// The instruction indices at which the open constructs begin.
    private var open: [Int] = []

    package init(_ module: ShaderModule, builder: KernelBuilder, environment: any ShaderEnvironment) {
        self.module = module
        self.builder = builder
        self.environment = environment
        arithmetic = KernelArithmetic(builder)
        uniformity = UniformityAnalysis(module, lanes: builder.lanes)
        stores = StoreAnalysis(module, uniformity)
        floatFacts = FloatFacts(module)
        steps = LaneSteps(module, uniformity, lanes: builder.lanes)
        rows = MemoryRows(module, steps, isWanted: builder.tier == .optimized)
        usedValues = module.atomicOperations.isEmpty ? [] : module.usedValues
        registers = Array(repeating: .none, count: module.instructions.count)
        lookupGroups = Dictionary(uniqueKeysWithValues: module.lookupGroups.flatMap { group in group.map { ($0, group) } })
        occurrences = Dictionary(module.instructions.map { ($0.opcode, 1) }, uniquingKeysWith: +)
        killsLanes = environment.idle != nil || module.instructions.contains { $0.opcode == .discard }
        flow = DivergentFlow(builder, active: builder.mask(true), turnsLeft: environment.stepBudget,
                             helpers: killsLanes ? DivergentFlow.Helpers(idle: environment.idle) { $0.inWholeQuads } : nil)
    }

    /// Emits the whole shader at the builder's position. After this call, `slot` returns outputs, and `alive` returns the lanes
    /// that are alive.
    package func emit() {
        prepareSlots()
        var index = 0
        while index < module.instructions.count {
            emit(index)
            // An exit, or a discard inside a loop, sends all active lanes out of the construct. So no lane runs the instructions up to the
            // next `else` or `end`, and no code is emitted for these instructions.
            index = leaves(index) ? nextArrival(after: index) : index + 1
        }
    }

    /// Returns the bits of a local slot.
    package func slot(_ index: Int) -> UIntLanes {
        switch slots[index] {
        case .scalar(let variable): variable.value.broadcast()
        case .lanes(let variable): variable.value
        case .memory(let address): address.loadLanes(UInt32.self, alignment: 4 * builder.lanes)
        }
    }
    package func floatSlot(_ index: Int) -> FloatLanes { slot(index).reinterpreted(as: Float.self) }
    /// The lanes that were not idle from the start and were not discarded.
    package var alive: LaneMask { ~flow.killed }

    private func prepareSlots() {
        var memory: [Int: Pointer] = [:]
        let slotBytes = 4 * builder.lanes
        for run in module.localArrayRuns {
            let base = builder.localMemory(bytes: run.count * slotBytes, name: "a shader's local arrays")
            for (k, slot) in run.enumerated() { memory[slot] = base + k * slotBytes }
        }
        arrayBases = module.localArrays.map {
            (memory[$0.firstSlot] ?? builder.localMemory(bytes: slotBytes)).bounded(bytes: max(1, $0.count) * slotBytes, "a shader's local array")
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

    func f(_ index: Int32) -> FloatLanes { registers[Int(index)].floats }
    func u(_ index: Int32) -> UIntLanes { registers[Int(index)].words }
    func s(_ index: Int32) -> IntLanes { u(index).withSign(of: Int32.self) }
    func m(_ index: Int32) -> LaneMask { registers[Int(index)].truths }
    func su(_ index: Int32) -> Scalar<UInt32> { registers[Int(index)].word }
    func sc(_ index: Int32) -> Condition { registers[Int(index)].truth }

    // MARK: Structure

    private func emit(_ index: Int) {
        let instruction = module.instructions[index]
        switch instruction.opcode {
        case .ifBegin:
            open.append(index)
            if uniformity.isDivergent[index] {
                flow.beginIf(m(instruction.a), jumps: !isShort(index + 1 ..< Int(instruction.c)))
            } else {
                flow.beginIf(sc(instruction.a))
            }
        case .elseBegin: flow.beginElse()
        case .blockBegin:
            open.append(index)
            flow.beginBlock()
        case .loopBegin:
            open.append(index)
            flow.beginLoop()
        case .end:
            let begin = open.removeLast()
            if module.instructions[begin].opcode == .loopBegin {
                flow.endLoop { environment.stopForStepLimit(loopEnd: module.origins.isEmpty ? index : Int(module.origins[index])) }
            } else {
                flow.end()
            }
        case .exit: flow.exit(open.count - 1 - open.firstIndex(of: Int(instruction.c))!, passesCode: passesCode(index))
        case .discard: flow.discard()
        default: emitInstruction(index, instruction)
        }
    }

    /// Returns whether computing both arms of an `if` costs less than a jump over an arm that no lane takes.
    private func isShort(_ arms: Range<Int>) -> Bool {
        arms.count <= 12 && arms.allSatisfy {
            let opcode = module.instructions[$0].opcode
            return switch opcode.definition.kind {
            case .source, .read, .effect: opcode != .storeIndexed && opcode != .loadIndexed && opcode != .uniformIndexed && opcode != .emitVertex
                && !opcode.accessesMemory
            case .simple, .compound, .derivative: true
            case .long, .function, .lookup: false
            case .flow: opcode == .elseBegin || opcode == .end
            }
        }
    }

    /// Returns whether all active lanes leave the enclosing construct at this instruction.
    private func leaves(_ index: Int) -> Bool {
        switch module.instructions[index].opcode {
        case .exit: true
        case .discard: open.contains { module.instructions[$0].opcode == .loopBegin }
        default: false
        }
    }

    /// Returns whether there is code between the end of the innermost loop that an exit leaves and the exit's target. The exit jumps over
    /// this code, but killed lanes that leave the loop at its end run this code.
    private func passesCode(_ exit: Int) -> Bool {
        let target = module.instructions[exit].c
        guard let innermost = open.last(where: { $0 > target && module.instructions[$0].opcode == .loopBegin }) else { return false }
        let from = Int(module.instructions[innermost].c), to = Int(module.instructions[Int(target)].c)
        return module.instructions[from ..< to].contains { $0.opcode != .end }
    }

    /// Returns whether all lanes emit their vertices together, and end their strips together.
    package static func emitsInUniformFlow(_ module: ShaderModule, lanes: Int) -> Bool {
        let uniformity = UniformityAnalysis(module, lanes: lanes)
        return module.instructions.indices.allSatisfy { index in
            let opcode = module.instructions[index].opcode
            return opcode != .emitVertex && opcode != .endPrimitive || !uniformity.isInDivergentFlow(index)
        }
    }

    /// Returns the index of the `else` or `end` of the enclosing construct.
    private func nextArrival(after index: Int) -> Int {
        let around = module.instructions[open.last!]
        return around.opcode == .ifBegin && Int(around.b) > index ? Int(around.b) : Int(around.c)
    }

    /// Returns the active lanes. If the control flow is not divergent at the instruction, the mask is a constant that selects all lanes.
    func mask(at index: Int) -> LaneMask {
        uniformity.isInDivergentFlow(index) ? flow.active : builder.mask(true)
    }
}
