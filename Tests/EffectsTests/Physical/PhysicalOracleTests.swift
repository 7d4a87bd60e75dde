// Compares PhysicalEffect under lamps with the scalar formulas.

import Effects
import Raster
import Testing

@Suite("PhysicalEffect against the scalar formulas")
struct PhysicalOracleTests {
    typealias Vector = ScalarPhysical.Vector

    /// A sun, a bulb with a range, a spot, and a sun from behind.
    private static let lights: [PunctualLight] = {
        var sun = PunctualLight(.directional, color: SIMD3(1, 0.9, 0.8), intensity: 2.5)
        sun.direction = SIMD3(-0.4, -0.5, -0.7)
        var bulb = PunctualLight(.point, color: SIMD3(0.5, 0.7, 1), intensity: 1.2, range: 3)
        bulb.position = SIMD3(0.7, -0.3, 0.9)
        var spot = PunctualLight(.spot(innerConeAngle: 0.2, outerConeAngle: 0.5), color: SIMD3(1, 0.4, 0.3), intensity: 4)
        spot.position = SIMD3(-0.9, 0.6, 1.4)
        spot.direction = SIMD3(0.6, -0.2, -1)
        var back = PunctualLight(.directional, intensity: 1.5)
        back.direction = SIMD3(0.2, 0.1, 1)
        return [sun, bulb, spot, back]
    }()

    /// Returns the direction to the light, and the light's strength, at a point (KHR_lights_punctual).
    private func arriving(_ light: PunctualLight, at point: Vector) -> (Vector, Vector) {
        let color = Vector(light.color) * Double(light.intensity), axis = ScalarPhysical.unit(Vector(light.direction))
        guard light.kind != .directional else { return (-axis, color) }
        let away = Vector(light.position) - point, distance = away.length, l = away / distance
        var strength = 1 / (distance * distance)
        if let range = light.range {
            let ratio = distance / Double(range), square = ratio * ratio
            strength *= max(min(1 - square * square, 1), 0)
        }
        if case .spot(let inner, let outer) = light.kind {
            let from = PortableMath.cosine(Double(inner)), to = PortableMath.cosine(Double(outer))
            let share = min(max((ScalarPhysical.dot(axis, -l) - to) / max(0.001, from - to), 0), 1)
            strength *= share * share
        }
        return (l, color * strength)
    }

    private func compare(_ scalar: ScalarPhysical, on device: Device, _ name: String, tolerance: Int = 1,
                         _ set: (inout PhysicalMaterial<Texture>) -> Void = { _ in }) throws {
        let ball = try PhysicalBall(device: device)
        ball.effect.lights = PhysicalOracleTests.lights
        var material = PhysicalMaterial<Texture>()
        material.baseColor = SIMD4(SIMD3<Float>(scalar.baseColor), 1)
        material.metallic = Float(scalar.metallic); material.roughness = Float(scalar.roughness)
        set(&material)
        material.textures[.normal] = try ball.normalMap()
        ball.effect.material = material
        let pixels = try ball.draw()
        var worst = 0, place = ""
        for y in 0..<PhysicalBall.size {
            for x in 0..<PhysicalBall.size {
                let p = PhysicalBall.place(x, y), n = Vector(PhysicalBall.normal(x, y)), v = Vector(0, 0, 1)
                // The square's tangent is the x axis. The tangent at a pixel is the x axis, made perpendicular to the normal from the
                // normal map.
                let tangent = ScalarPhysical.unit(Vector(1, 0, 0) - n * n.x)
                var light = Vector(0, 0, 0)
                for lamp in PhysicalOracleTests.lights {
                    let (l, strength) = arriving(lamp, at: Vector(Double(p.x), Double(p.y), 0))
                    light += scalar.reflected(n: n, v: v, l: l, tangent: tangent) * strength
                }
                let expected = ScalarPhysical.encoded(light) * 255, pixel = pixels[y * PhysicalBall.size + x]
                for c in 0..<3 {
                    let actual = Int((pixel[c] * 255).rounded()), difference = abs(actual - Int(min(expected[c], 255).rounded()))
                    if difference > worst { worst = difference; place = "x \(x), y \(y), channel \(c): \(actual) in place of \(expected[c])" }
                }
            }
        }
        #expect(worst <= tolerance, "\(name): \(place)")
    }

    private static let shares = [0.0, 0.25, 0.5, 0.75, 1.0]

    @Test("balls over a grid of metalness and roughness match the formulas within 1/255", arguments: [Device.Kind.jit, .reference])
    func grid(kind: Device.Kind) throws {
        let device = Device(kind)
        for metallic in kind == .jit ? PhysicalOracleTests.shares : [0.25] {
            for roughness in kind == .jit ? PhysicalOracleTests.shares : [0.5] {
                try compare(ScalarPhysical(baseColor: Vector(0.8, 0.5, 0.1), metallic: metallic, roughness: roughness), on: device,
                            "metallic \(metallic), roughness \(roughness)")
            }
        }
    }

    @Test("index of refraction, specular, specular-glossiness, clear coat, anisotropy, sheen and transmission match their formulas within 1/255")
    func layers() throws {
        let device = Device()
        let plastic = ScalarPhysical(baseColor: Vector(0.7, 0.3, 0.2), metallic: 0, roughness: 0.4)
        var scalar = plastic
        scalar.ior = 2.4
        try compare(scalar, on: device, "ior") { $0.ior = 2.4 }
        scalar.specular = 0.6; scalar.specularColor = Vector(1, 0.4, 3)
        try compare(scalar, on: device, "specular") { $0.ior = 2.4; $0.specular = Specular(factor: 0.6, color: SIMD3(1, 0.4, 3)) }
        scalar = plastic
        scalar.specularGlossiness = (Vector(0.6, 0.5, 0.1), Vector(0.3, 0.5, 0.2), 0.7)
        try compare(scalar, on: device, "specular-glossiness") {
            var old = SpecularGlossiness()
            old.diffuse = SIMD4(0.6, 0.5, 0.1, 1); old.specular = SIMD3(0.3, 0.5, 0.2); old.glossiness = 0.7
            $0.specularGlossiness = old
        }
        scalar = plastic
        scalar.clearcoat = 0.8; scalar.clearcoatRoughness = 0.3
        let ball = try PhysicalBall(device: device), normals = try ball.normalMap()
        try compare(scalar, on: device, "clear coat") {
            $0.clearcoat = Clearcoat(factor: 0.8, roughness: 0.3)
            $0.textures[.clearcoatNormal] = normals
        }
        scalar = plastic
        scalar.anisotropy = 0.7
        try compare(scalar, on: device, "anisotropy") { $0.anisotropy = Anisotropy(strength: 0.7) }
        scalar = plastic
        scalar.transmission = 0.75
        try compare(scalar, on: device, "transmission") { $0.transmission = 0.75 }
    }

    @Test("thin films of any thickness match the formulas of interference within 2/255, over dielectrics and metals", arguments: [0, 0.02, 200, 410, 900])
    func iridescence(thickness: Double) throws {
        let device = Device()
        for metallic in [0.0, 0.5, 1] {
            var scalar = ScalarPhysical(baseColor: Vector(0.7, 0.4, 0.2), metallic: metallic, roughness: 0.35)
            scalar.film = thickness > 0 ? (0.8, 1.7, thickness) : nil
            try compare(scalar, on: device, "metallic \(metallic), \(thickness) nm", tolerance: 2) {
                $0.iridescence = Iridescence(factor: 0.8, ior: 1.7, thicknessMaximum: Float(thickness))
            }
        }
    }

    @Test("without tangents, directions follow from the texture coordinates: the picture is the same within 1/255", arguments: [false, true])
    func derivedTangents(isAnisotropic: Bool) throws {
        let device = Device()
        var ball = try PhysicalBall(device: device)
        ball.effect.lights = PhysicalOracleTests.lights
        ball.effect.material.textures[.normal] = try ball.normalMap()
        if isAnisotropic { ball.effect.material.anisotropy = Anisotropy(strength: 0.6, rotation: 0.7) }
        ball.effect.material.roughness = 0.4
        let given = try ball.draw()
        ball.layout.constants["tangent"] = nil
        let derived = try ball.draw()
        #expect(zip(given, derived).allSatisfy { all((($0 - $1) .<= 1.01 / 255) .& (($1 - $0) .<= 1.01 / 255)) })
    }

    @Test("sheen matches its formulas within 3/255, whose share of reflected light comes from a table")
    func sheen() throws {
        var scalar = ScalarPhysical(baseColor: Vector(0.2, 0.1, 0.3), metallic: 0, roughness: 0.8)
        scalar.sheenColor = Vector(0.7, 0.8, 0.4); scalar.sheenRoughness = 0.5
        try compare(scalar, on: Device(), "sheen", tolerance: 3) { $0.sheen = Sheen(color: SIMD3(0.7, 0.8, 0.4), roughness: 0.5) }
    }
}
