// BaseEffect+Validation: refuses properties with invalid values, and makes the key of the program.

import Raster

extension BaseEffect {
    /// Checks all properties except textures, even properties that have no effect at present. `makeKey` checks the textures of the units
    /// that are applied.
    func validate() throws(RasterError) {
        try transform.validate(of: name)
        try material.validate(of: name)
        try fog.validate(of: name)
        try requireFinite(lightModelAmbientColor.isFinite, "lightModelAmbientColor", lightModelAmbientColor, of: name)
        try requireFinite(constantColor.isFinite, "constantColor", constantColor, of: name)
        try require(lights.count <= BaseEffect.maximumLightCount, "lights", "has \(lights.count) entries",
                    remedy: "use at most \(BaseEffect.maximumLightCount)", of: name)
        for i in lights.indices { try lights[i].validate(i, of: name) }
        if let reflection {
            try requireFinite(reflection.matrix.isFinite, "matrix", reflection.matrix, of: name)
        }
    }

    /// Checks the textures of the applied units, and returns the key of the program that the effect needs.
    func makeKey(layout: VertexLayout) throws(RasterError) -> EffectKey {
        var key = EffectKey()
        var hasSpecular = false
        for light in lights where light.enabled {
            if light.isPositional { key.positionalLights |= 1 << key.lightCount }
            if light.isSpot { key.spotLights |= 1 << key.lightCount }
            key.lightCount += 1
            if any(light.specularColor.xyz * material.specularColor.xyz .!= 0) { hasSpecular = true }
        }
        if key.lightCount > 0 {
            reportMissing(.normal, of: layout, for: "its lights")
            key.isPerPixel = lightingType == .perPixel
            key.isTwoSided = lightModelTwoSided
            key.isColorMaterial = colorMaterialEnabled
            key.hasSpecular = hasSpecular
        }
        key.hasVertexColor = key.usesSurfaceColor && layout.gives(.color)
        key.fog = fog.enabled ? UInt8(fog.mode.rawValue) + 1 : 0

        var seen: UInt8 = 0, count = 0
        for unit in textureOrder {
            let exists = unit == .texture2d0 || unit == .texture2d1 || (unit == .textureCubeMap && reflection != nil)
            try require(exists, "textureOrder",
                        unit == .textureCubeMap ? "names the cube map, which a BaseEffect does not have"
                        : "names texture unit \(unit.rawValue), which does not exist",
                        remedy: unit == .textureCubeMap ? "use a ReflectionMapEffect"
                        : "use texture2d0 (0) and texture2d1 (1), in a ReflectionMapEffect also textureCubeMap (2)", of: name)
            try require(seen >> UInt8(unit.rawValue) & 1 == 0, "textureOrder", "names texture unit \(unit.rawValue) twice", remedy: "name each unit once",
                        of: name)
            seen |= 1 << UInt8(unit.rawValue)
            let (property, texture) = try validatedTexture(unit)
            guard let texture else { continue }
            let channels: EffectKey.Stage.Channels = property.isAlphaOnly ? .alpha : texture.format.channelCount == 4 ? .rgba : .rgb
            if unit == .texture2d0 { reportMissing(.texCoord0, of: layout, for: "texture2d0") }
            if unit == .texture2d1 { reportMissing(.texCoord1, of: layout, for: "texture2d1") }
            let stage = EffectKey.Stage(unit: UInt8(unit.rawValue), envMode: UInt8(property.envMode.rawValue), channels: channels)
            switch count {
            case 0: key.stages.0 = stage
            case 1: key.stages.1 = stage
            default: key.stages.2 = stage
            }
            count += 1
        }
        return key
    }

    /// If the device's validation is on, reports that the layout lacks an attribute. Without the attribute, all vertices have the same
    /// value, but `use` needs different values.
    private func reportMissing(_ attribute: EffectAttribute, of layout: VertexLayout, for use: String) {
        guard let validation = device.validation, !layout.gives(attribute) else { return }
        validation.add(ValidationReport(.missingAttribute, name, "uses \(use), but its vertex layout has no \(attribute.name), so all vertices have the same value",
                                        remedy: "add an entry .\(attribute.name)(…), or a constant"))
    }

    /// Returns the unit's property and its texture; the texture is nil if the unit is off.
    private func validatedTexture(_ unit: TextureUnit) throws(RasterError) -> (TextureProperty, Texture?) {
        let (property, propertyName, target): (TextureProperty, String, TextureProperty.Target) = switch unit {
        case .texture2d0: (texture2d0, "texture2d0", .texture2D)
        case .texture2d1: (texture2d1, "texture2d1", .texture2D)
        default: (reflection?.texture ?? TextureProperty(), "textureCubeMap", .textureCubeMap)
        }
        guard property.enabled else { return (property, nil) }
        return (property, try property.validatedTexture(propertyName, expected: target, device: device, of: name))
    }
}

extension VertexLayout {
    /// Returns whether the layout contains the attribute, as an array in a buffer or as a constant.
    func gives(_ attribute: EffectAttribute) -> Bool {
        attributes.contains { $0.name == attribute.name } || constants[attribute.name] != nil
    }
}
