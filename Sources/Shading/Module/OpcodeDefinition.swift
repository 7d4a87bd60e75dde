// OpcodeDefinition: a row of the table of opcodes. The builder, the validator, the printer, the analyses, the interpreter and the
// code generator use this table, so that no other table of opcodes is needed.

/// The meaning of one of the fields `a`, `b`, `c` of an instruction.
package enum OperandKind: UInt8, Sendable {
    /// The field is not used, and is -1.
    case none
    // The operands of the following cases are values: indices of instructions. Each of these cases states the type that the
    // value must have.
    case float, int, uint
    /// int or uint
    case integer
    case bool
    /// bool, int or uint
    case bits
    case any
    /// bool, int, uint or float: the type of the instruction's result
    case result
    // The operands of the following cases are not values.
    case literal, input, builtin, block, slot, array, storage, atomic, image, texture, component, instruction

    /// Returns whether an operand of this kind may be a value of `type`, in an instruction whose result has the type `result`.
    package func accepts(_ type: ScalarType, result: ScalarType) -> Bool {
        switch self {
        case .float: type == .float
        case .int: type == .int
        case .uint: type == .uint
        case .integer: type == .int || type == .uint
        case .bool: type == .bool
        case .bits: type == .bool || type == .int || type == .uint
        case .any: type != .void
        case .result: type == result && type != .void
        default: false
        }
    }

    /// The kind of a value of this type.
    init(of type: ScalarType) {
        self = switch type {
        case .float: .float
        case .int: .int
        case .uint: .uint
        case .bool: .bool
        case .void: .none
        }
    }

    package var isValue: Bool { rawValue >= OperandKind.float.rawValue && rawValue <= OperandKind.result.rawValue }
}

/// The kind of an instruction's result.
package enum ResultKind: UInt8, Sendable {
    case none, bool, int, uint, integer, bits, float, any

    package func accepts(_ type: ScalarType) -> Bool {
        switch self {
        case .none: type == .void
        case .bool: type == .bool
        case .int: type == .int
        case .uint: type == .uint
        case .integer: type == .int || type == .uint
        case .bits: type == .bool || type == .int || type == .uint
        case .float: type == .float
        case .any: type != .void
        }
    }
}

/// The effect of an opcode, for code that does not execute instructions.
package enum OpcodeKind: UInt8, Sendable {
    /// A source whose value does not change during the invocation: a constant, an input, a uniform.
    case source
    /// A source whose value can change: local memory, or a result of a preceding instruction.
    case read

    // Opcodes that compute; `Opcode.evaluate` defines the result.

    /// The opcode is one processor instruction, both for lanes and for a single number.
    case simple
    /// The opcode takes a few processor instructions.
    case compound
    /// The opcode takes so many instructions that jumping over them costs less than executing them.
    case long
    /// The opcode takes so many instructions that code with many uses of the opcode contains these instructions only once, as a function.
    case function

    /// The opcode's result depends on the values of other lanes of the quad.
    case derivative
    /// The opcode reads a texture.
    case lookup
    /// The opcode writes the invocation's own memory, or memory that invocations share.
    case effect
    /// The opcode controls which instructions run, and in which lanes.
    case flow
}

/// A row of the table of opcodes.
package struct OpcodeDefinition: Sendable {
    package let kind: OpcodeKind
    package let a: OperandKind
    package let b: OperandKind
    package let c: OperandKind
    package let result: ResultKind
    /// The functions of GLSL.std.450 that apply this opcode to each component: two, one or none.
    let functions: (GLSLFunction?, GLSLFunction?)

    /// - Parameters:
    ///   - function: a function of GLSL.std.450 that applies this opcode to each component.
    ///   - alias: another function of GLSL.std.450 that applies this opcode to each component.
    init(_ kind: OpcodeKind, _ a: OperandKind = .none, _ b: OperandKind = .none, _ c: OperandKind = .none, gives result: ResultKind = .none,
         function: GLSLFunction? = nil, alias: GLSLFunction? = nil) {
        self.kind = kind
        self.a = a; self.b = b; self.c = c
        self.result = result
        functions = (function, alias)
    }

    /// The number of operands among `a`, `b`, `c` that are values. Operands that are values come before the other operands. The
    /// values that a `texture` instruction reads are in its TextureOperation.
    package var valueOperandCount: Int { c.isValue ? 3 : b.isValue ? 2 : a.isValue ? 1 : 0 }
}

extension Opcode {
    package var valueOperandCount: Int { definition.valueOperandCount }

    /// Whether the result depends only on the operands. If this property is true, `evaluate` computes the result.
    package var computes: Bool {
        switch definition.kind {
        case .simple, .compound, .long, .function: true
        case .source, .read, .derivative, .lookup, .effect, .flow: false
        }
    }

    /// Whether the same operands give the same result throughout an invocation. The result may also depend on the invocation (sources) or
    /// on neighbouring invocations (derivatives).
    package var isPure: Bool {
        switch definition.kind {
        case .source, .simple, .compound, .long, .function, .derivative: true
        case .read, .lookup, .effect, .flow: false
        }
    }

    /// Whether the instruction has an effect besides its result. Stores, control flow and discard have such effects.
    package var hasEffect: Bool {
        switch definition.kind {
        case .effect, .flow: true
        case .source, .read, .simple, .compound, .long, .function, .derivative, .lookup: false
        }
    }

    package var beginsConstruct: Bool { self == .ifBegin || self == .blockBegin || self == .loopBegin }

    /// The number of `component` instructions that follow this instruction.
    package var extraResults: Int {
        switch self {
        case .texture, .imageLoad, .imageSize: 3
        case .textureSize: 2
        default: 0
        }
    }

    /// The opcode for each function of GLSL.std.450 that is a single opcode.
    static let byFunction: [GLSLFunction: Opcode] = {
        var opcodes: [GLSLFunction: Opcode] = [:]
        for opcode in allCases {
            let (function, alias) = opcode.definition.functions
            for function in [function, alias].compactMap(\.self) {
                precondition(opcodes.updateValue(opcode, forKey: function) == nil, "\(function) of GLSL.std.450 stands twice in the table")
            }
        }
        return opcodes
    }()
}

extension ShaderModule {
    /// Calls `body` with every value that instruction `index` reads.
    package func forEachValueOperand(of index: Int, _ body: (Int) -> Void) {
        let instruction = instructions[index]
        let count = instruction.opcode.valueOperandCount
        if count > 0 { body(Int(instruction.a)) }
        if count > 1 { body(Int(instruction.b)) }
        if count > 2 { body(Int(instruction.c)) }
        for operand in operationOperands(of: instruction) { body(Int(operand)) }
    }

    /// The values that at least one instruction reads, as instruction indices.
    package var usedValues: Set<Int> {
        var used: Set<Int> = []
        for index in instructions.indices { forEachValueOperand(of: index) { used.insert($0) } }
        return used
    }

    /// Returns the values that an instruction reads through its operation, such as a TextureOperation in the module's table.
    private func operationOperands(of instruction: Instruction) -> [Int32] {
        switch instruction.opcode {
        case .texture, .textureSize: textureOperations[Int(instruction.c)].valueOperands
        case .imageLoad, .imageStore, .imageSize: imageOperations[Int(instruction.c)].valueOperands
        case .atomic:
            atomicOperations[Int(instruction.c)].valueOperands
                + (atomicOperations[Int(instruction.c)].imageOperation.map { imageOperations[$0].valueOperands } ?? [])
        default: []
        }
    }
}
