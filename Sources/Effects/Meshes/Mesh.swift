// Mesh: triangles for effects, with interleaved position, normal and texture coordinate, and 16-bit indices.
//
// Triangles are counter-clockwise as seen from outside, normals have length 1, and v grows upward. A vertex has 32 bytes: eight
// floats.

import Raster

/// One interleaved vertex, 32 bytes without padding.
public struct MeshVertex: BitwiseCopyable, Equatable, Sendable {
    /// The position.
    public var x, y, z: Float
    /// The normal, of length 1.
    public var normalX, normalY, normalZ: Float
    /// The texture coordinate: u is 0 at the left edge of the texture, and v is 0 at the bottom edge.
    public var u, v: Float

    /// Creates a vertex from its parts.
    public init(position: SIMD3<Float>, normal: SIMD3<Float>, u: Float, v: Float) {
        x = position.x; y = position.y; z = position.z
        normalX = normal.x; normalY = normal.y; normalZ = normal.z
        self.u = u; self.v = v
    }
    /// The position as a vector.
    public var position: SIMD3<Float> { SIMD3(x, y, z) }
    /// The normal as a vector.
    public var normal: SIMD3<Float> { SIMD3(normalX, normalY, normalZ) }

    /// The vertex layout, with the attribute names that effects use. Both texture units read the same coordinates.
    public static let layout = VertexLayout(stride: 32, .position(.float3), .normal(.float3, offset: 12), .texCoord0(.float2, offset: 24),
                                            .texCoord1(.float2, offset: 24))
}

/// Triangles in memory: boxes, balls, rings, knots, floors, or any surface that a function of two numbers describes.
public struct Mesh: Sendable {
    /// The vertices of the triangles, at most 65,536.
    public private(set) var vertices: [MeshVertex] = []
    /// Three indices for each triangle.
    public private(set) var indices: [UInt16] = []

    /// The vertices without indices: three vertices for each triangle, in the order of the indices.
    public var unindexed: [MeshVertex] { indices.map { vertices[Int($0)] } }

    /// Creates a grid of columns × rows quads over u and v from 0 to 1. `vertex` returns the vertex at each u and v. A closed surface has
    /// separate vertices at 0 and at 1, because the texture coordinates differ on the two sides of the seam. A quad faces outward if, as
    /// seen from outside, u grows to the right and v grows upward. `columns` is limited to 1…1024, `rows` to the number that 16-bit indices
    /// allow.
    public init(columns: Int, rows: Int, vertex: (_ u: Float, _ v: Float) -> MeshVertex) {
        let columns = min(max(columns, 1), 1024), rows = min(max(rows, 1), 65536 / (columns + 1) - 1)
        for row in 0...rows {
            for column in 0...columns { vertices.append(vertex(Float(column) / Float(columns), Float(row) / Float(rows))) }
        }
        for row in 0..<rows {
            for column in 0..<columns {
                let a = UInt16(row * (columns + 1) + column), b = a + 1
                let c = a + UInt16(columns + 1), d = c + 1
                indices += [a, b, d, a, d, c]
            }
        }
    }
    /// Creates a mesh without triangles.
    public init() {}

    /// Adds the triangles of another mesh, transformed by `transform`.
    /// - Throws: `RasterError` with `invalidSize` if both meshes together have more than 65,536 vertices. If an error is thrown, nothing is
    ///   added.
    public mutating func append(_ other: Mesh, transform: Matrix4 = .identity) throws {
        guard vertices.count + other.vertices.count <= 65536 else {
            throw RasterError(.invalidSize, "mesh", "would have \(vertices.count + other.vertices.count) vertices",
                              remedy: "split it into meshes of at most 65536")
        }
        add(other, transform: transform)
    }
    /// Adds the triangles of another mesh. The caller ensures that both meshes together have at most 65,536 vertices.
    mutating func add(_ other: Mesh, transform: Matrix4 = .identity) {
        let first = UInt16(truncatingIfNeeded: vertices.count), normalMatrix = transform.normalMatrix
        vertices += other.vertices.map { v in
            let p = transform * SIMD4(v.position, 1)
            return MeshVertex(position: SIMD3(p.x, p.y, p.z), normal: (normalMatrix * v.normal).normalized, u: v.u, v: v.v)
        }
        indices += other.indices.map { $0 + first }
    }
}

/// A mesh that is stored in buffers of a device.
public struct MeshBuffers {
    /// The vertices, in the layout `MeshVertex.layout`.
    public let vertices: Buffer
    /// The indices, of 16 bits each.
    public let indices: Buffer
    /// Three vertices for each triangle, for draws without indices.
    public let triangles: Buffer
    /// The number of indices.
    public let count: Int

    /// Copies a mesh into buffers of a device. The names of the buffers begin with `label`. Throws the errors of
    /// `Device.makeBuffer`.
    public init(_ mesh: Mesh, device: Device, label: String = "mesh") throws {
        vertices = try device.makeBuffer(mesh.vertices, label: "\(label) vertices")
        indices = try device.makeBuffer(mesh.indices, label: "\(label) indices")
        triangles = try device.makeBuffer(mesh.unindexed, label: "\(label) triangles")
        count = mesh.indices.count
    }
    /// Draws all triangles with the pass's current effect, or with a pipeline of the layout `MeshVertex.layout`. A capture of a frame shows
    /// `file` and `line` as the draw's place in the source; by default, this place is the caller's line.
    public func draw(in pass: inout RenderPass, unindexed: Bool = false, label: String = "", file: StaticString = #fileID, line: UInt = #line) {
        if unindexed {
            pass.setVertexBuffer(triangles)
            pass.draw(count: count, label: label, file: file, line: line)
        } else {
            pass.setVertexBuffer(vertices)
            pass.drawIndexed(indices, count: count, label: label, file: file, line: line)
        }
    }
}
