// ScalarType, ValueType: what a register holds, and what a variable of GLSL is.

/// The type of one 32-bit register.
public enum ScalarType: UInt8, Sendable, Hashable {
    /// No value: the type of instructions that only have effects.
    case void
    /// All ones for true, zero for false.
    case bool
    /// A signed integer of 32 bits, two's complement.
    case int
    /// An unsigned integer of 32 bits.
    case uint
    /// An IEEE 754 binary32.
    case float
}

/// A GLSL type, for reflection.
public indirect enum ValueType: Sendable, Hashable {
    /// float, int, uint or bool.
    case scalar(ScalarType)
    /// 2 to 4 scalars.
    case vector(ScalarType, Int)
    /// Columns and rows, each 2 to 4; always of float.
    case matrix(Int, Int)
    /// A type, so many times.
    case array(ValueType, Int)
    /// A structure's name and its members in order.
    case structure(String, [StructureField])

    /// A member of a structure.
    public struct StructureField: Sendable, Hashable {
        /// Its name in the source.
        public var name: String
        /// Its type.
        public var type: ValueType
        /// A member.
        public init(name: String, type: ValueType) { self.name = name; self.type = type }
    }

    /// The type as GLSL spells it: `vec2[3][2]`, a structure by its name.
    package var glslName: String {
        switch self {
        case .scalar(let kind): return "\(kind)"
        case .vector(let kind, let n): return (kind == .float ? "vec" : kind == .int ? "ivec" : kind == .uint ? "uvec" : "bvec") + "\(n)"
        case .matrix(let columns, let rows): return columns == rows ? "mat\(columns)" : "mat\(columns)x\(rows)"
        case .structure(let name, _): return name
        case .array(var element, let count):
            // The outermost array's size stands first.
            var sizes = "[\(count)]"
            while case .array(let inner, let count) = element { (element, sizes) = (inner, sizes + "[\(count)]") }
            return element.glslName + sizes
        }
    }

    /// Number of scalars in a value of this type.
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
