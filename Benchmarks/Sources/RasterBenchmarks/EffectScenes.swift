// EffectScenes: lit images and filters, as programs use them. What they draw is copied into the target that is compared.

import Effects
import Raster

extension Scene {
    static var effectScenes: [Scene] { [
        Scene("lit-image", "a lit image of the target's size under three moving lights") { device, target in
            let image = try LitImage(try picture(device, target)), controller = LightingController(device: device)
            image.ambientLightLevel = 0.1
            controller.images = [image]
            return { encoder, frame in
                let width = Float(target.width), height = Float(target.height), way = Float(frame % 200) / 200
                controller.lights = [
                    PointLight(position: [width * way, height * 0.3], intensity: 0.9, range: height * 0.8, color: [1, 0.6, 0.3]),
                    PointLight(position: [width * (1 - way), height * 0.6], intensity: 0.9, range: height * 0.8, color: [0.3, 0.6, 1]),
                    PointLight(position: [width * 0.5, height * way], intensity: 0.9, range: height * 0.8, color: [0.8, 0.3, 0.9]),
                ]
                try controller.update(into: &encoder)
                copy(image.litTexture, to: target, &encoder)
            }
        },
        Scene("lit-tiles", "a lit image under 200 small moving lights") { device, target in
            let image = try LitImage(try picture(device, target)), controller = LightingController(device: device)
            controller.images = [image]
            return { encoder, frame in
                controller.lights = (0..<200).map { i in
                    let x = Float((i * 379 + frame * 3) % target.width), y = Float((i * 211 + frame) % target.height)
                    return PointLight(position: [x, y], intensity: 0.9, range: 70, color: [Float(i % 3) / 2, Float(i % 5) / 4, Float(i % 7) / 6])
                }
                try controller.update(into: &encoder)
                copy(image.litTexture, to: target, &encoder)
            }
        },
        filters("filters-fused", "four pixel filters in one pass", "colorControls(1.3, 1.1) | sepia(0.5) | hue(20) | vignette"),
        filters("filters-blur", "sepia(0.8) | blur(4) | vignette, three passes", "sepia(0.8) | blur(4) | vignette"),
    ] }

    private static func filters(_ name: String, _ what: String, _ chain: String) -> Scene {
        Scene(name, what) { device, target in
            let source = try picture(device, target), renderer = FilterRenderer(device: device), chain = try Filter.chain(chain)
            return { encoder, _ in copy(try renderer.apply(chain, to: source, into: &encoder), to: target, &encoder) }
        }
    }
    private static func picture(_ device: Device, _ target: Framebuffer) throws -> Texture {
        let detail = Pictures.detail(1024)
        var image = Image(width: target.width, height: target.height)
        for y in 0..<image.height { for x in 0..<image.width { image[x, y] = detail[x % 1024, y % 1024] } }
        return try device.makeTexture(from: image)
    }
    private static func copy(_ texture: Texture, to target: Framebuffer, _ encoder: inout CommandEncoder) {
        if let color = target.color[0] { encoder.copy(texture, to: color.texture) }
    }
}
