// Model targets: model files of every format, and the bytes that the importing child process writes.

import Glibc
import Models
import Raster

enum ModelTargets {
    /// The first byte of the input selects the model format. The bytes after the first byte are the file.
    static func file(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let path = "\(folder)/model.\(Model.fileExtensions[Int(first) % Model.fileExtensions.count])"
        guard let file = fopen(path, "w") else { return }
        fwrite(Array(bytes.dropFirst()), 1, bytes.count - 1, file)
        fclose(file)
        defer { unlink(path) }
        if let model = try? Model.load(path, timeLimit: .seconds(5), memoryLimit: 1 << 30) { check(model) }
    }

    static func scene(_ bytes: [UInt8]) {
        if let model = try? Model.assembled(from: bytes, path: "/nowhere/model", name: "model") { check(model) }
    }

    /// Traps if a model violates a rule on which renderers rely.
    private static func check(_ model: Model) {
        for mesh in model.meshes {
            precondition(mesh.indices.allSatisfy { Int($0) < mesh.vertices.count }, "an index names no vertex")
            precondition(model.materials.indices.contains(mesh.material), "a mesh names no material")
        }
        for material in model.materials {
            if let image = material.image { precondition(model.images.indices.contains(image), "a material names no image") }
        }
    }

    /// A folder that only this process uses.
    private static let folder: String = {
        var template = Array("/tmp/raster-fuzz-XXXXXX".utf8CString)
        return template.withUnsafeMutableBufferPointer { mkdtemp($0.baseAddress!) == nil ? "/tmp" : String(cString: $0.baseAddress!) }
    }()

    static let fileSeeds: [[UInt8]] = [
        "\u{0}v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 1\nvn 0 0 1\nf 1/1/1 2/2/1 3/1/1 4/2/1\n",
        "\u{1}{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
            + "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"
            + "\"buffers\":[{\"byteLength\":36,\"uri\":\"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}]}",
        "\u{3}ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
        "\u{4}solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid s\n",
    ].map { Array($0.utf8) }

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
