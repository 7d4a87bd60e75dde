// PhysicalEffect+Uniforms: writes the effect's properties to the uniforms of its program. A uniform that the program lacks is not
// written.

import Raster

extension PhysicalEffect {
    /// Writes everything except for the matrices.
    func writeUniforms(_ features: PhysicalFeatures) throws {
        guard var draw = prepared else { return }
        // `draw` and `prepared` share the array of uniforms, and a write to a shared array copies the array. If `prepared` is nil, the
        // array is not shared, and the writes copy nothing.
        prepared = nil
        defer { prepared = draw }

        writeMaterial(&draw)
        for (i, transform) in features.transforms.enumerated() {
            let rows = transform.rows
            draw.set("placeRows", at: 2 * i, rows.0)
            draw.set("placeRows", at: 2 * i + 1, rows.1)
        }
        for (sampler, use) in features.textures { draw.set(sampler, use.image, use.sampler) }
        for (i, light) in features.lights.enumerated() { write(light, at: i, to: &draw) }
        if features.usesTable { draw.set("brdfTable", try EnvironmentPrograms.of(device).table(), .linear) }
        if features.usesEnvironment, let environment { write(environment, to: &draw) }
        if features.usesScene, let scene = sceneBehind {
            draw.set("sceneTexture", scene, .trilinear)
            draw.set("sceneLevels", Float(scene.descriptor.mipLevels - 1))
        }
        draw.set("exposure", exposure)
        writeMorphs(&draw)
        if let joints { draw.set("joints", joints.texture, .nearest) }
    }

    func writeMorphs(_ draw: inout PreparedDraw) {
        guard let targets = morphTargets else { return }
        draw.set("morphTargets", targets.texture, .nearest)
        draw.set("morphVertexCount", words: [UInt32(targets.vertexCount)])
        var count = 0
        for (target, weight) in morphWeights.prefix(targets.count).enumerated() where weight != 0 {
            draw.set("morphs", at: count, SIMD2(Float(target), weight))
            count += 1
        }
        draw.set("morphCount", words: [UInt32(count)])
    }

    private func writeMaterial(_ draw: inout PreparedDraw) {
        let m = material
        draw.set("baseColorFactor", m.specularGlossiness?.diffuse ?? m.baseColor)
        draw.set("alphaCutoff", m.alphaCutoff)
        draw.set("emissiveFactor", m.emissive * m.emissiveStrength)
        draw.set("metallicFactor", m.metallic)
        draw.set("roughnessFactor", m.roughness)
        draw.set("normalScale", m.normalScale)
        draw.set("occlusionStrength", m.occlusionStrength)
        let ior = m.ior == 0 ? Float.greatestFiniteMagnitude : m.ior, root = m.ior == 0 ? 1 : (m.ior - 1) / (m.ior + 1)
        draw.set("ior", ior)
        draw.set("reflectance", root * root)
        if let old = m.specularGlossiness {
            draw.set("specularFactor", old.specular)
            draw.set("glossinessFactor", old.glossiness)
        }
        if let specular = m.specular { draw.set("specularWeight", SIMD4(specular.color, specular.factor)) }
        if let coat = m.clearcoat {
            draw.set("clearcoatFactors", SIMD2(coat.factor, coat.roughness))
            draw.set("clearcoatNormalScale", coat.normalScale)
        }
        if let sheen = m.sheen { draw.set("sheenFactors", SIMD4(sheen.color, sheen.roughness)) }
        draw.set("transmissionFactor", m.transmission)
        draw.set("dispersion", m.dispersion)
        if let volume = m.volume {
            // The colour and the distance get lower limits, because the shader would compute an infinity or NaN from smaller numbers.
            let color = pointwiseMax(volume.attenuationColor, SIMD3(repeating: 1e-6)), distance = max(volume.attenuationDistance, 1e-12)
            draw.set("attenuation", SIMD4(color, 1 / distance))
        }
        if let anisotropy = m.anisotropy {
            draw.set("anisotropyFactors", SIMD3(anisotropy.strength, Float(PortableMath.cosine(Double(anisotropy.rotation))),
                                                Float(PortableMath.sine(Double(anisotropy.rotation)))))
        }
        if let film = m.iridescence {
            // A film that is thicker than `thickest` (in nanometres) has no visible colours.
            let thickest: Float = 100_000
            draw.set("iridescenceFactors", SIMD4(film.factor, film.ior, min(film.thicknessMinimum, thickest), min(film.thicknessMaximum, thickest)))
        }
    }

    private func write(_ light: PunctualLight, at i: Int, to draw: inout PreparedDraw) {
        let axis = light.direction.normalized
        draw.set("lightPlace", at: i, light.kind == .directional ? SIMD4(-axis, 0) : SIMD4(light.position, 1))
        draw.set("lightColor", at: i, SIMD4(light.color * light.intensity, light.range.map { 1 / ($0 * $0) } ?? 0))
        draw.set("lightAxis", at: i, axis)
        // The numbers for the formula with which KHR_lights_punctual fades a spot light towards the edge of its cone. For other lights, the
        // factor of the angle is 0, so the light has its full strength in all directions.
        var shape = SIMD2<Float>(0, 1)
        if let cone = light.cone {
            let inner = PortableMath.cosine(Double(cone.inner)), outer = PortableMath.cosine(Double(cone.outer))
            let scale = 1 / max(0.001, inner - outer)
            shape = SIMD2(Float(scale), Float(-outer * scale))
        }
        draw.set("lightCone", at: i, shape)
    }

    private func write(_ environment: EnvironmentLight, to draw: inout PreparedDraw) {
        draw.set("environmentMap", environment.map, EnvironmentLight.sampler)
        draw.set("environmentShape", SIMD2(Float(environment.map.descriptor.mipLevels - 1), 1 / Float(environment.map.width)))
        draw.set("environmentStrength", environmentStrength)
        draw.set("environmentMatrix", Matrix3.rotationY(-environmentRotation))
        for (i, coefficient) in environment.harmonics.enumerated() { draw.set("harmonics", at: i, coefficient) }
    }

    func writeMatrices() {
        guard var draw = prepared else { return }
        prepared = nil
        defer { prepared = draw }
        draw.set("modelMatrix", modelMatrix)
        draw.set("viewProjection", projectionMatrix * viewMatrix)
        draw.set("normalMatrix", Transform(modelview: modelMatrix).scaledNormalMatrix)
        draw.set("handedness", modelMatrix.upperLeft.determinant < 0 ? -1 : 1)
        let isParallel = projectionMatrix[row: 3] == SIMD4(0, 0, 0, 1), fromEye = viewMatrix.inverse ?? .identity
        draw.set("eye", isParallel ? SIMD4(fromEye.columns.2.xyz.normalized, 0) : SIMD4(fromEye.columns.3.xyz, 1))
        if let volume = material.volume {
            let axes = modelMatrix.upperLeft.columns
            let thickness = SIMD3(axes.0.length, axes.1.length, axes.2.length) * volume.thickness
            // The components are limited, so that the square of the vector's length does not overflow in the shader.
            draw.set("volumeThickness", pointwiseMin(thickness, SIMD3(repeating: 1e15)))
        }
    }
}

extension TextureTransform {
    /// The rows of the matrix that maps texture coordinates with their origin at the bottom left. In a file, v points down: the file's
    /// matrix maps (u, 1 − v) to (u', 1 − v').
    var rows: (SIMD3<Float>, SIMD3<Float>) {
        let c = Float(PortableMath.cosine(Double(rotation))), s = Float(PortableMath.sine(Double(rotation)))
        return (SIMD3(c * scale.x, -s * scale.y, s * scale.y + offset.x), SIMD3(s * scale.x, c * scale.y, 1 - c * scale.y - offset.y))
    }
}
