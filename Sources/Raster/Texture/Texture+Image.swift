// Texture+Image: makes textures from pictures and pictures from textures.
//
// Rows: an Image has its top row first; a texture has its bottom row first. 2D, 3D and array images are flipped, so that a picture looks
// upright if t points upwards. Cube faces are not flipped: in OpenGL, t of a face runs downwards as seen from inside the cube (OpenGL 3.3
// table 3.19). The top row of a face's picture is therefore row 0 of the face, and a sky photographed from its centre looks upright.
// Values: a picture is expanded to RGBA (grey to g, g, g; missing alpha to 1), and the texture gets the channels that its format has. 8-bit
// and 16-bit unorm and sRGB formats take the codes unchanged if the picture has the same number of bits (pictures for sRGB formats have
// sRGB codes). If the numbers of bits differ, codes are converted between 8 and 16 bits, rounded to nearest. Other formats take the value
// code / maximum.

import FoundationEssentials

extension Device {
    /// Makes a 2D texture of the picture's size. The default format is rgba8, or rgba16 for pictures of 16 bits per channel. Choose
    /// srgb8Alpha8 for colours that shaders read as linear light. If `mipmapped` is true, the texture has all mip levels, filtered
    /// from level 0. Throws `invalidSize` if the picture is empty, `invalidFormat` for integer, depth or stencil formats.
    public func makeTexture(from image: Image, format: PixelFormat? = nil, mipmapped: Bool = false, label: String = "") throws -> Texture {
        let levels = mipmapped ? TextureDescriptor.fullMipLevelCount(width: image.width, height: image.height) : 1
        let texture = try makeTexture(TextureDescriptor(format: format ?? image.defaultTextureFormat, width: image.width, height: image.height,
                                                        mipLevels: levels, label: label))
        texture.storage.fetchPages()
        try texture.upload(image)
        if mipmapped { MipmapGeneration.generate(texture) }
        return texture
    }

    /// Makes a 2D texture from the picture file at `path`, which is also the texture's label. In all other respects this function works
    /// like `makeTexture(from:)`. Throws the errors of `Image.init(contentsOf:)` and `makeTexture(from:)`.
    public func makeTexture(contentsOf path: String, format: PixelFormat? = nil, mipmapped: Bool = false) throws -> Texture {
        try makeTexture(from: Image.read(from: path, Image.DecodingLimits(claims: MemoryClaims(memory))), format: format, mipmapped: mipmapped, label: path)
    }

    /// Makes a 2D texture from the picture file at a file URL. Throws the errors of `makeTexture(contentsOf:format:mipmapped:)`
    /// for a path, and `unsupported` for any other URL.
    public func makeTexture(contentsOf url: URL, format: PixelFormat? = nil, mipmapped: Bool = false) throws -> Texture {
        try makeTexture(contentsOf: url.filePath(), format: format, mipmapped: mipmapped)
    }

    /// Makes a cube texture from six square pictures in OpenGL's order: +X, −X, +Y, −Y, +Z, −Z, each with its top row first.
    /// Throws `invalidImage` unless there are six pictures of equal size.
    public func makeTexture(cube faces: [Image], format: PixelFormat? = nil, mipmapped: Bool = false, label: String = "") throws -> Texture {
        let subject = label.isEmpty ? "cube texture" : "cube texture '\(label)'"
        guard faces.count == 6, let first = faces.first else {
            throw RasterError(.invalidImage, subject, "has \(faces.count) pictures", remedy: "give six: +X, −X, +Y, −Y, +Z, −Z")
        }
        for (face, image) in zip(CubeFace.allCases, faces) where image.width != first.width || image.height != first.height {
            throw RasterError(.invalidImage, subject, at: "face \(face)", "is \(image.width)×\(image.height), not \(first.width)×\(first.height)",
                              remedy: "give six pictures of one size")
        }
        let levels = mipmapped ? TextureDescriptor.fullMipLevelCount(width: first.width, height: first.height) : 1
        let texture = try makeTexture(TextureDescriptor(type: .cube, format: format ?? first.defaultTextureFormat, width: first.width,
                                                        height: first.height, mipLevels: levels, label: label))
        texture.storage.fetchPages()
        for (slice, image) in faces.enumerated() { try texture.upload(image, slice: slice) }
        if mipmapped { MipmapGeneration.generate(texture) }
        return texture
    }
}

extension Texture {
    /// Writes a picture into a slice (depth slice, layer or face) of a level. The picture's lower left corner is at texel (x, y); in a
    /// cube, the picture's top left corner is at (x, y). Throws `invalidArgument` if the picture does not lie in the level, `invalidFormat`
    /// for integer, depth or stencil formats.
    public func upload(_ image: Image, level: Int = 0, slice: Int = 0, x: Int = 0, y: Int = 0) throws {
        try checkRegion(TextureRegion(x: x, y: y, z: slice, width: image.width, height: image.height), level: level)
        guard format.isColor, !format.isInteger else {
            throw RasterError(.invalidFormat, name, "has format \(format), which cannot hold a picture", remedy: "use a colour format, or replace(bytes:)")
        }
        guard storage.samples == 1 else {
            throw RasterError(.unsupported, name, "is multisampled", remedy: "upload to a single-sampled texture")
        }
        try access.held(name) { try write(image, level: level, slice: slice, x: x, y: y) }
    }
    private func write(_ image: Image, level: Int, slice: Int, x: Int, y: Int) throws {
        try prepareForHostAccess()
        let rowBytes = image.width * image.format.bytesPerPixel
        let copies = image.hasTexels(of: format)
        image.bytes.withUnsafeBytes { pixels in
            guard rowBytes > 0, let first = pixels.baseAddress else { return }
            for row in 0..<image.height {
                let source = first + row * rowBytes
                let line = descriptor.type == .cube ? row : image.height - 1 - row
                let target = storage.address(level: level, slice: slice, x: x, y: y + line)
                if copies {
                    target.copyMemory(from: source, byteCount: rowBytes)
                } else {
                    for column in 0..<image.width {
                        storePixel(image.format, source + column * image.format.bytesPerPixel, target + column * format.bytesPerTexel)
                    }
                }
            }
        }
        hostVersion &+= 1
    }

    /// Returns one slice of a level as a picture. `readImage` is the inverse of `upload`. The picture is rgba16 for 16-bit unorm formats,
    /// and rgba8 for all other formats. Colours are clamped to 0…1, sRGB codes are kept, depth becomes grey, and multisampled textures are
    /// averaged. Throws `invalidArgument` if there is no such level or slice, `invalidFormat` for integer and stencil formats.
    public func readImage(level: Int = 0, slice: Int = 0) throws -> Image {
        try checkRegion(TextureRegion(z: slice, width: 0, height: 0, depth: 1), level: level)
        let isWide: Bool = switch format { case .r16, .rg16, .rgba16: true; default: false }
        return try access.held(name) {
            try AttachmentReader(Attachment(self, level: level, slice: slice)).image(format: isWide ? .rgba16 : .rgba8, topRowFirst: descriptor.type != .cube)
        }
    }

    /// Converts one pixel of a picture to one texel.
    private func storePixel(_ imageFormat: Image.Format, _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) {
        let isWide = imageFormat.bytesPerChannel == 2
        let channels = imageFormat.channelCount
        func code(_ channel: Int) -> UInt32 {
            isWide ? UInt32(UInt16(littleEndian: source.loadUnaligned(fromByteOffset: 2 * channel, as: UInt16.self)))
                : UInt32(source.load(fromByteOffset: channel, as: UInt8.self))
        }
        let maximum: UInt32 = isWide ? 65535 : 255
        let isGrey = channels < 3
        let rgba = SIMD4(code(0), code(isGrey ? 0 : 1), code(isGrey ? 0 : 2), imageFormat.hasAlpha ? code(channels - 1) : maximum)
        switch format {
        case .r8, .rg8, .rgb8, .rgba8, .srgb8, .srgb8Alpha8:
            // (c + 128) / 257 equals c · 255 / 65535 rounded to nearest.
            for i in 0..<format.channelCount {
                target.storeBytes(of: UInt8(truncatingIfNeeded: isWide ? (rgba[i] + 128) / 257 : rgba[i]), toByteOffset: i, as: UInt8.self)
            }
        case .r16, .rg16, .rgba16:
            for i in 0..<format.channelCount {
                target.storeBytes(of: UInt16(truncatingIfNeeded: isWide ? rgba[i] : rgba[i] * 257).littleEndian, toByteOffset: 2 * i, as: UInt16.self)
            }
        default:
            let value = SIMD4<Float>(rgba) / Float(maximum)
            PixelCodec.storeTexel(format, target, unsafeBitCast(value, to: SIMD4<UInt32>.self))
        }
    }
}

extension Image {
    /// The default format of `Device.makeTexture(from:)`. With this format, a shader sees both colour and grey pictures correctly without a
    /// swizzle.
    var defaultTextureFormat: PixelFormat { format.bytesPerChannel == 2 ? .rgba16 : .rgba8 }

    /// Whether the picture's bytes, unchanged, are texels of the format `texture`.
    func hasTexels(of texture: PixelFormat) -> Bool {
        switch format {
        case .gray8: texture == .r8
        case .rgb8: texture == .rgb8 || texture == .srgb8
        case .rgba8: texture == .rgba8 || texture == .srgb8Alpha8
        case .gray16: texture == .r16
        case .rgba16: texture == .rgba16
        case .grayAlpha8, .grayAlpha16, .rgb16: false
        }
    }
}
