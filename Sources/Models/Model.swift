import Raster

/// Triangles with materials, as they come out of an OBJ, glTF 2.0, PLY or STL file, ready for buffers and textures.
///
/// Space is the file's own (glTF: y up, metres), with the node transforms applied and counter-clockwise front faces.
/// Texture coordinates have their origin at the bottom left, as Raster's textures have.
public struct Model: Sendable {
    /// One vertex as it lies in a vertex buffer: 36 bytes, see `vertexLayout`.
    public struct Vertex: Sendable, Hashable, BitwiseCopyable {
        /// The place along x in the file's space.
        public var x: Float
        /// The place along y.
        public var y: Float
        /// The place along z.
        public var z: Float
        /// The normal's part along x. Normals have length 1.
        public var normalX: Float
        /// The normal's part along y.
        public var normalY: Float
        /// The normal's part along z.
        public var normalZ: Float
        /// Texture coordinate from the left; 0 where the file has none.
        public var u: Float
        /// Texture coordinate from the bottom; 0 where the file has none.
        public var v: Float
        /// RGBA from the lowest byte up; white where the file has none.
        public var color: UInt32
        /// A vertex from its parts; white unless told otherwise.
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
        /// The name in the file; may be empty.
        public var name: String
        /// The corners of its triangles, each once where triangles share it.
        public var vertices: [Vertex]
        /// Three for each triangle, each below `vertices.count`.
        public var indices: [UInt32]
        /// The index of its material in `Model.materials`.
        public var material: Int
        /// Triangles by their corners and, three for each, indices of these.
        public init(name: String = "", vertices: [Vertex], indices: [UInt32], material: Int) {
            self.name = name; self.vertices = vertices; self.indices = indices; self.material = material
        }
    }
    /// How alpha counts (glTF 2.0 §3.9.4).
    public enum AlphaMode: String, Sendable, Hashable, CaseIterable {
        /// Alpha does not count.
        case opaque
        /// Fragments with an alpha below `alphaCutoff` are discarded.
        case mask
        /// Fragments are blended by their alpha.
        case blend
    }
    /// The look of a surface: colour, image, alpha.
    public struct Material: Sendable, Hashable {
        /// The name in the file; may be empty.
        public var name = ""
        /// Multiplies image and vertex colour. Linear in glTF files, as written in the others.
        public var baseColor = SIMD4<Float>(repeating: 1)
        /// The index of its image in `Model.images`; nil: white.
        public var image: Int?
        /// How the image goes on left and right.
        public var wrapU = WrapMode.repeat
        /// How the image goes on at bottom and top.
        public var wrapV = WrapMode.repeat
        /// How alpha counts.
        public var alphaMode = AlphaMode.opaque
        /// With `mask`, a fragment of less alpha is discarded.
        public var alphaCutoff: Float = 0.5
        /// Whether triangles that show their back are drawn too.
        public var isDoubleSided = false
        /// White, opaque, without an image.
        public init() {}
    }

    /// The triangles, in lists of one material each.
    public var meshes: [Mesh]
    /// The materials that meshes name.
    public var materials: [Material]
    /// Base-colour images, each once; sRGB-encoded.
    public var images: [Image]
    /// One sentence for each thing that was left out or replaced: a missing image, for instance, leaves its material white.
    public var warnings: [String]
    /// The lowest x, y and z of all vertices.
    public var minimum: SIMD3<Float>
    /// The highest x, y and z of all vertices.
    public var maximum: SIMD3<Float>

    /// Vertices of all meshes.
    public var vertexCount: Int { meshes.reduce(0) { $0 + $1.vertices.count } }
    /// Triangles of all meshes.
    public var triangleCount: Int { meshes.reduce(0) { $0 + $1.indices.count / 3 } }

    /// The layout of `Vertex`, by the effects' names: attributes `position` (vec3), `normal` (vec3), `texCoord0` (vec2) and `color` (vec4, 0…1).
    public static let vertexLayout = VertexLayout(stride: MemoryLayout<Vertex>.stride,
                                                  VertexAttribute("position", .float3, offset: 0),
                                                  VertexAttribute("normal", .float3, offset: 12),
                                                  VertexAttribute("texCoord0", .float2, offset: 24),
                                                  VertexAttribute("color", .unorm8x4, offset: 32))
    /// A model of a program's own. Its bounds are those of the vertices.
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

    /// The most vertices that are loaded: about 600 MB.
    public static let maximumVertexCount = 1 << 24
    /// The most indices that are loaded: 256 MiB.
    public static let maximumIndexCount = 1 << 26
}
