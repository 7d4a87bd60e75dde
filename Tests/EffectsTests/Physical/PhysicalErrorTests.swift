// Each invalid property of PhysicalEffect, EnvironmentLight and PhysicalScene causes an error that names the property.

import Effects
import Raster
import Testing

@Suite("Errors of physical effects")
struct PhysicalErrorTests {
    private func refusal(_ effect: PhysicalEffect, layout: VertexLayout = MeshVertex.layout) throws -> RasterError? {
        let target = try effect.device.makeFramebuffer(width: 4, height: 4, depth: .depth24), mesh = try MeshBuffers(.plane(), device: effect.device)
        var encoder = effect.device.makeCommandEncoder()
        do {
            try encoder.render(to: target) { pass in
                try effect.prepareToDraw(in: &pass, layout: layout)
                mesh.draw(in: &pass)
            }
            try effect.device.submit(encoder)
        } catch let error as RasterError { return error }
        return nil
    }
    private static let cases: [(String, @Sendable (PhysicalEffect) throws -> Void)] = [
        ("modelMatrix", { $0.modelMatrix.columns.2.y = .nan }),
        ("viewMatrix", { $0.viewMatrix = .scale(.infinity) }),
        ("projectionMatrix", { $0.projectionMatrix = .perspective(fovy: 1, aspect: 0, near: 1, far: 2) }),
        ("material.baseColor", { $0.material.baseColor.x = .nan }),
        ("material.metallic", { $0.material.metallic = 1.5 }),
        ("material.roughness", { $0.material.roughness = -.infinity }),
        ("material.emissive", { $0.material.emissive.y = -1 }),
        ("material.ior", { $0.material.ior = 0.5 }),
        ("material.volume.attenuationDistance", { $0.material.volume = Volume(thickness: 1, attenuationDistance: 0) }),
        ("material.clearcoat.factor", { $0.material.clearcoat = Clearcoat(factor: .nan) }),
        ("material.iridescence.ior", { $0.material.iridescence = Iridescence(factor: 1, ior: 0) }),
        ("lights", { $0.lights = Array(repeating: PunctualLight(.directional), count: 65) }),
        ("lights[0].intensity", { $0.lights = [PunctualLight(.point, intensity: -1)] }),
        ("lights[0].direction", { var light = PunctualLight(.directional); light.direction = .zero; $0.lights = [light] }),
        ("lights[1].kind", { $0.lights = [PunctualLight(.point), PunctualLight(.spot(innerConeAngle: 0.5, outerConeAngle: 0.5))] }),
        ("lights[0].range", { $0.lights = [PunctualLight(.point, range: 0)] }),
        ("exposure", { $0.exposure = .nan }),
        ("environmentRotation", { $0.environmentRotation = .infinity }),
        ("morphWeights", { $0.morphWeights = [.nan] }),
        ("material.textures[.normal].texCoord", { $0.material.textures[.normal] = MaterialTexture(try PhysicalErrorTests.flat($0.device), texCoord: 2) }),
        ("material.textures[.baseColor].texture", {
            let cube = try $0.device.makeTexture(TextureDescriptor(type: .cube, format: .rgba8, width: 4, height: 4))
            $0.material.textures[.baseColor] = MaterialTexture(cube)
        }),
        ("material.textures[.emissive].transform", {
            $0.material.textures[.emissive] = MaterialTexture(try PhysicalErrorTests.flat($0.device), transform: TextureTransform(offset: SIMD2(.nan, 0)))
        }),
    ]
    private static func flat(_ device: Device) throws -> Texture { try device.makeTexture(TextureDescriptor(format: .rgba8, width: 4, height: 4)) }

    @Test("each invalid property is an error that names it", arguments: 0..<22)
    func refusals(_ index: Int) throws {
        let (property, spoil) = PhysicalErrorTests.cases[index], effect = PhysicalEffect(device: Device(.reference))
        effect.label = "test"
        #expect(try refusal(effect) == nil)
        try spoil(effect)
        let error = try #require(try refusal(effect))
        #expect(error.subject == "\(property) of effect 'test'")
        #expect(!error.remedy.isEmpty)
        #expect(try refusal(effect)?.subject == error.subject)
    }
    @Test("objects of another device are refused by name")
    func devices() throws {
        let device = Device(.reference), other = Device(.reference), effect = PhysicalEffect(device: device)
        effect.joints = try JointPalette(device: other, count: 1)
        #expect(try refusal(effect)?.subject == "joints of effect")
        effect.joints = nil
        effect.material.textures[.occlusion] = MaterialTexture(try PhysicalErrorTests.flat(other))
        #expect(try refusal(effect)?.code == .wrongDevice)
    }
    @Test("environments refuse wrong textures and resolutions; light that is no number counts as none")
    func environments() throws {
        let device = Device(.reference), texture = try PhysicalErrorTests.flat(device)
        #expect(throws: RasterError.self) { try EnvironmentLight(cube: texture) }
        for resolution in [0, -4, 8, 100, 2048] { #expect(throws: RasterError.self) { try EnvironmentLight(equirectangular: texture, resolution: resolution) } }
        let odd = try device.makeTexture(TextureDescriptor(format: .rgba32Float, width: 2, height: 1))
        try odd.replace(bytes: [SIMD4<Float>(.nan, -1, .infinity, 1), SIMD4(.nan, 0, 1, 1)])
        let average = try EnvironmentLight(equirectangular: odd, resolution: 16).average
        #expect(average.x == 0 && average.y == 0 && average.z.isFinite)
    }
    @Test("a scene refuses a target without depth, and a ground shadow without size")
    func scenes() throws {
        let device = Device(.reference), scene = PhysicalScene(device: device)
        func draw(depth: PixelFormat?) throws {
            var encoder = device.makeCommandEncoder()
            try scene.draw(into: &encoder, target: device.makeFramebuffer(width: 4, height: 4, depth: depth))
        }
        #expect(throws: RasterError.self) { try draw(depth: nil) }
        try draw(depth: .depth24)
        scene.groundShadow = GroundShadow(center: .zero, radius: 0)
        #expect(throws: RasterError.self) { try draw(depth: .depth24) }
    }
}
