// Mesh: triangles as every demo keeps them: interleaved position, normal and texture coordinate, 16-bit indices.
//
// Counter-clockwise triangles face outward; normals have length 1; v grows upward. Vertices are 32 bytes: eight floats.

import Effects
import Raster

/// One interleaved vertex, 32 bytes without padding.
package struct MeshVertex: BitwiseCopyable, Equatable {
    var x, y, z: Float
    var normalX, normalY, normalZ: Float
    var u, v: Float

    init(position: SIMD3<Float>, normal: SIMD3<Float>, u: Float, v: Float) {
        x = position.x; y = position.y; z = position.z
        normalX = normal.x; normalY = normal.y; normalZ = normal.z
        self.u = u; self.v = v
    }
    package var position: SIMD3<Float> { SIMD3(x, y, z) }
    package var normal: SIMD3<Float> { SIMD3(normalX, normalY, normalZ) }

    /// Both texture units of the effects read the same coordinates.
    static let layout = VertexLayout(stride: 32, .position(.float3), .normal(.float3, offset: 12), .texCoord0(.float2, offset: 24),
                                     .texCoord1(.float2, offset: 24))
}

package struct Mesh {
    package var vertices: [MeshVertex] = []
    package var indices: [UInt16] = []

    /// Every triangle with three vertices of its own, in the order of the indices.
    package var unindexed: [MeshVertex] { indices.map { vertices[Int($0)] } }

    /// A grid of columns × rows quads over 0…1 × 0…1, shaped by `vertex`. Both ends of each direction get vertices, so that
    /// a closed surface keeps a seam for its texture. A quad whose corners u-right, v-up are seen counter-clockwise from
    /// outside faces outward.
    init(columns: Int, rows: Int, vertex: (_ u: Float, _ v: Float) -> MeshVertex) {
        precondition((columns + 1) * (rows + 1) <= 65536)
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
    init() {}

    /// Adds the triangles of another mesh, moved by `transform`.
    mutating func append(_ other: Mesh, transform: Matrix4 = .identity) {
        precondition(vertices.count + other.vertices.count <= 65536)
        let first = UInt16(vertices.count), normalMatrix = transform.normalMatrix
        vertices += other.vertices.map { v in
            let p = transform * SIMD4(v.position, 1)
            return MeshVertex(position: SIMD3(p.x, p.y, p.z), normal: (normalMatrix * v.normal).normalized, u: v.u, v: v.v)
        }
        indices += other.indices.map { $0 + first }
    }
}

/// A mesh in a device's buffers.
package struct MeshBuffers {
    let vertices: Buffer
    let indices: Buffer
    /// The triangles with their corners in order, for draws without indices.
    let triangles: Buffer
    let count: Int

    init(_ mesh: Mesh, device: Device, label: String) throws {
        vertices = try device.makeBuffer(mesh.vertices, label: "\(label) vertices")
        indices = try device.makeBuffer(mesh.indices, label: "\(label) indices")
        triangles = try device.makeBuffer(mesh.unindexed, label: "\(label) triangles")
        count = mesh.indices.count
    }
    /// Captures name `file` and `line`, which are the caller's, as the draw's origin.
    func draw(in pass: inout RenderPass, unindexed: Bool = false, label: String = "", file: StaticString = #fileID, line: UInt = #line) {
        if unindexed {
            pass.setVertexBuffer(triangles)
            pass.draw(count: count, label: label, file: file, line: line)
        } else {
            pass.setVertexBuffer(vertices)
            pass.drawIndexed(indices, count: count, label: label, file: file, line: line)
        }
    }
}
