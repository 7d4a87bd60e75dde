// GLTFExtensions: the extensions that the reader understands. If a file uses another extension, a warning names this extension. If the file
// requires the other extension, the file is refused (glTF 2.0 §3.12).

import Raster

enum GLTFExtensions {
    /// The extensions that become part of a Model.
    static let kept: Set<String> = [
        "KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_mesh_quantization", "EXT_mesh_gpu_instancing", "KHR_texture_transform",
        "EXT_texture_webp", "MSFT_texture_dds", "KHR_lights_punctual", "KHR_node_visibility", "KHR_animation_pointer", "KHR_materials_variants",
        "KHR_materials_pbrSpecularGlossiness",
        "KHR_materials_unlit", "KHR_materials_emissive_strength", "KHR_materials_clearcoat", "KHR_materials_sheen", "KHR_materials_specular",
        "KHR_materials_ior", "KHR_materials_transmission", "KHR_materials_volume", "KHR_materials_anisotropy",
        "KHR_materials_iridescence", "KHR_materials_dispersion",
    ]
    /// Extensions that change nothing in a picture: descriptions of the file and hints for applications.
    private static let silent: Set<String> = ["KHR_xmp", "KHR_xmp_json_ld", "EXT_structural_metadata", "EXT_mesh_features", "EXT_instance_features",
                                              "MSFT_lod", "MSFT_packing_normalRoughnessMetallic", "MSFT_packing_occlusionRoughnessMetallic",
                                              "KHR_node_selectability", "KHR_node_hoverability", "KHR_physics_rigid_bodies", "KHR_implicit_shapes",
                                              "AGI_stk_metadata", "KHR_audio", "KHR_audio_emitter",
                                              "MSFT_audio_emitter", "OMI_physics_body", "OMI_physics_shape", "OMI_collider",
                                              // CESIUM_RTC states the place of the model on the earth. A picture of the model does not
                                              // depend on the model's place on the earth.
                                              "CESIUM_RTC"]
    /// Materials with shaders of their own. The shaders expect the uniforms of another renderer.
    private static let shaders: Set<String> = ["KHR_techniques_webgl", "KHR_technique_webgl"]
    /// The extensions of compressed textures. KTX2 images with Basis Universal cannot be read; DDS images and other KTX2 images are read.
    static let basis = "KHR_texture_basisu", directDraw = "MSFT_texture_dds"

    static func check(_ root: GLTFObject, notes: inout ModelNotes) throws(RasterError) {
        let required = try list("extensionsRequired", root)
        for name in required where !kept.contains(name) && !silent.contains(name) && !shaders.contains(name) {
            if name == basis {
                throw root.file.unsupported("requires \(basis) (KTX2 textures with Basis Universal), which is not supported",
                                            remedy: "export it with PNG, JPEG or WebP textures")
            }
            throw root.file.unsupported("requires the extension \(name.prefix(80)), which is not supported", remedy: "export it without the extension")
        }
        var used = Set(required + (try list("extensionsUsed", root)))
        root.usedExtensions(into: &used)
        // The loop adds no warning for the extension `basis`. If an image of the extension `basis` cannot be read, another warning names
        // the material of the image.
        for name in used.sorted() where !kept.contains(name) && !silent.contains(name) && name != basis {
            notes.add(shaders.contains(name) ? "the shaders of the materials (\(name)) are replaced by matte surfaces of their diffuse colours"
                : "the extension \(name.prefix(80)) is not supported and ignored")
        }
    }
    private static func list(_ key: String, _ root: GLTFObject) throws(RasterError) -> [String] {
        guard case .array(let values)? = root.members[key] else { return [] }
        return values.compactMap { if case .string(let name) = $0 { name } else { nil } }
    }
}
