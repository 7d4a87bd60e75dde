// Model+Mesh: meshes, and primitives with vertices that can be copied into vertex buffers.

import Raster

extension Model {
    /// A shape in its own space, with a primitive for each material.
    public struct Mesh: Sendable, Hashable {
        /// The mesh's name in the file; it may be empty.
        public var name: String
        /// The parts, each with one material.
        public var primitives: [Primitive]
        /// The weights of the morph targets for nodes that have no weights of their own. An empty list counts as zeros.
        public var weights: [Float] = []
        /// The names of the morph targets (`extras.targetNames`); empty if the file has no such names.
        public var targetNames: [String] = []
        /// Creates a mesh from its parts.
        public init(name: String = "", primitives: [Primitive]) { self.name = name; self.primitives = primitives }
        /// Creates a mesh of triangles with one material, from its vertices and three indices for each triangle.
        public init(name: String = "", vertices: [Vertex], indices: [UInt32], material: Int) {
            self.init(name: name, primitives: [Primitive(vertices: vertices, indices: indices, material: material)])
        }
        /// The largest number of morph targets of a primitive.
        public var targetCount: Int { primitives.reduce(0) { max($0, $1.targets.count) } }
    }

    /// The shapes that the indices of a primitive describe. Strips, fans and loops of a file become lists.
    public enum Topology: String, Sendable, Hashable, CaseIterable {
        /// One index for each point.
        case points
        /// Two indices for each line.
        case lines
        /// Three indices for each triangle, counter-clockwise as seen from its front.
        case triangles
        /// The primitive type of a draw.
        public var primitiveType: PrimitiveType {
            switch self {
            case .points: .points
            case .lines: .lines
            case .triangles: .triangles
            }
        }
    }

    /// Points, lines or triangles with one material.
    public struct Primitive: Sendable, Hashable {
        /// The shapes that the indices describe.
        public var topology = Topology.triangles
        /// The vertices. Triangles can share a vertex.
        public var vertices: [Vertex]
        /// One, two or three indices for each shape, each below `vertices.count`.
        public var indices: [UInt32]
        /// The index of the material in `Model.materials`.
        public var material: Int
        /// Whether the vertices have tangents. The tangents come from the file, or are computed for a normal map.
        public var hasTangents = false
        /// The joints that move the vertices: sets of four joints for each vertex (`JOINTS_0`, `JOINTS_1`, …), each as long as `vertices`.
        /// `influences` is empty if the mesh is rigid.
        public var influences: [[Influence]] = []
        /// The morph targets. The weights of a node say how much of each target is added.
        public var targets: [MorphTarget] = []
        /// The materials of variants: from the index in `Model.variants` to the index in `Model.materials`.
        public var variants: [Int: Int] = [:]
        /// Creates a primitive from its vertices and indices.
        public init(topology: Topology = .triangles, vertices: [Vertex], indices: [UInt32], material: Int) {
            self.topology = topology; self.vertices = vertices; self.indices = indices; self.material = material
        }
        /// Returns the material of a variant. Returns the primitive's own material if `variant` is nil, or if the variant has no material for
        /// this primitive.
        public func material(in variant: Int?) -> Int { variant.flatMap { variants[$0] } ?? material }
    }

    /// A vertex in the layout of a vertex buffer: 64 bytes, see `vertexLayout`.
    public struct Vertex: Sendable, Hashable, BitwiseCopyable {
        /// The x coordinate in the mesh's space.
        public var x: Float
        /// The y coordinate.
        public var y: Float
        /// The z coordinate.
        public var z: Float
        /// The x component of the normal. Normals of triangles have length 1; points and lines without normals have zeros.
        public var normalX: Float
        /// The y component of the normal.
        public var normalY: Float
        /// The z component of the normal.
        public var normalZ: Float
        /// The x component of the tangent, which points in the direction of growing u. The component is 0 if `Primitive.hasTangents` is
        /// false.
        public var tangentX: Float = 0
        /// The y component of the tangent.
        public var tangentY: Float = 0
        /// The z component of the tangent.
        public var tangentZ: Float = 0
        /// The sign of the bitangent, 1 or −1: the bitangent is the cross product of normal and tangent, times this sign (glTF 2.0 §3.7.2.1).
        public var tangentSign: Float = 0
        /// The texture coordinate from the left; 0 if the file has no texture coordinates.
        public var u: Float
        /// The texture coordinate from the bottom; 0 if the file has no texture coordinates.
        public var v: Float
        /// The second texture coordinate from the left; 0 if the file has no second coordinate.
        public var u1: Float = 0
        /// The second texture coordinate from the bottom; 0 if the file has no second coordinate.
        public var v1: Float = 0
        /// The red, green, blue and alpha that multiply the base colour; 65535 means 1. In glTF files the values are linear; for other
        /// formats, the values are stored as in the file. The colour is white if the file has no colours.
        public var color: SIMD4<UInt16>

        /// Creates a vertex from its parts. By default, the vertex is white.
        public init(position: SIMD3<Float>, normal: SIMD3<Float> = .zero, u: Float = 0, v: Float = 0,
                    color: SIMD4<UInt16> = SIMD4(repeating: .max)) {
            x = position.x; y = position.y; z = position.z
            normalX = normal.x; normalY = normal.y; normalZ = normal.z
            self.u = u; self.v = v; self.color = color
        }
        /// The position as a vector.
        public var position: SIMD3<Float> {
            get { SIMD3(x, y, z) }
            set { x = newValue.x; y = newValue.y; z = newValue.z }
        }
        /// The normal as a vector.
        public var normal: SIMD3<Float> {
            get { SIMD3(normalX, normalY, normalZ) }
            set { normalX = newValue.x; normalY = newValue.y; normalZ = newValue.z }
        }
        /// The tangent as a vector.
        public var tangent: SIMD3<Float> {
            get { SIMD3(tangentX, tangentY, tangentZ) }
            set { tangentX = newValue.x; tangentY = newValue.y; tangentZ = newValue.z }
        }
        /// Returns a colour in the form of `color`; values outside of 0…1 are clamped, and NaN becomes 0.
        public static func color(_ value: SIMD4<Float>) -> SIMD4<UInt16> {
            var result = SIMD4<UInt16>()
            for i in 0..<4 { result[i] = UInt16((value[i] >= 0 ? min(value[i], 1) : 0) * 65535 + 0.5) }
            return result
        }
    }

    /// Four joints that move a vertex, and their weights: 32 bytes, see `influenceLayout`. Over all sets of a vertex, the weights add
    /// up to 1.
    public struct Influence: Sendable, Hashable, BitwiseCopyable {
        /// Indices in the skin's `joints`. The index of a joint with weight 0 is 0.
        public var joints: SIMD4<UInt16>
        /// The weights, 0 or more.
        public var weights: SIMD4<Float>
        /// Creates an influence from four joints and their weights.
        public init(joints: SIMD4<UInt16>, weights: SIMD4<Float>) { self.joints = joints; self.weights = weights }
    }

    /// Differences that are multiplied by a weight and added to the vertices. An array is empty or has an element for each vertex.
    public struct MorphTarget: Sendable, Hashable {
        /// The differences of the positions.
        public var positions: [SIMD3<Float>] = []
        /// The differences of the normals.
        public var normals: [SIMD3<Float>] = []
        /// The differences of the tangents.
        public var tangents: [SIMD3<Float>] = []
        /// The differences of the colours, red, green, blue and alpha. The sum of colour and differences is clamped to 0…1.
        public var colors: [SIMD4<Float>] = []
        /// The differences of the texture coordinates of set 0, from the left and from the bottom.
        public var texCoords0: [SIMD2<Float>] = []
        /// The differences of the texture coordinates of set 1, from the left and from the bottom.
        public var texCoords1: [SIMD2<Float>] = []
        /// Creates a target without differences.
        public init() {}
        /// Returns the target for rearranged vertices: element i of each new array is element `places[i]` of this target's array.
        func rearranged(_ places: [Int]) -> MorphTarget {
            func taken<Element>(_ elements: [Element]) -> [Element] { elements.isEmpty ? [] : places.map { elements[$0] } }
            var target = MorphTarget()
            target.positions = taken(positions); target.normals = taken(normals); target.tangents = taken(tangents)
            target.colors = taken(colors); target.texCoords0 = taken(texCoords0); target.texCoords1 = taken(texCoords1)
            return target
        }
    }

    /// The layout of `Vertex`, with the attribute names of the effects: `position`, `normal` (vec3), `tangent` (vec4), `texCoord0`,
    /// `texCoord1` (vec2) and `color` (vec4, 0…1).
    public static let vertexLayout = VertexLayout(stride: MemoryLayout<Vertex>.stride,
                                                  VertexAttribute("position", .float3, offset: 0),
                                                  VertexAttribute("normal", .float3, offset: 12),
                                                  VertexAttribute("tangent", .float4, offset: 24),
                                                  VertexAttribute("texCoord0", .float2, offset: 40),
                                                  VertexAttribute("texCoord1", .float2, offset: 48),
                                                  VertexAttribute("color", .normalized(.uint16, 4), offset: 56))
    /// The layout of a buffer of `Influence`: `joints` (uvec4) and `weights` (vec4).
    public static let influenceLayout = VertexLayout(stride: MemoryLayout<Influence>.stride,
                                                     VertexAttribute("joints", .integer(.uint16, 4), offset: 0),
                                                     VertexAttribute("weights", .float4, offset: 16))
}
