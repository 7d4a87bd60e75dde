public import Raster

extension CanvasRenderer {
    /// A picture of a canvas, as files hold it: straight alpha, the top row first.
    /// - Parameters:
    ///   - canvas: What to draw.
    ///   - width: Pixels of a row, 1…`Device.maximumTextureSize`.
    ///   - height: Number of rows, 1…`Device.maximumTextureSize`.
    ///   - scale: Pixels for a point, above 0.
    ///   - origin: The pixel of the canvas that becomes the picture's upper left one.
    ///   - background: The colour below everything; transparent by default.
    /// - Throws: What `draw` and `Device.submit` throw.
    public func image(of canvas: Canvas, width: Int, height: Int, scale: Double = 1, origin: (x: Int, y: Int) = (0, 0), background: Color = .clear) throws -> Image {
        var image = try texture(of: canvas, width: width, height: height, scale: scale, origin: origin, background: background).readImage()
        image.bytes.withUnsafeMutableBufferPointer { bytes in
            for pixel in stride(from: 0, to: bytes.count, by: 4) where bytes[pixel + 3] != 255 && bytes[pixel + 3] != 0 {
                let alpha = UInt32(bytes[pixel + 3])
                // Blending may leave a colour one step above its alpha.
                for channel in pixel..<pixel + 3 { bytes[channel] = UInt8(min(255, (UInt32(bytes[channel]) * 255 + alpha / 2) / alpha)) }
            }
        }
        return image
    }

    /// A new texture with a canvas drawn into it, premultiplied; the parameters are those of `image`. As for all textures, row 0 is the bottom one.
    public func texture(of canvas: Canvas, width: Int, height: Int, scale: Double = 1, origin: (x: Int, y: Int) = (0, 0), background: Color = .clear) throws -> Texture {
        let texture = try device.makeTexture(TextureDescriptor(format: .rgba8, width: width, height: height, label: "canvas"))
        let target = try device.makeFramebuffer(color: [Attachment(texture)], label: "canvas")
        var encoder = device.makeCommandEncoder(label: "canvas")
        try draw(canvas, into: &encoder, target: target, scale: scale, origin: origin, clear: background)
        try device.submit(encoder)
        return texture
    }
}
