// Every feature of glTF 2.0, in small files with known numbers.

import CMeshoptimizer
import Effects
import Foundation
import Models
import Raster
import TestSupport
import Testing

/// Returns the corners of all triangles, lines or points. Each corner is a text of its x digit and its y digit.
private func corners(_ primitive: PlacedPrimitive) -> [String] {
    primitive.indices.map { "\(Int(primitive.vertices[Int($0)].x))\(Int(primitive.vertices[Int($0)].y))" }
}

@Suite("glTF 2.0") struct GLTFTests {
    @Test("all seven modes become lists", arguments: [
        (0, ["00", "10", "01", "11"]), (1, ["00", "10", "01", "11"]), (2, ["00", "10", "10", "01", "01", "11", "11", "00"]),
        (3, ["00", "10", "10", "01", "01", "11"]), (5, ["00", "10", "01", "10", "11", "01"]), (6, ["10", "01", "00", "01", "11", "00"]),
    ])
    func modes(mode: Int, expected: [String]) throws {
        var gltf = GLTFText()
        gltf.members["meshes"] = "[{\"primitives\":[{\"mode\":\(mode),\"attributes\":{\"POSITION\":\(gltf.floats(GLTFText.strip, "VEC3"))}}]}]"
        let placed = try gltf.model().placed()
        #expect(placed.map(\.topology) == [mode == 0 ? .points : mode < 4 ? .lines : .triangles])
        #expect(corners(placed[0]) == expected)
        if mode == 5 { #expect(placed[0].vertices.allSatisfy { $0.normal == SIMD3(0, 0, 1) }) }
    }

    @Test("accessors: normalized, sparse, without a view, with a stride, whole numbers") func accessors() throws {
        var gltf = GLTFText()
        // The positions have three bytes each (KHR_mesh_quantization), and begin four bytes apart.
        let positions = gltf.view([0, 0, 0, 9, 4, 0, 0, 9, 0, 4, 0, 9], ",\"byteStride\":4")
        let place = gltf.accessor("\"bufferView\":\(positions),\"componentType\":5120,\"count\":3,\"type\":\"VEC3\"")
        let coordinates = gltf.bytes([0, 255, 51, 0, 0, 51, 255, 255], "VEC2", width: 2, normalized: true)
        let first = gltf.accessor("\"bufferView\":\(gltf.views.count - 1),\"componentType\":5121,\"normalized\":true,\"count\":3,\"type\":\"VEC2\"")
        #expect(coordinates != first)
        let colors = gltf.bytes([255, 0, 0, 0, 255, 0, 0, 0, 51], "VEC3", width: 3, normalized: true)
        // The second set of texture coordinates has a sparse accessor: all values are zero except the last value.
        let index = gltf.view([2]), value = gltf.view(Square.little([0.25, 0.5]))
        let second = gltf.accessor("""
            "componentType":5126,"count":3,"type":"VEC2","sparse":{"count":1,"indices":{"bufferView":\(index),"componentType":5121},
            "values":{"bufferView":\(value)}}
            """)
        gltf.members["meshes"] = """
            [{"primitives":[{"attributes":{"POSITION":\(place),"TEXCOORD_0":\(first),"TEXCOORD_1":\(second),"COLOR_0":\(colors)}}]}]
            """
        let vertices = try gltf.model().meshes[0].primitives[0].vertices
        #expect(vertices.map(\.position) == [SIMD3(0, 0, 0), SIMD3(4, 0, 0), SIMD3(0, 4, 0)])
        #expect(vertices.map { SIMD2($0.u, $0.v) } == [SIMD2(0, 0), SIMD2(0.2, 1), SIMD2(0, 0.8)])
        #expect(vertices.map { SIMD2($0.u1, $0.v1) } == [SIMD2(0, 1), SIMD2(0, 1), SIMD2(0.25, 0.5)])
        #expect(vertices.map(\.color) == [SIMD4(65535, 0, 0, 65535), SIMD4(0, 65535, 0, 65535), SIMD4(0, 0, 51 * 257, 65535)])
    }

    @Test("materials: every parameter and every slot, with samplers and transforms") func materials() throws {
        var gltf = GLTFText()
        let png = "data:image/png;base64,\(Data(try Square.image.pngData()).base64EncodedString())"
        gltf.members["meshes"] = "[{\"primitives\":[{\"material\":0,\"attributes\":{\"POSITION\":\(gltf.floats(GLTFText.strip, "VEC3"))},\"mode\":5}]}]"
        gltf.members["images"] = "[{\"uri\":\"\(png)\"},{\"uri\":\"\(png)\"}]"
        gltf.members["samplers"] = "[{\"magFilter\":9728,\"minFilter\":9986,\"wrapS\":33071,\"wrapT\":33648}]"
        gltf.members["textures"] = "[{\"source\":0,\"sampler\":0},{\"source\":1},{\"extensions\":{\"EXT_texture_webp\":{\"source\":1}}}]"
        gltf.members["materials"] = """
            [{"name":"all","pbrMetallicRoughness":{"baseColorFactor":[0.1,0.2,0.3,0.4],"metallicFactor":0.5,"roughnessFactor":0.25,
            "baseColorTexture":{"index":0,"texCoord":1,"extensions":{"KHR_texture_transform":{"offset":[0.5,0.25],"rotation":1,"scale":[2,3]}}},
            "metallicRoughnessTexture":{"index":1}},"normalTexture":{"index":0,"scale":2},"occlusionTexture":{"index":1,"strength":0.75},
            "emissiveTexture":{"index":2,"extensions":{"KHR_texture_transform":{"texCoord":1}}},"emissiveFactor":[1,2,3],"alphaMode":"BLEND",
            "alphaCutoff":0.125,"doubleSided":true,"extensions":{"KHR_materials_unlit":{},"KHR_materials_emissive_strength":{"emissiveStrength":5},
            "KHR_materials_pbrSpecularGlossiness":{"diffuseFactor":[1,0,0,0.5],"specularFactor":[0,1,0],"glossinessFactor":0.5,
            "diffuseTexture":{"index":0},"specularGlossinessTexture":{"index":0}},
            "KHR_materials_clearcoat":{"clearcoatFactor":0.5,"clearcoatRoughnessFactor":0.25,"clearcoatTexture":{"index":0},
            "clearcoatRoughnessTexture":{"index":0},"clearcoatNormalTexture":{"index":0,"scale":3}},
            "KHR_materials_sheen":{"sheenColorFactor":[0,0,1],"sheenRoughnessFactor":0.5,"sheenColorTexture":{"index":0},"sheenRoughnessTexture":{"index":0}},
            "KHR_materials_specular":{"specularFactor":0.5,"specularColorFactor":[1,2,1],"specularTexture":{"index":0},"specularColorTexture":{"index":0}},
            "KHR_materials_ior":{"ior":1.25},"KHR_materials_transmission":{"transmissionFactor":0.5,"transmissionTexture":{"index":0}},
            "KHR_materials_volume":{"thicknessFactor":2,"attenuationDistance":3,"attenuationColor":[1,0,1],"thicknessTexture":{"index":0}},
            "KHR_materials_anisotropy":{"anisotropyStrength":0.5,"anisotropyRotation":2,"anisotropyTexture":{"index":0}},
            "KHR_materials_iridescence":{"iridescenceFactor":0.5,"iridescenceIor":1.5,"iridescenceThicknessMinimum":10,"iridescenceThicknessMaximum":20,
            "iridescenceTexture":{"index":0},"iridescenceThicknessTexture":{"index":0}},"KHR_materials_dispersion":{"dispersion":0.5}}}]
            """
        let model = try gltf.model()
        var expected = Model.Material()
        expected.name = "all"
        expected.baseColor = SIMD4(0.1, 0.2, 0.3, 0.4)
        (expected.metallic, expected.roughness, expected.normalScale, expected.occlusionStrength) = (0.5, 0.25, 2, 0.75)
        (expected.emissive, expected.emissiveStrength) = (SIMD3(1, 2, 3), 5)
        (expected.alphaMode, expected.alphaCutoff, expected.isDoubleSided, expected.isUnlit) = (.blend, 0.125, true, true)
        var glossiness = SpecularGlossiness(), coat = Clearcoat(factor: 0.5, roughness: 0.25)
        (glossiness.diffuse, glossiness.specular, glossiness.glossiness) = (SIMD4(1, 0, 0, 0.5), SIMD3(0, 1, 0), 0.5)
        coat.normalScale = 3
        (expected.specularGlossiness, expected.clearcoat) = (glossiness, coat)
        expected.sheen = Sheen(color: SIMD3(0, 0, 1), roughness: 0.5)
        expected.specular = Specular(factor: 0.5, color: SIMD3(1, 2, 1))
        (expected.ior, expected.transmission, expected.dispersion) = (1.25, 0.5, 0.5)
        expected.volume = Volume(thickness: 2, attenuationDistance: 3, attenuationColor: SIMD3(1, 0, 1))
        expected.anisotropy = Anisotropy(strength: 0.5, rotation: 2)
        expected.iridescence = Iridescence(factor: 0.5, ior: 1.5, thicknessMinimum: 10, thicknessMaximum: 20)
        var sampler = Sampler(min: .nearest, mag: .nearest, mip: .linear, wrap: .repeat)
        (sampler.wrapS, sampler.wrapT) = (.clampToEdge, .mirroredRepeat)
        for slot in MaterialSlot.allCases { expected.textures[slot] = MaterialTexture(0, sampler: sampler) }
        expected.textures[.baseColor] = MaterialTexture(0, sampler: sampler, texCoord: 1,
                                                        transform: TextureTransform(offset: SIMD2(0.5, 0.25), rotation: 1, scale: SIMD2(2, 3)))
        expected.textures[.metallicRoughness] = MaterialTexture(1)
        expected.textures[.occlusion] = MaterialTexture(1)
        expected.textures[.emissive] = MaterialTexture(1, texCoord: 1)
        for slot in MaterialSlot.allCases { #expect(model.materials[0].textures[slot] == expected.textures[slot], "\(slot)") }
        #expect(model.materials == [expected])
        #expect(model.images == [Square.image, Square.image] && model.warnings.isEmpty)
        // The material has a normal map, so its triangles have tangents.
        #expect(model.meshes[0].primitives[0].hasTangents)
    }

    @Test("nodes, cameras, lights, instances, visibility, variants") func scene() throws {
        var gltf = GLTFText()
        let place = gltf.floats(GLTFText.strip, "VEC3"), moves = gltf.floats([5, 0, 0, 0, 7, 0], "VEC3")
        let turns = gltf.bytes([0, 0, 255, 0, 0, 0, 0, 255], "VEC4", width: 4, normalized: true)
        gltf.members["meshes"] = """
            [{"primitives":[{"attributes":{"POSITION":\(place)},"mode":0,"material":0,"extensions":{"KHR_materials_variants":{"mappings":
            [{"variants":[1],"material":1}]}}}]}]
            """
        gltf.members["materials"] = "[{\"name\":\"a\"},{\"name\":\"b\"}]"
        gltf.members["cameras"] = """
            [{"type":"perspective","name":"lens","perspective":{"yfov":1,"znear":0.5,"aspectRatio":2}},
            {"type":"orthographic","orthographic":{"xmag":2,"ymag":3,"znear":0,"zfar":10}}]
            """
        gltf.members["extensions"] = """
            {"KHR_lights_punctual":{"lights":[{"type":"directional","color":[1,0,0],"intensity":3},{"type":"point","range":4},
            {"type":"spot","spot":{"innerConeAngle":0.25,"outerConeAngle":0.5}}]},"KHR_materials_variants":{"variants":[{"name":"day"},{"name":"night"}]}}
            """
        gltf.members["scene"] = "1"
        gltf.members["scenes"] = "[{\"nodes\":[1]},{\"nodes\":[0]}]"
        gltf.members["nodes"] = """
            [{"name":"top","children":[2,3,4],"translation":[10,0,0],"scale":[2,2,2]},{"mesh":0,"name":"elsewhere"},
            {"mesh":0,"camera":0,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":\(moves),"ROTATION":\(turns)}},
            "KHR_lights_punctual":{"light":2}}},{"mesh":0,"extensions":{"KHR_node_visibility":{"visible":false}}},
            {"mesh":0,"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,100,0,0,1]}]
            """
        let model = try gltf.model()
        #expect(model.warnings.isEmpty && model.roots == [0] && model.nodes.map(\.name) == ["top", "elsewhere", "", "", ""])
        var lens = Model.Camera(.perspective(fovy: 1, aspect: 2), near: 0.5)
        lens.name = "lens"
        #expect(model.cameras == [lens, Model.Camera(.orthographic(halfWidth: 2, halfHeight: 3), near: 0, far: 10)])
        #expect(model.lights == [PunctualLight(.directional, color: SIMD3(1, 0, 0), intensity: 3), PunctualLight(.point, range: 4),
                                 PunctualLight(.spot(innerConeAngle: 0.25, outerConeAngle: 0.5))])
        #expect(model.nodes[2].camera == 0 && model.nodes[2].light == 2 && model.nodes[0].camera == nil)
        let placed = try model.placed()
        // The mesh is placed three times: two instances (the first instance is rotated by 180° around z), and the node with a matrix.
        #expect(placed.map { $0.vertices[1].position } == [SIMD3(18, 0, 0), SIMD3(12, 14, 0), SIMD3(212, 0, 0)])
        #expect(placed.allSatisfy { $0.material == 0 })
        #expect(model.variants == ["day", "night"] && model.meshes[0].primitives[0].variants == [1: 1])
        #expect(try model.placed(variant: 1).allSatisfy { $0.material == 1 } && model.placed(variant: 0).allSatisfy { $0.material == 0 })
    }

    @Test("views compressed by meshoptimizer are decompressed, with filters") func meshopt() throws {
        var gltf = GLTFText()
        let positions = Square.little(GLTFText.strip), indices: [UInt32] = [0, 1, 2, 2, 1, 3]
        func packed(_ bound: Int, _ encode: (UnsafeMutablePointer<UInt8>, Int) -> Int) -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in count = encode(buffer.baseAddress!, bound) }
        }
        let vertexBytes = packed(meshopt_encodeVertexBufferBound(4, 12)) { meshopt_encodeVertexBuffer($0, $1, positions, 4, 12) }
        let indexBytes = packed(meshopt_encodeIndexBufferBound(6, 4)) { meshopt_encodeIndexBuffer($0, $1, indices, 6) }
        let sequenceBytes = packed(meshopt_encodeIndexSequenceBound(6, 4)) { meshopt_encodeIndexSequence($0, $1, indices, 6) }
        // The four vertices have two normals in octahedral encoding: (0, 0, 1) and (1, 0, 0).
        let normalBytes = packed(meshopt_encodeVertexBufferBound(4, 4)) {
            meshopt_encodeVertexBuffer($0, $1, [0, 0, 127, 0, 0, 0, 127, 0, 127, 0, 127, 0, 127, 0, 127, 0] as [UInt8], 4, 4)
        }
        func view(_ bytes: [UInt8], stride: Int, count: Int, mode: String, _ more: String = "") -> Int {
            let source = gltf.view(bytes), start = gltf.views[source].split(separator: ",")[1].split(separator: ":")[1]
            return gltf.view([UInt8](repeating: 0, count: stride * count), """
                ,"extensions":{"EXT_meshopt_compression":{"buffer":0,"byteOffset":\(start),"byteLength":\(bytes.count),"byteStride":\(stride),
                "count":\(count),"mode":"\(mode)"\(more)}}
                """)
        }
        let place = view(vertexBytes, stride: 12, count: 4, mode: "ATTRIBUTES"), list = view(indexBytes, stride: 4, count: 6, mode: "TRIANGLES")
        let sequence = view(sequenceBytes, stride: 4, count: 6, mode: "INDICES")
        let normals = view(normalBytes, stride: 4, count: 4, mode: "ATTRIBUTES", ",\"filter\":\"OCTAHEDRAL\"")
        let position = gltf.accessor("\"bufferView\":\(place),\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"")
        let normal = gltf.accessor("\"bufferView\":\(normals),\"componentType\":5120,\"normalized\":true,\"count\":4,\"type\":\"VEC3\"")
        let lists = [list, sequence].map { gltf.accessor("\"bufferView\":\($0),\"componentType\":5125,\"count\":6,\"type\":\"SCALAR\"") }
        gltf.members["extensionsRequired"] = "[\"EXT_meshopt_compression\",\"KHR_mesh_quantization\"]"
        gltf.members["meshes"] = "[{\"primitives\":[" + lists.map { "{\"attributes\":{\"POSITION\":\(position),\"NORMAL\":\(normal)},\"indices\":\($0)}" }.joined(separator: ",") + "]}]"
        let placed = try gltf.model().placed()
        // The encoder of triangles may begin a triangle with another corner, so only the set of corners is compared.
        #expect(Set(corners(placed[0]).prefix(3)) == ["00", "10", "01"] && corners(placed[1]) == ["00", "10", "01", "01", "10", "11"])
        #expect(placed[1].vertices.map(\.normal) == [SIMD3(0, 0, 1), SIMD3(0, 0, 1), SIMD3(1, 0, 0), SIMD3(1, 0, 0)])
        let cut = GLTFText(copying: gltf) { $0.replacingOccurrences(of: "\"mode\":\"ATTRIBUTES\"", with: "\"mode\":\"INDICES\"") }
        #expect(try cut.problem().contains("EXT_meshopt_compression"))
    }

    /// Returns a mesh in Draco's sequential format without compression: 4 points, 2 faces, positions as floats, and colours as bytes.
    static func draco() -> [UInt8] {
        var bytes = Array("DRACO".utf8) + [2, 2, 1, 0, 0, 0]
        bytes += [2, 4, 1] + [0, 1, 2, 2, 1, 3]
        // Adds one decoder with two attributes. Each attribute has five fields: type, data type, components, normalized, identifier.
        bytes += [1, 2] + [0, 9, 3, 0, 7] + [2, 2, 3, 1, 8] + [0, 0]
        return bytes + Square.little(GLTFText.strip) + [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]
    }
    static func dracoFile() -> GLTFText {
        var gltf = GLTFText()
        let view = gltf.view(draco())
        let place = gltf.accessor("\"componentType\":5126,\"count\":4,\"type\":\"VEC3\""), list = gltf.accessor("\"componentType\":5125,\"count\":6,\"type\":\"SCALAR\"")
        let color = gltf.accessor("\"componentType\":5121,\"normalized\":true,\"count\":4,\"type\":\"VEC3\"")
        gltf.members["extensionsRequired"] = "[\"KHR_draco_mesh_compression\"]"
        gltf.members["meshes"] = """
            [{"primitives":[{"attributes":{"POSITION":\(place),"COLOR_0":\(color)},"indices":\(list),"extensions":{"KHR_draco_mesh_compression":
            {"bufferView":\(view),"attributes":{"POSITION":7,"COLOR_0":8}}}}]}]
            """
        return gltf
    }
    @Test("meshes compressed by Draco are decompressed") func draco() throws {
        let gltf = Self.dracoFile(), bytes = Self.draco()
        let placed = try gltf.model().placed()
        #expect(corners(placed[0]) == ["00", "10", "01", "01", "10", "11"])
        #expect(placed[0].vertices[1].color == SIMD4(0, 65535, 0, 65535))
        for count in stride(from: 0, to: bytes.count, by: 3) {
            let cut = GLTFText(copying: gltf) { $0.replacingOccurrences(of: "\"byteLength\":\(bytes.count)}", with: "\"byteLength\":\(count)}") }
            #expect(try cut.problem().contains("cannot be decompressed"), "\(count)")
        }
    }

    @Test("errors name the place in the description") func errors() throws {
        func problem(_ change: (inout GLTFText) -> Void) throws -> String {
            var gltf = GLTFText()
            gltf.members["meshes"] = "[{\"primitives\":[{\"attributes\":{\"POSITION\":\(gltf.floats(GLTFText.strip, "VEC3"))},\"mode\":5}]}]"
            change(&gltf)
            return try gltf.problem()
        }
        #expect(try problem { _ in } == "read")
        #expect(try problem { $0.members["nodes"] = "[{\"mesh\":1}]" } == "is damaged: nodes[0].mesh is 1, but there are 1 meshes")
        #expect(try problem { $0.members["nodes"] = "[{\"mesh\":\"0\"}]" } == "is damaged: nodes[0].mesh is a string, not a whole number")
        #expect(try problem { $0.members["nodes"] = "[{\"mesh\":0.5}]" } == "is damaged: nodes[0].mesh is 0.5, not a whole number from -1 to 2147483647")
        #expect(try problem { $0.members["nodes"] = "{}" } == "is damaged: nodes is an object, not a list")
        #expect(try problem { $0.members["nodes"] = "[{\"children\":[1]},{\"children\":[0],\"mesh\":0}]" } == "is damaged: its nodes form a cycle")
        #expect(try problem { $0.members["nodes"] = "[{\"children\":[1]},{\"mesh\":0},{\"children\":[1]}]" }
            == "is damaged: nodes[1] is a child of nodes[0] and of nodes[2]")
        #expect(try problem { $0.members["nodes"] = "[{},{\"mesh\":0}]" } == "has a scene without meshes")
        #expect(try problem { $0.members["nodes"] = "[{\"mesh\":0,\"matrix\":[1,2]}]" } == "is damaged: nodes[0].matrix has 2 numbers, not 16")
        #expect(try problem { $0.members["skins"] = "[{\"joints\":[]}]" } == "is damaged: skins[0].joints is empty")
        #expect(try problem { $0.members["cameras"] = "[{\"type\":\"perspective\"}]" } == "is damaged: cameras[0].perspective is missing")
        #expect(try problem { $0.members["materials"] = "[{\"emissiveFactor\":[1,null,1]}]" }
            == "is damaged: materials[0].emissiveFactor contains null, not only numbers")
        #expect(try problem { _ = $0.accessor("\"count\":1"); $0.members["meshes"] = "[{\"primitives\":[{\"attributes\":{\"POSITION\":1}}]}]" }
            == "is damaged: accessors[1].type is missing")
        let huge = "\"count\":2000000,\"componentType\":5126,\"type\":\"VEC3\""
        #expect(try problem { _ = $0.accessor(huge); $0.members["meshes"] = "[{\"primitives\":[{\"attributes\":{\"POSITION\":1}}]}]" }
            == "has accessors[1] with 2000000 elements without a buffer view")
        #expect(try problem {
            _ = $0.accessor("\"bufferView\":0,\"byteOffset\":2147483647," + huge)
            $0.members["meshes"] = "[{\"primitives\":[{\"attributes\":{\"POSITION\":1}}]}]"
        } == "is damaged: accessors[1] ends at byte 2171483647 of bufferViews[0], which has 48 bytes")
        #expect(try problem {
            let list = $0.bytes([0, 1, 9], "SCALAR", width: 1)
            $0.members["meshes"] = "[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":\(list)}]}]"
        } == "is damaged: meshes[0].primitives[0] has the index 9, but 4 vertices")
        // A name of any JSON type is accepted, and the index −1 counts as no index.
        #expect(try problem { $0.members["nodes"] = "[{\"mesh\":0,\"camera\":-1,\"name\":7,\"extras\":[[{}]]}]" } == "read")
    }

    @Test("names and notes: each unsupported thing is named once") func notes() throws {
        var gltf = GLTFText()
        let place = gltf.floats(GLTFText.strip, "VEC3")
        gltf.members["meshes"] = "[{\"primitives\":[" + [String](repeating: """
            {"mode":5,"attributes":{"POSITION":\(place),"TEXCOORD_2":\(place),"_OWN":\(place)},"material":0,"extensions":{"VENDOR_unlisted":{}}}
            """, count: 3).joined(separator: ",") + "]}]"
        gltf.members["materials"] = "[{\"name\":\"m\",\"emissiveTexture\":{\"index\":0},\"occlusionTexture\":{\"index\":1}}]"
        gltf.members["textures"] = "[{\"extensions\":{\"KHR_texture_basisu\":{\"source\":0}}},{}]"
        #expect(try gltf.model().warnings == [
            "the extension VENDOR_unlisted is not supported and ignored",
            "material 'm' lacks a texture: textures[1] has no image",
            "material 'm' lacks a texture: KTX2 images with Basis Universal (KHR_texture_basisu) are not supported",
            "the vertex attribute TEXCOORD_2 is ignored",
        ])
    }

    @Test("a texture may be a DDS or a KTX2 file of compressed blocks; Basis Universal is named") func compressedTextures() throws {
        func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        // `white` is one block of BC1. All texels of the block are white.
        let white: [UInt8] = [0xFF, 0xFF, 0, 0, 0, 0, 0, 0]
        let dds = Array("DDS ".utf8) + word(124) + word(0x1007) + word(4) + word(4) + [UInt8](repeating: 0, count: 56) + word(32) + word(4)
            + Array("DXT1".utf8) + [UInt8](repeating: 0, count: 40) + white
        func ktx2(_ format: Int) -> [UInt8] {
            let head = [format, 1, 4, 4, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 104, 0, 8, 0, 8, 0].flatMap(word)
            return [0xAB, 0x4B, 0x54, 0x58, 0x20, 0x32, 0x30, 0xBB, 0x0D, 0x0A, 0x1A, 0x0A] + head + white
        }
        let files: [(String, [UInt8], String?)] = [
            ("MSFT_texture_dds", dds, nil), ("KHR_texture_basisu", ktx2(131), nil), ("KHR_texture_basisu", ktx2(0), "Basis Universal"),
        ]
        for (name, bytes, warning) in files {
            var gltf = GLTFText()
            gltf.members["meshes"] = "[{\"primitives\":[{\"material\":0,\"attributes\":{\"POSITION\":\(gltf.floats(GLTFText.strip, "VEC3"))},\"mode\":5}]}]"
            gltf.members["images"] = "[{\"uri\":\"data:image/x;base64,\(Data(bytes).base64EncodedString())\"}]"
            gltf.members["textures"] = "[{\"extensions\":{\"\(name)\":{\"source\":0}}}]"
            gltf.members["materials"] = "[{\"name\":\"m\",\"emissiveTexture\":{\"index\":0}}]"
            let model = try gltf.model()
            #expect(warning == nil ? model.warnings.isEmpty : model.warnings.contains { $0.contains(warning!) }, "\(model.warnings)")
            #expect(model.images.map(\.width) == (warning == nil ? [4] : []))
        }
    }

    @Test("meshes that no node shows stand at the origin; vertices without a place are left out; a child may be a root") func leniency() throws {
        var gltf = GLTFText()
        let place = gltf.floats(GLTFText.strip + [.nan, 0, 0], "VEC3")
        gltf.members["meshes"] = "[{\"primitives\":[{\"attributes\":{\"POSITION\":\(place)},\"mode\":5}]}]"
        gltf.members["nodes"] = "[{}]"
        let model = try gltf.model()
        #expect(model.triangleCount == 2 && model.maximum == SIMD3(1, 1, 0))
        #expect(model.warnings == ["vertices whose position is not a number are left out", "no node shows a mesh, so all meshes are shown at the origin"])
        gltf.members["nodes"] = "[{\"children\":[1],\"translation\":[1,0,0]},{\"mesh\":0}]"
        gltf.members["scenes"] = "[{\"nodes\":[0,1,1]}]"
        #expect(try gltf.model().placed().count == 1)
        gltf.members["scenes"] = "[{\"nodes\":[1]}]"
        #expect(try gltf.model().maximum == SIMD3(2, 1, 0))
    }

    @Test("normal maps get tangents along u; a vertex between mirrored triangles becomes two") func tangents() throws {
        func model(_ coordinates: [Float]) throws -> Model.Primitive {
            var gltf = GLTFText()
            let place = gltf.floats(GLTFText.strip, "VEC3"), normal = gltf.floats([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1], "VEC3")
            let coordinate = gltf.floats(coordinates, "VEC2")
            gltf.members["meshes"] = """
                [{"primitives":[{"attributes":{"POSITION":\(place),"NORMAL":\(normal),"TEXCOORD_0":\(coordinate)},"mode":5,"material":0}]}]
                """
            gltf.members["images"] = "[{\"uri\":\"data:image/png;base64,\(Data(try Square.image.pngData()).base64EncodedString())\"}]"
            gltf.members["textures"] = "[{\"source\":0}]"
            gltf.members["materials"] = "[{\"normalTexture\":{\"index\":0}}]"
            return try gltf.model().meshes[0].primitives[0]
        }
        // In a file, v points down. In an upright picture, u increases with x, and v decreases with y.
        let upright = try model([0, 1, 1, 1, 0, 0, 1, 0])
        #expect(upright.hasTangents && upright.vertices.count == 4)
        #expect(upright.vertices.allSatisfy { $0.tangent == SIMD3(1, 0, 0) && $0.tangentSign == 1 })
        let turned = try model([0, 0, 0, 1, 1, 0, 1, 1])
        #expect(turned.vertices.allSatisfy { $0.tangent == SIMD3(0, 1, 0) && $0.tangentSign == 1 })
        let mirrored = try model([1, 1, 0, 1, 1, 0, 0, 0])
        #expect(mirrored.vertices.allSatisfy { $0.tangent == SIMD3(-1, 0, 0) && $0.tangentSign == -1 })
        // In texture coordinates, the second triangle is folded back over the first triangle.
        let folded = try model([0, 1, 1, 1, 0, 0, 0, 1])
        #expect(folded.vertices.count == 6)
        for (first, sign) in [(0, Float(1)), (3, -1)] {
            for index in folded.indices[first..<(first + 3)] {
                let vertex = folded.vertices[Int(index)]
                #expect(vertex.tangentSign == sign && abs(vertex.tangent.length - 1) < 1e-6)
            }
        }
    }

    @Test("strings of the description: escapes, surrogates, any name") func strings() throws {
        var gltf = GLTFText()
        gltf.members["meshes"] = "[{\"primitives\":[{\"attributes\":{\"POSITION\":\(gltf.floats(GLTFText.strip, "VEC3"))},\"mode\":5}]}]"
        gltf.members["nodes"] = #"[{"mesh":0,"name":"a\"\\\/\n\t\u00e9\ud83d\ude00é😀"}]"#
        #expect(try gltf.model().nodes[0].name == "a\"\\/\n\té😀é😀")
        for (wrong, reason) in [(#""\x""#, "unknown escape"), (#""\u12""#, "four digits"), ("\"", "no end"), ("tru", "unknown word"),
                                ("+", "unknown character"), ("1 2", "lacks a comma"), ("[1,]", "unknown character"),
                                ("{\"a\" 1}", "no colon"), ("{a:1}", "no name")] {
            gltf.members["zzz"] = wrong
            #expect(try gltf.problem().contains(reason), "\(wrong)")
        }
    }

    @Test("binary files with unpadded chunks, uncounted padding and bytes after the end") func chunks() throws {
        let folder = try TemporaryFolder()
        var gltf = GLTFText()
        gltf.members["meshes"] = "[{\"primitives\":[{\"attributes\":{\"POSITION\":\(gltf.floats(GLTFText.strip, "VEC3"))},\"mode\":5}]}]"
        var json = Array(gltf.text.replacingOccurrences(of: #","uri":"[^"]*""#, with: "", options: .regularExpression).utf8)
        while json.count % 4 != 1 { json.append(32) }
        func word(_ value: Int) -> [UInt8] { Square.little(UInt32(value)) }
        for padding in [0, 3] {
            let chunks = word(json.count) + Array("JSON".utf8) + json + [UInt8](repeating: 32, count: padding)
                + word(gltf.buffer.count) + Array("BIN\0".utf8) + gltf.buffer
            let bytes = Array("glTF".utf8) + word(2) + word(12 + chunks.count) + chunks
            #expect(try Model(contentsOf: folder.write(bytes + [1, 2, 3], "a.glb")).triangleCount == 2, "\(padding)")
        }
    }
}

extension GLTFText {
    /// Creates a file whose text is a changed copy of another file's text.
    init(copying other: GLTFText, _ change: (String) -> String) {
        self = other
        replacement = change(other.text)
    }
}
