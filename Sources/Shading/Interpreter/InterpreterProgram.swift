// InterpreterProgram: a ShaderModule decoded for the interpreter's loop.
//
// Values, the masks of constructs, local slots, inputs and built-in inputs are in one piece of memory, in registers of four lanes. A step
// names its operands by byte offsets into this memory. So constants, uniforms, inputs and most loads need no steps of their own: the steps
// that use such a value name its place in memory as an operand. The target of a jump is the index of a step.

/// The start of each part of the interpreter's memory, in registers of 16 bytes.
struct InterpreterLayout {
    let values = 0
    let masks: Int
    let locals: Int
    let inputs: Int
    let builtins: Int
    let count: Int

    init(_ module: ShaderModule) {
        masks = module.instructions.count
        locals = masks + module.instructions.count { $0.opcode.beginsConstruct }
        inputs = locals + module.localSlotCount
        builtins = inputs + module.inputComponentCount
        count = builtins + BuiltinInput.allCases.count
    }
}

/// One decoded instruction; a step takes 24 bytes.
struct InterpreterStep {
    var opcode: Opcode
    /// The index of the instruction from which the step was decoded.
    var instruction: Int32
    /// The byte offset of the result, or of the construct's mask.
    var result: Int32
    /// Byte offsets of operands. In control flow, b and c are the indices of steps:
    /// - ifBegin: b is the target if no lane takes the arm.
    /// - elseBegin: b is the step of the `end`.
    /// - end: b is the first step of the loop's body, or -1; c is the target if no lane is left.
    /// - exit, discard: c is the target if no lane is left; a is the mask that collects the lanes, or -1.
    /// For a bitcast, b ≥ 0 means that the bitcast turns a float into an integer.
    var a: Int32 = -1
    var b: Int32 = -1
    var c: Int32 = -1
}

/// The operands of a texture instruction as byte offsets; the offset of an absent operand is -1.
struct TextureOperands {
    var s: Int32 = -1, t: Int32 = -1, r: Int32 = -1, layer: Int32 = -1
    var dsdx: Int32 = -1, dtdx: Int32 = -1, drdx: Int32 = -1
    var dsdy: Int32 = -1, dtdy: Int32 = -1, drdy: Int32 = -1
    var offsetS: Int32 = -1, offsetT: Int32 = -1, offsetR: Int32 = -1
    var unitIndex: Int32 = -1, reference: Int32 = -1, lod: Int32 = -1, sample: Int32 = -1
}

/// The operands of an image instruction as byte offsets; the offset of an absent operand is -1.
struct ImageOperands {
    var x: Int32 = -1, y: Int32 = -1, z: Int32 = -1
    var red: Int32 = -1, green: Int32 = -1, blue: Int32 = -1, alpha: Int32 = -1
    var unitIndex: Int32 = -1, sample: Int32 = -1
}

/// The operands of an atomic operation as byte offsets; the offset of an absent operand is -1.
struct AtomicOperands {
    var index: Int32 = -1, value: Int32 = -1, comparator: Int32 = -1
    var image = ImageOperands()
}

/// The decoded steps. The memory of the steps is not a Swift array, so the loop reads the steps without reference counting.
final class InterpreterProgram {
    /// The steps that run when uniforms are bound: they compute the values that depend only on uniforms and constants.
    let preparation: UnsafeMutableBufferPointer<InterpreterStep>
    /// The steps that run for each quad.
    let steps: UnsafeMutableBufferPointer<InterpreterStep>
    /// The operands of the module's `textureOperations`, in the same order.
    let textures: UnsafeMutableBufferPointer<TextureOperands>
    /// The operands of the module's `imageOperations` and `atomicOperations`, in the same order.
    let images: UnsafeMutableBufferPointer<ImageOperands>
    let atomics: UnsafeMutableBufferPointer<AtomicOperands>
    /// The registers whose values a quad still needs after a barrier. These registers are saved while other quads run.
    let savedRegisters: [Range<Int>]
    let savedRegisterCount: Int
    /// The local slots that must be zero before a run with all lanes active.
    let zeroRanges: [Range<Int>]

    /// - Parameter everyInstruction: if true, each instruction is decoded to one step, for observers. If false, instructions are
    ///   decoded to as few steps as possible.
    init(_ module: ShaderModule, layout: InterpreterLayout, everyInstruction: Bool) {
        let analysis = ModuleAnalysis(module)
        var decoder = Decoder(module: module, layout: layout, analysis: analysis, everyInstruction: everyInstruction)
        decoder.decode()
        preparation = Self.copy(decoder.preparation)
        steps = Self.copy(decoder.steps)
        textures = Self.copy(decoder.textures)
        images = Self.copy(decoder.images)
        atomics = Self.copy(decoder.atomics)
        let values = analysis.valuesAcrossBarriers(everyInstruction: everyInstruction).map { layout.values + $0 ..< layout.values + $0 + 1 }
        savedRegisters = module.hasBarriers ? values + [layout.masks ..< layout.inputs] : []
        savedRegisterCount = savedRegisters.reduce(0) { $0 + $1.count }
        zeroRanges = everyInstruction ? [0 ..< module.localSlotCount] : analysis.zeroRanges
    }

    deinit {
        preparation.deallocate()
        steps.deallocate()
        textures.deallocate()
        images.deallocate()
        atomics.deallocate()
    }

    private static func copy<Element>(_ array: [Element]) -> UnsafeMutableBufferPointer<Element> {
        let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: array.count)
        _ = memory.initialize(from: array)
        return memory
    }
}

private struct Decoder {
    let module: ShaderModule
    let layout: InterpreterLayout
    let analysis: ModuleAnalysis
    let everyInstruction: Bool
    var preparation: [InterpreterStep] = []
    var steps: [InterpreterStep] = []
    var textures: [TextureOperands] = []
    var images: [ImageOperands] = []
    var atomics: [AtomicOperands] = []

    /// The byte offset of each value.
    private var place: [Int32] = []
    private var open: [Construct] = []
    private var maskCount = 0

    private struct Construct {
        var begin: Int
        var opcode: Opcode
        var mask: Int32
        /// The first step inside the loop, to which the loop's end jumps back.
        var body: Int32
        var ifStep: Int?
        var elseStep: Int?
        /// The steps whose field `c` must be set to the index of the construct's next `else` or `end`, when this index is known.
        var pending: [Int] = []
    }

    init(module: ShaderModule, layout: InterpreterLayout, analysis: ModuleAnalysis, everyInstruction: Bool) {
        self.module = module; self.layout = layout; self.analysis = analysis; self.everyInstruction = everyInstruction
    }

    private func offset(_ register: Int) -> Int32 { Int32(register * MemoryLayout<SIMD4<UInt32>>.stride) }

    mutating func decode() {
        place.reserveCapacity(module.instructions.count)
        for (index, instruction) in module.instructions.enumerated() {
            module.forEachValueOperand(of: index) { precondition($0 >= 0 && $0 < index, "operand of \(index) is not defined yet") }
            place.append(valuePlace(index, instruction))
            decode(index, instruction)
        }
        precondition(open.isEmpty, "a construct has no end")
        textures = module.textureOperations.map(operands)
        images = module.imageOperations.map(operands)
        atomics = module.atomicOperations.map(operands)
    }

    private func valuePlace(_ index: Int, _ instruction: Instruction) -> Int32 {
        if everyInstruction { return offset(layout.values + index) }
        switch instruction.opcode {
        case .input, .builtin: return source(instruction)
        case .load where analysis.isReadInPlace[index]: return source(instruction)
        case .bitcast where !module.showsFloatBits(index): return place[Int(instruction.a)]
        default: return offset(layout.values + index)
        }
    }

    /// Returns the byte offset of an input, built-in input or local slot.
    private func source(_ instruction: Instruction) -> Int32 {
        let index = Int(instruction.c)
        switch instruction.opcode {
        case .input:
            precondition(index >= 0 && index < module.inputComponentCount, "input component \(index) does not exist")
            return offset(layout.inputs + index)
        case .builtin:
            precondition(BuiltinInput(rawValue: instruction.c) != nil, "built-in input \(index) does not exist")
            return offset(layout.builtins + index)
        default:
            precondition(index >= 0 && index < module.localSlotCount, "local slot \(index) does not exist")
            return offset(layout.locals + index)
        }
    }

    private mutating func decode(_ index: Int, _ instruction: Instruction) {
        switch instruction.opcode {
        case .ifBegin, .elseBegin, .blockBegin, .loopBegin, .end, .exit, .discard:
            decodeControlFlow(index, instruction)
            return
        case .input, .builtin, .constant, .uniform, .component:
            guard everyInstruction else { return }
        case .bitcast:
            guard everyInstruction || (analysis.isLive[index] && module.showsFloatBits(index)) else { return }
        case .load:
            guard everyInstruction || (analysis.isLive[index] && !analysis.isReadInPlace[index]) else { return }
        default:
            guard everyInstruction || analysis.isLive[index] else { return }
        }
        var step = InterpreterStep(opcode: instruction.opcode, instruction: Int32(index), result: place[index])
        switch instruction.opcode {
        case .input, .builtin, .load:
            step.a = source(instruction)
        case .constant, .uniform, .component:
            step.a = place[index]
        case .store:
            step.a = place[Int(instruction.a)]
            step.result = source(instruction)
        case .loadIndexed, .storeIndexed:
            // A local array takes two fields of the step: the offset of the array's first slot, and the number of slots.
            let array = module.localArrays[Int(instruction.c)]
            precondition(array.firstSlot >= 0 && array.count >= 0 && array.firstSlot + array.count <= module.localSlotCount)
            step.a = place[Int(instruction.a)]
            step.c = offset(layout.locals + array.firstSlot)
            if instruction.opcode == .loadIndexed {
                step.b = Int32(array.count)
            } else {
                step.b = place[Int(instruction.b)]
                step.result = Int32(array.count)
            }
        case .uniformIndexed:
            step.a = place[Int(instruction.a)]
            step.b = instruction.b
        case .bitcast:
            step.a = place[Int(instruction.a)]
            step.b = module.showsFloatBits(index) ? 1 : -1
        case .storageLoad:
            step.a = place[Int(instruction.a)]
            step.b = instruction.c
        case .storageSize:
            step.b = instruction.c
        case .storageStore:
            step.a = place[Int(instruction.a)]
            step.b = place[Int(instruction.b)]
            step.c = instruction.c
        case .atomic:
            step.c = instruction.c
        case .texture, .textureSize, .imageLoad, .imageStore, .imageSize:
            precondition(index + instruction.opcode.extraResults < module.instructions.count, "components are missing")
            if instruction.opcode == .textureSize { step.a = place[Int(instruction.a)] }
            step.c = instruction.c
        default:
            let count = instruction.opcode.valueOperandCount
            if count > 0 { step.a = place[Int(instruction.a)] }
            if count > 1 { step.b = place[Int(instruction.b)] }
            if count > 2 { step.c = place[Int(instruction.c)] }
        }
        if !everyInstruction && analysis.isInvariant[index] {
            preparation.append(step)
        } else {
            steps.append(step)
        }
    }

    private mutating func decodeControlFlow(_ index: Int, _ instruction: Instruction) {
        var step = InterpreterStep(opcode: instruction.opcode, instruction: Int32(index), result: -1)
        switch instruction.opcode {
        case .ifBegin, .blockBegin, .loopBegin:
            step.result = offset(layout.masks + maskCount)
            maskCount += 1
            var construct = Construct(begin: index, opcode: instruction.opcode, mask: step.result, body: Int32(steps.count))
            if instruction.opcode == .ifBegin {
                step.a = place[Int(instruction.a)]
                construct.ifStep = steps.count
                steps.append(step)
            } else if everyInstruction {
                steps.append(step)
                construct.body += 1
            }
            open.append(construct)
        case .elseBegin:
            precondition(open.last?.opcode == .ifBegin && open.last?.elseStep == nil, "else without if")
            controlPointReached()
            let construct = open.count - 1
            steps[open[construct].ifStep!].b = Int32(steps.count + 1)
            step.result = open[construct].mask
            open[construct].elseStep = steps.count
            steps.append(step)
        case .end:
            precondition(open.last?.begin == Int(instruction.c), "end does not match its begin")
            controlPointReached()
            let construct = open.removeLast()
            if let elseStep = construct.elseStep {
                steps[elseStep].b = Int32(steps.count)
            } else if let ifStep = construct.ifStep {
                steps[ifStep].b = Int32(steps.count + 1)
            }
            step.result = construct.mask
            if construct.opcode == .loopBegin { step.b = construct.body }
            appendLeaving(step)
        case .exit:
            guard let target = open.first(where: { $0.begin == Int(instruction.c) && $0.opcode == .blockBegin }) else {
                preconditionFailure("exit names no enclosing block")
            }
            step.a = target.mask
            appendLeaving(step)
        default:
            step.a = open.first { $0.opcode == .loopBegin }?.mask ?? -1
            appendLeaving(step)
        }
    }

    /// Appends a step. If the step leaves no lane active, control jumps to the next `else` or `end` of an enclosing construct.
    private mutating func appendLeaving(_ step: InterpreterStep) {
        if open.isEmpty {
            // A step outside of all constructs always leaves at least one lane active, so the jump's target is never used.
            var last = step
            last.c = Int32(steps.count + 1)
            steps.append(last)
        } else {
            open[open.count - 1].pending.append(steps.count)
            steps.append(step)
        }
    }

    /// Sets the jump targets of the pending steps. Call this function when the next step is the `else` or `end` to which the pending steps
    /// jump.
    private mutating func controlPointReached() {
        for step in open[open.count - 1].pending { steps[step].c = Int32(steps.count) }
        open[open.count - 1].pending = []
    }

    private func at(_ list: [Int32], _ index: Int) -> Int32 { index < list.count ? at(list[index]) : -1 }
    private func at(_ value: Int32) -> Int32 { value >= 0 ? place[Int(value)] : -1 }

    private func operands(_ operation: ImageOperation) -> ImageOperands {
        ImageOperands(x: at(operation.coordinate, 0), y: at(operation.coordinate, 1), z: at(operation.coordinate, 2),
                      red: at(operation.values, 0), green: at(operation.values, 1), blue: at(operation.values, 2), alpha: at(operation.values, 3),
                      unitIndex: at(operation.unitIndex), sample: at(operation.sample))
    }

    private func operands(_ operation: AtomicOperation) -> AtomicOperands {
        var operands = AtomicOperands(value: at(operation.value), comparator: at(operation.comparator))
        switch operation.memory {
        case .storage(_, let index), .shared(let index): operands.index = at(index)
        case .image(let image): operands.image = images[image]
        }
        return operands
    }

    private func operands(_ operation: TextureOperation) -> TextureOperands {
        TextureOperands(
            s: at(operation.coordinate, 0), t: at(operation.coordinate, 1), r: at(operation.coordinate, 2), layer: at(operation.coordinate, 3),
            dsdx: at(operation.gradientX, 0), dtdx: at(operation.gradientX, 1), drdx: at(operation.gradientX, 2),
            dsdy: at(operation.gradientY, 0), dtdy: at(operation.gradientY, 1), drdy: at(operation.gradientY, 2),
            offsetS: at(operation.offset, 0), offsetT: at(operation.offset, 1), offsetR: at(operation.offset, 2),
            unitIndex: at(operation.unitIndex), reference: at(operation.reference), lod: at(operation.lod),
            sample: at(operation.sample))
    }
}
