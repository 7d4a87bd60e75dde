// EffectScenes: scenes with lit images and filters. Each result is copied into the target that the benchmark compares.

import Effects
import Raster

extension Scene {
    static var effectScenes: [Scene] { [
        Scene("lit-image", "a lit image of the target's size under three moving lights") { device, target in
            let image = try LitImage(picture(device, target)), controller = LightingController(device: device)
            image.ambientLightLevel = 0.1
            controller.images = [image]
            return { encoder, frame in
                controller.lights = threeLights(target, frame)
                try controller.update(into: &encoder)
                copy(image.litTexture, to: target, &encoder)
            }
        },
        Scene("lit-scene", "the same with bumps, and a lit figure before it that moves and throws soft shadows") { device, target in
            let wall = try LitImage(picture(device, target)), figure = try LitImage(device.makeTexture(from: figure(height: target.height / 2)))
            let quad = try ScreenQuad(device, fragment: "uniform sampler2D picture; in vec2 uv; out vec4 color; void main() { color = texture(picture, uv); }",
                                      blend: .premultiplied)
            let controller = LightingController(device: device)
            controller.images = [wall, figure]
            for image in [wall, figure] {
                image.ambientLightLevel = 0.24
                image.edges = .correct
                image.relief = Relief(depth: 3.2, lampHeight: 0.3)
            }
            wall.lampRadius = 26
            return { encoder, frame in
                let x = Float(frame * 3 % (target.width + 200) - 200), y = Float(target.height / 12)
                figure.transform.origin = [x, y]
                var shade = figure.transform
                shade.origin.y += 14
                wall.shadowCasters = [ShadowCaster(figure.picture, transform: shade, opacity: 0.8)]
                controller.lights = threeLights(target, frame)
                try controller.update(into: &encoder)
                copy(wall.litTexture, to: target, &encoder)
                encoder.render(to: target) { pass in
                    quad.bind(&pass)
                    pass.setViewport(Viewport(x: x, y: y, width: Float(figure.picture.width), height: Float(figure.picture.height)))
                    pass.setTexture("picture", figure.litTexture, .linear)
                    quad.draw(&pass)
                }
            }
        },
        Scene("lit-tiles", "a lit image under 200 small moving lights") { device, target in
            let image = try LitImage(picture(device, target)), controller = LightingController(device: device)
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

    /// Returns three coloured lights that move from frame to frame.
    private static func threeLights(_ target: Framebuffer, _ frame: Int) -> [PointLight] {
        let width = Float(target.width), height = Float(target.height), way = Float(frame % 200) / 200
        return [
            PointLight(position: [width * way, height * 0.3], intensity: 0.9, range: height * 0.8, color: [1, 0.6, 0.3]),
            PointLight(position: [width * (1 - way), height * 0.6], intensity: 0.9, range: height * 0.8, color: [0.3, 0.6, 1]),
            PointLight(position: [width * 0.5, height * way], intensity: 0.9, range: height * 0.8, color: [0.8, 0.3, 0.9]),
        ]
    }
    /// Returns a premultiplied picture of a snowman with soft edges: discs one above the other, smaller towards the top.
    private static func figure(height: Int) -> Image {
        let width = height * 3 / 4
        var image = Image(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                let place = SIMD2(Float(x) - Float(width) / 2, Float(y)) / Float(height)
                var inside: Float = -1
                for (middle, radius) in [(0.16, 0.12), (0.40, 0.17), (0.74, 0.24)] as [(Float, Float)] {
                    let way = place - SIMD2(0, middle)
                    inside = max(inside, radius - (way * way).sum().squareRoot())
                }
                let alpha = min(max(inside * Float(height) + 0.5, 0), 1), shade = 0.5 + 0.5 * min(max(inside * 8, 0), 1)
                image[x, y] = SIMD4(UInt8(230 * shade * alpha), UInt8(220 * shade * alpha), UInt8(210 * shade * alpha), UInt8(255 * alpha))
            }
        }
        return image
    }

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
