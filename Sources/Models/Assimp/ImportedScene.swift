// ImportedScene: parses the bytes that the importing child process wrote (CAssimp/import.c describes the stream). A count is refused if
// fewer bytes are left than its elements need.

import Effects
import Raster

struct ImportedScene {
    struct Material {
        var material = Model.Material.plain
        /// The image of the texture: empty if there is no texture, "*2" for embedded image 2, otherwise a path as written in the model file.
        var imagePath = ""
        var hasTextureTransform = false
        /// `wrapU`: the wrap mode to the left and right. `wrapV`: the wrap mode downwards and upwards.
        var wrapU = WrapMode.repeat, wrapV = WrapMode.repeat
    }
    /// An embedded image: the bytes of an image file if `height` is 0, otherwise BGRA texels. If no material uses the image, the data are empty.
    struct EmbeddedImage {
        var width: Int
        var height: Int
        var bytes: [UInt8]
    }
    struct Mesh {
        var name: String
        var material: Int
        var vertexCount: Int
        /// The numbers of all vertices: for each vertex, `positions` and `normals` have 3 numbers, `uv` has 2, and `colors` has 4.
        /// `normals`, `uv` or `colors` is empty if the file has no such data.
        var positions: [Float]
        var normals: [Float]
        var uv: [Float]
        var colors: [Float]
        var indices: [UInt32]
    }
    struct Instance {
        var mesh: Int
        var transform: Matrix4
    }
    enum Problem: Error { case refused(String), noFaces, cut, tooLarge }

    var materials: [Material] = []
    var images: [EmbeddedImage] = []
    var meshes: [Mesh] = []
    var instances: [Instance] = []

    init(_ stream: [UInt8]) throws(Problem) {
        var reader = StreamReader(bytes: stream)
        switch try reader.word() {
        case 1: break
        case 2: throw .noFaces
        default: throw .refused(try reader.text())
        }
        for _ in 0..<(try reader.count(elementSize: 44)) { materials.append(try Self.material(&reader)) }
        for _ in 0..<(try reader.count(elementSize: 12)) {
            images.append(EmbeddedImage(width: Int(try reader.word()), height: Int(try reader.word()), bytes: try reader.bytes(Int(try reader.word()))))
        }
        for _ in 0..<(try reader.count(elementSize: 20)) { meshes.append(try Self.mesh(&reader)) }
        for _ in 0..<(try reader.count(elementSize: 68)) {
            let mesh = Int(try reader.word())
            let m: [Float] = try reader.values(16)
            func column(_ i: Int) -> SIMD4<Float> { SIMD4(m[i], m[4 + i], m[8 + i], m[12 + i]) }
            instances.append(Instance(mesh: mesh, transform: Matrix4(column(0), column(1), column(2), column(3))))
        }
        guard try reader.word() == 0x2144_4E45 else { throw .cut }
    }

    private static func material(_ reader: inout StreamReader) throws(Problem) -> Material {
        var result = Material()
        result.material.name = try reader.text()
        let color: [Float] = try reader.values(4)
        // This comparison turns NaN into 0.
        result.material.baseColor = SIMD4(color.map { $0 > 0 ? min($0, 1) : 0 })
        result.material.isDoubleSided = try reader.word() != 0
        result.material.alphaMode = switch try reader.word() {
        case 1: .mask
        case 2: .blend
        default: .opaque
        }
        let cutoff: [Float] = try reader.values(1)
        result.material.alphaCutoff = cutoff[0] >= 0 ? min(cutoff[0], 1) : 0
        result.imagePath = try reader.text()
        // Converts a value of assimp's aiTextureMapMode: 0 wrap, 1 clamp, 2 mirror, 3 decal.
        func wrap(_ mode: UInt32) -> WrapMode {
            switch mode {
            case 1: .clampToEdge
            case 2: .mirroredRepeat
            case 3: .clampToBorder
            default: .repeat
            }
        }
        result.wrapU = wrap(try reader.word())
        result.wrapV = wrap(try reader.word())
        result.hasTextureTransform = try reader.word() != 0
        return result
    }

    private static func mesh(_ reader: inout StreamReader) throws(Problem) -> Mesh {
        let name = try reader.text()
        let material = Int(try reader.word()), vertexCount = Int(try reader.word()), indexCount = Int(try reader.word())
        let has = try reader.word()
        guard vertexCount <= Model.maximumVertexCount, indexCount <= Model.maximumIndexCount else { throw .tooLarge }
        func floats(_ perVertex: Int, if bit: UInt32) throws(Problem) -> [Float] {
            has & bit != 0 ? try reader.values(vertexCount * perVertex) : []
        }
        let positions: [Float] = try reader.values(vertexCount * 3)
        return Mesh(name: name, material: material, vertexCount: vertexCount, positions: positions, normals: try floats(3, if: 1),
                    uv: try floats(2, if: 2), colors: try floats(4, if: 4), indices: try reader.values(indexCount))
    }
}

/// Reads little-endian values from front to back; throws `cut` if the bytes end.
private struct StreamReader {
    let bytes: [UInt8]
    private var at = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func take(_ count: Int) throws(ImportedScene.Problem) -> Int {
        guard count >= 0, count <= bytes.count - at else { throw .cut }
        defer { at += count }
        return at
    }
    mutating func word() throws(ImportedScene.Problem) -> UInt32 {
        let start = try take(4)
        return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: UInt32.self) }
    }
    /// Reads a count of elements. Each element takes at least `elementSize` bytes, so the count is refused if fewer bytes are left than the
    /// elements need.
    mutating func count(elementSize: Int) throws(ImportedScene.Problem) -> Int {
        let count = Int(try word())
        guard count * elementSize <= bytes.count - at else { throw .cut }
        return count
    }
    mutating func bytes(_ count: Int) throws(ImportedScene.Problem) -> [UInt8] {
        let start = try take(count)
        return Array(bytes[start..<(start + count)])
    }
    mutating func text() throws(ImportedScene.Problem) -> String { String(decoding: try bytes(Int(try word())), as: UTF8.self) }
    /// Reads words of 4 bytes each.
    mutating func values<Value: BitwiseCopyable>(_ count: Int) throws(ImportedScene.Problem) -> [Value] {
        let start = try take(count * 4)
        return bytes.withUnsafeBytes { source in
            [Value](unsafeUninitializedCapacity: count) { target, initialized in
                UnsafeMutableRawBufferPointer(target).copyMemory(from: UnsafeRawBufferPointer(rebasing: source[start..<(start + count * 4)]))
                initialized = count
            }
        }
    }
}
