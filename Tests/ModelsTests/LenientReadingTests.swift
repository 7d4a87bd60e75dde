import Effects
import Models
import Raster
import TestSupport
import Testing

@Suite("Model files with mistakes that leave something to see") struct LenientReadingTests {
    private func triangles(_ change: (inout GLTFText) -> Void = { _ in }, indices: [UInt8] = [0, 1, 2, 2, 1, 3], mode: Int = 4) throws -> GLTFText {
        var gltf = GLTFText()
        let place = gltf.floats(GLTFText.strip, "VEC3"), list = gltf.bytes(indices, "SCALAR", width: 1)
        gltf.members["meshes"] = "[{\"primitives\":[{\"attributes\":{\"POSITION\":\(place)},\"indices\":\(list),\"material\":0,\"mode\":\(mode)}]}]"
        gltf.members["materials"] = "[{\"name\":\"m\"}]"
        change(&gltf)
        return gltf
    }

    @Test("triangles, lines and points with missing vertices are left out and named") func missingVertices() throws {
        let two = try triangles(indices: [0, 1, 2, 2, 1, 9]).model()
        #expect(two.triangleCount == 1)
        #expect(two.warnings == ["meshes[0].primitives[0] has the index 9, but 4 vertices; triangles with missing vertices are left out"])
        // Every triangle of a strip that uses the missing vertex is left out.
        #expect(try triangles(indices: [0, 1, 2, 200, 3, 2, 1], mode: 5).model().triangleCount == 2)
        #expect(try triangles(indices: [0, 1, 1, 4], mode: 1).model().meshes[0].primitives[0].indices == [0, 1])
        #expect(try triangles(indices: [7, 8, 9]).problem() == "is damaged: meshes[0].primitives[0] has the index 7, but 4 vertices")
    }

    @Test("a damaged reference leaves its slot without a texture", arguments: [
        ("{\"index\":-1}", "materials[0].emissiveTexture.index is missing"),
        ("{\"index\":\"0\"}", "materials[0].emissiveTexture.index is a string, not a whole number"),
        ("{\"index\":5}", "materials[0].emissiveTexture.index is 5, but there are 1 textures"),
        ("7", "materials[0].emissiveTexture is a number, not an object"),
    ]) func textures(reference: String, problem: String) throws {
        let model = try triangles {
            $0.members["materials"] = "[{\"name\":\"m\",\"emissiveFactor\":[1,0,0],\"emissiveTexture\":\(reference)}]"
            $0.members["textures"] = "[{}]"
        }.model()
        #expect(model.warnings == ["material 'm' lacks a texture: \(problem)"])
        #expect(model.materials[0].textures.isEmpty && model.materials[0].emissive == SIMD3(1, 0, 0))
    }

    @Test("materials with shaders of their own become matte surfaces of their diffuse colour") func techniques() throws {
        let model = try triangles {
            $0.members["extensionsRequired"] = "[\"KHR_techniques_webgl\"]"
            $0.members["materials"] = "[{\"extensions\":{\"KHR_techniques_webgl\":{\"technique\":0,\"values\":{\"u_diffuse\":[0.5,0.25,1,1],\"u_shininess\":8}}}}]"
        }.model()
        #expect(model.warnings == ["the shaders of the materials (KHR_techniques_webgl) are replaced by matte surfaces of their diffuse colours"])
        #expect(model.materials[0].baseColor == SIMD4(0.5, 0.25, 1, 1) && model.materials[0].metallic == 0)
    }

    @Test("OBJ: a number with a broken exponent counts without it; other words are errors") func exponents() throws {
        let folder = try TemporaryFolder()
        let model = try Model(contentsOf: folder.write("v 0 0 0\nv 1.5+e2 0 0\nv 0 2e 0\nf 1 2 3\n", "a.obj"))
        #expect(model.maximum == SIMD3(1.5, 2, 0))
        #expect(model.warnings == ["line 2 has '1.5+e2' in place of a number; the number is read without its exponent",
                                   "line 3 has '2e' in place of a number; the number is read without its exponent"])
        for word in ["1,5", "+", "e5", "x", "1.5.2"] {
            let error = #expect(throws: RasterError.self) { try Model(contentsOf: folder.write("v 0 0 \(word)\n", "b.obj")) }
            #expect(error?.problem == "is damaged: line 1 has '\(word)' in place of a number")
        }
    }

    @Test("PLY: a file that was cut within its faces shows the whole ones", arguments: [true, false]) func cutFaces(isText: Bool) throws {
        let folder = try TemporaryFolder()
        let head = "ply\nformat \(isText ? "ascii" : "binary_little_endian") 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
            + "element face 9\nproperty list uchar int vertex_indices\nend_header\n"
        var bytes = Array(head.utf8)
        if isText {
            bytes += Array("0 0 0\n1 0 0\n0 1 0\n1 1 0\n3 0 1 2\n3 2 1 3\n3 0 1".utf8)
        } else {
            bytes += Square.little(GLTFText.strip) + [3, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 2, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0]
        }
        let model = try Model(contentsOf: folder.write(bytes, "cut.ply"))
        #expect(model.triangleCount == 2)
        #expect(model.warnings == ["the file ends within face 2 of 9, so the others are missing"])
    }
}
