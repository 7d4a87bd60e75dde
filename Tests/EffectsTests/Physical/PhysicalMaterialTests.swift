// Parts of a material that PhysicalOracleTests do not cover: textures and their transforms, alpha, sides, tone mapping.

import Effects
import Raster
import TestSupport
import Testing

@Suite("Materials of PhysicalEffect")
struct PhysicalMaterialTests {
    private func texture(_ device: Device, _ texels: [SIMD4<Float>], width: Int) throws -> Texture {
        let texture = try device.makeTexture(TextureDescriptor(format: .rgba32Float, width: width, height: texels.count / width))
        try texture.replace(bytes: texels)
        return texture
    }
    /// Draws a square with an unlit texture of 4×4 texels, each with its own colour.
    private func places(_ transform: TextureTransform) throws -> [SIMD2<Int>] {
        let device = Device(), ball = try PhysicalBall(device: device)
        let texels = (0..<16).map { SIMD4<Float>(Float($0 % 4) / 4, Float($0 / 4) / 4, 0, 1) }
        ball.effect.output = .light
        ball.effect.material.isUnlit = true
        var sampler = Sampler.nearest
        sampler.wrapS = .repeat; sampler.wrapT = .repeat
        ball.effect.material.textures[.baseColor] = MaterialTexture(try texture(device, texels, width: 4), sampler: sampler, transform: transform)
        return try ball.draw(format: .rgba32Float).map { SIMD2(Int(($0.x * 4).rounded()), Int(($0.y * 4).rounded())) }
    }
    @Test("a texture transform places the texture as KHR_texture_transform says", arguments: [
        TextureTransform(offset: SIMD2(0, 1), rotation: .pi / 2, scale: SIMD2(0.5, 0.5)), TextureTransform(offset: SIMD2(0.3, 0.1)),
        TextureTransform(offset: SIMD2(0, 0), rotation: 0.3), TextureTransform(offset: SIMD2(0.1, 0.2), rotation: -2, scale: SIMD2(1.5, -0.7)),
    ])
    func transform(_ transform: TextureTransform) throws {
        let actual = try places(transform), size = PhysicalBall.size
        var wrong = 0
        for y in 0..<size {
            for x in 0..<size {
                // In a file, v points down. The transform scales, then rotates, then moves.
                let u = (Double(x) + 0.5) / Double(size) * Double(transform.scale.x), v = (1 - (Double(y) + 0.5) / Double(size)) * Double(transform.scale.y)
                let c = PortableMath.cosine(Double(transform.rotation)), s = PortableMath.sine(Double(transform.rotation))
                let placed = SIMD2(c * u + s * v + Double(transform.offset.x), -s * u + c * v + Double(transform.offset.y))
                func texel(_ t: Double) -> Int { Int(((t - t.rounded(.down)) * 4).rounded(.down)) }
                if actual[y * size + x] != SIMD2(texel(placed.x), texel(1 - placed.y)) { wrong += 1 }
            }
        }
        // A few pixels may be wrong, because rounding may select the neighbouring texel at the edges of texels.
        #expect(wrong <= 8)
    }
    @Test("the example of KHR_texture_transform shows the lower left quarter of the picture, rotated clockwise")
    func quarter() throws {
        let places = try places(TextureTransform(offset: SIMD2(0, 1), rotation: .pi / 2, scale: SIMD2(0.5, 0.5)))
        #expect(places.allSatisfy { $0.x < 2 && $0.y < 2 })
        #expect(places[0] == SIMD2(1, 0) && places[31] == SIMD2(1, 1) && places[31 * 32] == SIMD2(0, 0), "the lower left corner was the lower right")
    }

    @Test("the second texture coordinates, vertex colours, occlusion and emission reach the surface")
    func slots() throws {
        let device = Device(), ball = try PhysicalBall(device: device)
        ball.effect.output = .light
        ball.effect.environment = try FurnaceTests.environment(on: device) { _ in 1 }
        let half = try texture(device, [SIMD4(0.5, 1, 0, 1)], width: 1)
        ball.effect.material.emissive = SIMD3(1, 0.5, 0.25); ball.effect.material.emissiveStrength = 4
        ball.effect.material.textures[.occlusion] = MaterialTexture(half, texCoord: 1)
        ball.effect.material.occlusionStrength = 0.5
        // The expected colour is the white of the furnace times the occlusion 1 + ½ (½ − 1), plus the emission.
        #expect(try near(ball.draw(format: .rgba32Float), SIMD3(0.75 + 4, 0.75 + 2, 0.75 + 1), 0.01))
        // If occlusion, roughness and metalness share a texture, the shader reads the shared texture only once, with the same result.
        ball.effect.material.textures[.occlusion] = MaterialTexture(half)
        ball.effect.material.textures[.metallicRoughness] = MaterialTexture(half)
        #expect(try near(ball.draw(format: .rgba32Float), SIMD3(0.75 + 4, 0.75 + 2, 0.75 + 1), 0.01))
        ball.effect.material.textures[.emissive] = MaterialTexture(half)
        #expect(try near(ball.draw(format: .rgba32Float), SIMD3(0.75 + 2, 0.75 + 2, 0.75), 0.01))
    }
    private func near(_ pixels: [SIMD4<Float>], _ color: SIMD3<Float>, _ tolerance: Float) -> Bool {
        pixels.allSatisfy { abs($0.x - color.x) < tolerance && abs($0.y - color.y) < tolerance && abs($0.z - color.z) < tolerance }
    }

    @Test("mask discards below the cutoff, blend blends by alpha, opaque ignores alpha")
    func alpha() throws {
        let device = Device(), ball = try PhysicalBall(device: device)
        ball.effect.material.isUnlit = true
        ball.effect.material.baseColor = SIMD4(1, 1, 1, 0.4)
        #expect(try ball.draw()[0] == SIMD4(1, 1, 1, 1))
        ball.effect.material.alphaMode = .mask
        #expect(try ball.draw()[0] == .zero)
        ball.effect.material.alphaCutoff = 0.4
        #expect(try ball.draw()[0] == SIMD4(1, 1, 1, 1), "alpha at the cutoff stays")
        ball.effect.material.alphaMode = .blend
        #expect(try near(ball.draw(), SIMD3(0.4, 0.4, 0.4), 0.003))
    }

    @Test("back faces are culled, or lit with the opposite normal; a mirroring matrix changes neither", arguments: [Float(1), -1])
    func sides(mirror: Float) throws {
        let device = Device(), ball = try PhysicalBall(device: device)
        var sun = PunctualLight(.directional)
        sun.direction = [0, 0, -1]
        ball.effect.lights = [sun]
        ball.effect.material.metallic = 0
        ball.effect.modelMatrix = .scale(mirror, 1, 1)
        let front = try ball.draw()[0]
        #expect(front.w == 1 && front.x > 0.3)
        ball.effect.modelMatrix = .rotationY(.pi) * .scale(mirror, 1, 1)
        #expect(try ball.draw()[0] == .zero)
        ball.effect.material.isDoubleSided = true
        #expect(try abs(ball.draw()[0].x - front.x) < 0.01)
    }

    @Test("tone mapping maps emitted light by its formulas within 1/255, on targets with and without their own encoding",
          arguments: ToneMapping.allCases, [PixelFormat.rgba8, .srgb8Alpha8])
    func toneMapping(_ mapping: ToneMapping, format: PixelFormat) throws {
        let device = Device(), ball = try PhysicalBall(device: device)
        ball.effect.toneMapping = mapping
        ball.effect.exposure = 2
        ball.effect.material.baseColor = SIMD4(0, 0, 0, 1)
        for light in [SIMD3<Float>(0.02, 0.03, 0.01), SIMD3(0.2, 0.3, 0.1), SIMD3(0.5, 0.9, 0.4), SIMD3(4, 2, 0.5), SIMD3(50, 60, 70)] {
            ball.effect.material.emissive = light / 2
            let pixel = try ball.draw(format: format)[0], expected = PhysicalMaterialTests.mapped(SIMD3<Double>(light), mapping)
            for c in 0..<3 {
                let stored = format == .rgba8 ? Double(pixel[c]) : ScalarPhysical.encoded(SIMD3(repeating: Double(pixel[c]))).x
                #expect(abs(stored - ScalarPhysical.encoded(expected)[c]) < 1.01 / 255, "\(mapping) \(light) channel \(c)")
            }
        }
    }
    private static func mapped(_ light: SIMD3<Double>, _ mapping: ToneMapping) -> SIMD3<Double> {
        switch mapping {
        case .none: return light
        case .khronosNeutral:
            let least = light.min(), c = light - (least < 0.08 ? least - 6.25 * least * least : 0.04), peak = c.max()
            guard peak >= 0.76 else { return c }
            let compressed = 1 - 0.24 * 0.24 / (peak - 0.52), share = 1 / (0.15 * (peak - compressed) + 1)
            return c * (compressed / peak) * share + SIMD3(repeating: compressed) * (1 - share)
        case .aces:
            func times(_ rows: [SIMD3<Double>], _ v: SIMD3<Double>) -> SIMD3<Double> { SIMD3((rows[0] * v).sum(), (rows[1] * v).sum(), (rows[2] * v).sum()) }
            let a = times([SIMD3(0.59719, 0.35458, 0.04823), SIMD3(0.076, 0.90834, 0.01566), SIMD3(0.0284, 0.13383, 0.83777)], light)
            let b = (a * (a + 0.0245786) - 0.000090537) / (a * (0.983729 * a + 0.432951) + 0.238081)
            return times([SIMD3(1.60475, -0.53108, -0.07367), SIMD3(-0.10208, 1.10813, -0.00605), SIMD3(-0.00327, -0.07276, 1.07602)], b)
        }
    }

    @Test("extreme but valid numbers of a material make no pixel black that emits light")
    func extremes() throws {
        let device = Device(), ball = try PhysicalBall(device: device)
        ball.effect.environment = try FurnaceTests.environment(on: device) { _ in 1 }
        ball.effect.lights = [PunctualLight(.point, intensity: 1e30), PunctualLight(.point, intensity: 1, range: 1e-30)]
        let sets: [(inout PhysicalMaterial<Texture>) -> Void] = [
            { $0.emissive = SIMD3(1e30, 1e30, 1e30); $0.emissiveStrength = 1e30 },
            { $0.ior = 0; $0.specular = Specular(factor: 1, color: SIMD3(1e30, 1e30, 1e30)) },
            { $0.transmission = 1; $0.dispersion = 1e30; $0.volume = Volume(thickness: 1e30, attenuationDistance: .leastNonzeroMagnitude) },
            { $0.iridescence = Iridescence(factor: 1, ior: 1e30, thicknessMinimum: 1e38, thicknessMaximum: 1e38) },
            { $0.clearcoat = Clearcoat(factor: 1); $0.sheen = Sheen(color: SIMD3(1, 1, 1)); $0.roughness = 0 },
            { $0.anisotropy = Anisotropy(strength: 1, rotation: 1e30); $0.roughness = 0; $0.normalScale = 1e30 },
        ]
        for (number, set) in sets.enumerated() {
            var material = PhysicalMaterial<Texture>()
            material.metallic = 0.5
            material.emissive = SIMD3(1, 1, 1)
            set(&material)
            ball.effect.material = material
            #expect(try ball.draw().allSatisfy { $0.x > 0.9 && $0.y > 0.9 && $0.z > 0.9 }, "set \(number)")
        }
    }

    @Test("mapTextures keeps every part of a material, and drops slots for which it gets nil")
    func mapping() throws {
        var material = PhysicalMaterial<Int>()
        material.name = "all"; material.clearcoat = Clearcoat(factor: 0.5); material.dispersion = 2; material.ior = 1.3
        for (i, slot) in MaterialSlot.allCases.enumerated() { material.textures[slot] = MaterialTexture(i, texCoord: i % 2) }
        let same = material.mapTextures { _, image in image }
        #expect(same == material)
        let some = material.mapTextures { slot, _ in slot.isColor ? slot.rawValue : nil }
        #expect(Set(some.textures.keys) == [.baseColor, .emissive, .diffuse, .specularGlossiness, .sheenColor, .specularColor])
    }
}
