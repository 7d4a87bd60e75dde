// Each invalid property value causes an error that names the property. After the property is corrected, the effect draws again.

import Effects
import Raster
import Testing

@Suite("Errors of effects")
struct EffectErrorTests {
    private static let layout = VertexLayout(stride: 24, .position(.float3), .normal(.float3, offset: 12))

    /// Returns the error that drawing with the effect throws; nil if the effect draws.
    private func refusal(_ effect: BaseEffect, layout: VertexLayout = layout) throws -> RasterError? {
        let target = try effect.device.makeFramebuffer(width: 4, height: 4), buffer = try effect.device.makeBuffer([Float](repeating: 0, count: 18))
        var encoder = effect.device.makeCommandEncoder()
        do {
            try encoder.render(to: target) { pass in
                try effect.prepareToDraw(in: &pass, layout: layout)
                pass.setVertexBuffer(buffer)
                pass.draw(count: 3)
            }
            try effect.device.submit(encoder)
        } catch let error as RasterError { return error }
        return nil
    }

    private static let cases: [(String, @Sendable (BaseEffect) -> Void)] = [
        ("transform.modelviewMatrix", { $0.transform.modelviewMatrix.columns.2.y = .nan }),
        ("transform.projectionMatrix", { $0.transform.projectionMatrix = .perspective(fovy: 1, aspect: 0, near: 1, far: 2) }),
        ("material.diffuseColor", { $0.material.diffuseColor.x = .infinity }),
        ("material.shininess", { $0.material.shininess = -1 }),
        ("light1.position", { $0.light1.position.w = .nan }),
        ("light0.spotCutoff", { $0.light0.spotCutoff = 91 }),
        ("light0.spotExponent", { $0.light0.spotExponent = -.infinity }),
        ("light2.spotDirection", { $0.light2.spotCutoff = 30; $0.light2.spotDirection = .zero }),
        ("light0.linearAttenuation", { $0.light0.linearAttenuation = -0.1 }),
        ("light0's attenuation", { $0.light0.constantAttenuation = 0 }),
        ("lights", { $0.lights = Array(repeating: Light(), count: 9) }),
        ("lightModelAmbientColor", { $0.lightModelAmbientColor.y = .nan }),
        ("constantColor", { $0.constantColor.z = .nan }),
        ("fog.density", { $0.fog.density = -1 }),
        ("fog.end", { $0.fog.end = .nan }),
        ("textureOrder", { $0.textureOrder = [.texture2d0, TextureUnit(rawValue: 7)] }),
        ("textureOrder", { $0.textureOrder = [TextureUnit(rawValue: -300)] }),
        ("textureOrder", { $0.textureOrder = [.texture2d0, .texture2d0] }),
        ("textureOrder", { $0.textureOrder = [.textureCubeMap] }),
        ("texture2d0.texture", { $0.texture2d0.enabled = true }),
        ("texture2d1.target", { $0.texture2d1 = TextureProperty(target: .textureCubeMap, enabled: true) }),
    ]

    @Test("each invalid property is an error that names it", arguments: 0..<21)
    func refusals(_ index: Int) throws {
        let (property, spoil) = EffectErrorTests.cases[index]
        let effect = BaseEffect(device: Device(.reference))
        effect.label = "test"
        #expect(try refusal(effect) == nil)
        spoil(effect)
        let error = try #require(try refusal(effect))
        #expect(error.subject == "\(property) of effect 'test'")
        #expect(!error.remedy.isEmpty)
        // The error stays until the property is corrected.
        #expect(try refusal(effect) == error)
        let plain = BaseEffect(device: effect.device)
        effect.transform = plain.transform; effect.material = plain.material; effect.fog = plain.fog; effect.lights = plain.lights
        effect.lightModelAmbientColor = plain.lightModelAmbientColor; effect.constantColor = plain.constantColor
        effect.textureOrder = plain.textureOrder; effect.texture2d0 = plain.texture2d0; effect.texture2d1 = plain.texture2d1
        #expect(try refusal(effect) == nil)
    }

    @Test("a texture of the wrong shape, format or device is an error that names its unit")
    func textures() throws {
        let device = Device(.reference), effect = BaseEffect(device: device)
        func refusal(_ texture: Texture) throws -> RasterError? {
            effect.texture2d0 = TextureProperty(texture, enabled: true)
            return try self.refusal(effect)
        }
        let cube = try device.makeTexture(TextureDescriptor(type: .cube, format: .rgba8, width: 2, height: 2))
        #expect(try refusal(cube)?.code == .samplerTypeMismatch)
        let integers = try device.makeTexture(TextureDescriptor(format: .r8Uint, width: 2, height: 2))
        #expect(try refusal(integers)?.subject == "texture2d0.texture of effect")
        let other = Device(.reference)
        let foreign = try other.makeTexture(TextureDescriptor(format: .rgba8, width: 2, height: 2))
        #expect(try refusal(foreign)?.code == .wrongDevice)
        withExtendedLifetime(other) {}
    }

    @Test("a missing, flat or disabled cube map is refused")
    func cubeMaps() throws {
        let device = Device(.reference), mirror = ReflectionMapEffect(device: device), skybox = SkyboxEffect(device: device)
        let flat = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 2, height: 2))
        #expect(try refusal(mirror)?.subject == "textureCubeMap.texture of effect")
        mirror.textureCubeMap.texture = flat
        #expect(try refusal(mirror)?.code == .samplerTypeMismatch)
        mirror.textureCubeMap.texture = try device.makeTexture(TextureDescriptor(type: .cube, format: .rgba8, width: 2, height: 2))
        #expect(try refusal(mirror) == nil)
        mirror.matrix.columns.0.x = .nan
        #expect(try refusal(mirror)?.subject == "matrix of effect")

        let target = try device.makeFramebuffer(width: 2, height: 2)
        func skyboxRefusal() -> RasterError? {
            var encoder = device.makeCommandEncoder(), error: RasterError?
            encoder.render(to: target) { pass in
                do { try skybox.prepareToDraw(in: &pass) } catch let problem as RasterError { error = problem } catch {}
            }
            return error
        }
        #expect(skyboxRefusal()?.subject == "textureCubeMap.texture of skybox effect")
        skybox.textureCubeMap.texture = mirror.textureCubeMap.texture
        #expect(skyboxRefusal() == nil)
        skybox.ySize = 0
        #expect(skyboxRefusal()?.subject == "ySize of skybox effect")
        skybox.ySize = 1
        skybox.center.x = .nan
        #expect(skyboxRefusal()?.subject == "center of skybox effect")
        skybox.center.x = 0
        skybox.textureCubeMap.enabled = false
        #expect(skyboxRefusal()?.subject == "textureCubeMap of skybox effect")
    }

    @Test("a layout without position is refused; without normals, all normals face the viewer")
    func layouts() throws {
        let effect = BaseEffect(device: Device(.reference))
        let error = try #require(try refusal(effect, layout: VertexLayout(stride: 12, .normal(.float3))))
        #expect(error.code == .unknownAttribute && error.subject.contains("position"))
        effect.light0.enabled = true
        effect.material.ambientColor = .zero
        effect.material.diffuseColor = .one
        #expect(try PreparationTests.color(effect) == SIMD4(255, 255, 255, 255))
    }

    @Test("tiny and huge modelview matrices give the same lighting, since normals are normalised")
    func extremeScales() throws {
        for scale: Float in [1e-12, 1, 1e12] {
            let effect = BaseEffect(device: Device(.reference))
            effect.light0.enabled = true
            effect.light0.position = SIMD4(0, 0, 1, 0)
            effect.material.ambientColor = .zero
            effect.transform.modelviewMatrix = .scale(scale)
            effect.transform.projectionMatrix = .scale(1 / scale)
            #expect(try PreparationTests.color(effect) == SIMD4(204, 204, 204, 204) || PreparationTests.color(effect) == SIMD4(204, 204, 204, 255),
                    "scale \(scale)")
        }
    }

    @Test("if linear fog starts and ends at the same distance, it begins abruptly there")
    func fogStep() throws {
        let effect = BaseEffect(device: Device(.reference))
        effect.fog.enabled = true
        effect.fog.mode = .linear
        effect.fog.start = 2
        effect.fog.end = 2
        effect.transform.modelviewMatrix = .translation(0, 0, -1)
        effect.transform.projectionMatrix = .scale(1, 1, 0)
        #expect(try PreparationTests.color(effect) == SIMD4(255, 255, 255, 255))
        effect.transform.modelviewMatrix = .translation(0, 0, -3)
        #expect(try PreparationTests.color(effect) == SIMD4(0, 0, 0, 255))
    }
}
