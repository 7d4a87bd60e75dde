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
        /// The bits that are set in both values.
        case and
        /// The bits that are set in at least one of the two values.
        case or
        /// The bits that are set in exactly one of the two values.
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
        /// The texel of an image operation. `operation` is the index of the image operation in `ShaderModule.imageOperations`.
        case image(operation: Int)
    }
    /// The function that computes the new value.
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

extension AtomicOperation {
    /// Returns the word's new value (register bits of `type`).
    package func newValue(old: UInt32, value: UInt32, comparator: UInt32) -> UInt32 {
        let isSigned = type == .int
        let isBelow = isSigned ? Int32(bitPattern: value) < Int32(bitPattern: old) : value < old
        return switch function {
        case .add: old &+ value
        case .minimum: isBelow ? value : old
        case .maximum: isBelow ? old : value
        case .and: old & value
        case .or: old | value
        case .xor: old ^ value
        case .exchange: value
        case .compareExchange: old == comparator ? value : old
        }
    }

    /// The index of the image operation that names the texel; nil if the word is in other memory.
    package var imageOperation: Int? {
        if case .image(let operation) = memory { operation } else { nil }
    }

    /// All values that the operation reads, but not the values of its image operation.
    package var valueOperands: [Int32] {
        let index: Int32 = switch memory {
        case .storage(_, let index), .shared(let index): index
        case .image: -1
        }
        return [index, value, comparator].filter { $0 >= 0 }
    }

    /// Replaces each value of `valueOperands` by the result of `replacement`.
    package mutating func replaceOperands(_ replacement: (Int32) -> Int32) {
        switch memory {
        case .storage(let block, let index): memory = .storage(block: block, index: replacement(index))
        case .shared(let index): memory = .shared(index: replacement(index))
        case .image: break
        }
        value = replacement(value)
        if comparator >= 0 { comparator = replacement(comparator) }
    }
}
