// GLTFReader+Materials: materials with their extensions (glTF 2.0 §3.9).

import Effects
import Raster

extension GLTFReader {
    mutating func readMaterials() throws(RasterError) {
        var textures = try GLTFTextures(gltf, buffers, file)
        for object in try gltf.root.objects("materials") {
            var reader = GLTFMaterial(object, textures)
            try reader.read()
            textures = reader.textures
            materials.append(reader.material)
        }
        images = textures.images
        for warning in textures.notes.warnings { notes.add(warning) }
    }
}

/// Reads one material.
struct GLTFMaterial {
    private(set) var material = Model.Material()
    private(set) var textures: GLTFTextures
    private let object: GLTFObject

    init(_ object: GLTFObject, _ textures: GLTFTextures) { self.object = object; self.textures = textures }

    /// Reads the texture `key` of `owner` into a slot. Returns the JSON object that refers to the texture. The caller can read further
    /// members of this object. If this object is damaged, or the image cannot be read, the slot has no texture.
    @discardableResult
    private mutating func texture(_ key: String, of owner: GLTFObject, _ slot: MaterialSlot) throws(RasterError) -> GLTFObject? {
        do throws(RasterError) {
            guard let reference = try owner.object(key) else { return nil }
            if let texture = try textures.texture(reference, material: material.name) { material.textures[slot] = texture }
            return reference
        } catch {
            guard error.code == .invalidModel else { throw error }
            textures.notes.add("material '\(material.name)' lacks a texture: \(error.problem.trimmingPrefix("is damaged: "))")
            return nil
        }
    }

    mutating func read() throws(RasterError) {
        material.name = object.label("name")
        if let roughness = try object.object("pbrMetallicRoughness") {
            material.baseColor = try roughness.color("baseColorFactor") ?? material.baseColor
            material.metallic = unit(try roughness.number("metallicFactor") ?? 1)
            material.roughness = unit(try roughness.number("roughnessFactor") ?? 1)
            try texture("baseColorTexture", of: roughness, .baseColor)
            try texture("metallicRoughnessTexture", of: roughness, .metallicRoughness)
        }
        material.normalScale = try texture("normalTexture", of: object, .normal)?.number("scale") ?? 1
        material.occlusionStrength = unit(try texture("occlusionTexture", of: object, .occlusion)?.number("strength") ?? 1)
        try texture("emissiveTexture", of: object, .emissive)
        material.emissive = try object.vector3("emissiveFactor") ?? .zero
        if let mode = try object.text("alphaMode") {
            guard let mode = MaterialAlphaMode(rawValue: mode.lowercased()) else { throw object.damaged("alphaMode", "is the unknown '\(mode.prefix(20))'") }
            material.alphaMode = mode
        }
        material.alphaCutoff = max(0, try object.number("alphaCutoff") ?? 0.5)
        material.isDoubleSided = try object.bool("doubleSided") ?? false
        try readExtensions()
    }
    private func unit(_ value: Float) -> Float { value.asShare }

    private mutating func readExtensions() throws(RasterError) {
        guard object.members["extensions"] != nil else { return }
        material.isUnlit = try object.extension("KHR_materials_unlit") != nil
        if let emission = try object.extension("KHR_materials_emissive_strength") {
            material.emissiveStrength = max(0, try emission.number("emissiveStrength") ?? 1)
        }
        if let glossiness = try object.extension("KHR_materials_pbrSpecularGlossiness") {
            var part = SpecularGlossiness()
            part.diffuse = try glossiness.color("diffuseFactor") ?? part.diffuse
            part.specular = try glossiness.vector3("specularFactor") ?? part.specular
            part.glossiness = unit(try glossiness.number("glossinessFactor") ?? 1)
            material.specularGlossiness = part
            try texture("diffuseTexture", of: glossiness, .diffuse)
            try texture("specularGlossinessTexture", of: glossiness, .specularGlossiness)
        }
        if let coat = try object.extension("KHR_materials_clearcoat") {
            var part = Clearcoat(factor: unit(try coat.number("clearcoatFactor") ?? 0), roughness: unit(try coat.number("clearcoatRoughnessFactor") ?? 0))
            try texture("clearcoatTexture", of: coat, .clearcoat)
            try texture("clearcoatRoughnessTexture", of: coat, .clearcoatRoughness)
            part.normalScale = try texture("clearcoatNormalTexture", of: coat, .clearcoatNormal)?.number("scale") ?? 1
            material.clearcoat = part
        }
        if let sheen = try object.extension("KHR_materials_sheen") {
            material.sheen = Sheen(color: try sheen.vector3("sheenColorFactor") ?? .zero, roughness: unit(try sheen.number("sheenRoughnessFactor") ?? 0))
            try texture("sheenColorTexture", of: sheen, .sheenColor)
            try texture("sheenRoughnessTexture", of: sheen, .sheenRoughness)
        }
        if let specular = try object.extension("KHR_materials_specular") {
            material.specular = Specular(factor: unit(try specular.number("specularFactor") ?? 1), color: try specular.vector3("specularColorFactor") ?? .one)
            try texture("specularTexture", of: specular, .specular)
            try texture("specularColorTexture", of: specular, .specularColor)
        }
        if let ior = try object.extension("KHR_materials_ior")?.number("ior") { material.ior = ior == 0 ? 0 : max(ior, 1) }
        if let transmission = try object.extension("KHR_materials_transmission") {
            material.transmission = unit(try transmission.number("transmissionFactor") ?? 0)
            try texture("transmissionTexture", of: transmission, .transmission)
        }
        if let volume = try object.extension("KHR_materials_volume") {
            var part = Volume(thickness: max(0, try volume.number("thicknessFactor") ?? 0))
            if let distance = try volume.number("attenuationDistance"), distance > 0 { part.attenuationDistance = distance }
            part.attenuationColor = try volume.vector3("attenuationColor") ?? .one
            material.volume = part
            try texture("thicknessTexture", of: volume, .thickness)
        }
        if let anisotropy = try object.extension("KHR_materials_anisotropy") {
            material.anisotropy = Anisotropy(strength: unit(try anisotropy.number("anisotropyStrength") ?? 0),
                                             rotation: try anisotropy.number("anisotropyRotation") ?? 0)
            try texture("anisotropyTexture", of: anisotropy, .anisotropy)
        }
        if let film = try object.extension("KHR_materials_iridescence") {
            material.iridescence = Iridescence(factor: unit(try film.number("iridescenceFactor") ?? 0), ior: max(1, try film.number("iridescenceIor") ?? 1.3),
                                               thicknessMinimum: max(0, try film.number("iridescenceThicknessMinimum") ?? 100),
                                               thicknessMaximum: max(0, try film.number("iridescenceThicknessMaximum") ?? 400))
            try texture("iridescenceTexture", of: film, .iridescence)
            try texture("iridescenceThicknessTexture", of: film, .iridescenceThickness)
        }
        if let dispersion = try object.extension("KHR_materials_dispersion") { material.dispersion = max(0, try dispersion.number("dispersion") ?? 0) }
        if let values = try object.extension("KHR_techniques_webgl")?.object("values") { try readDiffuse(values) }
    }

    /// Takes the diffuse colour or texture from the uniforms of a material that has shaders of its own.
    private mutating func readDiffuse(_ values: GLTFObject) throws(RasterError) {
        (material.metallic, material.roughness) = (Model.Material.plain.metallic, Model.Material.plain.roughness)
        for name in values.members.keys.sorted() where name.lowercased().contains("diffuse") {
            if case .object? = values.members[name] { try texture(name, of: values, .baseColor) }
            if case .array? = values.members[name] { material.baseColor = try values.color(name) ?? material.baseColor }
        }
    }
}
