import Effects
import Raster

/// The contents of a model file as plain values: meshes, nodes that place the meshes, materials, skins, animations, cameras, lights.
///
/// Coordinates are in the file's own space (glTF: y up, metres) with counter-clockwise front faces. Texture coordinates have their
/// origin at the bottom left, like Raster's textures. In a loaded model, each index names an existing element, the indices of each
/// primitive name existing vertices, and the nodes form trees.
///
/// `placed(in:)` returns triangles, lines and points in world space, ready for buffers. An application that draws many frames makes the
/// buffers of `meshes` once, and takes matrices, weights and joints from a `ModelPose` for each frame.
public struct Model: Sendable {
    /// The appearance of a surface. Images are indices in `images`.
    public typealias Material = PhysicalMaterial<Int>

    /// The meshes, each with its primitives in the mesh's own space.
    public var meshes: [Mesh]
    /// The nodes. Each node has at most one parent.
    public var nodes: [Node]
    /// The roots of the file's default scene. The roots are shown with all their descendants.
    public var roots: [Int]
    /// The materials that the primitives refer to.
    public var materials: [Material]
    /// The images of the materials, without duplicates, with the values of the file; `MaterialSlot.isColor` says which images are sRGB.
    public var images: [Image]
    /// The skins that nodes refer to.
    public var skins: [Skin]
    /// The animations.
    public var animations: [Animation] = []
    /// The cameras that nodes refer to.
    public var cameras: [Camera] = []
    /// The lights that nodes refer to, each in the space of its node.
    public var lights: [PunctualLight] = []
    /// The names of the variants, such as the colours of a product (KHR_materials_variants). The keys of `Primitive.variants` are indices
    /// into this list.
    public var variants: [String] = []
    /// One sentence for each kind of content that was left out or replaced. For example, a missing image leaves its material white.
    public var warnings: [String] = []
    /// The smallest x, y and z of all vertices in the model's own pose, in world space.
    public private(set) var minimum = SIMD3<Float>.zero
    /// The largest x, y and z of all vertices in the model's own pose, in world space.
    public private(set) var maximum = SIMD3<Float>.zero

    /// The number of vertices of all meshes. Vertices of a mesh that several nodes show count once.
    public var vertexCount: Int { meshes.reduce(0) { $1.primitives.reduce($0) { $0 + $1.vertices.count } } }
    /// The number of triangles of all meshes. Triangles of a mesh that several nodes show count once.
    public var triangleCount: Int {
        meshes.reduce(0) { $1.primitives.reduce($0) { $0 + ($1.topology == .triangles ? $1.indices.count / 3 : 0) } }
    }

    /// Creates a model that is not read from a file: meshes at the origin, each on a node of its own.
    public init(meshes: [Mesh], materials: [Material], images: [Image] = []) {
        let nodes = meshes.indices.map { index in
            var node = Node(name: meshes[index].name)
            node.mesh = index
            return node
        }
        self.init(meshes: meshes, nodes: nodes, roots: Array(nodes.indices), materials: materials, images: images)
    }
    /// Creates a model that is not read from a file, with nodes and skins.
    /// - Precondition: The indices name elements of the arrays, and each node is a child of at most one node.
    public init(meshes: [Mesh], nodes: [Node], roots: [Int], skins: [Skin] = [], materials: [Material], images: [Image] = []) {
        self.meshes = meshes; self.nodes = nodes; self.roots = roots; self.skins = skins; self.materials = materials; self.images = images
        measure()
    }

    /// Computes `minimum` and `maximum` anew, for example after nodes or vertices have changed. A model without vertices has zeros.
    public mutating func measure() { (minimum, maximum) = bounds(in: pose()) }

    /// The maximum number of vertices of a loaded model. So many vertices take 1 GiB of memory.
    public static let maximumVertexCount = 1 << 24
    /// The maximum number of indices of a loaded model. So many indices take 256 MiB of memory.
    public static let maximumIndexCount = 1 << 26
    /// The maximum size of all images of a loaded model, in bytes of pixels.
    public static let maximumImageByteCount = 1 << 31
}
