// Whole scenes: order of transparency, glass, the ground shadow, and the same bits on both renderers.

import Effects
import Raster
import TestSupport
import Testing

@Suite("PhysicalScene")
struct PhysicalSceneTests {
    private func picture(_ scene: PhysicalScene, width: Int = 64, height: Int = 48) throws -> Image {
        let target = try scene.device.makeFramebuffer(width: width, height: height, depth: .depth24)
        var encoder = scene.device.makeCommandEncoder()
        try scene.draw(into: &encoder, target: target)
        try scene.device.submit(encoder)
        return try target.readImage()
    }
    private func scene(_ device: Device) -> PhysicalScene {
        let scene = PhysicalScene(device: device)
        scene.viewMatrix = .lookAt(eye: [0, 0.6, 4], center: [0, 0.2, 0])
        scene.projectionMatrix = .perspective(fovy: 0.7, aspect: 4.0 / 3, near: 0.1, far: 20)
        return scene
    }
    private func glow(_ color: SIMD4<Float>, blends: Bool = false) -> PhysicalMaterial<Texture> {
        var material = PhysicalMaterial<Texture>()
        material.isUnlit = true; material.isDoubleSided = true
        material.baseColor = color
        material.alphaMode = blends ? .blend : .opaque
        return material
    }

    @Test("blended parts are drawn from back to front, whatever their order in the list")
    func order() throws {
        let device = Device(), scene = scene(device), quad = try MeshBuffers(.plane(), device: device)
        let far = PhysicalPart(device: device, mesh: quad, material: glow(SIMD4(1, 0, 0, 0.5), blends: true), matrix: .translation(0, 0.2, -1))
        let near = PhysicalPart(device: device, mesh: quad, material: glow(SIMD4(0, 0, 1, 0.5), blends: true), matrix: .translation(0.2, 0.2, 1))
        scene.parts = [far, near]
        let right = try picture(scene)
        scene.parts = [near, far]
        #expect(try picture(scene) == right)
        #expect(right[36, 24].z > right[36, 24].x, "the near part covers the far part")
    }

    @Test("a flat part that lies on the ground hides the ground's shadow")
    func flatOnGround() throws {
        let device = Device(), scene = scene(device)
        let floor = PhysicalPart(device: device, mesh: try MeshBuffers(.floor(size: 2, repeats: 1), device: device), material: glow([1, 1, 1, 1]),
                                 matrix: .rotationY(0.3))
        scene.parts = [floor]
        let bare = try picture(scene)
        scene.groundShadow = GroundShadow(center: [0, 0, 0], radius: 2)
        let shaded = try picture(scene), white = (0..<64 * 48).filter { bare[$0 % 64, $0 / 64] == [255, 255, 255, 255] }
        #expect(white.count > 100)
        #expect(white.allSatisfy { shaded[$0 % 64, $0 / 64] == [255, 255, 255, 255] })
    }

    @Test("clear glass shows the opaque scene behind it times its colour; the background's alpha shines through")
    func glass() throws {
        let device = Device(), scene = scene(device), quad = try MeshBuffers(.plane(width: 2, height: 2), device: device)
        scene.environment = try FurnaceTests.environment(on: device) { _ in 0 }
        scene.toneMapping = .none
        var glass = PhysicalMaterial<Texture>()
        glass.metallic = 0; glass.roughness = 0; glass.transmission = 1; glass.specular = Specular(factor: 0)
        glass.baseColor = SIMD4(0.5, 1, 1, 1)
        let wall = PhysicalPart(device: device, mesh: quad, material: glow(SIMD4(1, 1, 0.5, 1)), matrix: .translation(0, 0.2, -2) * .scale(3))
        let window = PhysicalPart(device: device, mesh: quad, material: glass, matrix: .translation(0, 0.2, 1) * .scale(0.3))
        scene.parts = [window, wall]
        let pixel = try picture(scene)[32, 24]
        #expect(abs(Int(pixel.x) - 188) <= 1 && pixel.y >= 254 && abs(Int(pixel.z) - 188) <= 1, "half of the light is 188 of 255 in sRGB: \(pixel)")
        scene.parts = [window]
        scene.background = .color(.zero)
        #expect(try picture(scene)[32, 24].w <= 1)
    }

    @Test("the ground shadow is darkest under the part, fades to nothing, and needs no light")
    func shadow() throws {
        let device = Device(), scene = scene(device)
        scene.background = .color(SIMD4(1, 1, 1, 1))
        scene.viewMatrix = .lookAt(eye: [0, 5, 0.01], center: [0, 0, 0])
        let mesh = try MeshBuffers(.sphere(radius: 0.3, columns: 24, rows: 12), device: device)
        let ball = PhysicalPart(device: device, mesh: mesh, matrix: .translation(0, 0.3, 0))
        ball.material = glow(SIMD4(0, 1, 0, 1))
        scene.parts = [ball]
        scene.groundShadow = GroundShadow(center: .zero, radius: 1)
        scene.groundShadow?.softness = 1
        let picture = try picture(scene, width: 65, height: 49)
        let row = (0..<65).map { picture[$0, 24].x }
        let outside = row[0...26].drop { $0 == 255 }
        #expect(row[0] == 255 && outside.count > 3, "the shadow ends inside of the picture, and is wider than the ball")
        #expect(zip(outside, outside.dropFirst()).allSatisfy { $0 >= $1 }, "it gets darker towards the ball")
        #expect((0..<65).allSatisfy { abs(Int(row[$0]) - Int(row[64 - $0])) <= 2 }, "it is symmetric")
    }

    /// Makes a scene with every feature of the shaders.
    private func everything(on device: Device) throws -> PhysicalScene {
        let scene = scene(device), ball = try MeshBuffers(.sphere(radius: 0.4, columns: 16, rows: 8), device: device)
        let stripes = try device.makeTexture(TextureDescriptor(format: .srgb8Alpha8, width: 4, height: 4, mipLevels: 3))
        try stripes.replace(bytes: (0..<64).map { UInt8($0 * 37 % 256) })
        try stripes.replace(level: 1, bytes: (0..<16).map { UInt8($0 * 91 % 256) })
        try stripes.replace(level: 2, bytes: [128, 100, 200, 255] as [UInt8])
        let picture = try device.makeTexture(TextureDescriptor(format: .rgba16Float, width: 8, height: 4))
        try picture.replace(bytes: (0..<128).map { Float16($0 * 13 % 29) / 8 })
        scene.environment = try EnvironmentLight(equirectangular: picture, resolution: 16)
        scene.environmentRotation = 0.4
        scene.background = .environment(blur: 0.5)
        scene.groundShadow = GroundShadow(center: [0, -0.4, 0], radius: 2)
        var sun = PunctualLight(.directional), spot = PunctualLight(PunctualLight.defaultSpot, intensity: 3, range: 6)
        sun.direction = [-1, -1, -1]; spot.position = [1, 2, 2]; spot.direction = [-1, -2, -2]
        scene.lights = [sun, spot]
        let sets: [(inout PhysicalMaterial<Texture>) -> Void] = [
            { $0.clearcoat = Clearcoat(factor: 1, roughness: 0.1); $0.textures[.normal] = MaterialTexture(stripes) },
            { $0.metallic = 0; $0.sheen = Sheen(color: SIMD3(1, 0.5, 0.2), roughness: 0.4); $0.anisotropy = Anisotropy(strength: 0.5, rotation: 1) },
            { $0.metallic = 0; $0.transmission = 0.9; $0.roughness = 0.2; $0.dispersion = 3
                $0.volume = Volume(thickness: 0.4, attenuationDistance: 1, attenuationColor: SIMD3(0.5, 0.9, 0.3)) },
            { $0.iridescence = Iridescence(factor: 1); $0.roughness = 0.3; $0.metallic = 0.5; $0.alphaMode = .blend; $0.baseColor.w = 0.7 },
            { var old = SpecularGlossiness(); old.glossiness = 0.6; old.specular = SIMD3(0.3, 0.2, 0.4); $0.specularGlossiness = old
                $0.textures[.diffuse] = MaterialTexture(stripes, transform: TextureTransform(offset: SIMD2(0.2, 0.1), rotation: 0.5)) },
        ]
        scene.parts = sets.enumerated().map { i, set in
            var material = PhysicalMaterial<Texture>()
            set(&material)
            return PhysicalPart(device: device, mesh: ball, material: material, matrix: .translation(Float(i) * 0.55 - 1.1, 0.1, i % 2 == 0 ? 0.3 : -0.3))
        }
        return scene
    }
    @Test("both renderers draw every feature with the same bits")
    func renderers() throws {
        let fast = try picture(everything(on: Device())), reference = try picture(everything(on: Device(.reference)))
        #expect(try PictureComparison.difference("physical scene", expected: reference, actual: fast) == nil)
        #expect(Set((0..<48).flatMap { y in (0..<64).map { fast[$0, y] } }).count > 200, "the picture shows something")
    }
}
