// Checks that the generated meshes are closed, face outward, and fit into 16-bit indices.

import DemoKit
import Raster
import Testing

private let meshes: [(String, Mesh)] = [
    ("box", .box()), ("sphere", .sphere(radius: 1)), ("torus", .torus(radius: 1, tube: 0.3)),
    ("knot", .torusKnot(radius: 0.33, swing: 0.15, width: 0.1, thickness: 0.06, turns: 1, columns: 280, rows: 28)),
    ("pebble", .pebble(radius: 1)), ("twisted knot", .torusKnot(p: 3, q: 5, radius: 1, swing: 0.4, width: 0.1, thickness: 0.1, columns: 400, rows: 12)),
]

@Test("triangles are counter-clockwise from outside, on the side of their normals", arguments: meshes.indices)
func facesOutward(index: Int) {
    let (name, mesh) = meshes[index]
    for i in stride(from: 0, to: mesh.indices.count, by: 3) {
        let corners = (0..<3).map { mesh.vertices[Int(mesh.indices[i + $0])] }
        let face = (corners[1].position - corners[0].position).cross(corners[2].position - corners[0].position)
        // At a sphere's poles, one of a quad's two triangles has no area. A triangle without area has no direction to check, so the
        // triangle is skipped.
        guard face.length > 1e-7 else { continue }
        for corner in corners { #expect(face.normalized.dot(corner.normal) > 0.5, "\(name), triangle \(i / 3)") }
    }
}

@Test("normals have length one and the surface is closed", arguments: meshes.indices)
func closes(index: Int) {
    let (name, mesh) = meshes[index]
    #expect(mesh.vertices.allSatisfy { abs($0.normal.length - 1) < 1e-4 }, "\(name)")
    // Every edge, identified by the positions of its ends, occurs once in each direction.
    func key(_ v: MeshVertex) -> SIMD3<Int32> { SIMD3<Int32>((v.position * 1e4).rounded(.toNearestOrEven)) }
    var balance: [[SIMD3<Int32>]: Int] = [:]
    for i in stride(from: 0, to: mesh.indices.count, by: 3) {
        let k = (0..<3).map { key(mesh.vertices[Int(mesh.indices[i + $0])]) }
        for (a, b) in [(k[0], k[1]), (k[1], k[2]), (k[2], k[0])] where a != b {
            let forward = (a.x, a.y, a.z) < (b.x, b.y, b.z)
            balance[forward ? [a, b] : [b, a], default: 0] += forward ? 1 : -1
        }
    }
    #expect(balance.values.allSatisfy { $0 == 0 }, "\(name)")
}
