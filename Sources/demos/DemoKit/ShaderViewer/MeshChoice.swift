// MeshChoice: the meshes on which shaders are drawn: built-in shapes and model files.

import Effects
import Models
import Raster
import ShaderProjects

package enum MeshChoice {
    /// The built-in shapes.
    package static let names = ["box", "knot", "sphere", "torus"]

    /// Returns a built-in shape, or the triangles of a model file, scaled to fit into a sphere of radius 1.
    package static func mesh(_ name: String) throws -> ShaderMesh {
        switch name {
        case "box": mesh(.box(size: SIMD3(repeating: 1.15)))
        case "knot": mesh(.torusKnot(radius: 0.6, swing: 0.22, width: 0.17, thickness: 0.17)).fitted()
        case "sphere": mesh(.sphere(radius: 1))
        case "torus": mesh(.torus(radius: 0.7, tube: 0.3))
        default: try mesh(Suggestion.withSuggestions(for: name, builtIn: names) { try Model(contentsOf: name) })
        }
    }
    private static func mesh(_ shape: Mesh) -> ShaderMesh {
        ShaderMesh(vertices: shape.vertices.flatMap { [$0.x, $0.y, $0.z, $0.normalX, $0.normalY, $0.normalZ, $0.u, $0.v] },
                   indices: shape.indices.map { UInt32($0) })
    }
    private static func mesh(_ model: Model) throws -> ShaderMesh {
        var result = ShaderMesh(vertices: [], indices: [])
        for primitive in try model.placed() where primitive.topology == .triangles {
            let first = UInt32(result.vertices.count / 8)
            result.vertices += primitive.vertices.flatMap { [$0.x, $0.y, $0.z, $0.normalX, $0.normalY, $0.normalZ, $0.u, $0.v] }
            result.indices += primitive.indices.map { first + $0 }
        }
        return result.fitted()
    }
}
