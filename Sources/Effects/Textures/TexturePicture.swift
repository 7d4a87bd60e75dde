// TexturePicture: the pixels of a texture, prepared according to the loader's options. A TexturePicture contains no device objects,
// so it can be made on any thread.
//
// The steps are, in order: convert grey to alpha, multiply colours by alpha, flip the rows. A premultiplied colour is exactly value
// · alpha / maximum, rounded to the nearest value. For an sRGB texture, the product is computed in linear light, because shaders read the
// texture as linear light. The product is rounded to the nearest 8-bit value.

import Raster

struct TexturePicture: Sendable {
    let image: Image
    /// The remarks of the picture's reader.
    let warnings: [String]
    let hasAlpha: Bool
    let isAlphaOnly: Bool
    /// The memory claim for the pixels.
    private let claims: MemoryClaims

    /// Prepares a picture. In errors, the picture is called `name`. `flips` reverses the order of the rows. Throws `invalidSize` for a
    /// picture that no texture can hold, `invalidArgument` for options that exclude each other.
    init(_ picture: SourcePicture, name: String, options: TextureLoader.Options, flips: Bool, _ claims: MemoryClaims) throws(RasterError) {
        self.claims = claims
        warnings = picture.warnings
        let source = picture.image, limit = Device.maximumTextureSize
        guard (1...limit).contains(source.width), (1...limit).contains(source.height) else {
            throw RasterError(.invalidSize, name, "is \(source.width)×\(source.height)", remedy: "use 1 to \(limit) pixels a side")
        }
        var image = source
        isAlphaOnly = options.grayscaleAsAlpha && source.format.channelCount == 1
        if isAlphaOnly {
            guard !options.sRGB else {
                throw RasterError(.invalidArgument, "options grayscaleAsAlpha and sRGB of \(name)", "exclude each other: alpha is never sRGB-encoded",
                                  remedy: "set one of them")
            }
            image = TexturePicture.alphaOnly(source)
        } else if options.sRGB && source.format.bytesPerChannel == 2 {
            // sRGB formats have 8 bits per channel, so the picture is converted to 8 bits.
            image = source.converted(to: source.format.hasAlpha ? .rgba8 : .rgb8)
        }
        if options.applyPremultiplication && image.format.hasAlpha { TexturePicture.premultiply(&image, inLinearLight: options.sRGB) }
        if flips { TexturePicture.turnOver(&image) }
        self.image = image
        hasAlpha = image.format.hasAlpha
    }

    /// Returns one format for all pictures, because the faces of a cube map share one format. The format has every channel that at
    /// least one of the pictures has.
    static func format(of pictures: [TexturePicture], sRGB: Bool) -> PixelFormat {
        let hasAlpha = pictures.contains { $0.hasAlpha }, isWide = pictures.contains { $0.image.format.bytesPerChannel == 2 }
        if sRGB { return hasAlpha ? .srgb8Alpha8 : .srgb8 }
        // No format has three 16-bit channels, and a format with a fourth channel would give the texture an alpha. Therefore, 32-bit floats
        // are used, which hold 16-bit values exactly.
        return isWide ? (hasAlpha ? .rgba16 : .rgb32Float) : hasAlpha ? .rgba8 : .rgb8
    }

    /// Returns a black picture whose alpha is the grey value. A shader would read the same values from a texture of OpenGL's format
    /// GL_ALPHA.
    private static func alphaOnly(_ gray: Image) -> Image {
        let width = gray.format.bytesPerChannel
        var result = Image(width: gray.width, height: gray.height, format: width == 2 ? .rgba16 : .rgba8)
        for pixel in 0..<(gray.width * gray.height) {
            for byte in 0..<width { result.bytes[(4 * pixel + 3) * width + byte] = gray.bytes[pixel * width + byte] }
        }
        return result
    }

    static func premultiply(_ image: inout Image, inLinearLight: Bool) {
        let channels = image.format.channelCount, count = image.width * image.height
        if image.format.bytesPerChannel == 2 {
            func load(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ i: Int) -> UInt32 { UInt32(bytes[2 * i]) | UInt32(bytes[2 * i + 1]) << 8 }
            image.bytes.withUnsafeMutableBufferPointer { bytes in
                for pixel in 0..<count {
                    let last = pixel * channels + channels - 1, alpha = load(bytes, last)
                    for i in (pixel * channels)..<last {
                        let product = (load(bytes, i) * alpha + 32767) / 65535
                        bytes[2 * i] = UInt8(truncatingIfNeeded: product)
                        bytes[2 * i + 1] = UInt8(truncatingIfNeeded: product >> 8)
                    }
                }
            }
        } else {
            image.bytes.withUnsafeMutableBufferPointer { bytes in
                for pixel in 0..<count {
                    let last = pixel * channels + channels - 1, alpha = bytes[last]
                    if alpha == 255 { continue }
                    for i in (pixel * channels)..<last {
                        bytes[i] = inLinearLight ? sRGBFromLinear(linearFromSRGB(bytes[i]) * (Float(alpha) / 255))
                            : UInt8(truncatingIfNeeded: (UInt32(bytes[i]) * UInt32(alpha) + 127) / 255)
                    }
                }
            }
        }
    }

    private static func turnOver(_ image: inout Image) {
        let row = image.width * image.format.bytesPerPixel, height = image.height
        image.bytes.withUnsafeMutableBufferPointer { bytes in
            for y in 0..<(height / 2) {
                let upper = y * row, lower = (height - 1 - y) * row
                for i in 0..<row { bytes.swapAt(upper + i, lower + i) }
            }
        }
    }
}
