// BaseEffect+Uniforms: writes the effect's properties to the uniforms of its program.

import Raster

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension BaseEffect {
    func writeUniforms() {
        guard var draw = prepared else { return }
        // `draw` and `prepared` share the array of uniforms, and a write to a shared array copies the array. If `prepared` is nil, the
        // array is not shared, and the writes copy nothing.
        prepared = nil
        defer { prepared = draw }

        draw.set("modelviewProjection", transform.modelviewProjectionMatrix)
        draw.set("modelview", transform.modelviewMatrix)
        draw.set("normalMatrix", transform.scaledNormalMatrix)
        draw.set("constantColor", useConstantColor ? constantColor : .one)
        if key.lightCount > 0 { writeLights(&draw) }
        if key.fog > 0 {
            draw.set("fogColor", fog.color.xyz)
            draw.set("fogShape", fog.shape)
        }
        if key.contains(unit: 0), let texture = texture2d0.texture { draw.set("texture2d0", texture, texture2d0.sampler) }
        if key.contains(unit: 1), let texture = texture2d1.texture { draw.set("texture2d1", texture, texture2d1.sampler) }
        if key.contains(unit: 2), let reflection, let texture = reflection.texture.texture {
            draw.set("textureCubeMap", texture, reflection.texture.sampler)
            draw.set("reflectionMatrix", reflection.lookupMatrix)
        }
    }

    private func writeLights(_ draw: inout PreparedDraw) {
        let isColorMaterial = key.isColorMaterial
        let ambient = material.ambientColor.xyz, diffuse = material.diffuseColor, specular = material.specularColor.xyz
        let emissive = material.emissiveColor.xyz, model = lightModelAmbientColor.xyz
        draw.set("emissive", emissive)
        draw.set("modelAmbient", model)
        draw.set("sceneColor", SIMD4(emissive + ambient * model, diffuse.w))
        draw.set("shininess", material.shininess)
        var i = 0
        for light in lights where light.enabled {
            let p = light.eyePosition
            let position = light.isPositional ? p.xyz / p.w : p.xyz.normalized
            draw.set("lightPosition", at: i, position)
            draw.set("lightHalfway", at: i, (position + SIMD3(0, 0, 1)).normalized)
            draw.set("lightAmbient", at: i, isColorMaterial ? light.ambientColor.xyz : ambient * light.ambientColor.xyz)
            draw.set("lightDiffuse", at: i, isColorMaterial ? light.diffuseColor.xyz : diffuse.xyz * light.diffuseColor.xyz)
            draw.set("lightSpecular", at: i, specular * light.specularColor.xyz)
            draw.set("lightAttenuation", at: i, SIMD3(light.constantAttenuation, light.linearAttenuation, light.quadraticAttenuation))
            draw.set("spotDirection", at: i, light.eyeSpotDirection.normalized)
            draw.set("spotShape", at: i,
                     SIMD2(light.spotExponent, light.spotCutoff == 90 ? 0 : Float(PortableMath.cosine(Double(light.spotCutoff) * .pi / 180))))
            i += 1
        }
    }
}

extension Fog {
    /// The parameters of the fog, in the form that base.frag reads.
    var shape: SIMD2<Float> {
        guard mode == .linear else { return SIMD2(density, 0) }
        let scale = 1 / (end - start)
        return SIMD2(end, scale.isFinite ? scale : .greatestFiniteMagnitude)
    }
}

extension BaseEffect.Reflection {
    /// The matrix from eye space to the space of the cube map.
    var lookupMatrix: Matrix3 { isRightHanded ? Matrix3(.init(1, 0, 0), .init(0, 1, 0), .init(0, 0, -1)) * matrix : matrix }
}
