// PhysicalEffect+Validation: refuses properties with invalid values.

import Raster

extension PhysicalEffect {
    func validate() throws(RasterError) {
        try material.validate(of: name)
        for slot in MaterialSlot.allCases {
            guard let use = material.textures[slot] else { continue }
            try use.validate("material.textures[.\(slot.rawValue)]", device: device, of: name)
        }
        try require(lights.count <= PhysicalEffect.maximumLightCount, "lights", "has \(lights.count) entries",
                    remedy: "use at most \(PhysicalEffect.maximumLightCount)", of: name)
        for (i, light) in lights.enumerated() { try light.validate(i, of: name) }
        for (property, value) in [("exposure", exposure), ("environmentStrength", environmentStrength)] {
            try require(value.isFinite && value >= 0, property, "is \(value)", remedy: "use 0 or more", of: name)
        }
        try requireFinite(environmentRotation.isFinite, "environmentRotation", environmentRotation, of: name)
        try requireFinite(morphWeights.allSatisfy(\.isFinite), "morphWeights", morphWeights, of: name)
        for (property, owner) in [("environment", environment?.map.owner), ("joints", joints?.texture.owner), ("morphTargets", morphTargets?.texture.owner),
                                  ("sceneBehind", sceneBehind?.owner)] {
            guard let owner, owner !== device else { continue }
            throw RasterError(.wrongDevice, "\(property) of \(name)", "belongs to another device", remedy: "make it with the effect's device")
        }
    }
}

extension MaterialTexture where Image == Texture {
    func validate(_ property: String, device: Device, of effect: String) throws(RasterError) {
        _ = try TextureProperty(image, enabled: true).validatedTexture(property, expected: .texture2D, device: device, of: effect)
        try require(texCoord == 0 || texCoord == 1, "\(property).texCoord", "is \(texCoord)", remedy: "use 0 or 1", of: effect)
        try requireFinite(transform.offset.x.isFinite && transform.offset.y.isFinite && transform.scale.x.isFinite && transform.scale.y.isFinite
                          && transform.rotation.isFinite, "\(property).transform", transform, of: effect)
    }
}

extension PhysicalMaterial {
    func validate(of effect: String) throws(RasterError) {
        func share(_ value: Float, _ property: String) throws(RasterError) {
            try require((0...1).contains(value), "material.\(property)", "is \(value)", remedy: "use 0 to 1", of: effect)
        }
        func positive(_ value: Float, _ property: String) throws(RasterError) {
            try require(value.isFinite && value >= 0, "material.\(property)", "is \(value)", remedy: "use 0 or more", of: effect)
        }
        func color(_ value: SIMD3<Float>, _ property: String) throws(RasterError) {
            try require(value.isFinite && all(value .>= 0), "material.\(property)", "is \(value)", remedy: "use numbers of 0 or more", of: effect)
        }
        try requireFinite(baseColor.isFinite, "material.baseColor", baseColor, of: effect)
        try share(metallic, "metallic")
        try share(roughness, "roughness")
        try requireFinite(normalScale.isFinite, "material.normalScale", normalScale, of: effect)
        try share(occlusionStrength, "occlusionStrength")
        try color(emissive, "emissive")
        try positive(emissiveStrength, "emissiveStrength")
        try positive(alphaCutoff, "alphaCutoff")
        if let old = specularGlossiness {
            try requireFinite(old.diffuse.isFinite, "material.specularGlossiness.diffuse", old.diffuse, of: effect)
            try color(old.specular, "specularGlossiness.specular")
            try share(old.glossiness, "specularGlossiness.glossiness")
        }
        if let clearcoat {
            try share(clearcoat.factor, "clearcoat.factor")
            try share(clearcoat.roughness, "clearcoat.roughness")
            try requireFinite(clearcoat.normalScale.isFinite, "material.clearcoat.normalScale", clearcoat.normalScale, of: effect)
        }
        if let sheen {
            try color(sheen.color, "sheen.color")
            try share(sheen.roughness, "sheen.roughness")
        }
        if let specular {
            try share(specular.factor, "specular.factor")
            try color(specular.color, "specular.color")
        }
        try require(ior == 0 || (ior.isFinite && ior >= 1), "material.ior", "is \(ior)", remedy: "use 1 or more, or 0 for an infinite index", of: effect)
        try share(transmission, "transmission")
        try positive(dispersion, "dispersion")
        if let volume {
            try positive(volume.thickness, "volume.thickness")
            try require(volume.attenuationDistance > 0, "material.volume.attenuationDistance", "is \(volume.attenuationDistance)",
                        remedy: "use a distance above 0", of: effect)
            try color(volume.attenuationColor, "volume.attenuationColor")
        }
        if let anisotropy {
            try share(anisotropy.strength, "anisotropy.strength")
            try requireFinite(anisotropy.rotation.isFinite, "material.anisotropy.rotation", anisotropy.rotation, of: effect)
        }
        if let iridescence {
            try share(iridescence.factor, "iridescence.factor")
            try require(iridescence.ior.isFinite && iridescence.ior >= 1, "material.iridescence.ior", "is \(iridescence.ior)",
                        remedy: "use 1 or more", of: effect)
            try positive(iridescence.thicknessMinimum, "iridescence.thicknessMinimum")
            try positive(iridescence.thicknessMaximum, "iridescence.thicknessMaximum")
        }
    }
}

extension PunctualLight {
    func validate(_ index: Int, of effect: String) throws(RasterError) {
        func name(_ property: String) -> String { "lights[\(index)].\(property)" }
        try require(color.isFinite && all(color .>= 0), name("color"), "is \(color)", remedy: "use numbers of 0 or more", of: effect)
        try require(intensity.isFinite && intensity >= 0, name("intensity"), "is \(intensity)", remedy: "use 0 or more", of: effect)
        try requireFinite(position.isFinite, name("position"), position, of: effect)
        try require(direction.isFinite && (kind == .point || direction.normalized != .zero), name("direction"), "is \(direction)",
                    remedy: "use a vector of finite numbers that is not zero", of: effect)
        if let range {
            try require(range > 0, name("range"), "is \(range)", remedy: "use a distance above 0, or nil", of: effect)
        }
        if let cone {
            try require(cone.inner >= 0 && cone.inner < cone.outer && cone.outer <= .pi / 2 + 1e-6, name("kind"),
                        "has the angles \(cone.inner) and \(cone.outer)", remedy: "use 0 ≤ inner < outer ≤ π/2", of: effect)
        }
    }
}
