// StillLife: the model for a command line without a file: a vase among objects of glass, gold, lacquer, velvet and mother-of-pearl.

import Effects
import Models
import Raster

package enum StillLife {
    package static var model: Model {
        var materials: [Model.Material] = [], meshes: [Model.Mesh] = []
        func add(_ name: String, _ material: Model.Material, _ mesh: Mesh, _ place: Matrix4) {
            let turn = place.upperLeft
            meshes.append(Model.Mesh(name: name, vertices: mesh.vertices.map {
                Model.Vertex(position: place.transformPoint($0.position), normal: (turn * $0.normal).normalized, u: $0.u, v: $0.v)
            }, indices: mesh.indices.map { UInt32($0) }, material: materials.count))
            materials.append(material)
        }
        add("vase", clay, .vase(height: 1), .translation(-0.28, 0, -0.22))
        add("ring", gold, .torus(radius: 0.345, tube: 0.02), .translation(-0.28, 0.56, -0.22))
        add("collar", gold, .torus(radius: 0.168, tube: 0.016), .translation(-0.28, 0.86, -0.22))
        add("knot", gold, .torusKnot(p: 2, q: 3, radius: 0.2, swing: 0.09, width: 0.075, thickness: 0.055),
            .translation(0.5, 0.31, -0.2) * .rotationY(0.3) * .rotationX(0.12))
        add("glass", glass, .sphere(radius: 0.22, columns: 96, rows: 48), .translation(0.16, 0.22, 0.26))
        add("lacquer", lacquer, .pebble(radius: 0.17, softness: 0.5), .translation(-0.64, 0.17, 0.26) * .rotationY(0.5))
        add("velvet", velvet, .sphere(radius: 0.15, columns: 96, rows: 48), .translation(0.72, 0.15, 0.1))
        add("pearl", pearl, .sphere(radius: 0.105, columns: 96, rows: 48), .translation(-0.24, 0.105, 0.46))
        add("steel", steel, .torus(radius: 0.12, tube: 0.036), .translation(0.5, 0.036, 0.44))
        return Model(meshes: meshes, materials: materials)
    }

    private static func material(_ color: SIMD4<Float>, metallic: Float = 0, roughness: Float,
                                 _ set: (inout Model.Material) -> Void = { _ in }) -> Model.Material {
        var material = Model.Material()
        material.baseColor = color
        material.metallic = metallic
        material.roughness = roughness
        set(&material)
        return material
    }
    private static var clay: Model.Material {
        material([0.012, 0.09, 0.21, 1], roughness: 0.5) {
            $0.clearcoat = Clearcoat(factor: 1, roughness: 0.06)
            // The vase is open at the top, so its inside is visible.
            $0.isDoubleSided = true
        }
    }
    private static var gold: Model.Material { material([1, 0.72, 0.29, 1], metallic: 1, roughness: 0.18) }
    private static var glass: Model.Material {
        material([1, 1, 1, 1], roughness: 0) {
            $0.transmission = 1
            $0.volume = Volume(thickness: 0.26, attenuationDistance: 0.35, attenuationColor: [0.35, 0.85, 0.62])
            $0.dispersion = 2
        }
    }
    private static var lacquer: Model.Material {
        material([0.55, 0.012, 0.015, 1], roughness: 0.55) { $0.clearcoat = Clearcoat(factor: 1, roughness: 0.03) }
    }
    private static var velvet: Model.Material {
        material([0.05, 0.012, 0.10, 1], roughness: 1) { $0.sheen = Sheen(color: [0.55, 0.3, 0.9], roughness: 0.4) }
    }
    private static var pearl: Model.Material {
        material([0.72, 0.7, 0.68, 1], roughness: 0.22) { $0.iridescence = Iridescence(factor: 1, ior: 1.75, thicknessMaximum: 380) }
    }
    private static var steel: Model.Material {
        material([0.62, 0.63, 0.65, 1], metallic: 1, roughness: 0.28) { $0.anisotropy = Anisotropy(strength: 0.7) }
    }
}
