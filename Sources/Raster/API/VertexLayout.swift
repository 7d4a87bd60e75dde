/// The type of one component of a vertex attribute in memory. Components are little endian and may have any address.
public enum VertexComponent: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// A float (GL_FLOAT).
    case float32
    /// A half float (GL_HALF_FLOAT).
    case float16
    /// An unsigned integer of 8 bits (GL_UNSIGNED_BYTE).
    case uint8
    /// A signed integer of 8 bits (GL_BYTE).
    case int8
    /// An unsigned integer of 16 bits (GL_UNSIGNED_SHORT).
    case uint16
    /// A signed integer of 16 bits (GL_SHORT).
    case int16
    /// An unsigned integer of 32 bits (GL_UNSIGNED_INT).
    case uint32
    /// A signed integer of 32 bits (GL_INT).
    case int32
    /// A signed fixed-point number with 16 bits before and 16 bits after the point (GL_FIXED). Only `VertexFormat.scaled` may have this
    /// component.
    case fixed32
    /// A double, which is rounded to the nearest float (GL_DOUBLE with glVertexAttribPointer). Only `VertexFormat.scaled` may have this
    /// component.
    case float64
    /// The number of bytes of one component: 1, 2, 4 or 8.
    public var byteCount: Int {
        switch self {
        case .uint8, .int8: 1
        case .float16, .uint16, .int16: 2
        case .float32, .uint32, .int32, .fixed32: 4
        case .float64: 8
        }
    }
    /// Whether the component is an integer, signed or not.
    public var isInteger: Bool {
        switch self {
        case .uint8, .int8, .uint16, .int16, .uint32, .int32: true
        case .float32, .float16, .fixed32, .float64: false
        }
    }
}

/// The format of one attribute in memory (glVertexAttribPointer). The associated Int is the number of components, 1…4.
public enum VertexFormat: Sendable, Hashable, Codable {
    /// Floats, half floats, doubles and fixed-point numbers, or integers that the draw converts to floats of the same value.
    case scaled(VertexComponent, Int)
    /// Integers that are mapped to floats. An unsigned integer c of b bits becomes c / (2^b − 1), which lies in 0…1. A signed integer
    /// becomes max(c / (2^(b−1) − 1), −1), which lies in −1…1.
    case normalized(VertexComponent, Int)
    /// Integers that the shader reads as integers: int, ivec, uint or uvec (glVertexAttribIPointer).
    case integer(VertexComponent, Int)
    /// Four numbers in four bytes: x in the low 10 bits, then y and z, w in the high 2 bits (GL_UNSIGNED_INT_2_10_10_10_REV,
    /// GL_INT_2_10_10_10_REV).
    case packed1010102(signed: Bool, normalized: Bool)
    /// Four bytes in the order blue, green, red and alpha, mapped to 0…1 (GL_UNSIGNED_BYTE with the size GL_BGRA). The shader reads the
    /// four numbers in the order red, green, blue and alpha.
    case bgra8
    /// The layout of `packed1010102` with normalised numbers, but with blue in the low 10 bits and red in the place of z (the size
    /// GL_BGRA).
    case packedBGRA1010102(signed: Bool)

    /// Returns the format of `count` floats, 1…4.
    public static func float(_ count: Int) -> VertexFormat { .scaled(.float32, count) }
    /// Returns the format of `count` half floats, 1…4.
    public static func half(_ count: Int) -> VertexFormat { .scaled(.float16, count) }
    /// One float.
    public static let float1 = float(1)
    /// Two floats.
    public static let float2 = float(2)
    /// Three floats.
    public static let float3 = float(3)
    /// Four floats.
    public static let float4 = float(4)
    /// Four unsigned bytes, mapped to 0…1: a colour.
    public static let unorm8x4 = VertexFormat.normalized(.uint8, 4)

    /// The number of components, 1…4.
    public var componentCount: Int {
        switch self {
        case .scaled(_, let n), .normalized(_, let n), .integer(_, let n): n
        case .packed1010102, .bgra8, .packedBGRA1010102: 4
        }
    }
    /// The number of bytes of one attribute.
    public var byteCount: Int {
        switch self {
        case .scaled(let c, let n), .normalized(let c, let n), .integer(let c, let n): c.byteCount * n
        case .packed1010102, .bgra8, .packedBGRA1010102: 4
        }
    }
    /// Whether the shader reads integers.
    public var isInteger: Bool { if case .integer = self { true } else { false } }
}

/// The name of an attribute of the vertex shader, and its position in a vertex buffer. A matrix attribute takes one entry per
/// column, named `m[0]`, `m[1]`, ….
public struct VertexAttribute: Sendable, Hashable, Codable {
    /// The name in GLSL.
    public var name: String
    /// The type and number of the attribute's components in memory.
    public var format: VertexFormat
    /// The number of bytes from the start of the element to the attribute: 0…2³¹ − 1.
    public var offset: Int
    /// The slot of the vertex buffer, an index into `VertexLayout.buffers`.
    public var slot: Int
    /// By default the attribute is at the start of the element in slot 0.
    public init(_ name: String, _ format: VertexFormat, offset: Int = 0, slot: Int = 0) {
        self.name = name; self.format = format; self.offset = offset; self.slot = slot
    }
}

/// How a vertex buffer advances from one element to the next.
public struct VertexBufferLayout: Sendable, Hashable, Codable {
    /// The number of bytes from one element to the next, up to 2³¹ − 1. With the stride 0, every element is the first element.
    public var stride: Int
    /// The divisor. If the divisor is 0, the element advances with each vertex. If the divisor is n, up to 2³¹ − 1, the element advances
    /// once per n instances (glVertexAttribDivisor).
    public var divisor: Int
    /// By default the element advances with each vertex.
    public init(stride: Int, divisor: Int = 0) { self.stride = stride; self.divisor = divisor }
}

/// The positions of a pipeline's vertex attributes in one or more buffers. Every attribute of the program needs an entry or a
/// constant. Entries that the program does not use are ignored. Several programs can therefore share a layout.
public struct VertexLayout: Sendable, Hashable, Codable {
    /// The allowed strides, divisors and offsets.
    static let range = 0...Int(Int32.max)
    /// The number of slots for vertex buffers.
    static let maximumSlotCount = 64
    /// The vertex buffers by slot, at most 64.
    public var buffers: [VertexBufferLayout]
    /// The positions of the attributes, in any order.
    public var attributes: [VertexAttribute]
    /// The constant values of attributes that have no entry, by attribute name. Compiled code contains the constants, so a pipeline with
    /// other constants needs other code. Use `RenderPass.setAttribute` for values that change often.
    public var constants: [String: SIMD4<Float>] = [:]
    /// Makes a layout of several buffers, or a layout with elements that advance with instances.
    public init(buffers: [VertexBufferLayout], attributes: [VertexAttribute]) { self.buffers = buffers; self.attributes = attributes }
    /// Makes a layout of one interleaved buffer in slot 0. The elements of the buffer are `stride` bytes apart.
    public init(stride: Int, _ attributes: VertexAttribute...) {
        self.init(buffers: [VertexBufferLayout(stride: stride)], attributes: attributes)
    }
    /// A layout without buffers: the shader computes vertices only from gl_VertexID.
    public static let none = VertexLayout(buffers: [], attributes: [])
}
