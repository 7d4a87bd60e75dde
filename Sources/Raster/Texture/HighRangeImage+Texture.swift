// HighRangeImage+Texture: makes textures from pictures whose values are proportional to light.

extension HighRangeImage {
    /// Makes a 2D texture of the picture's size, with alpha 1. The bottom row of the picture is the first row of the texture, as for an
    /// `Image`. In rgba16Float, the default, values are rounded to the nearest half and clipped to 65504; rgba32Float keeps the values. If
    /// `mipmapped` is true, the texture has all mip levels, filtered from level 0. Throws `invalidFormat` for other formats, `invalidSize`
    /// if the picture is empty or larger than `Device.maximumTextureSize`.
    public func makeTexture(on device: Device, format: PixelFormat = .rgba16Float, mipmapped: Bool = false, label: String = "") throws -> Texture {
        guard format == .rgba16Float || format == .rgba32Float else {
            throw RasterError(.invalidFormat, label.isEmpty ? "texture of light" : "texture '\(label)'", "has format \(format)",
                              remedy: "use rgba16Float or rgba32Float")
        }
        let levels = mipmapped ? TextureDescriptor.fullMipLevelCount(width: width, height: height) : 1
        let texture = try device.makeTexture(TextureDescriptor(format: format, width: width, height: height, mipLevels: levels, label: label))
        texture.storage.fetchPages()
        try texture.upload(self)
        if mipmapped { MipmapGeneration.generate(texture) }
        return texture
    }
}

extension Texture {
    /// Writes a picture of the texture's size into level 0.
    fileprivate func upload(_ image: HighRangeImage) throws {
        try access.held(name) {
            try prepareForHostAccess()
            let isHalf = format == .rgba16Float
            image.values.withUnsafeBufferPointer { values in
                for row in 0..<image.height {
                    var source = row * image.width * 3
                    let target = storage.address(level: 0, slice: 0, x: 0, y: image.height - 1 - row)
                    for x in 0..<image.width {
                        if isHalf {
                            let largest: Float = 65504
                            func half(_ value: Float) -> UInt16 { halfFromFloat(max(-largest, min(largest, value))).littleEndian }
                            let texel = SIMD4(half(values[source]), half(values[source + 1]), half(values[source + 2]), 0x3C00)
                            target.storeBytes(of: texel, toByteOffset: 8 * x, as: SIMD4<UInt16>.self)
                        } else {
                            let texel = SIMD4(values[source], values[source + 1], values[source + 2], 1)
                            target.storeBytes(of: texel, toByteOffset: 16 * x, as: SIMD4<Float>.self)
                        }
                        source += 3
                    }
                }
            }
            hostVersion &+= 1
        }
    }
}
