// ShaderLowering: emits a ShaderModule's code into a kernel under construction. It runs W lanes, quads of four in order,
// and gives in each lane the bits of the interpreter.
//
//   let shader = ShaderLowering(module, builder)
//   shader.emitInvariants(environment)             // once: what depends on uniforms only
//   … in the loop over batches of W lanes …
//   let outcome = shader.emit(environment, active: lanes, stepLimit: 1 << 20)
//   outcome.floats(slot)
//
// What all lanes share is computed in scalars, and branched on as such.

import Kernel
import Shading

package final class ShaderLowering {
    package let module: ShaderModule
    let builder: KernelBuilder
    let analysis: UniformAnalysis
    let sharedCode: SharedCode
    /// How often each opcode occurs.
    private(set) var occurrences: [Opcode: Int] = [:]
    var registers: [Register?]
    var environment: (any ShaderEnvironment)!
    var slots: LocalSlots!
    var flow: DivergentFlow!
    /// Begins of the open constructs.
    private var open: [Int] = []

    /// - Precondition: the module is valid.
    package init(_ module: ShaderModule, _ builder: KernelBuilder) {
        self.module = module
        self.builder = builder
        analysis = UniformAnalysis(module)
        sharedCode = SharedCode(builder)
        registers = Array(repeating: nil, count: module.instructions.count)
        for (index, instruction) in module.instructions.enumerated() where analysis.isLive[index] {
            occurrences[instruction.opcode, default: 0] += 1
        }
        for (index, instruction) in module.instructions.enumerated() where instruction.opcode == .constant {
            let bits = UInt32(bitPattern: instruction.c)
            registers[index] = switch instruction.type {
            case .float: .float(builder.scalar(Float(bitPattern: bits)))
            case .bool: .condition(builder.condition(bits != 0))
            default: .word(builder.scalar(bits))
            }
        }
    }

    /// Emits what depends on constants and uniforms only. The values stay usable for every `emit` in code that this dominates.
    package func emitInvariants(_ environment: any ShaderEnvironment) {
        self.environment = environment
        for index in module.instructions.indices where analysis.isInvariant[index] && analysis.isLive[index] {
            registers[index] = value(index)
        }
    }

    /// Emits the shader for W lanes.
    /// - Parameters:
    ///   - active: the lanes that take part; in the fragment stage whole quads, helper lanes included.
    ///   - stepLimit: turns that all loops together may take.
    package func emit(_ environment: any ShaderEnvironment, active: LaneMask, stepLimit: Int32) -> ShaderOutcome {
        self.environment = environment
        slots = LocalSlots(module, analysis, builder)
        flow = DivergentFlow(builder, active: active, stepLimit: stepLimit)
        emitInputs()
        for (index, instruction) in module.instructions.enumerated() where analysis.isLive[index] {
            if instruction.opcode.hasEffect { emitEffect(index, instruction) } else if !isDone(index, instruction) { registers[index] = value(index) }
        }
        let exceeded = flow.finish()
        defer { slots = nil; flow = nil }
        return ShaderOutcome(exceeded: exceeded, killed: flow.killed, slots: slots)
    }

    private func isDone(_ index: Int, _ instruction: Instruction) -> Bool {
        switch instruction.opcode {
        case .constant, .input, .builtin, .component: true
        default: analysis.isInvariant[index] && registers[index] != nil
        }
    }

    /// Inputs are asked for once, where their values dominate all uses.
    private func emitInputs() {
        var known: [Int: UIntLanes] = [:]
        for (index, instruction) in module.instructions.enumerated() where analysis.isLive[index] {
            let key: Int, word: UIntLanes
            switch instruction.opcode {
            case .input:
                key = Int(instruction.c)
                word = known[key] ?? environment.input(key, builder)
            case .builtin:
                key = -1 - Int(instruction.c)
                word = known[key] ?? environment.builtin(BuiltinInput(rawValue: instruction.c)!, builder)
            default: continue
            }
            known[key] = word
            registers[index] = typed(.words(word), instruction.type)
        }
    }

    /// A pattern as the register of a type.
    func typed(_ register: Register, _ type: ScalarType) -> Register {
        switch (register, type) {
        case (.floats, .float), (.float, .float), (.mask, .bool), (.condition, .bool): register
        case (.floats, .bool), (.words, .bool): .mask(LaneShape.truth(register))
        case (.float, .bool), (.word, .bool): .condition(ScalarShape.truth(register))
        case (.words, .float), (.mask, .float): .floats(LaneShape.floats(register))
        case (.word, .float), (.condition, .float): .float(ScalarShape.floats(register))
        case (.floats, _), (.mask, _): .words(LaneShape.words(register))
        case (.float, _), (.condition, _): .word(ScalarShape.words(register))
        default: register
        }
    }

    func register(_ operand: Int32) -> Register { registers[Int(operand)]! }

    // MARK: Effects

    private func emitEffect(_ index: Int, _ instruction: Instruction) {
        switch instruction.opcode {
        case .store: slots.store(Int(instruction.c), register(instruction.a), active: flow.active)
        case .storeIndexed: slots.store(array: Int(instruction.c), typed(register(instruction.a), .uint), register(instruction.b), active: flow.active)
        case .ifBegin:
            open.append(index)
            if case .condition(let condition) = register(instruction.a) {
                flow.beginIf(condition)
            } else {
                flow.beginIf(LaneShape.truth(register(instruction.a)), jumps: isWorthJumping(index + 1 ..< Int(instruction.c)))
            }
        case .elseBegin: flow.beginElse()
        case .blockBegin:
            open.append(index)
            flow.beginBlock()
        case .loopBegin:
            open.append(index)
            flow.beginLoop()
        case .end:
            open.removeLast()
            flow.end()
        case .exit: flow.exit(open.count - 1 - open.firstIndex(of: Int(instruction.c))!)
        case .discard: flow.discard()
        default: preconditionFailure("\(instruction.opcode) has no effect")
        }
    }

    /// Whether arms are dearer than the branch around them.
    private func isWorthJumping(_ arms: Range<Int>) -> Bool {
        var cost = 0
        for index in arms where analysis.isLive[index] && !analysis.isInvariant[index] {
            switch module.instructions[index].opcode {
            case .ifBegin, .blockBegin, .loopBegin, .exit, .discard, .texture, .textureSize, .loadIndexed, .storeIndexed, .uniformIndexed: return true
            case .elseBegin, .load, .bitcast, .component: break
            case let opcode: cost += opcode.isTranscendental ? 16 : opcode == .fdiv || opcode == .fsqrt ? 4 : 1
            }
        }
        return cost > 12
    }
}

/// What a shader leaves behind. To be read in code that the `emit` dominates.
package struct ShaderOutcome {
    /// A loop took too many turns: nothing else here means anything.
    package let exceeded: Condition
    /// The lanes that were discarded.
    package let killed: LaneMask
    private let slots: LocalSlots

    init(exceeded: Condition, killed: LaneMask, slots: LocalSlots) {
        self.exceeded = exceeded
        self.killed = killed
        self.slots = slots
    }

    /// The pattern in a local slot.
    package func words(_ slot: Int) -> UIntLanes { LaneShape.words(slots.load(slot)) }
    package func floats(_ slot: Int) -> FloatLanes { LaneShape.floats(slots.load(slot)) }
}

extension Opcode {
    var isTranscendental: Bool { rawValue >= Opcode.sin.rawValue && rawValue <= Opcode.pow.rawValue }
}
