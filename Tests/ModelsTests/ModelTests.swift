import Foundation
import Models
import Raster
import TestSupport
import Testing

/// Returns triangles as the positions of their corners, which do not depend on the loader's order of vertices. Each triangle starts
/// at its smallest corner.
private func triangles(_ positions: [[Float]], _ indices: [Int]) -> Set<[[Float]]> {
    var result: Set<[[Float]]> = []
    for i in stride(from: 0, to: indices.count, by: 3) {
        let corners = indices[i..<(i + 3)].map { positions[$0] }
        let first = (0..<3).min { corners[$0].lexicographicallyPrecedes(corners[$1]) }!
        result.insert((0..<3).map { corners[(first + $0) % 3] })
    }
    return result
}
private func triangles(_ mesh: PlacedPrimitive) -> Set<[[Float]]> {
    triangles(mesh.vertices.map { [$0.x, $0.y, $0.z] }, mesh.indices.map { Int($0) })
}
private func square(_ place: ([Float]) -> [Float] = { $0 }) -> [[Float]] { Square.positions.map(place) }
/// Returns the two triangles over four corners.
private func twoTriangles(_ corners: [[Float]], turned: Bool = false) -> Set<[[Float]]> {
    triangles(corners, Square.triangles.flatMap { turned ? [$0[0], $0[2], $0[1]] : $0 })
}
private func expectUVsEqualPositions(_ mesh: PlacedPrimitive) {
    for vertex in mesh.vertices { #expect(abs(vertex.u - vertex.x) < 1e-6 && abs(vertex.v - vertex.y) < 1e-6) }
}

@Suite("Model files") struct ModelTests {
    @Test("an OBJ with its material: polygons become triangles, normals are computed, the image is found in its folder")
    func obj() throws {
        let folder = try TemporaryFolder()
        try folder.write(try Square.image.pngData(), "paint.png")
        try folder.write(Square.mtl(image: "paint.png"), "square.mtl")
        let model = try Model.load(folder.write(Square.obj, "square.obj"))
        let meshes = try model.placed()
        try #require(meshes.count == 1)
        #expect(triangles(meshes[0]) == twoTriangles(square()))
        expectUVsEqualPositions(meshes[0])
        #expect(meshes[0].vertices.count == 4)
        #expect(meshes[0].vertices.allSatisfy { $0.normal == SIMD3(0, 0, 1) && $0.color == SIMD4(repeating: .max) })
        let material = model.materials[meshes[0].material]
        #expect(material.name == "painted" && material.baseColor == SIMD4(0.5, 0.25, 1, 0.75) && material.alphaMode == .blend)
        #expect(material.metallic == 0)
        #expect(model.images == [Square.image] && material.textures[.baseColor]?.image == 0)
        #expect(material.textures[.baseColor]?.sampler.wrapS == .repeat)
        #expect(model.warnings.isEmpty)
        #expect(model.minimum == SIMD3(0, 0, 0) && model.maximum == SIMD3(1, 1, 0))
        #expect(model.vertexCount == 4 && model.triangleCount == 2)
    }

    @Test("a missing image is a warning that names it, and the model is loaded")
    func missingImage() throws {
        let folder = try TemporaryFolder()
        try folder.write(Square.mtl(image: "nowhere.png"), "square.mtl")
        let model = try Model.load(folder.write(Square.obj, "square.obj"))
        #expect(model.triangleCount == 2 && model.images.isEmpty && model.materials.allSatisfy { $0.textures.isEmpty })
        #expect(model.warnings.count == 1 && model.warnings[0].contains("nowhere.png") && model.warnings[0].contains("painted"))
    }

    @Test("PLY, text and binary, with colours", arguments: [true, false])
    func ply(isText: Bool) throws {
        let folder = try TemporaryFolder()
        let model = try Model.load(folder.write(isText ? Array(Square.plyText.utf8) : Square.plyBinary, "square.ply"))
        let meshes = try model.placed()
        try #require(meshes.count == 1)
        #expect(triangles(meshes[0]) == twoTriangles(square()))
        for vertex in meshes[0].vertices {
            let index = Square.positions.firstIndex(of: [vertex.x, vertex.y, vertex.z])!
            #expect(vertex.color == SIMD4(UInt16(index * 10 * 257), 20 * 257, 65535, 65535))
            #expect(vertex.normalZ == 1)
        }
        #expect(model.materials[meshes[0].material].baseColor == SIMD4(1, 1, 1, 1))
    }

    @Test("STL, text and binary", arguments: [true, false])
    func stl(isText: Bool) throws {
        let folder = try TemporaryFolder()
        let model = try Model.load(folder.write(isText ? Array(Square.stlText.utf8) : Square.stlBinary, "square.STL"))
        let meshes = try model.placed()
        try #require(meshes.count == 1)
        #expect(triangles(meshes[0]) == twoTriangles(square()))
        #expect(meshes[0].vertices.allSatisfy { $0.normalZ == 1 && $0.color == SIMD4(repeating: .max) })
        #expect(model.materials[meshes[0].material].baseColor == SIMD4(1, 1, 1, 1))
    }

    enum Packing: CaseIterable { case dataURIs, files, encodedNames, binary }

    @Test("glTF 2.0 with data URIs, with files, with percent-encoded names, and binary", arguments: Packing.allCases)
    func gltf(packing: Packing) throws {
        let folder = try TemporaryFolder()
        let path: String
        switch packing {
        case .dataURIs: path = try folder.write(Square.gltfWithDataURIs(), "square.gltf")
        case .binary: path = try folder.write(Square.glb(), "square.glb")
        case .files, .encodedNames:
            let stem = packing == .files ? "square" : "my square"
            try folder.write(Square.gltfBuffer, stem + ".bin")
            try folder.write(try Square.image.pngData(), stem + ".png")
            path = try folder.write(Square.gltf(buffer: stem.replacingOccurrences(of: " ", with: "%20") + ".bin", bufferByteCount: Square.gltfBuffer.count,
                                                image: "\"uri\":\"\(stem.replacingOccurrences(of: " ", with: "%20")).png\""), "square.gltf")
        }
        let model = try Model.load(path)
        #expect(model.warnings.isEmpty, "\(model.warnings)")
        let meshes = try model.placed()
        try #require(meshes.count == 2 && model.meshes.count == 1)
        #expect(triangles(meshes[0]) == twoTriangles(square { [$0[0] + 1, $0[1] + 2, $0[2] + 3] }))
        // The scale mirrors the square, so the order of the corners is reversed to keep the same side in front.
        #expect(triangles(meshes[1]) == twoTriangles(square { [$0[0] * -2 + 1, $0[1] * 2 + 2, $0[2] * 2 + 3] }, turned: true))
        for mesh in meshes { #expect(mesh.vertices.allSatisfy { $0.normal == SIMD3(0, 0, 1) }) }
        for vertex in meshes[0].vertices { #expect(vertex.u == vertex.x - 1 && vertex.v == vertex.y - 2) }
        let material = model.materials[meshes[0].material]
        #expect(material.name == "painted" && material.baseColor == SIMD4(1, 0.5, 0.25, 0.75))
        #expect(material.alphaMode == .mask && material.alphaCutoff == 0.25 && material.isDoubleSided)
        let picture = material.textures[.baseColor]
        #expect(picture?.image == 0 && picture?.sampler.wrapS == .clampToEdge && picture?.sampler.wrapT == .mirroredRepeat)
        #expect(model.images == [Square.image])
        #expect(model.minimum == SIMD3(-1, 2, 3) && model.maximum == SIMD3(2, 4, 3))
    }

    @Test("edges of a box without normals stay sharp, and STL triangles without normals get normals", arguments: ["box.obj", "box.stl", "box.ply"])
    func creases(name: String) throws {
        // Two walls meet at a right angle.
        let corners = ["0 0 0", "1 0 0", "1 1 0", "0 1 0", "0 0 1", "0 1 1"], faces = [[1, 2, 3], [1, 3, 4], [1, 4, 6], [1, 6, 5]]
        let ply = "ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\nproperty float y\nproperty float z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n"
            + corners.map { "\($0)\n" }.joined() + faces.map { "3 \($0[0] - 1) \($0[1] - 1) \($0[2] - 1)\n" }.joined()
        let text = name.hasSuffix("ply") ? ply : name.hasSuffix("obj")
            ? corners.map { "v \($0)\n" }.joined() + faces.map { "f \($0[0]) \($0[1]) \($0[2])\n" }.joined()
            : "solid box\n" + faces.map { face in
                "facet normal 0 0 0\nouter loop\n" + face.map { "vertex \(corners[$0 - 1])\n" }.joined() + "endloop\nendfacet\n"
            }.joined() + "endsolid box\n"
        let folder = try TemporaryFolder(), model = try Model(contentsOf: folder.write(text, name))
        let normals = Set(try model.placed().flatMap(\.vertices).map { SIMD3(abs($0.normalX), abs($0.normalY), abs($0.normalZ)) })
        #expect(normals == [SIMD3(0, 0, 1), SIMD3(1, 0, 0)])
    }

    @Test("a vertex has 64 bytes and an influence 32, as in their layouts")
    func layout() {
        #expect(MemoryLayout<Model.Vertex>.stride == 64 && MemoryLayout<Model.Influence>.stride == 32)
        let paths: [PartialKeyPath<Model.Vertex>] = [\.x, \.normalX, \.tangentX, \.u, \.u1, \.color]
        #expect(Model.vertexLayout.attributes.map(\.offset) == paths.map { MemoryLayout<Model.Vertex>.offset(of: $0) })
        #expect(MemoryLayout<Model.Influence>.offset(of: \.weights) == 16)
    }
}
