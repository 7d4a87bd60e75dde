public import Raster

extension CanvasRenderer {
    /// Draws a canvas into a new picture for storage in files: straight alpha, top row first.
    /// - Parameters:
    ///   - canvas: The canvas.
    ///   - width: The width in pixels, 1…`Device.maximumTextureSize`.
    ///   - height: The height in pixels, 1…`Device.maximumTextureSize`.
    ///   - scale: Pixels per point, above 0.
    ///   - origin: The pixel of the canvas at the picture's upper left.
    ///   - background: The colour below the drawing; transparent by default.
    /// - Throws: The errors of `draw` and `Device.submit`.
    public func image(of canvas: Canvas, width: Int, height: Int, scale: Double = 1, origin: (x: Int, y: Int) = (0, 0),
                      background: Color = .clear) throws -> Image {
        var image = try texture(of: canvas, width: width, height: height, scale: scale, origin: origin, background: background).readImage()
        image.bytes.withUnsafeMutableBufferPointer { bytes in
            for pixel in stride(from: 0, to: bytes.count, by: 4) where bytes[pixel + 3] != 255 && bytes[pixel + 3] != 0 {
                let alpha = UInt32(bytes[pixel + 3])
                // After blending, a premultiplied colour may exceed its alpha by one step, so the quotient is limited to 255.
                for channel in pixel..<pixel + 3 { bytes[channel] = UInt8(min(255, (UInt32(bytes[channel]) * 255 + alpha / 2) / alpha)) }
            }
        }
        return image
    }

    /// Draws a canvas into a new texture, premultiplied; the parameters have the same meaning as in `image`. As in all textures, row 0 is
    /// the bottom row.
    public func texture(of canvas: Canvas, width: Int, height: Int, scale: Double = 1, origin: (x: Int, y: Int) = (0, 0),
                        background: Color = .clear) throws -> Texture {
        let texture = try device.makeTexture(TextureDescriptor(format: .rgba8, width: width, height: height, label: "canvas"))
        let target = try device.makeFramebuffer(color: [Attachment(texture)], label: "canvas")
        var encoder = device.makeCommandEncoder(label: "canvas")
        try draw(canvas, into: &encoder, target: target, scale: scale, origin: origin, clear: background)
        try device.submit(encoder)
        return texture
    }
}
