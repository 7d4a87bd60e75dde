// BrickWall: a lit image of bricks, as large as the frame. The wall is painted again only if the frame's size changes.

import Effects
import Raster

final class BrickWall {
    private let device: Device
    private let painter: Pipeline
    private let brick: Texture, stone: Texture
    /// The wall's image, for the size of the last frame.
    private var image: LitImage?

    init(device: Device) throws {
        self.device = device
        painter = try SpritePass.pipeline(device, "wall")
        brick = try device.makeTexture(from: Patterns.brick(), mipmapped: true, label: "brick")
        stone = try device.makeTexture(from: Patterns.marble(size: 256), mipmapped: true, label: "stone")
    }
    /// Returns the wall for a frame. The wall fills the area that `sprites` shows.
    /// - Parameter heights: The height of the picture divided by its usual height. Bricks have the same size in every picture, so a taller
    ///   picture shows more bricks.
    func image(for target: Framebuffer, _ sprites: SpritePass, heights: Float = 1, into encoder: inout CommandEncoder) throws -> LitImage {
        if let image, image.picture.width == target.width, image.picture.height == target.height { return image }
        let painting = try device.makeFramebuffer(width: target.width, height: target.height, color: [.rgba8], label: "wall")
        encoder.render(to: painting, clear: .color(0, 0, 0, 0), label: "wall") { pass in
            sprites.draw(painter, at: .zero, sprites.size, in: &pass, label: "wall") { pass in
                pass.setTexture("brick", brick, .trilinearRepeat)
                pass.setTexture("stone", stone, .trilinearRepeat)
                pass.setUniform("aspect", sprites.size.x / sprites.size.y)
                pass.setUniform("heights", heights)
            }
        }
        guard let picture = painting.color[0]?.texture else { preconditionFailure("the framebuffer was made with a colour") }
        let new = try LitImage(picture)
        new.label = "wall"
        new.transform = ImageTransform(origin: .zero, size: sprites.size, width: target.width, height: target.height)
        image = new
        return new
    }
}
