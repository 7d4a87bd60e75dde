// SampleMesh: the bodies in the pages' scenes. The bodies' vertices are computed only with additions, products, quotients and
// square roots, which have the same results on every processor.

import Raster

/// A vertex of 24 bytes: position and normal.
struct MeshVertex {
    var x, y, z, normalX, normalY, normalZ: Float
    init(_ p: SIMD3<Float>, _ n: SIMD3<Float>) { (x, y, z) = (p.x, p.y, p.z); (normalX, normalY, normalZ) = (n.x, n.y, n.z) }
    static let layout = VertexLayout(stride: 24, VertexAttribute("position", .float3), VertexAttribute("normal", .float3, offset: 12))
}

struct SampleMesh {
    let vertices: Buffer
    let indices: Buffer
    let indexCount: Int

    private init(_ device: Device, _ corners: [MeshVertex], _ order: [UInt16]) throws {
        vertices = try device.makeBuffer(corners)
        indices = try device.makeBuffer(order)
        indexCount = order.count
    }
    func draw(in pass: inout RenderPass, instances: Int = 1) {
        pass.setVertexBuffer(vertices)
        pass.drawIndexed(indices, count: indexCount, instances: instances)
    }

    /// Returns the six sides of the cube from −1 to 1, each a grid of `cells`² cells. `shape` returns the vertex for a point of the
    /// cube.
    private static func sides(_ device: Device, _ cells: Int, _ shape: (_ onCube: SIMD3<Float>, _ axis: SIMD3<Float>) -> MeshVertex) throws -> SampleMesh {
        var corners: [MeshVertex] = [], order: [UInt16] = []
        for side in 0..<6 {
            var axis = SIMD3<Float>.zero, across = SIMD3<Float>.zero
            axis[side / 2] = side % 2 == 0 ? 1 : -1
            across[(side / 2 + 1) % 3] = 1
            let up = axis.cross(across), first = UInt16(corners.count), row = UInt16(cells + 1)
            for j in 0...cells {
                for i in 0...cells {
                    let u = Float(2 * i) / Float(cells) - 1, v = Float(2 * j) / Float(cells) - 1
                    corners.append(shape(axis + across * u + up * v, axis))
                }
            }
            for j in 0..<UInt16(cells) {
                for i in 0..<UInt16(cells) {
                    let a = first + j * row + i
                    order += [a, a + 1, a + row + 1, a, a + row + 1, a + row]
                }
            }
        }
        return try SampleMesh(device, corners, order)
    }
    /// Makes the cube from −1 to 1.
    static func cube(_ device: Device) throws -> SampleMesh { try sides(device, 1) { MeshVertex($0, $1) } }
    /// Makes the sphere of radius 1.
    static func sphere(_ device: Device, cells: Int = 16) throws -> SampleMesh {
        try sides(device, cells) { point, _ in MeshVertex(point.normalized, point.normalized) }
    }
    /// Makes the square from −1 to 1 in the plane y = 0, visible from above.
    static func floor(_ device: Device) throws -> SampleMesh {
        let up = SIMD3<Float>(0, 1, 0)
        return try SampleMesh(device, [[-1, 0, 1], [1, 0, 1], [1, 0, -1], [-1, 0, -1]].map { MeshVertex($0, up) }, [0, 1, 2, 0, 2, 3])
    }
}

/// A mesh with its place, its size along each axis, and its colour.
struct SampleObject {
    let mesh: SampleMesh
    let center, size, tint: SIMD3<Float>
}
