// OpcodeDefinition: what a row of the table of opcodes says. The builder, the validator, the printer, the analyses and both
// executors ask it, so that none of them has a list of its own.

/// The meaning of one of the fields `a`, `b`, `c` of an instruction.
package enum OperandKind: UInt8, Sendable {
    /// Not used; -1.
    case none
    // Values: indices of instructions, by the type they must have.
    case float, int, uint
    /// int or uint
    case integer
    case bool
    /// bool, int or uint
    case bits
    case any
    /// bool, int, uint or float: the type of the result
    case result
    // Not values.
    case literal, input, builtin, block, slot, array, texture, component, instruction

    /// Whether a value of `type` may stand here, in an instruction whose result is of type `result`.
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

/// The effect of an opcode, as far as those need it who do not run it.
package enum OpcodeKind: UInt8, Sendable {
    /// Gives a value that stays the same while the invocation runs: a constant, an input, a uniform.
    case source
    /// Gives a value that changes: of local memory, or of the instruction before.
    case read

    // Opcodes that compute: `Opcode.evaluate` says what.

    /// One instruction of a processor, for lanes as for one number: computed once where the operands are the same in all lanes.
    case simple
    /// A few instructions.
    case compound
    /// More instructions than it takes to jump over them.
    case long
    /// So many that code which uses it often has it once, as a function.
    case function

    /// Computes from the values of the other lanes of the quad.
    case derivative
    /// Asks a texture.
    case lookup
    /// Writes local memory.
    case effect
    /// Decides which instructions run, and for which lanes.
    case flow
}

/// A row of the table of opcodes.
package struct OpcodeDefinition: Sendable {
    package let kind: OpcodeKind
    package let a: OperandKind
    package let b: OperandKind
    package let c: OperandKind
    package let result: ResultKind
    /// The functions of GLSL.std.450 that are this opcode, component by component; 0 for none.
    let functions: (UInt8, UInt8)

    /// - Parameters:
    ///   - function: the number in GLSL.std.450 of a function that is this opcode.
    ///   - alias: another such number.
    init(_ kind: OpcodeKind, _ a: OperandKind = .none, _ b: OperandKind = .none, _ c: OperandKind = .none, gives result: ResultKind = .none,
         function: UInt8 = 0, alias: UInt8 = 0) {
        self.kind = kind
        self.a = a; self.b = b; self.c = c
        self.result = result
        functions = (function, alias)
    }

    /// How many of `a`, `b`, `c` are values; they come first. `texture` names its values in its TextureOperation.
    package var valueOperandCount: Int { c.isValue ? 3 : b.isValue ? 2 : a.isValue ? 1 : 0 }
}

extension Opcode {
    package var valueOperandCount: Int { definition.valueOperandCount }

    /// Whether its result follows from its operands alone: `evaluate` computes it.
    package var computes: Bool {
        switch definition.kind {
        case .simple, .compound, .long, .function: true
        case .source, .read, .derivative, .lookup, .effect, .flow: false
        }
    }

    /// A result that depends on the operands alone and stays the same while the invocation runs.
    package var isPure: Bool {
        switch definition.kind {
        case .source, .simple, .compound, .long, .function, .derivative: true
        case .read, .lookup, .effect, .flow: false
        }
    }

    /// Whether it does something apart from its result: stores, control flow and discard do.
    package var hasEffect: Bool {
        switch definition.kind {
        case .effect, .flow: true
        case .source, .read, .simple, .compound, .long, .function, .derivative, .lookup: false
        }
    }

    package var beginsConstruct: Bool { self == .ifBegin || self == .blockBegin || self == .loopBegin }

    /// How many `component` instructions follow.
    package var extraResults: Int {
        switch self {
        case .texture: 3
        case .textureSize: 2
        default: 0
        }
    }

    /// The opcodes that are functions of GLSL.std.450, by its numbers.
    static let byFunction: [UInt32: Opcode] = {
        var opcodes: [UInt32: Opcode] = [:]
        for opcode in allCases {
            let (function, alias) = opcode.definition.functions
            for number in [function, alias] where number != 0 {
                precondition(opcodes.updateValue(opcode, forKey: UInt32(number)) == nil, "function \(number) of GLSL.std.450 stands twice in the table")
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
        if instruction.opcode == .texture {
            for operand in textureOperations[Int(instruction.c)].valueOperands { body(Int(operand)) }
        }
    }
}
