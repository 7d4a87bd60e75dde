// ModelTextures: the images of a model as textures. An image that several slots use may need two textures. Slots with colours need an sRGB
// texture, which shaders read as linear light. Other slots need a texture whose numbers shaders read unchanged.

import Effects
import Raster

struct ModelTextures {
    private struct Key: Hashable { var image: Int, isColor: Bool }
    private let device: Device
    private let images: [Image]
    private var textures: [Key: Texture] = [:]

    init(device: Device, images: [Image]) { self.device = device; self.images = images }

    /// Returns a material of the model with textures in place of its images.
    mutating func material(_ material: Model.Material) throws -> PhysicalMaterial<Texture> {
        try material.mapTextures { slot, image in try texture(image, isColor: slot.isColor) }
    }

    private mutating func texture(_ image: Int, isColor: Bool) throws -> Texture {
        let key = Key(image: image, isColor: isColor)
        if let known = textures[key] { return known }
        let texture = try device.makeTexture(from: images[image].converted(to: .rgba8), format: isColor ? .srgb8Alpha8 : .rgba8, mipmapped: true,
                                             label: "image \(image)")
        textures[key] = texture
        return texture
    }
}
