// AtomicOperation: the details of one atomic operation of a module.

/// The details of one atomic operation on a 32-bit word. Operands are values (instruction indices).
public struct AtomicOperation: Sendable, Hashable {
    /// How the new value is computed from the old value and the operand `value`.
    public enum Function: UInt8, Sendable, Hashable, CaseIterable {
        /// The sum; an integer overflow wraps around.
        case add
        /// The smaller value; signed if the operation's type is int.
        case minimum
        /// The larger value; signed if the operation's type is int.
        case maximum
        /// The bits that both have.
        case and
        /// The bits that at least one has.
        case or
        /// The bits that one of both has.
        case xor
        /// The operand.
        case exchange
        /// The operand if the old value equals `comparator`, else the old value.
        case compareExchange
    }
    /// The memory of the word.
    public enum Memory: Sendable, Hashable {
        /// The word at index `index` (a value, int) of storage block `block`.
        case storage(block: Int, index: Int32)
        /// The word at index `index` (a value, int) of the work group's memory.
        case shared(index: Int32)
        /// The texel of an image operation, which is an index into `ShaderModule.imageOperations`.
        case image(operation: Int)
    }
    /// The computation.
    public var function: Function
    /// The place of the word.
    public var memory: Memory
    /// The operand: a value of the operation's type.
    public var value: Int32
    /// The value with which `compareExchange` compares; −1 for other functions.
    public var comparator: Int32
    /// The type of the word: int, uint, or float for an exchange.
    public var type: ScalarType

    /// Creates an operation.
    public init(function: Function, memory: Memory, value: Int32, comparator: Int32 = -1, type: ScalarType) {
        self.function = function; self.memory = memory; self.value = value; self.comparator = comparator; self.type = type
    }
}
