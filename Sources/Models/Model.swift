import Raster

/// Triangles with materials, as they come out of an OBJ, glTF 2.0, PLY or STL file, ready for buffers and textures.
///
/// Space is the file's own (glTF: y up, metres), with the node transforms applied and counter-clockwise front faces.
/// Texture coordinates have their origin at the bottom left, as Raster's textures have.
public struct Model: Sendable {
    /// One vertex as it lies in a vertex buffer: 36 bytes, see `vertexLayout`.
    public struct Vertex: Sendable, Hashable, BitwiseCopyable {
        public var x: Float, y: Float, z: Float
        /// Of length 1.
        public var normalX: Float, normalY: Float, normalZ: Float
        /// Zero where the file has none.
        public var u: Float, v: Float
        /// RGBA from the lowest byte up; white where the file has none.
        public var color: UInt32
    }
    /// A list of triangles with one material.
    public struct Mesh: Sendable, Hashable {
        public var name: String
        public var vertices: [Vertex]
        /// Three for each triangle, each below `vertices.count`.
        public var indices: [UInt32]
        /// In `Model.materials`.
        public var material: Int
    }
    public enum AlphaMode: String, Sendable, Hashable, CaseIterable { case opaque, mask, blend }
    public struct Material: Sendable, Hashable {
        public var name = ""
        /// Multiplies image and vertex colour. Linear in glTF files, as written in the others.
        public var baseColor = SIMD4<Float>(repeating: 1)
        /// In `Model.images`; nil: white.
        public var image: Int?
        public var wrapU = WrapMode.repeat
        public var wrapV = WrapMode.repeat
        public var alphaMode = AlphaMode.opaque
        /// With `mask`, a fragment of less alpha is discarded.
        public var alphaCutoff: Float = 0.5
        public var isDoubleSided = false
    }

    public var meshes: [Mesh]
    public var materials: [Material]
    /// Base-colour images, each once; sRGB-encoded.
    public var images: [Image]
    /// What was left out or replaced, one sentence each: a missing image, for instance, leaves its material white.
    public var warnings: [String]
    /// Corners of the smallest box around all vertices.
    public var minimum: SIMD3<Float>
    public var maximum: SIMD3<Float>

    public var vertexCount: Int { meshes.reduce(0) { $0 + $1.vertices.count } }
    public var triangleCount: Int { meshes.reduce(0) { $0 + $1.indices.count / 3 } }

    /// Attributes `position` (vec3), `normal` (vec3), `uv` (vec2) and `color` (vec4, 0…1).
    public static let vertexLayout = VertexLayout(stride: MemoryLayout<Vertex>.stride,
                                                  VertexAttribute("position", .float3, offset: 0),
                                                  VertexAttribute("normal", .float3, offset: 12),
                                                  VertexAttribute("uv", .float2, offset: 24),
                                                  VertexAttribute("color", .unorm8x4, offset: 32))
    /// The most that is loaded: about 600 MB of vertices.
    public static let maximumVertexCount = 1 << 24
    public static let maximumIndexCount = 1 << 26
}
