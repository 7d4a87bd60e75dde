import Effects
import Foundation
import Models
import Raster
import Testing

@Suite("Animated parameters") struct AnimationPointerTests {
    /// Returns the model of a file whose animation changes the property `pointer` from the value `from` at 0 s to the value `to` at 1 s.
    private func model(_ pointer: String, _ from: [Float], _ to: [Float], step: Bool = false, isList: Bool = false) throws -> Model {
        var gltf = GLTFText()
        let place = gltf.floats(GLTFText.strip, "VEC3"), times = gltf.floats([0, 1], "SCALAR")
        let type = isList ? "SCALAR" : ["", "SCALAR", "VEC2", "VEC3", "VEC4"][from.count], values = gltf.floats(from + to, type)
        let target = "{\"POSITION\":\(place)}"
        gltf.members["meshes"] = """
            [{"weights":[0.5,0],"primitives":[{"attributes":{"POSITION":\(place)},"targets":[\(target),\(target)],"material":0,"mode":5}]}]
            """
        gltf.members["materials"] = """
            [{"pbrMetallicRoughness":{"roughnessFactor":0.25,"baseColorTexture":{"index":0,"extensions":{"KHR_texture_transform":{"scale":[2,2]}}}},
            "extensions":{"KHR_materials_clearcoat":{"clearcoatFactor":1},"KHR_materials_volume":{"thicknessFactor":1}}}]
            """
        gltf.members["textures"] = "[{\"source\":0}]"
        let image = Data(try Image(width: 1, height: 1, bytes: [255, 0, 0, 255]).pngData()).base64EncodedString()
        gltf.members["images"] = "[{\"uri\":\"data:image/png;base64,\(image)\"}]"
        gltf.members["cameras"] = "[{\"type\":\"perspective\",\"perspective\":{\"yfov\":1,\"znear\":0.1,\"zfar\":10}}]"
        gltf.members["extensions"] = "{\"KHR_lights_punctual\":{\"lights\":[{\"type\":\"spot\",\"spot\":{\"outerConeAngle\":0.5}}]}}"
        gltf.members["nodes"] = "[{\"mesh\":0,\"extensions\":{\"KHR_lights_punctual\":{\"light\":0}}},{\"camera\":0}]"
        gltf.members["scenes"] = "[{\"nodes\":[0,1]}]"
        gltf.members["animations"] = """
            [{"samplers":[{"input":\(times),"output":\(values),"interpolation":"\(step ? "STEP" : "LINEAR")"}],
            "channels":[{"sampler":0,"target":{"path":"pointer","extensions":{"KHR_animation_pointer":{"pointer":"\(pointer)"}}}}]}]
            """
        return try gltf.model()
    }
    private func pose(_ pointer: String, _ from: [Float], _ to: [Float], step: Bool = false, isList: Bool = false, at time: Float = 0.5) throws -> ModelPose {
        let model = try model(pointer, from, to, step: step, isList: isList)
        #expect(model.warnings.isEmpty && model.animations[0].duration == 1)
        return model.pose(of: model.animations, at: time)
    }

    @Test("numbers and colours of materials, also of layers and of texture transforms") func materials() throws {
        let base = "/materials/0/pbrMetallicRoughness"
        #expect(try pose("\(base)/baseColorFactor", [0, 0, 0, 1], [1, 0.5, 0, 1]).materials[0].baseColor == SIMD4(0.5, 0.25, 0, 1))
        // Values outside of the range are clamped, because the shader needs the range.
        #expect(try pose("\(base)/roughnessFactor", [0], [4]).materials[0].roughness == 1)
        #expect(try pose("/materials/0/emissiveFactor", [-4, 0, 0], [2, 2, 0]).materials[0].emissive == SIMD3(0, 1, 0))
        #expect(try pose("/materials/0/extensions/KHR_materials_clearcoat/clearcoatFactor", [0], [1]).materials[0].clearcoat?.factor == 0.5)
        #expect(try pose("/materials/0/extensions/KHR_materials_volume/attenuationDistance", [2], [4]).materials[0].volume?.attenuationDistance == 3)
        let moved = try pose("\(base)/baseColorTexture/extensions/KHR_texture_transform/offset", [0, 0], [1, 2]).materials[0].textures[.baseColor]
        #expect(moved?.transform == TextureTransform(offset: SIMD2(0.5, 1), scale: SIMD2(2, 2)))
        let own = try model("\(base)/roughnessFactor", [0], [1])
        #expect(own.pose().materials[0].roughness == 0.25, "without the animation the material keeps its value")
    }

    @Test("lights, cameras, the visibility and the places of nodes, and the weights of meshes") func others() throws {
        let light = "/extensions/KHR_lights_punctual/lights/0"
        #expect(try pose("\(light)/intensity", [10], [20]).lights[0].intensity == 15)
        #expect(try pose("\(light)/spot/outerConeAngle", [0.5], [1.5]).lights[0].kind == .spot(innerConeAngle: 0, outerConeAngle: 1))
        #expect(try pose("/cameras/0/perspective/yfov", [1], [2]).cameras[0].projection == .perspective(fovy: 1.5, aspect: nil))
        #expect(try pose("/nodes/0/translation", [0, 0, 0], [2, 0, 0]).matrices[0] == .translation(1, 0, 0))
        #expect(try pose("/nodes/0/weights", [0, 0], [1, 0.5], isList: true).weights[0] == [0.5, 0.25])
        #expect(try pose("/meshes/0/weights", [0, 1], [1, 1], isList: true).weights[0] == [0.5, 1])
        let visible = "/nodes/0/extensions/KHR_node_visibility/visible"
        #expect(try pose(visible, [1], [0], step: true, at: 0.9).isShown == [true, true])
        #expect(try pose(visible, [1], [0], step: true, at: 1).isShown == [false, true])
    }

    @Test("things that a model does not have are named once for all indices, and change nothing", arguments: [
        ("/materials/0/extras/glow", "materials/*/extras/glow"), ("/materials/7/emissiveFactor", "materials/*/emissiveFactor"),
        ("/materials/-1/emissiveFactor", "materials/*/emissiveFactor"), ("/nodes/99/translation", "nodes/*/translation"), ("", ""), ("/nodes", "nodes"),
        ("/extensions/KHR_lights_punctual/lights/3/color", "extensions/KHR_lights_punctual/lights/*/color"), ("/a~1b/~01", "a/b/~1"),
    ]) func unknown(pointer: String, kind: String) throws {
        let model = try model(pointer, [0, 0, 0], [1, 1, 1])
        #expect(model.warnings == ["animations of '\(kind)' are ignored"])
        #expect(model.animations[0].tracks.isEmpty && model.animations[0].parameterTracks.isEmpty)
    }

    @Test("tracks made by a program with wrong owners, names or widths change nothing") func hostile() throws {
        var model = try model("/nodes/0/translation", [0, 0, 0], [1, 0, 0])
        model.animations[0].parameterTracks = [
            Model.ParameterTrack(.init(.material(9), "emissiveFactor"), times: [0], values: [1, 1, 1]),
            Model.ParameterTrack(.init(.material(0), "nothing"), times: [0], values: [1]),
            Model.ParameterTrack(.init(.node(-1), "extensions/KHR_node_visibility/visible"), times: [0], values: [0]),
            Model.ParameterTrack(.init(.light(0), "color"), times: [0], values: [1]),
            Model.ParameterTrack(.init(.camera(0), "perspective/yfov"), times: [], values: []),
        ]
        let pose = model.pose(of: model.animations, at: 0)
        #expect(pose.materials == model.materials && pose.lights == model.lights && pose.cameras == model.cameras && pose.isShown == [true, true])
    }
}
