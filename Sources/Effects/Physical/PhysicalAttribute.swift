import Raster

/// Vertex attributes of `PhysicalEffect`, which also reads the attributes of `EffectAttribute`. The raw value is the name in vertex layouts.
public enum PhysicalAttribute: String, Sendable, CaseIterable {
    /// The tangent: x, y and z are the direction to the right of the normal map. w, which is 1 or −1, gives the side on which the
    /// top of the map lies (glTF 2.0 §3.7.2.1).
    case tangent
    /// The indices of four joints, in an integer format.
    case joints0
    /// The weights of the joints in `joints0`. The effect divides all weights by their sum.
    case weights0
    /// The indices of four further joints, in an integer format.
    case joints1
    /// The weights of the joints in `joints1`.
    case weights1
}

extension Raster.VertexAttribute {
    /// Creates an entry of a vertex layout for a `PhysicalEffect`. `offset` is in bytes from the start of the vertex.
    public init(_ attribute: PhysicalAttribute, _ format: VertexFormat, offset: Int = 0, slot: Int = 0) {
        self.init(attribute.rawValue, format, offset: offset, slot: slot)
    }
    /// Returns the four entries of a matrix for each instance: four columns of four floats, 64 bytes. The buffer of the slot needs the divisor 1.
    public static func instanceMatrix(offset: Int = 0, slot: Int) -> [Self] {
        (0..<4).map { Self("instanceMatrix[\($0)]", .float4, offset: offset + 16 * $0, slot: slot) }
    }
}

extension VertexLayout {
    func gives(_ attribute: PhysicalAttribute) -> Bool { gives(name: attribute.rawValue) }
    /// Returns whether the layout contains the attribute, as an array in a buffer or as a constant.
    func gives(name: String) -> Bool { attributes.contains { $0.name == name } || constants[name] != nil }
}
