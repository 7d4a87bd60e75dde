// PhysicalScenes: scenes with metallic-roughness materials and image-based light, as model viewers draw them.

import Effects
import Raster

extension Scene {
    static var physicalScenes: [Scene] { [
        Scene("physical-knot", "a knot of painted metal: five material textures, light of a studio's picture, a directional light") { device, target in
            let scene = try lit(device, target)
            scene.lights = [PunctualLight(.directional)]
            scene.lights[0].direction = [-1, -2, -1]
            scene.background = .environment(blur: 0.5)
            var paint = PhysicalMaterial<Texture>()
            paint.emissive = SIMD3(1, 1, 1)
            let surface = try device.makeTexture(from: Panels.surface, mipmapped: true)
            paint.textures = [
                .baseColor: MaterialTexture(try device.makeTexture(from: Panels.color, format: .srgb8Alpha8, mipmapped: true)),
                .metallicRoughness: MaterialTexture(surface), .occlusion: MaterialTexture(surface),
                .normal: MaterialTexture(try device.makeTexture(from: Panels.normal, mipmapped: true)),
                .emissive: MaterialTexture(try device.makeTexture(from: Panels.glow, format: .srgb8Alpha8, mipmapped: true)),
            ]
            let knot = try MeshBuffers(Made.once("knot") { .torusKnot(radius: 0.72, swing: 0.34, width: 0.3, thickness: 0.3) }, device: device)
            let part = PhysicalPart(device: device, mesh: knot, material: paint)
            scene.parts = [part]
            return { encoder, frame in
                part.matrix = .rotationY(Float(frame) * 0.02)
                try scene.draw(into: &encoder, target: target)
            }
        },
        Scene("physical-balls", "balls over a grid of metalness and roughness under image-based light, without textures") { device, target in
            let scene = try lit(device, target)
            let ball = try MeshBuffers(Made.once("ball") { .sphere(radius: 0.14) }, device: device)
            for row in 0..<5 {
                for column in 0..<9 {
                    var material = PhysicalMaterial<Texture>()
                    material.baseColor = SIMD4(0.9, 0.35, 0.15, 1)
                    material.metallic = Float(row) / 4
                    material.roughness = Float(column) / 8
                    let place = SIMD2(Float(column - 4), Float(2 - row)) * 0.32
                    scene.parts.append(PhysicalPart(device: device, mesh: ball, material: material, matrix: .translation(place.x, place.y, 0)))
                }
            }
            return { encoder, frame in
                scene.environmentRotation = Float(frame) * 0.02
                try scene.draw(into: &encoder, target: target)
            }
        },
    ] }

    /// Returns a scene in front of a camera that looks along −z, in the light of the studio.
    private static func lit(_ device: Device, _ target: Framebuffer) throws -> PhysicalScene {
        let scene = PhysicalScene(device: device)
        scene.environment = try .studio(on: device)
        scene.viewMatrix = .lookAt(eye: [0, 0, 2.4], center: [0, 0, 0])
        scene.projectionMatrix = .perspective(fovy: 0.8, aspect: Float(target.width) / Float(target.height), near: 0.1, far: 100)
        return scene
    }
}

/// The textures of a surface of riveted panels: every panel has its own paint, gloss and metalness, and its seams glow or lie in shade.
private enum Panels {
    private static let size = 1024, cell = 128

    private static func make(_ name: String, _ color: @escaping @Sendable (_ panel: Int, _ edge: Int, _ grain: Int) -> SIMD4<UInt8>) -> Image {
        Made.once("panels \(name)") {
            var image = Image(width: size, height: size)
            var state: UInt32 = 7
            for y in 0..<size { for x in 0..<size {
                state = state &* 1664525 &+ 1013904223
                let inX = x % cell, inY = y % cell
                let panel = (x / cell &* 13 + y / cell &* 29) % 7
                let edge = min(min(inX, cell - 1 - inX), min(inY, cell - 1 - inY))
                image[x, y] = color(panel, edge, Int(state >> 28))
            } }
            return image
        }
    }
    static var color: Image { make("color") { panel, edge, grain in
        let paints: [SIMD4<UInt8>] = [SIMD4(196, 64, 32, 255), SIMD4(220, 214, 200, 255), SIMD4(52, 74, 96, 255), SIMD4(214, 170, 90, 255)]
        return edge < 3 ? SIMD4(40, 40, 42, 255) : paints[panel % 4] &- SIMD4(UInt8(grain), UInt8(grain), UInt8(grain), 0)
    } }
    /// R: occlusion, G: roughness, B: metalness.
    static var surface: Image { make("surface") { panel, edge, grain in
        SIMD4(edge < 6 ? UInt8(edge * 30 + 60) : 255, UInt8(50 + panel * 24 + grain), panel % 4 == 3 || edge < 3 ? 255 : 0, 255)
    } }
    static var normal: Image { make("normal") { panel, edge, grain in
        SIMD4(UInt8(120 + grain), UInt8(edge < 5 ? 150 : 120 + (panel + grain) % 16), 245, 255)
    } }
    static var glow: Image { make("glow") { panel, edge, _ in
        panel == 2 && edge > 50 ? SIMD4(20, 160, 220, 255) : SIMD4(0, 0, 0, 255)
    } }
}
