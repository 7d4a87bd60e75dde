// EffectAttribute: the vertex attributes that the effects read. A vertex layout for an effect uses the names of this enum:
//
//     VertexLayout(stride: 32, .position(.float3), .normal(.float3, offset: 12), .texCoord0(.float2, offset: 24))

import Raster

/// The vertex attributes that the effects read, in GLKit's order. The raw value is the attribute's location in the shader. If a layout
/// lacks an attribute, all vertices have the same default value, as with ES 1.1's current values. The default values are the normal (0, 0,
/// 1), the texture coordinates (0, 0), and the colour `BaseEffect.constantColor`.
public enum EffectAttribute: Int, Sendable, CaseIterable {
    /// The position in object space, of 2 to 4 components.
    case position = 0
    /// The normal in object space, 3 components, of any length.
    case normal = 1
    /// The colour: RGB or RGBA, each component 0…1.
    case color = 2
    /// Coordinates s and t of texture unit 0; the origin is at the bottom left.
    case texCoord0 = 3
    /// Coordinates s and t of texture unit 1; the origin is at the bottom left.
    case texCoord1 = 4

    /// The attribute's name in vertex layouts and shaders: `position`, `normal`, …
    public var name: String {
        switch self {
        case .position: "position"
        case .normal: "normal"
        case .color: "color"
        case .texCoord0: "texCoord0"
        case .texCoord1: "texCoord1"
        }
    }
}

extension Raster.VertexAttribute {
    /// Creates an entry of a vertex layout for an effect: the attribute's format, its offset in bytes from the start of the vertex in its
    /// buffer, and the slot of that buffer.
    public init(_ attribute: EffectAttribute, _ format: VertexFormat, offset: Int = 0, slot: Int = 0) {
        self.init(attribute.name, format, offset: offset, slot: slot)
    }
    /// Returns an entry for the position. `offset` is in bytes from the start of the vertex.
    public static func position(_ format: VertexFormat, offset: Int = 0, slot: Int = 0) -> Self {
        Self(EffectAttribute.position, format, offset: offset, slot: slot)
    }
    /// Returns an entry for the normal. `offset` is in bytes from the start of the vertex.
    public static func normal(_ format: VertexFormat, offset: Int = 0, slot: Int = 0) -> Self {
        Self(EffectAttribute.normal, format, offset: offset, slot: slot)
    }
    /// Returns an entry for the colour. `offset` is in bytes from the start of the vertex.
    public static func color(_ format: VertexFormat, offset: Int = 0, slot: Int = 0) -> Self { Self(EffectAttribute.color, format, offset: offset, slot: slot) }
    /// Returns an entry for the coordinates of texture unit 0. `offset` is in bytes from the start of the vertex.
    public static func texCoord0(_ format: VertexFormat, offset: Int = 0, slot: Int = 0) -> Self {
        Self(EffectAttribute.texCoord0, format, offset: offset, slot: slot)
    }
    /// Returns an entry for the coordinates of texture unit 1. `offset` is in bytes from the start of the vertex.
    public static func texCoord1(_ format: VertexFormat, offset: Int = 0, slot: Int = 0) -> Self {
        Self(EffectAttribute.texCoord1, format, offset: offset, slot: slot)
    }
}
