// ScalarType, ValueType: the type of a register, and the type of a GLSL variable.

/// The type of one 32-bit register.
public enum ScalarType: UInt8, Sendable, Hashable {
    /// No value: the type of instructions that have an effect but no result.
    case void
    /// A bool: all bits are ones for true and zeros for false.
    case bool
    /// A signed integer of 32 bits, two's complement.
    case int
    /// An unsigned integer of 32 bits.
    case uint
    /// An IEEE 754 binary32 number.
    case float
}

/// A GLSL type, for reflection.
public indirect enum ValueType: Sendable, Hashable {
    /// A float, int, uint or bool.
    case scalar(ScalarType)
    /// A vector of 2 to 4 scalars.
    case vector(ScalarType, Int)
    /// A matrix: first the number of columns, then the number of rows, each from 2 to 4. The components are always floats.
    case matrix(Int, Int)
    /// An array: the type of the elements, and the number of elements.
    case array(ValueType, Int)
    /// A structure: its name, and its members in order.
    case structure(String, [StructureField])

    /// A member of a structure.
    public struct StructureField: Sendable, Hashable {
        /// The member's name in the source.
        public var name: String
        /// The member's type.
        public var type: ValueType
        /// Creates a member.
        public init(name: String, type: ValueType) { self.name = name; self.type = type }
    }

    /// The type's spelling in GLSL: `vec2[3][2]`; for a structure, its name.
    package var glslName: String {
        switch self {
        case .scalar(let kind): return "\(kind)"
        case .vector(let kind, let n): return (kind == .float ? "vec" : kind == .int ? "ivec" : kind == .uint ? "uvec" : "bvec") + "\(n)"
        case .matrix(let columns, let rows): return columns == rows ? "mat\(columns)" : "mat\(columns)x\(rows)"
        case .structure(let name, _): return name
        case .array(var element, let count):
            // GLSL writes the size of the outermost array first.
            var sizes = "[\(count)]"
            while case .array(let inner, let count) = element { (element, sizes) = (inner, sizes + "[\(count)]") }
            return element.glslName + sizes
        }
    }

    /// The types of the scalars in a value of this type, in order.
    package var scalars: [ScalarType] {
        switch self {
        case .scalar(let scalar): [scalar]
        case .vector(let scalar, let count): Array(repeating: scalar, count: count)
        case .matrix(let columns, let rows): Array(repeating: .float, count: columns * rows)
        case .array(let element, let count): Array(repeatElement(element.scalars, count: count).joined())
        case .structure(_, let fields): fields.flatMap(\.type.scalars)
        }
    }

    /// The number of scalars in a value of this type.
    public var scalarCount: Int {
        switch self {
        case .scalar: 1
        case .vector(_, let n): n
        case .matrix(let columns, let rows): columns * rows
        case .array(let element, let n): element.scalarCount * n
        case .structure(_, let fields): fields.reduce(0) { $0 + $1.type.scalarCount }
        }
    }
}
