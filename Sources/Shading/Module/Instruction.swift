// Instruction: one operation of a module, and the operation's place in the source.

/// One instruction, 16 bytes. The index of an instruction in `ShaderModule.instructions` names the instruction's result.
public struct Instruction: Sendable, Hashable {
    /// The operation.
    public var opcode: Opcode
    /// The type of the result.
    public var type: ScalarType
    /// The first operand, or −1. The meaning of the operand depends on the opcode.
    public var a: Int32
    /// The second operand, or −1. The meaning of the operand depends on the opcode.
    public var b: Int32
    /// The third operand, or −1. The meaning of the operand depends on the opcode.
    public var c: Int32

    /// Creates an instruction. Operands that are left out are −1.
    public init(_ opcode: Opcode, _ type: ScalarType, a: Int32 = -1, b: Int32 = -1, c: Int32 = -1) {
        self.opcode = opcode; self.type = type
        self.a = a; self.b = b; self.c = c
    }
}

/// The place in the source from which an instruction comes.
public struct ShaderLocation: Sendable, Hashable {
    /// The index into `ShaderModule.files`.
    public var file: Int32
    /// The line number, 1-based; 0 if it is unknown.
    public var line: Int32
    /// The index into `ShaderModule.functionNames`.
    public var function: Int32
    /// The location of the call at which the function was inlined: an index into `ShaderModule.locations`, or −1.
    public var inlinedAt: Int32
    /// The call to which the location belongs: the function, and the place at which the function was inlined.
    public var scope: ShaderScope { ShaderScope(function: function, inlinedAt: inlinedAt) }
    /// Creates a location.
    public init(file: Int32, line: Int32, function: Int32, inlinedAt: Int32) {
        self.file = file; self.line = line; self.function = function; self.inlinedAt = inlinedAt
    }
}
