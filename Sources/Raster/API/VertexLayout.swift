// VertexLayout: how vertex attributes lie in buffers, interleaved or separate.

/// The type of one component of a vertex attribute in memory; little endian, at any address.
public enum VertexComponent: UInt8, Sendable, Hashable, CaseIterable, Codable {
    case float32, float16
    case uint8, int8, uint16, int16, uint32, int32
    public var byteCount: Int {
        switch self {
        case .uint8, .int8: 1
        case .float16, .uint16, .int16: 2
        case .float32, .uint32, .int32: 4
        }
    }
    public var isInteger: Bool { self != .float32 && self != .float16 }
}

/// The format of one attribute in memory.
public enum VertexFormat: Sendable, Hashable, Codable {
    /// 1…4 floats or halves, or integers converted to float: as they are (`scaled`).
    case scaled(VertexComponent, Int)
    /// Integers mapped to 0…1 or −1…1 (signed: max(c / (2^(b−1) − 1), −1)).
    case normalized(VertexComponent, Int)
    /// Integers that stay integers (int, ivec, uint, uvec in the shader).
    case integer(VertexComponent, Int)
    /// GL_UNSIGNED_INT_2_10_10_10_REV and GL_INT_2_10_10_10_REV: x in the low 10 bits, w in the high 2.
    case packed1010102(signed: Bool, normalized: Bool)

    public static func float(_ count: Int) -> VertexFormat { .scaled(.float32, count) }
    public static func half(_ count: Int) -> VertexFormat { .scaled(.float16, count) }
    public static let float1 = float(1), float2 = float(2), float3 = float(3), float4 = float(4)
    public static let unorm8x4 = VertexFormat.normalized(.uint8, 4)

    public var componentCount: Int {
        switch self {
        case .scaled(_, let n), .normalized(_, let n), .integer(_, let n): n
        case .packed1010102: 4
        }
    }
    public var byteCount: Int {
        switch self {
        case .scaled(let c, let n), .normalized(let c, let n), .integer(let c, let n): c.byteCount * n
        case .packed1010102: 4
        }
    }
    public var isInteger: Bool { if case .integer = self { true } else { false } }
}

/// Names an attribute of the vertex shader and says where it lies. A matrix attribute takes one entry per column,
/// named `m[0]`, `m[1]` …
public struct VertexAttribute: Sendable, Hashable, Codable {
    public var name: String
    public var format: VertexFormat
    /// Bytes from the start of the element: 0…2³¹ − 1.
    public var offset: Int
    public var slot: Int
    public init(_ name: String, _ format: VertexFormat, offset: Int = 0, slot: Int = 0) {
        self.name = name; self.format = format; self.offset = offset; self.slot = slot
    }
}

/// How one vertex buffer slot advances.
public struct VertexBufferLayout: Sendable, Hashable, Codable {
    /// Bytes from one element to the next, up to 2³¹ − 1; 0 repeats the first element.
    public var stride: Int
    /// 0: per vertex. n, up to 2³¹ − 1: the element advances once per n instances.
    public var divisor: Int
    public init(stride: Int, divisor: Int = 0) { self.stride = stride; self.divisor = divisor }
}

/// All attributes of a pipeline. Every attribute of the program must be named by an entry or have a constant; entries
/// that the program does not use are ignored, so that programs can share a layout.
public struct VertexLayout: Sendable, Hashable, Codable {
    /// Of strides, divisors and offsets.
    static let range = 0...Int(Int32.max)
    /// Slots that vertex buffers can be bound to.
    static let maximumSlotCount = 64
    /// Indexed by slot; at most 64.
    public var buffers: [VertexBufferLayout]
    public var attributes: [VertexAttribute]
    /// Attribute name → value for all vertices, where no entry names it (GL's current vertex attribute).
    public var constants: [String: SIMD4<Float>] = [:]
    public init(buffers: [VertexBufferLayout], attributes: [VertexAttribute]) { self.buffers = buffers; self.attributes = attributes }
    /// One interleaved buffer.
    public init(stride: Int, _ attributes: VertexAttribute...) {
        self.init(buffers: [VertexBufferLayout(stride: stride)], attributes: attributes)
    }
    /// No buffers: the shader works from gl_VertexID alone.
    public static let none = VertexLayout(buffers: [], attributes: [])
}
