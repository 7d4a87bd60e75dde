// Light from all around: in a white furnace, surfaces that absorb nothing must be white.

import Effects
import Raster
import Testing

@Suite("Surroundings of PhysicalEffect")
struct FurnaceTests {
    /// Makes an environment whose light is a function of the direction's height, −1…1.
    static func environment(on device: Device, _ light: (Float) -> Float) throws -> EnvironmentLight {
        let height = 64
        let picture = try device.makeTexture(TextureDescriptor(format: .rgba32Float, width: 8, height: height))
        var texels: [SIMD4<Float>] = []
        for row in 0..<height {
            let value = light(Float(PortableMath.sine((Double(row) + 0.5) / Double(height) * .pi - .pi / 2)))
            texels += Array(repeating: SIMD4(value, value, value, 1), count: 8)
        }
        try picture.replace(bytes: texels)
        return try EnvironmentLight(equirectangular: picture, resolution: 64)
    }
    private func light(_ environment: EnvironmentLight, on device: Device, _ set: (inout PhysicalMaterial<Texture>) -> Void) throws -> [SIMD4<Float>] {
        let ball = try PhysicalBall(device: device)
        ball.effect.output = .light
        ball.effect.environment = environment
        var material = PhysicalMaterial<Texture>()
        set(&material)
        material.textures[.normal] = try ball.normalMap()
        ball.effect.material = material
        return try ball.draw(format: .rgba32Float)
    }

    @Test("in a white furnace, white metals and white dielectrics of every roughness keep all light within 0.5 %")
    func furnace() throws {
        let device = Device(), white = try FurnaceTests.environment(on: device) { _ in 1 }
        #expect(abs(white.average.x - 1) < 0.001)
        for metallic in [Float(0), 0.5, 1] {
            for roughness in stride(from: Float(0), through: 1, by: 0.125) {
                for pixel in try light(white, on: device, { $0.metallic = metallic; $0.roughness = roughness }) {
                    #expect(abs(pixel.x - 1) < 0.005, "metallic \(metallic), roughness \(roughness): \(pixel.x)")
                }
            }
        }
    }
    @Test("in a white furnace, layers over a white surface keep all light within 0.5 %")
    func layers() throws {
        let device = Device(), white = try FurnaceTests.environment(on: device) { _ in 1 }
        let layers: [(String, (inout PhysicalMaterial<Texture>) -> Void)] = [
            ("clear coat", { $0.clearcoat = Clearcoat(factor: 1, roughness: 0.3) }),
            ("sheen", { $0.sheen = Sheen(color: SIMD3(1, 1, 1), roughness: 0.5) }),
            ("anisotropy", { $0.anisotropy = Anisotropy(strength: 0.8) }),
            ("specular", { $0.specular = Specular(factor: 0.5) }),
            ("transmission", { $0.transmission = 1 }),
        ]
        for (name, set) in layers {
            for roughness in [Float(0.1), 0.5, 1] {
                for pixel in try light(white, on: device, { $0.metallic = 0; $0.roughness = roughness; set(&$0) }) {
                    #expect(abs(pixel.x - 1) < 0.005, "\(name), roughness \(roughness): \(pixel.x)")
                }
            }
        }
    }
    @Test("the diffuse light of a + b·y from the direction y is a + ⅔·b·y on a surface that faces y")
    func diffuse() throws {
        let device = Device(), slope = try FurnaceTests.environment(on: device) { 0.6 + 0.4 * $0 }
        let pixels = try light(slope, on: device) { $0.metallic = 0; $0.specular = Specular(factor: 0) }
        for y in 0..<PhysicalBall.size {
            for x in 0..<PhysicalBall.size {
                let expected = 0.6 + 0.4 * 2 / 3 * PhysicalBall.normal(x, y).y
                #expect(abs(pixels[y * PhysicalBall.size + x].x - expected) < 0.004)
            }
        }
    }
    @Test("a mirror shows a + b·y in the direction of the reflection")
    func mirror() throws {
        let device = Device(), slope = try FurnaceTests.environment(on: device) { 0.6 + 0.4 * $0 }
        let pixels = try light(slope, on: device) { $0.roughness = 0 }
        for y in 0..<PhysicalBall.size {
            for x in 0..<PhysicalBall.size {
                let n = PhysicalBall.normal(x, y), expected = 0.6 + 0.4 * 2 * n.z * n.y
                #expect(abs(pixels[y * PhysicalBall.size + x].x - expected) < 0.02)
            }
        }
    }
    @Test("a black dielectric reflects the share that numerical integration gives, within 0.01")
    func reflectance() throws {
        let device = Device(), white = try FurnaceTests.environment(on: device) { _ in 1 }
        for roughness in [0.25, 0.5, 1] {
            let pixels = try light(white, on: device) { $0.metallic = 0; $0.roughness = Float(roughness); $0.baseColor = SIMD4(0, 0, 0, 1) }
            for x in [16, 22, 27] {
                let nv = Double(PhysicalBall.normal(x, 16).z), table = ScalarPhysical.table(roughness: roughness, nv: nv)
                let f0 = 0.04, power = (1 - nv) * (1 - nv) * (1 - nv) * (1 - nv) * (1 - nv)
                let once = (f0 + (max(1 - roughness, f0) - f0) * power) * table.x + table.y, missed = 1 - table.sum(), average = f0 + (1 - f0) / 21
                let expected = once + missed * once * average / (1 - average * missed)
                #expect(abs(Double(pixels[16 * PhysicalBall.size + x].x) - expected) < 0.01, "roughness \(roughness), n · v \(nv)")
            }
        }
    }
    @Test("the sheen of a + b·y from the direction y is what numerical integration gives, within 0.03", arguments: [0.3, 0.5, 0.8])
    func sheen(roughness: Double) throws {
        let device = Device(), slope = try FurnaceTests.environment(on: device) { 0.6 + 0.4 * $0 }
        let pixels = try light(slope, on: device) {
            $0.metallic = 0; $0.baseColor = SIMD4(0, 0, 0, 1); $0.specular = Specular(factor: 0)
            $0.sheen = Sheen(color: SIMD3(1, 1, 1), roughness: Float(roughness))
        }
        for y in [3, 8, 15, 16, 23, 28] {
            let n = PhysicalBall.normal(16, y), nv = Double(n.z)
            guard nv > 0.2 else { continue }
            // The direction to the eye is the z axis. The part of this direction along the surface is z − n · (n · v), where n · v is
            // `nv`.
            let along = SIMD3<Double>(0, 0, 1) - SIMD3<Double>(n) * nv, towards = along / max((along * along).sum().squareRoot(), 1e-9)
            let from = ScalarPhysical.sheenDirection(roughness, nv), height = towards.y * from.x + Double(n.y) * from.y
            let expected = 0.6 * ScalarPhysical.sheenAlbedo(roughness, nv) + 0.4 * height
            #expect(abs(Double(pixels[y * PhysicalBall.size + 16].x) - expected) < 0.03, "n · v \(nv)")
        }
    }
    @Test("brushed metal mirrors a + b·y from the direction y as numerical integration gives it, within 0.03", arguments: [0, Float.pi / 2])
    func brushed(rotation: Float) throws {
        let device = Device(), slope = try FurnaceTests.environment(on: device) { 0.6 + 0.4 * $0 }
        let pixels = try light(slope, on: device) { $0.roughness = 0.2; $0.anisotropy = Anisotropy(strength: 0.7, rotation: rotation) }
        let metal = ScalarPhysical(roughness: 0.2, anisotropy: 0.7), eye = SIMD3<Double>(0, 0, 1)
        for (x, y) in [(16, 4), (16, 12), (16, 20), (16, 27), (8, 10), (24, 24), (5, 16)] {
            let n = SIMD3<Double>(PhysicalBall.normal(x, y))
            // The tangent is the x axis, made perpendicular to the normal. If the stretch is rotated by a quarter turn, the stretch is
            // perpendicular to the tangent.
            let right = ScalarPhysical.unit(SIMD3(1, 0, 0) - n * n.x), along = rotation == 0 ? right : ScalarPhysical.cross(n, right)
            let expected = 0.6 + 0.4 * metal.stretchedDirection(n: n, v: eye, t: along).y
            let pixel = Double(pixels[y * PhysicalBall.size + x].x)
            #expect(abs(pixel - expected) < 0.03, "x \(x), y \(y): \(pixel) in place of \(expected)")
        }
    }
    @Test("turning the environment around y moves its light counter-clockwise as seen from above")
    func turned() throws {
        let device = Device()
        // The brightest place is +x, at the middle of the picture.
        let picture = try device.makeTexture(TextureDescriptor(format: .rgba32Float, width: 4, height: 1))
        try picture.replace(bytes: [0, 0.5, 0.5, 0].map { SIMD4<Float>($0, $0, $0, 1) })
        let ball = try PhysicalBall(device: device)
        ball.effect.output = .light
        ball.effect.environment = try EnvironmentLight(equirectangular: picture, resolution: 32)
        ball.effect.material.metallic = 0
        func center() throws -> Float { try ball.draw(format: .rgba32Float)[16 * PhysicalBall.size + 16].x }
        let sideways = try center()
        // A rotation by +π/2 moves +x to −z, behind the surface. A rotation by −π/2 moves +x to +z, in front of the surface.
        ball.effect.environmentRotation = -.pi / 2
        let front = try center()
        ball.effect.environmentRotation = .pi / 2
        #expect(try front > sideways + 0.1 && center() < sideways - 0.1)
    }
}
