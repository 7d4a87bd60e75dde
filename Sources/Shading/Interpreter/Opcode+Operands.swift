// Opcode+Operands: which values an instruction reads, and whether it does something besides giving a result.

extension Opcode {
    /// How many of `a`, `b`, `c` are values; they come first. `texture` names its values in its TextureOperation.
    package var valueOperandCount: Int {
        let signature = signature
        return signature.c.isValue ? 3 : signature.b.isValue ? 2 : signature.a.isValue ? 1 : 0
    }

    /// Whether it does something apart from its result: stores, control flow and discard do.
    package var hasEffect: Bool {
        switch self {
        case .store, .storeIndexed, .ifBegin, .elseBegin, .blockBegin, .loopBegin, .end, .exit, .discard: true
        default: false
        }
    }

    package var beginsConstruct: Bool { self == .ifBegin || self == .blockBegin || self == .loopBegin }
}

extension TextureOperation {
    /// Every value the operation reads.
    package var valueOperands: [Int32] {
        (coordinate + gradientX + gradientY + offset + [unitIndex, reference, lod]).filter { $0 >= 0 }
    }

    /// Whether the lookup needs the other lanes of the quad, for the derivatives of its coordinate.
    package var readsWholeQuad: Bool {
        kind == .sample && (levelOfDetail == .implicit || levelOfDetail == .bias)
    }
}

extension ShaderModule {
    /// Calls `body` with every value that instruction `index` reads.
    package func forEachValueOperand(of index: Int, _ body: (Int) -> Void) {
        let instruction = instructions[index]
        let count = instruction.opcode.valueOperandCount
        if count > 0 { body(Int(instruction.a)) }
        if count > 1 { body(Int(instruction.b)) }
        if count > 2 { body(Int(instruction.c)) }
        if instruction.opcode == .texture {
            for operand in textureOperations[Int(instruction.c)].valueOperands { body(Int(operand)) }
        }
    }
}
