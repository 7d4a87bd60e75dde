// Instruction: one operation of a module, and the place in the source that it comes from.

/// One instruction: 16 bytes. Its index in `ShaderModule.instructions` names its result.
public struct Instruction: Sendable, Hashable {
    /// The operation.
    public var opcode: Opcode
    /// The type of its result.
    public var type: ScalarType
    /// The first operand, −1 when there is none. The opcode tells its meaning.
    public var a: Int32
    /// The second operand, −1 when there is none.
    public var b: Int32
    /// The third operand, −1 when there is none.
    public var c: Int32

    /// An instruction; operands that are not given are −1.
    public init(_ opcode: Opcode, _ type: ScalarType, a: Int32 = -1, b: Int32 = -1, c: Int32 = -1) {
        self.opcode = opcode; self.type = type
        self.a = a; self.b = b; self.c = c
    }
}

/// The place in the source that an instruction comes from.
public struct ShaderLocation: Sendable, Hashable {
    /// Index into `ShaderModule.files`.
    public var file: Int32
    /// 1-based; 0 when unknown.
    public var line: Int32
    /// Index into `ShaderModule.functionNames`.
    public var function: Int32
    /// The location of the call where the function was inlined: an index into `ShaderModule.locations`, or −1.
    public var inlinedAt: Int32
    /// The function and call that it stands in.
    public var scope: ShaderScope { ShaderScope(function: function, inlinedAt: inlinedAt) }
    /// A place.
    public init(file: Int32, line: Int32, function: Int32, inlinedAt: Int32) {
        self.file = file; self.line = line; self.function = function; self.inlinedAt = inlinedAt
    }
}
