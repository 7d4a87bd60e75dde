// ParameterValues: the values of glTexParameter and glSamplerParameter in any of the types of these functions (OpenGL ES 3.0.6 §2.3.1,
// §6.1.1).

import Raster

/// The values that a program gives for a parameter.
enum ParameterValues {
    case int(GLint)
    case float(GLfloat)
    case ints(UnsafePointer<GLint>)
    case floats(UnsafePointer<GLfloat>)
    /// Integers that a border colour keeps as integers (glTexParameterIiv, glTexParameterIuiv).
    case pureInts(UnsafePointer<GLint>)
    case pureUints(UnsafePointer<GLuint>)

    /// Whether the program passed an array. A colour must be passed as an array.
    var isArray: Bool {
        switch self {
        case .int, .float: false
        default: true
        }
    }
    /// Returns the values from `index` on. The value at `index` becomes the first value.
    func element(_ index: Int) -> ParameterValues {
        switch self {
        case .int, .float: self
        case .ints(let values): .ints(values + index)
        case .floats(let values): .floats(values + index)
        case .pureInts(let values): .pureInts(values + index)
        case .pureUints(let values): .pureUints(values + index)
        }
    }
    /// The first value as an integer; floats are rounded.
    var int: Int {
        switch self {
        case .int(let value): Int(value)
        case .float(let value): Self.rounded(value)
        case .ints(let values), .pureInts(let values): Int(values[0])
        case .floats(let values): Self.rounded(values[0])
        case .pureUints(let values): Int(values[0])
        }
    }
    var float: Float {
        switch self {
        case .int(let value): Float(value)
        case .float(let value): value
        case .ints(let values), .pureInts(let values): Float(values[0])
        case .floats(let values): values[0]
        case .pureUints(let values): Float(values[0])
        }
    }
    /// The first value as a constant of OpenGL. If the number is out of range, the result is GL_INVALID_INDEX, which is not a value of any parameter.
    var constant: GLenum { GLenum(exactly: int) ?? 0xFFFF_FFFF }
    var borderColor: SamplerParameters.BorderColor {
        switch self {
        case .int, .float: .floats(.zero)
        case .ints(let v): .floats(SIMD4(Self.fraction(v[0]), Self.fraction(v[1]), Self.fraction(v[2]), Self.fraction(v[3])))
        case .floats(let v): .floats(SIMD4(v[0], v[1], v[2], v[3]))
        case .pureInts(let v): .ints(SIMD4(v[0], v[1], v[2], v[3]))
        case .pureUints(let v): .uints(SIMD4(v[0], v[1], v[2], v[3]))
        }
    }

    private static func rounded(_ value: Float) -> Int { value.isNaN ? 0 : Int(max(-0x1p31, min(value, 0x1p32)).rounded()) }
    /// Converts an integer to a fraction: the largest integer becomes 1 (§2.1.6).
    private static func fraction(_ value: GLint) -> Float { max(-1, Float(Double(value) / 2147483647)) }
}

/// A parameter's values. A query converts these values to the type that the program asks for.
enum QueriedValue {
    case int(Int)
    case constant(GLenum)
    case constants([GLenum])
    case float(Float)
    case color(SamplerParameters.BorderColor)

    func write(_ target: UnsafeMutablePointer<GLfloat>) {
        switch self {
        case .int(let value): target[0] = Float(value)
        case .constant(let value): target[0] = Float(value)
        case .constants(let values): for (i, value) in values.enumerated() { target[i] = Float(value) }
        case .float(let value): target[0] = value
        case .color(let color): for i in 0..<4 { target[i] = color.floats[i] }
        }
    }
    /// - Parameter isPure: Whether a border colour of integers is returned without conversion.
    func write(_ target: UnsafeMutablePointer<GLint>, isPure: Bool = false) {
        switch self {
        case .int(let value): target[0] = GLint(clamping: value)
        case .constant(let value): target[0] = GLint(bitPattern: value)
        case .constants(let values): for (i, value) in values.enumerated() { target[i] = GLint(bitPattern: value) }
        case .float(let value): target[0] = Self.rounded(value)
        case .color(let color):
            for i in 0..<4 { target[i] = isPure ? Self.bits(color, i) : Self.rounded(color.floats[i] * 0x1p31) }
        }
    }
    private static func bits(_ color: SamplerParameters.BorderColor, _ i: Int) -> GLint {
        switch color {
        case .floats(let color): rounded(color[i])
        case .ints(let color): color[i]
        case .uints(let color): GLint(bitPattern: color[i])
        }
    }
    private static func rounded(_ value: Float) -> GLint { value.isNaN ? 0 : GLint(clamping: Int(max(-0x1p32, min(value, 0x1p32)).rounded())) }
}
