import Raster

/// Triangles with materials from an OBJ, glTF 2.0, PLY or STL file, ready for buffers and textures.
///
/// Coordinates are in the file's own space (glTF: y up, metres), with node transforms applied and counter-clockwise front faces.
/// Texture coordinates have their origin at the bottom left, like Raster's textures.
public struct Model: Sendable {
    /// A vertex in the layout of a vertex buffer: 36 bytes, see `vertexLayout`.
    public struct Vertex: Sendable, Hashable, BitwiseCopyable {
        /// The x coordinate in the file's space.
        public var x: Float
        /// The y coordinate.
        public var y: Float
        /// The z coordinate.
        public var z: Float
        /// The x component of the normal. Normals have length 1.
        public var normalX: Float
        /// The y component of the normal.
        public var normalY: Float
        /// The z component of the normal.
        public var normalZ: Float
        /// The texture coordinate from the left; 0 if the file has no texture coordinates.
        public var u: Float
        /// The texture coordinate from the bottom; 0 if the file has no texture coordinates.
        public var v: Float
        /// RGBA from the lowest byte up; white if the file has no colours.
        public var color: UInt32
        /// A vertex given by its parts; by default white.
        public init(position: SIMD3<Float>, normal: SIMD3<Float>, u: Float = 0, v: Float = 0, color: UInt32 = .max) {
            x = position.x; y = position.y; z = position.z
            normalX = normal.x; normalY = normal.y; normalZ = normal.z
            self.u = u; self.v = v; self.color = color
        }
        init(x: Float, y: Float, z: Float, normalX: Float, normalY: Float, normalZ: Float, u: Float, v: Float, color: UInt32) {
            self.x = x; self.y = y; self.z = z
            self.normalX = normalX; self.normalY = normalY; self.normalZ = normalZ
            self.u = u; self.v = v; self.color = color
        }
    }
    /// A list of triangles with one material.
    public struct Mesh: Sendable, Hashable {
        /// The mesh's name in the file; it may be empty.
        public var name: String
        /// The vertices. Triangles can share a vertex.
        public var vertices: [Vertex]
        /// Three indices for each triangle, each below `vertices.count`.
        public var indices: [UInt32]
        /// The index of the mesh's material in `Model.materials`.
        public var material: Int
        /// A mesh from its vertices and three indices per triangle.
        public init(name: String = "", vertices: [Vertex], indices: [UInt32], material: Int) {
            self.name = name; self.vertices = vertices; self.indices = indices; self.material = material
        }
    }
    /// The use of alpha (glTF 2.0 §3.9.4).
    public enum AlphaMode: String, Sendable, Hashable, CaseIterable {
        /// Alpha is ignored.
        case opaque
        /// Fragments with an alpha below `alphaCutoff` are discarded.
        case mask
        /// Fragments are blended by their alpha.
        case blend
    }
    /// The appearance of a surface: colour, image, alpha.
    public struct Material: Sendable, Hashable {
        /// The material's name in the file; it may be empty.
        public var name = ""
        /// The colour that multiplies the image and the vertex colour. Linear in glTF files; in other formats, the colour in the file is used unchanged.
        public var baseColor = SIMD4<Float>(repeating: 1)
        /// The index of the image in `Model.images`; nil for white.
        public var image: Int?
        /// The wrap mode of the image to the left and right.
        public var wrapU = WrapMode.repeat
        /// The wrap mode of the image at bottom and top.
        public var wrapV = WrapMode.repeat
        /// The use of alpha.
        public var alphaMode = AlphaMode.opaque
        /// In the mode `mask`, fragments with an alpha below this value are discarded.
        public var alphaCutoff: Float = 0.5
        /// True if back faces are drawn too.
        public var isDoubleSided = false
        /// A white, opaque material without an image.
        public init() {}
    }

    /// The triangles, divided by material.
    public var meshes: [Mesh]
    /// The materials that the meshes refer to.
    public var materials: [Material]
    /// The base-colour images, without duplicates; sRGB-encoded.
    public var images: [Image]
    /// One sentence for each kind of content that was left out or replaced. For example, a missing image leaves its material white.
    public var warnings: [String]
    /// The smallest x, y and z of all vertices.
    public var minimum: SIMD3<Float>
    /// The largest x, y and z of all vertices.
    public var maximum: SIMD3<Float>

    /// The number of vertices of all meshes.
    public var vertexCount: Int { meshes.reduce(0) { $0 + $1.vertices.count } }
    /// The number of triangles of all meshes.
    public var triangleCount: Int { meshes.reduce(0) { $0 + $1.indices.count / 3 } }

    /// The layout of `Vertex`, with the attribute names of the effects: `position` (vec3), `normal` (vec3), `texCoord0` (vec2) and
    /// `color` (vec4, 0…1).
    public static let vertexLayout = VertexLayout(stride: MemoryLayout<Vertex>.stride,
                                                  VertexAttribute("position", .float3, offset: 0),
                                                  VertexAttribute("normal", .float3, offset: 12),
                                                  VertexAttribute("texCoord0", .float2, offset: 24),
                                                  VertexAttribute("color", .unorm8x4, offset: 32))
    /// A model made by the program. The model's bounds are the bounds of the vertices.
    public init(meshes: [Mesh], materials: [Material], images: [Image] = []) {
        let all = meshes.lazy.flatMap(\.vertices)
        func bound(_ start: Float, _ better: (Float, Float) -> Float) -> SIMD3<Float> {
            all.reduce(SIMD3(repeating: start)) { SIMD3(better($0.x, $1.x), better($0.y, $1.y), better($0.z, $1.z)) }
        }
        self.init(meshes: meshes, materials: materials, images: images, warnings: [], minimum: bound(.infinity, min), maximum: bound(-.infinity, max))
    }
    init(meshes: [Mesh], materials: [Material], images: [Image], warnings: [String], minimum: SIMD3<Float>, maximum: SIMD3<Float>) {
        self.meshes = meshes; self.materials = materials; self.images = images; self.warnings = warnings; self.minimum = minimum; self.maximum = maximum
    }

    /// The maximum number of vertices of a loaded model; they take about 600 MB.
    public static let maximumVertexCount = 1 << 24
    /// The maximum number of indices of a loaded model; they take 256 MiB.
    public static let maximumIndexCount = 1 << 26
}
