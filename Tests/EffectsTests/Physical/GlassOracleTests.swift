// Compares the light that passes through clear glass with Snell's and Beer's laws, ray by ray.

import Effects
import Foundation
import Raster
import Testing

@Suite("Glass of PhysicalEffect against the laws of refraction and absorption")
struct GlassOracleTests {
    typealias Vector = ScalarPhysical.Vector

    /// Returns the direction that a ray from the eye has inside of the glass (Snell's law); nil if the ray does not enter the glass.
    private func refracted(_ n: Vector, _ v: Vector, index: Double) -> Vector? {
        let cosine = ScalarPhysical.dot(n, v), sineInside = (1 - cosine * cosine).squareRoot() / index
        guard cosine > 0, sineInside < 1 else { return nil }
        let along = v - n * cosine, length = along.length
        let across = length > 1e-9 ? along / length : Vector(repeating: 0)
        return n * -(1 - sineInside * sineInside).squareRoot() - across * sineInside
    }
    private func glass(_ ball: PhysicalBall, _ set: (inout PhysicalMaterial<Texture>) -> Void) throws -> PhysicalMaterial<Texture> {
        var material = PhysicalMaterial<Texture>()
        material.metallic = 0; material.roughness = 0; material.transmission = 1; material.specular = Specular(factor: 0)
        material.textures[.normal] = try ball.normalMap()
        set(&material)
        return material
    }
    /// Calls `body` with each pixel at which red, green and blue light all enter the glass, and with the three directions of the
    /// light.
    private func forEachPixel(ior: Double, dispersion: Double, _ body: (Int, Int, [Vector]) -> Void) {
        let spread = (ior - 1) * 0.025 * dispersion
        for y in 0..<PhysicalBall.size {
            for x in 0..<PhysicalBall.size {
                let n = Vector(PhysicalBall.normal(x, y))
                let rays = [ior - spread, ior, ior + spread].compactMap { refracted(n, Vector(0, 0, 1), index: $0) }
                if rays.count == 3 { body(x, y, rays) }
            }
        }
    }

    @Test("coloured glass shows the surroundings in the refracted direction, dimmed by its thickness; dispersion bends blue more than red",
          arguments: [(1.3, 0.0), (1.5, 0), (1.8, 5)])
    func surroundings(ior: Double, dispersion: Double) throws {
        let device = Device(), ball = try PhysicalBall(device: device)
        ball.effect.output = .light
        ball.effect.environment = try FurnaceTests.environment(on: device) { 0.5 + 0.5 * $0 }
        ball.effect.material = try glass(ball) {
            $0.baseColor = SIMD4(1, 0.8, 0.6, 1)
            $0.ior = Float(ior); $0.dispersion = Float(dispersion)
            $0.volume = Volume(thickness: 0.7, attenuationDistance: 0.5, attenuationColor: SIMD3(0.3, 0.6, 0.9))
        }
        let pixels = try ball.draw(format: .rgba32Float)
        // By Beer's law, a path of length d through the glass keeps the share c^(d / a) of the light: c is the attenuation colour, a is
        // the attenuation distance, and d is the thickness.
        let kept = [0.3, 0.6, 0.9].map { pow($0, 0.7 / 0.5) }, base = [1, 0.8, 0.6]
        var worst = 0.0, apart = 0.0
        forEachPixel(ior: ior, dispersion: dispersion) { x, y, rays in
            let pixel = pixels[y * PhysicalBall.size + x]
            for c in 0..<3 { worst = max(worst, abs(Double(pixel[c]) - (0.5 + 0.5 * rays[c].y) * kept[c] * base[c])) }
            apart = max(apart, abs(rays[0].y - rays[2].y))
        }
        #expect(worst < 0.012)
        #expect((apart > 0.02) == (dispersion > 0))
    }

    @Test("glass before a scene shows the place where the refracted ray leaves the volume", arguments: [(0.25, 0.0), (0.25, 4)])
    func scene(thickness: Double, dispersion: Double) throws {
        let device = Device(), ball = try PhysicalBall(device: device), side = 64
        let behind = try device.makeTexture(TextureDescriptor(format: .rgba32Float, width: side, height: side))
        try behind.replace(bytes: (0..<side * side).map { i in
            SIMD4<Float>((Float(i % side) + 0.5) / Float(side), (Float(i / side) + 0.5) / Float(side), (Float(i % side) + 0.5) / Float(side), 1)
        })
        ball.effect.output = .light
        ball.effect.environment = try FurnaceTests.environment(on: device) { _ in 0 }
        ball.effect.sceneBehind = behind
        ball.effect.material = try glass(ball) {
            $0.ior = 1.5; $0.dispersion = Float(dispersion)
            $0.volume = Volume(thickness: Float(thickness))
        }
        let pixels = try ball.draw(format: .rgba32Float)
        var worst = 0.0
        forEachPixel(ior: 1.5, dispersion: dispersion) { x, y, rays in
            let place = PhysicalBall.place(x, y), pixel = pixels[y * PhysicalBall.size + x]
            // In the picture, red and blue increase to the right, and green increases upwards.
            let red = (Double(place.x) + rays[0].x * thickness) / 2 + 0.5, green = (Double(place.y) + rays[1].y * thickness) / 2 + 0.5
            let blue = (Double(place.x) + rays[2].x * thickness) / 2 + 0.5
            for (c, expected) in [red, green, blue].enumerated() where (0.02...0.98).contains(expected) {
                worst = max(worst, abs(Double(pixel[c]) - expected))
            }
        }
        #expect(worst < 0.002)
    }
}
