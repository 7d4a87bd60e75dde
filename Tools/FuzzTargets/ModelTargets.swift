// Model targets: model files of the formats that this project's readers read, and the bytes that the importing child process writes.

import Models
import Raster

enum ModelTargets {
    /// The names of files, one for each reader. The first byte of the input selects a name; the other bytes are the file.
    private static let names = ["a.obj", "a.gltf", "a.glb", "a.ply", "a.stl"]

    static func file(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        if let model = try? Model.read(Array(bytes.dropFirst()), as: "/nowhere/" + names[Int(first) % names.count]) { check(model) }
    }

    static func scene(_ bytes: [UInt8]) {
        if let model = try? ForeignModel.assembled(from: bytes, path: "/nowhere/model") { check(model) }
    }

    /// Traps if a model violates a rule on which renderers rely. Also calls all functions of the model that a viewer calls.
    private static func check(_ model: Model) {
        for mesh in model.meshes {
            for primitive in mesh.primitives {
                precondition(primitive.indices.allSatisfy { Int($0) < primitive.vertices.count }, "an index names no vertex")
                precondition(model.materials.indices.contains(primitive.material), "a primitive names no material")
                precondition(primitive.influences.allSatisfy { $0.count == primitive.vertices.count }, "influences do not match the vertices")
            }
        }
        for material in model.materials {
            for use in material.textures.values { precondition(model.images.indices.contains(use.image), "a material names no image") }
        }
        _ = try? model.placed()
        for time: Float in [0, 0.5] { _ = try? model.placed(in: model.pose(of: model.animations, at: time)) }
    }

    static let fileSeeds: [[UInt8]] = [
        "\u{0}mtllib m.mtl\nusemtl m\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0 1 0 0\nvt 0 0\nvt 1 1\nvn 0 0 1\nf 1/1/1 2/2/1 3/1/1 4/2/1\nl 1 2\np 3\n",
        "\u{1}" + gltf,
        "\u{3}ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\n"
            + "end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
        "\u{4}solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid s\n",
    ].map { Array($0.utf8) } + [binarySTL, glb]

    private static let binarySTL = [4] + [UInt8](repeating: 0, count: 80) + [1, 0, 0, 0] + (0..<50).map { UInt8($0) }

    /// A skinned, animated triangle with a morph target, a material with extensions, a camera, a light and instances. The buffer of this
    /// glTF description has 200 bytes: three positions, and then numbers that serve as all other data.
    private static let gltf = """
        {"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,3]}],
        "nodes":[{"mesh":0,"skin":0,"children":[1]},{"rotation":[0,0,0,1],"children":[2]},{"translation":[1,0,0],"camera":0,"extensions":
        {"KHR_lights_punctual":{"light":0}}},{"mesh":1,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":0}}}}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":2,"WEIGHTS_0":3},"targets":[{"POSITION":0}],"material":0}],"weights":[0.5]},
        {"primitives":[{"attributes":{"POSITION":0,"NORMAL":0,"TEXCOORD_0":4,"COLOR_0":3},"indices":1,"mode":5,"material":0}]}],
        "skins":[{"joints":[1,2]}],"cameras":[{"type":"perspective","perspective":{"yfov":1,"znear":1}}],
        "animations":[{"channels":[{"sampler":0,"target":{"node":1,"path":"rotation"}},{"sampler":1,"target":{"node":0,"path":"weights"}}],
        "samplers":[{"input":5,"output":3},{"input":5,"output":6,"interpolation":"STEP"}]}],
        "materials":[{"alphaMode":"MASK","normalTexture":{"index":0,"extensions":{"KHR_texture_transform":{"scale":[2,2]}}},
        "extensions":{"KHR_materials_clearcoat":{"clearcoatFactor":1},"KHR_materials_ior":{"ior":1.4}}}],
        "textures":[{"sampler":0,"source":0}],"samplers":[{"wrapS":33071}],"images":[{"uri":"data:image/png;base64,\(pixel)"}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},{"bufferView":1,"byteOffset":36,"componentType":5121,"count":3,"type":"SCALAR"},
        {"bufferView":1,"byteOffset":40,"componentType":5121,"count":3,"type":"VEC4"},{"bufferView":1,"byteOffset":64,"componentType":5126,"count":3,"type":"VEC4"},
        {"bufferView":1,"byteOffset":112,"componentType":5126,"count":3,"type":"VEC2","sparse":{"count":1,"indices":{"bufferView":1,"byteOffset":0,
        "componentType":5121},"values":{"bufferView":1}}},{"bufferView":1,"componentType":5126,"count":3,"type":"SCALAR"},
        {"componentType":5126,"count":3,"type":"SCALAR"}],
        "bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteLength":200}],
        "extensions":{"KHR_lights_punctual":{"lights":[{"type":"spot"}]}},
        "buffers":[{"byteLength":200,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAEC\(String(repeating: "A", count: 216))"}]}
        """
    private static let pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg=="

    /// The same glTF description as a binary file (.glb).
    private static let glb: [UInt8] = {
        func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let json = Array(gltf.utf8)
        return [2] + Array("glTF".utf8) + word(2) + word(20 + json.count) + word(json.count) + Array("JSON".utf8) + json
    }()

    /// The child process's bytes for a triangle with a material and an image of one texel.
    static let sceneSeeds: [[UInt8]] = {
        func words(_ values: UInt32...) -> [UInt8] { values.flatMap { value in withUnsafeBytes(of: value.littleEndian) { Array($0) } } }
        func floats(_ values: Float...) -> [UInt8] { values.flatMap { words($0.bitPattern) } }
        func text(_ string: String) -> [UInt8] { words(UInt32(string.utf8.count)) + Array(string.utf8) }
        let material = text("paint") + floats(1, 0.5, 0.25, 1) + words(1, 1) + floats(0.5) + text("*0") + words(0, 1, 0)
        let image = words(1, 1, 4, 0xff00_ff80)
        let mesh = text("triangle") + words(0, 3, 3, 7) + floats(0, 0, 0, 1, 0, 0, 0, 1, 0) + floats(0, 0, 1, 0, 0, 1, 0, 0, 1)
            + floats(0, 0, 1, 0, 0, 1) + floats(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1) + words(0, 1, 2)
        let node = words(0) + floats(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)
        return [words(1) + words(1) + material + words(1) + image + words(1) + mesh + words(1) + node + words(0x2144_4E45), words(0) + text("no such file")]
    }()
}
