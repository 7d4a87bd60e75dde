import Raster

/// A cache of premultiplied textures of pictures. The storage of a picture is its key; the cache retains the picture, so that no other
/// picture can get the address of this storage.
final class ImageTextures {
    private struct Key: Hashable {
        var address: Int, width: Int, height: Int, format: Image.Format
    }
    private struct Entry {
        let image: Image
        let texture: Texture
        var lastFrame: Int
    }
    private var entries: [Key: Entry] = [:]
    private var gradients: [[Gradient.Stop]: (texture: Texture, lastFrame: Int)] = [:]
    private var frame = 0
    private static let patience = 120

    func endFrame() {
        let oldest = frame - ImageTextures.patience
        entries = entries.filter { $0.value.lastFrame >= oldest }
        gradients = gradients.filter { $0.value.lastFrame >= oldest }
        frame += 1
    }

    /// Returns a texture of the picture, whatever its format, with the top row first.
    func texture(_ image: Image, device: Device) throws -> Texture {
        let key = Key(address: image.bytes.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }, width: image.width, height: image.height,
                      format: image.format)
        if let known = entries[key] {
            entries[key]?.lastFrame = frame
            return known.texture
        }
        let texture = try device.makeTexture(TextureDescriptor(format: .rgba8, width: image.width, height: image.height, label: "canvas picture"))
        var bytes = image.converted(to: .rgba8).bytes
        if image.format.hasAlpha {
            bytes.withUnsafeMutableBufferPointer { bytes in
                for pixel in stride(from: 0, to: bytes.count, by: 4) where bytes[pixel + 3] != 255 {
                    let alpha = UInt32(bytes[pixel + 3])
                    for channel in pixel..<pixel + 3 { bytes[channel] = UInt8((UInt32(bytes[channel]) * alpha + 127) / 255) }
                }
            }
        }
        try texture.replace(bytes: bytes)
        entries[key] = Entry(image: image, texture: texture, lastFrame: frame)
        return texture
    }

    /// Returns the ramps of a gradient with many stops.
    func texture(_ gradient: GradientUniforms, stops: [Gradient.Stop], device: Device) throws -> Texture {
        if let known = gradients[stops] {
            gradients[stops]?.lastFrame = frame
            return known.texture
        }
        let texture = try device.makeTexture(TextureDescriptor(format: .rgba32Float, width: 3, height: gradient.ramps.count, label: "canvas gradient"))
        try texture.replace(bytes: gradient.texels)
        gradients[stops] = (texture, frame)
        return texture
    }
}
