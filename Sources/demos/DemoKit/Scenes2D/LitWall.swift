// LitWall: a brick wall lit by a lamp, with the shadows of the objects that hang in front of the wall.

import Canvas
import Effects
import Raster

final class LitWall {
    private let device: Device
    private let controller: LightingController
    private var sprites: SpritePass
    private let wall: BrickWall
    /// A picture, as large as the last frame, of the objects that cast shadows.
    private var casters: Framebuffer?

    init(device: Device) throws {
        self.device = device
        controller = LightingController(device: device)
        sprites = try SpritePass(device: device)
        wall = try BrickWall(device: device)
    }

    /// Draws the wall over the whole target. The light's position is in points from the bottom left.
    func draw(light: PointLight?, casters canvas: Canvas, stage: CanvasStage, to target: Framebuffer, into encoder: inout CommandEncoder) throws {
        sprites.size = SIMD2(Float(stage.width), Float(stage.height))
        let image = try wall.image(for: target, sprites, into: &encoder), casters = try currentCasters(target)
        image.ambientLightLevel = light == nil ? 0.34 : 0.3
        image.relief = Relief(depth: 3 * Float(target.height) / 720, lampHeight: 0.3)
        image.lampRadius = 16
        if light != nil, let picture = casters.color[0]?.texture {
            try stage.draw(canvas, to: casters, clear: .clear, into: &encoder)
            let transform = ImageTransform(origin: SIMD2(0, -6), size: sprites.size, width: casters.width, height: casters.height)
            image.shadowCasters = [ShadowCaster(picture, transform: transform, opacity: 0.75)]
        } else {
            image.shadowCasters = []
        }
        image.setNeedsShadowUpdate()
        // If the lamp is off, a light of intensity 0 replaces the lamp. If the controller had no lights at all, the controller would show
        // the picture of the wall unchanged, in full brightness.
        controller.lights = [light ?? PointLight(position: .zero, intensity: 0, range: 1, color: .zero)]
        controller.images = [image]
        try controller.update(into: &encoder)
        encoder.render(to: target, clear: .color(0, 0, 0, 1), label: "wall") { pass in
            sprites.draw(image.litTexture, isOpaque: true, at: .zero, sprites.size, in: &pass, label: "wall")
        }
    }
    private func currentCasters(_ target: Framebuffer) throws -> Framebuffer {
        if let casters, casters.width == target.width, casters.height == target.height { return casters }
        let new = try device.makeFramebuffer(width: target.width, height: target.height, color: [.rgba8], label: "casters")
        casters = new
        return new
    }
}
