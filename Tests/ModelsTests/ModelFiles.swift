// ModelFiles: writes small models in every format, so that the tests know every number in them.

import Foundation
import Models
import Raster
import TestSupport
import Testing

extension TemporaryFolder {
    /// Writes a file and returns its path.
    @discardableResult func write(_ bytes: [UInt8], _ name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }
    @discardableResult func write(_ text: String, _ name: String) throws -> String { try write(Array(text.utf8), name) }
}

/// A unit square in the plane z = 0. The square has two triangles, and texture coordinates equal to x and y.
enum Square {
    static let positions: [[Float]] = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]
    static let triangles: [[Int]] = [[0, 1, 2], [0, 2, 3]]
    /// An image of 2×2 pixels. The top row is red and green, the bottom row is blue and white.
    static let image = Image(width: 2, height: 2, format: .rgb8, bytes: [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255])

    static func little(_ value: UInt32) -> [UInt8] { [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) } }
    static func little(_ values: [Float]) -> [UInt8] { values.flatMap { little($0.bitPattern) } }

    static let obj = "mtllib square.mtl\no square\n" + positions.map { "v \($0[0]) \($0[1]) \($0[2])\n" }.joined()
        + positions.map { "vt \($0[0]) \($0[1])\n" }.joined() + "usemtl painted\nf 1/1 2/2 3/3 4/4\n"
    static func mtl(image: String) -> String { "newmtl painted\nKd 0.5 0.25 1\nd 0.75\nmap_Kd \(image)\n" }

    static func plyHeader(_ format: String) -> String {
        "ply\nformat \(format) 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\nproperty uchar green\nproperty uchar blue\n"
            + "element face 2\nproperty list uchar int vertex_indices\nend_header\n"
    }
    static let plyText = plyHeader("ascii") + positions.enumerated().map { "\($1[0]) \($1[1]) \($1[2]) \($0 * 10) 20 255\n" }.joined()
        + triangles.map { "3 \($0[0]) \($0[1]) \($0[2])\n" }.joined()
    static let plyBinary: [UInt8] = {
        var bytes = Array(plyHeader("binary_little_endian").utf8)
        for (i, position) in positions.enumerated() { bytes += little(position) + [UInt8(i * 10), 20, 255] }
        for triangle in triangles { bytes += [3] + triangle.flatMap { little(UInt32($0)) } }
        return bytes
    }()

    static let stlText = "solid square\n" + triangles.map { triangle in
        "facet normal 0 0 1\nouter loop\n" + triangle.map {
            "vertex \(positions[$0][0]) \(positions[$0][1]) \(positions[$0][2])\n"
        }.joined() + "endloop\nendfacet\n"
    }.joined() + "endsolid square\n"
    static let stlBinary: [UInt8] = {
        var bytes = [UInt8](repeating: 32, count: 80) + little(2 as UInt32)
        for triangle in triangles {
            bytes += little([0, 0, 1])
            for corner in triangle { bytes += little(positions[corner]) }
            bytes += [0, 0]
        }
        return bytes
    }()

    /// The 92 bytes of the buffer: positions, texture coordinates (with the origin at the top left, as in glTF), and indices as
    /// uint16.
    static let gltfBuffer: [UInt8] = {
        var bytes = positions.flatMap { little($0) } + positions.flatMap { little([$0[0], 1 - $0[1]]) }
        for corner in triangles.joined() { bytes += [UInt8(corner), 0] }
        return bytes
    }()
    static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// Returns a glTF text. Two nodes show the square: a node moved by (1, 2, 3), and the child of this node, scaled by (-2, 2, 2).
    static func gltf(buffer: String?, bufferByteCount: Int, image: String, imageView: String = "") -> String {
        """
        {"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
        "nodes":[{"mesh":0,"translation":[1,2,3],"children":[1]},{"mesh":0,"scale":[-2,2,2]}],
        "meshes":[{"name":"square","primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":1},"indices":2,"material":0}]}],
        "materials":[{"name":"painted","doubleSided":true,"alphaMode":"MASK","alphaCutoff":0.25,
        "pbrMetallicRoughness":{"baseColorFactor":[1,0.5,0.25,0.75],"baseColorTexture":{"index":0}}}],
        "textures":[{"source":0,"sampler":0}],"samplers":[{"wrapS":33071,"wrapT":33648}],"images":[{\(image)}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
        {"bufferView":1,"componentType":5126,"count":4,"type":"VEC2"},{"bufferView":2,"componentType":5123,"count":6,"type":"SCALAR"}],
        "bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":32},
        {"buffer":0,"byteOffset":80,"byteLength":12}\(imageView)],
        "buffers":[{\(buffer.map { "\"uri\":\"\($0)\"," } ?? "")"byteLength":\(bufferByteCount)}]}
        """
    }
    static func gltfWithDataURIs() throws -> String {
        gltf(buffer: "data:application/octet-stream;base64,\(base64(gltfBuffer))", bufferByteCount: gltfBuffer.count,
             image: "\"uri\":\"data:image/png;base64,\(base64(try image.pngData()))\"")
    }
    static func glb() throws -> [UInt8] {
        let png = try image.pngData()
        var json = Array(gltf(buffer: nil, bufferByteCount: gltfBuffer.count + png.count, image: "\"bufferView\":3,\"mimeType\":\"image/png\"",
                              imageView: ",{\"buffer\":0,\"byteOffset\":92,\"byteLength\":\(png.count)}").utf8)
        var binary = gltfBuffer + png
        while json.count % 4 != 0 { json.append(32) }
        while binary.count % 4 != 0 { binary.append(0) }
        return Array("glTF".utf8) + little(2 as UInt32) + little(UInt32(28 + json.count + binary.count)) + little(UInt32(json.count)) + Array("JSON".utf8)
            + json
            + little(UInt32(binary.count)) + Array("BIN\0".utf8) + binary
    }

    /// A COLLADA file, as an example of the formats that a child process reads.
    static let collada = """
        <?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><up_axis>Y_UP</up_axis></asset>
        <library_geometries><geometry id="g"><mesh><source id="p"><float_array id="a" count="12">0 0 0 1 0 0 1 1 0 0 1 0</float_array>
        <technique_common><accessor source="#a" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
        <param name="Z" type="float"/></accessor></technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
        <triangles count="2"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2 0 2 3</p></triangles></mesh></geometry></library_geometries>
        <library_visual_scenes><visual_scene id="s"><node id="n"><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
        <scene><instance_visual_scene url="#s"/></scene></COLLADA>
        """
}

/// Expects that every index of a loaded model names an existing element.
func expectConsistent(_ model: Model) {
    let hasMesh = model.meshes.allSatisfy { mesh in
        mesh.primitives.allSatisfy { primitive in
            primitive.indices.allSatisfy { $0 < primitive.vertices.count } && model.materials.indices.contains(primitive.material)
                && primitive.influences.allSatisfy { $0.count == primitive.vertices.count }
                && primitive.indices.count % (primitive.topology == .points ? 1 : primitive.topology == .lines ? 2 : 3) == 0
                && primitive.variants.allSatisfy { model.variants.indices.contains($0.key) && model.materials.indices.contains($0.value) }
                && primitive.targets.allSatisfy { target in
                    [target.positions.count, target.normals.count, target.tangents.count, target.colors.count, target.texCoords0.count,
                     target.texCoords1.count].allSatisfy { $0 == 0 || $0 == primitive.vertices.count }
                }
        }
    }
    #expect(hasMesh)
    #expect(model.materials.allSatisfy { $0.textures.values.allSatisfy { model.images.indices.contains($0.image) } })
    #expect(model.nodes.allSatisfy { node in
        node.children.allSatisfy(model.nodes.indices.contains) && (node.mesh.map(model.meshes.indices.contains) ?? true)
            && (node.skin.map(model.skins.indices.contains) ?? true) && (node.camera.map(model.cameras.indices.contains) ?? true)
            && (node.light.map(model.lights.indices.contains) ?? true)
    })
    #expect(model.skins.allSatisfy { $0.joints.allSatisfy(model.nodes.indices.contains) && $0.joints.count == $0.inverseBindMatrices.count })
}
