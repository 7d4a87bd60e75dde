// SPIRVReader: decodes words to a SPIRVModule, and checks all counts of words and the ids in the module's tables.
//
// The words come from glslang, so errors are rare. The reader nevertheless treats the words as hostile: no input causes a trap, and
// the memory in use is proportional to the number of words.

package struct SPIRVReader {
    var module: SPIRVModule
    var typeDepths: [UInt32: Int] = [:]
    private var line: Int32 = 0
    private var function: SPIRVFunction?
    private var block: OpenBlock?

    private struct OpenBlock {
        var label: UInt32
        var instructions: [SPIRVInstruction] = []
        var merge = SPIRVBlock.Merge.none
    }

    /// - Throws: `SPIRVError` with the offset of the wrong word.
    package static func read(_ words: [UInt32]) throws(SPIRVError) -> SPIRVModule {
        guard words.count >= 5 else { throw SPIRVError(message: "the header is cut off", offset: words.count) }
        guard words[0] == 0x0723_0203 else { throw SPIRVError(message: "the magic number is wrong", offset: 0) }
        guard words[3] > 0, words[3] <= SPIRVModule.maximumBound else {
            throw SPIRVError(message: "the id bound \(words[3]) is not in 1…\(SPIRVModule.maximumBound)", offset: 3)
        }
        var reader = SPIRVReader(module: SPIRVModule(words: words, bound: words[3]))
        var offset = 5
        while offset < words.count {
            let count = Int(words[offset] >> 16)
            guard count >= 1, count <= words.count - offset else {
                throw SPIRVError(message: "an instruction of \(count) words does not fit", offset: offset)
            }
            try reader.read(SPIRVInstruction(number: UInt16(truncatingIfNeeded: words[offset]), start: offset, count: count,
                                             line: reader.line))
            offset += count
        }
        guard reader.function == nil else { throw SPIRVError(message: "a function does not end", offset: offset) }
        guard reader.module.functions[reader.module.entryPoint] != nil else {
            throw SPIRVError(message: "there is no entry point", offset: offset)
        }
        return reader.module
    }

    private init(module: SPIRVModule) { self.module = module }

    private mutating func read(_ instruction: SPIRVInstruction) throws(SPIRVError) {
        guard let opcode = instruction.opcode else {
            // Raster does not know this instruction. In a function body, an unknown instruction is an error only if it is lowered.
            if block != nil { block!.instructions.append(instruction) }
            return
        }
        switch opcode {
        case .line:
            line = Int32(truncatingIfNeeded: min(try literal(instruction, 2), 0x7fff_ffff))
        case .noLine, .nop: break
        case .function, .functionParameter, .functionEnd, .label, .loopMerge, .selectionMerge:
            try readStructure(opcode, instruction)
        case _ where opcode.isTerminator:
            try readStructure(opcode, instruction)
        case _ where function != nil:
            guard block != nil else { throw failure("an instruction stands outside of a block", instruction) }
            block!.instructions.append(instruction)
        default:
            try readGlobal(opcode, instruction)
        }
    }

    // MARK: Functions and blocks

    private mutating func readStructure(_ opcode: SPIRVOpcode, _ instruction: SPIRVInstruction) throws(SPIRVError) {
        switch opcode {
        case .function:
            guard function == nil else { throw failure("a function stands inside a function", instruction) }
            let id = try self.id(instruction, 2)
            guard module.functions[id] == nil else { throw failure("function \(id) is defined twice", instruction) }
            function = SPIRVFunction(id: id, resultType: try typeID(instruction, 1), parameters: [], blocks: [],
                                     blockIndex: [:], line: line)
        case .functionParameter:
            guard function != nil, block == nil else { throw failure("a parameter stands outside of a function", instruction) }
            function!.parameters.append((try id(instruction, 2), try typeID(instruction, 1)))
        case .functionEnd:
            guard let ended = function, block == nil else { throw failure("a function ends inside a block", instruction) }
            module.functions[ended.id] = ended
            function = nil
        case .label:
            guard function != nil, block == nil else { throw failure("a label stands inside a block", instruction) }
            let id = try self.id(instruction, 1)
            guard function!.blockIndex[id] == nil else { throw failure("label \(id) is defined twice", instruction) }
            block = OpenBlock(label: id)
        case .loopMerge:
            guard block != nil else { throw failure("a merge stands outside of a block", instruction) }
            block!.merge = .loop(merge: try id(instruction, 1), continue: try id(instruction, 2))
        case .selectionMerge:
            guard block != nil else { throw failure("a merge stands outside of a block", instruction) }
            block!.merge = .selection(try id(instruction, 1))
        default:
            guard let open = block else { throw failure("a branch stands outside of a block", instruction) }
            function!.blockIndex[open.label] = function!.blocks.count
            function!.blocks.append(SPIRVBlock(label: open.label, instructions: open.instructions, merge: open.merge,
                                               terminator: instruction))
            block = nil
        }
    }

    // MARK: Module scope

    private mutating func readGlobal(_ opcode: SPIRVOpcode, _ instruction: SPIRVInstruction) throws(SPIRVError) {
        switch opcode {
        case .extInstImport:
            if try string(instruction, 2).text == "GLSL.std.450" {
                module.glslInstructionSets.insert(try id(instruction, 1))
            }
        case .entryPoint:
            guard module.entryPoint == 0 else { throw failure("there are several entry points", instruction) }
            module.executionModel = try literal(instruction, 1)
            module.entryPoint = try id(instruction, 2)
        case .executionMode:
            let mode = try literal(instruction, 2)
            module.executionModes.insert(mode)
            switch mode {
            case SPIRVExecutionMode.localSize:
                module.workGroupSize = SIMD3(try literal(instruction, 3), try literal(instruction, 4), try literal(instruction, 5))
            case SPIRVExecutionMode.invocations: module.invocationCount = try literal(instruction, 3)
            case SPIRVExecutionMode.outputVertices: module.outputVertexCount = try literal(instruction, 3)
            default: break
            }
        case .name:
            module.names[try id(instruction, 1)] = try string(instruction, 2).text
        case .memberName:
            module.memberNames[try member(instruction, 1)] = try string(instruction, 3).text
        case .decorate:
            var decorations = module.decorations(try id(instruction, 1))
            try decorate(&decorations, instruction, at: 2)
            module.decorations[try id(instruction, 1)] = decorations
        case .memberDecorate:
            let member = try self.member(instruction, 1)
            var decorations = module.memberDecorations[member] ?? SPIRVDecorations()
            try decorate(&decorations, instruction, at: 3)
            module.memberDecorations[member] = decorations
        case .decorationGroup, .groupDecorate, .groupMemberDecorate:
            throw failure("decoration groups are not read", instruction)
        case .variable:
            guard case .pointer(let storage, let pointee)? = module.types[try typeID(instruction, 1)] else {
                throw failure("a variable's type is not a pointer", instruction)
            }
            module.variables.append(SPIRVVariable(
                id: try id(instruction, 2), storage: storage, pointee: pointee,
                initializer: instruction.count > 4 ? try id(instruction, 4) : nil))
        case .typeForwardPointer:
            throw failure("forward pointers are not read", instruction)
        case .source, .sourceContinued, .sourceExtension, .string, .extension, .memoryModel, .capability, .moduleProcessed:
            break
        case .constantTrue, .constantFalse, .constant, .constantComposite, .constantNull, .undef, .specConstantTrue,
             .specConstantFalse, .specConstant, .specConstantComposite, .specConstantOp:
            try readConstant(opcode, instruction)
        default:
            try readType(opcode, instruction)
        }
    }

    private mutating func decorate(_ decorations: inout SPIRVDecorations, _ instruction: SPIRVInstruction, at index: Int) throws(SPIRVError) {
        switch try literal(instruction, index) {
        case SPIRVDecoration.location: decorations.location = Int(try literal(instruction, index + 1))
        case SPIRVDecoration.component: decorations.component = Int(try literal(instruction, index + 1))
        case SPIRVDecoration.index: decorations.index = Int(try literal(instruction, index + 1))
        case SPIRVDecoration.binding: decorations.binding = Int(try literal(instruction, index + 1))
        case SPIRVDecoration.builtIn: decorations.builtIn = try literal(instruction, index + 1)
        case SPIRVDecoration.offset: decorations.offset = Int(try literal(instruction, index + 1))
        case SPIRVDecoration.arrayStride: decorations.arrayStride = Int(try literal(instruction, index + 1))
        case SPIRVDecoration.matrixStride: decorations.matrixStride = Int(try literal(instruction, index + 1))
        case SPIRVDecoration.rowMajor: decorations.isRowMajor = true
        case SPIRVDecoration.block: decorations.isBlock = true
        case SPIRVDecoration.bufferBlock: decorations.isBufferBlock = true
        case SPIRVDecoration.flat: decorations.isFlat = true
        case SPIRVDecoration.noPerspective: decorations.isNoPerspective = true
        case SPIRVDecoration.centroid: decorations.isCentroid = true
        case SPIRVDecoration.sample: decorations.isSample = true
        case SPIRVDecoration.nonWritable: decorations.isReadOnly = true
        case SPIRVDecoration.nonReadable: decorations.isWriteOnly = true
        case SPIRVDecoration.relaxedPrecision: decorations.isRelaxed = true
        case SPIRVDecoration.feedbackBuffer: decorations.feedbackBuffer = Int(try literal(instruction, index + 1))
        case SPIRVDecoration.feedbackStride: decorations.feedbackStride = Int(try literal(instruction, index + 1))
        case SPIRVDecoration.invariant, SPIRVDecoration.noContraction: module.forbidsContraction = true
        default: break
        }
    }

    private mutating func readConstant(_ opcode: SPIRVOpcode, _ instruction: SPIRVInstruction) throws(SPIRVError) {
        let type = try typeID(instruction, 1)
        let id = try self.id(instruction, 2)
        let value: SPIRVConstant
        switch opcode {
        case .constantTrue, .specConstantTrue: value = .scalar(.max)
        case .constantFalse, .specConstantFalse: value = .scalar(0)
        case .constant, .specConstant: value = .scalar(try literal(instruction, 3))
        case .constantNull, .undef: value = .null
        case .constantComposite, .specConstantComposite:
            var parts: [UInt32] = []
            for index in 3..<max(3, instruction.count) {
                let part = try self.id(instruction, index)
                guard module.constants[part] != nil else {
                    throw failure("constant \(id) holds \(part), which is not a constant", instruction)
                }
                parts.append(part)
            }
            value = .composite(parts)
        default:
            // The words [type, id, opcode, operands…] are read like an instruction with this opcode in a function body.
            value = .operation(SPIRVInstruction(number: UInt16(truncatingIfNeeded: try literal(instruction, 3)),
                                                start: instruction.start, count: instruction.count, line: 0))
        }
        module.constants[id] = (type, value)
    }

    // MARK: Operands

    func failure(_ message: String, _ instruction: SPIRVInstruction) -> SPIRVError {
        SPIRVError(message: message, offset: instruction.start)
    }

    func literal(_ instruction: SPIRVInstruction, _ index: Int) throws(SPIRVError) -> UInt32 {
        guard index < instruction.count else { throw failure("operand \(index) is missing", instruction) }
        return module.words[instruction.start + index]
    }

    func id(_ instruction: SPIRVInstruction, _ index: Int) throws(SPIRVError) -> UInt32 {
        let id = try literal(instruction, index)
        guard id > 0, id < module.bound else { throw failure("id \(id) is not below the bound", instruction) }
        return id
    }

    func typeID(_ instruction: SPIRVInstruction, _ index: Int) throws(SPIRVError) -> UInt32 {
        let id = try self.id(instruction, index)
        guard module.types[id] != nil else { throw failure("id \(id) is not a type", instruction) }
        return id
    }

    private func member(_ instruction: SPIRVInstruction, _ index: Int) throws(SPIRVError) -> SPIRVMember {
        SPIRVMember(structure: try id(instruction, index), index: Int(try literal(instruction, index + 1)))
    }

    /// Reads a literal string. Returns the string, and the index of the operand that follows the string.
    private func string(_ instruction: SPIRVInstruction, _ index: Int) throws(SPIRVError) -> (text: String, next: Int) {
        var bytes: [UInt8] = []
        var position = index
        while true {
            let word = try literal(instruction, position)
            position += 1
            for shift in stride(from: UInt32(0), to: 32, by: 8) {
                let byte = UInt8(truncatingIfNeeded: word >> shift)
                if byte == 0 { return (String(decoding: bytes, as: UTF8.self), position) }
                bytes.append(byte)
            }
        }
    }
}
