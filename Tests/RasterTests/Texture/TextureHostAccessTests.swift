// Reading and writing texels and pictures of textures and framebuffers. Wrong sizes are refused.

import Raster
import SeededRandom
import TestSupport
import Testing

private func code(_ body: () throws -> Void) -> RasterError.Code? { RasterError.thrown(by: body)?.code }

@Test("a written box of texels is read back, and its surroundings are unchanged")
func regionsRoundTrip() throws {
    let device = Device()
    var random = SeededGenerator(state: 23)
    // A buffer texture has no texels of its own, so this type is left out.
    for type in TextureType.allCases where type != .buffer {
        let hasOneRow = type == .d1 || type == .d1Array, depth = type == .d3 || type.isArray ? 5 : 1
        let texture = try device.makeTexture(TextureDescriptor(type: type, format: .rgb8, width: 7, height: hasOneRow ? 1 : 7, depth: depth,
                                                               mipLevels: type == .rectangle ? 1 : 2))
        for level in 0..<texture.descriptor.mipLevels {
            let whole = texture.region(ofLevel: level)
            let before = (0..<whole.width * whole.height * whole.depth * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
            try texture.replace(level: level, bytes: before)
            #expect(try texture.read(level: level) == before)
            let box = TextureRegion(x: 1, y: hasOneRow ? 0 : 2, z: whole.depth - 1, width: 2, height: 1, depth: 1)
            let version = texture.hostVersion
            try texture.replace(region: box, level: level, bytes: [1, 2, 3, 4, 5, 6] as [UInt8])
            #expect(texture.hostVersion > version)
            #expect(try texture.read(region: box, level: level) == [1, 2, 3, 4, 5, 6])
            var expected = before
            let start = ((box.z * whole.height + box.y) * whole.width + box.x) * 3
            expected.replaceSubrange(start..<start + 6, with: [1, 2, 3, 4, 5, 6])
            #expect(try texture.read(level: level) == expected)
        }
    }
}

@Test("rows and slices may have gaps in the caller's memory")
func stridedReplace() throws {
    let texture = try Device().makeTexture(TextureDescriptor(type: .d3, format: .r8, width: 2, height: 2, depth: 2))
    try texture.replace(bytes: (0..<64).map { UInt8($0) }, bytesPerRow: 5, bytesPerSlice: 20)
    #expect(try texture.read() == [0, 1, 5, 6, 20, 21, 25, 26])
}

@Test("regions, levels and byte counts that do not fit are errors that name the texture, and change nothing")
func refusedRegions() throws {
    let device = Device()
    let texture = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 4, height: 4, mipLevels: 2))
    let bytes = [UInt8](repeating: 9, count: 64)
    #expect(code { try texture.replace(level: 2, bytes: bytes) } == .invalidArgument)
    #expect(code { try texture.replace(level: -1, bytes: bytes) } == .invalidArgument)
    #expect(code { try texture.replace(bytes: Array(bytes.dropLast())) } == .bufferTooSmall)
    #expect(code { try texture.replace(bytes: [UInt8]()) } == .bufferTooSmall)
    #expect(code { try texture.replace(bytes: bytes, bytesPerRow: 15) } == .invalidSize)
    #expect(code { try texture.replace(bytes: bytes, bytesPerRow: .max) } == .invalidSize)
    #expect(code { try texture.replace(bytes: bytes, bytesPerRow: .min) } == .invalidSize)
    #expect(code { try texture.replace(region: TextureRegion(x: 1, width: 4, height: 1), bytes: bytes) } == .invalidArgument)
    #expect(code { try texture.replace(region: TextureRegion(x: .max, width: 4, height: 1), bytes: bytes) } == .invalidArgument)
    #expect(code { try texture.replace(region: TextureRegion(z: 1, width: 1, height: 1), bytes: bytes) } == .invalidArgument)
    #expect(code { _ = try texture.read(region: TextureRegion(y: -1, width: 1, height: 1)) } == .invalidArgument)
    #expect(code { _ = try texture.read(region: TextureRegion(width: -1, height: 1)) } == .invalidArgument)
    #expect(code { _ = try texture.readImage(slice: 1) } == .invalidArgument)
    #expect(try texture.read() == [UInt8](repeating: 0, count: 64))
    #expect(try texture.read(region: TextureRegion(x: 4, width: 0, height: 4)) == [])
    let multisampled = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 4, height: 4, samples: 4))
    #expect(code { _ = try multisampled.read() } == .unsupported)
    #expect(code { try multisampled.upload(Image(width: 4, height: 4)) } == .unsupported)
}

/// Returns a picture of random codes.
private func picture(_ width: Int, _ height: Int, _ format: Image.Format, using random: inout SeededGenerator) -> Image {
    Image(width: width, height: height, format: format,
          bytes: (0..<width * height * format.bytesPerPixel).map { _ in UInt8.random(in: 0...255, using: &random) })
}

@Test("a picture is stored upright in a texture and read back unchanged")
func picturesRoundTrip() throws {
    let device = Device()
    var random = SeededGenerator(state: 29)
    let image = picture(5, 3, .rgba8, using: &random)
    let texture = try device.makeTexture(from: image)
    #expect(texture.format == .rgba8)
    // Row 0 of the texture is the picture's last row.
    #expect(try texture.read(region: TextureRegion(width: 5, height: 1)) == Array(image.bytes.suffix(20)))
    #expect(try texture.readImage() == image)
    #expect(try device.makeTexture(from: image, format: .srgb8Alpha8).readImage() == image)
    let wide = picture(4, 4, .rgba16, using: &random)
    let wideTexture = try device.makeTexture(from: wide)
    #expect(wideTexture.format == .rgba16)
    #expect(try wideTexture.readImage() == wide)
}

@Test("a cube's pictures keep their row order: the top row is row 0")
func cubePictures() throws {
    let device = Device()
    var random = SeededGenerator(state: 31)
    let faces = (0..<6).map { _ in picture(4, 4, .rgba8, using: &random) }
    let texture = try device.makeTexture(cube: faces, mipmapped: true)
    #expect(texture.descriptor.mipLevels == 3)
    for (slice, face) in faces.enumerated() {
        #expect(try texture.read(region: TextureRegion(z: slice, width: 4, height: 4)) == face.bytes)
        #expect(try texture.readImage(slice: slice) == face)
    }
    #expect(code { _ = try device.makeTexture(cube: Array(faces.dropLast())) } == .invalidImage)
    #expect(code { _ = try device.makeTexture(cube: faces.dropLast() + [Image(width: 3, height: 4)]) } == .invalidImage)
}

@Test("every picture format converts to every colour format by value")
func pictureConversions() throws {
    let device = Device()
    var random = SeededGenerator(state: 37)
    for imageFormat in Image.Format.allCases {
        let image = picture(3, 2, imageFormat, using: &random)
        for format in PixelFormat.allCases where format.isColor {
            let texture = try device.makeTexture(TextureDescriptor(format: format, width: 3, height: 2))
            if format.isInteger {
                #expect(code { try texture.upload(image) } == .invalidFormat)
                continue
            }
            try texture.upload(image)
            for y in 0..<2 {
                for x in 0..<3 {
                    // Returns the value of a channel of the picture. Grey is the value of red, green and blue.
                    func channel(_ c: Int) -> Double {
                        let i = (y * 3 + x) * imageFormat.channelCount + c
                        if imageFormat.bytesPerChannel == 1 { return Double(image.bytes[i]) / 255 }
                        let code = Int(image.bytes[2 * i]) + 256 * Int(image.bytes[2 * i + 1])
                        return Double(code) / 65535
                    }
                    let isGrey = imageFormat.channelCount < 3
                    let expected = [channel(0), channel(isGrey ? 0 : 1), channel(isGrey ? 0 : 2),
                                    imageFormat.hasAlpha ? channel(imageFormat.channelCount - 1) : 1]
                    let bytes = try texture.read(region: TextureRegion(x: x, y: 1 - y, width: 1, height: 1))
                    // sRGB formats store codes, so codes are compared.
                    let codec: PixelFormat = format == .srgb8 ? .rgb8 : format == .srgb8Alpha8 ? .rgba8 : format
                    let loaded = bytes.withUnsafeBytes { PixelCodec.loadTexel(codec, $0.baseAddress!) }
                    let bits: [Double] = switch format {
                    case .rgb565: [31, 63, 31, 1]
                    case .rgba4444: [15, 15, 15, 15]
                    case .rgb5a1: [31, 31, 31, 1]
                    case .rgb10a2: [1023, 1023, 1023, 3]
                    case .r16, .rg16, .rgba16: [65535, 65535, 65535, 65535]
                    case .r8Snorm, .rg8Snorm, .rgb8Snorm, .rgba8Snorm: [127, 127, 127, 127]
                    case .r16Snorm, .rg16Snorm, .rgba16Snorm: [32767, 32767, 32767, 32767]
                    case .rg11b10Float: [64, 64, 32, 1]
                    case .rgb9e5: [256, 256, 256, 1]
                    default: format.kind == .float ? [1024, 1024, 1024, 1024] : [255, 255, 255, 255]
                    }
                    for c in 0..<format.channelCount {
                        #expect(abs(Double(Float(bitPattern: loaded[c])) - expected[c]) <= 0.5001 / bits[c] + 1e-7, "\(imageFormat) to \(format), channel \(c)")
                    }
                }
            }
        }
    }
}

@Test("a small picture is written into a part of a level, by its lower left corner")
func partialUpload() throws {
    let texture = try Device().makeTexture(TextureDescriptor(type: .d2Array, format: .r8, width: 3, height: 3, depth: 2))
    try texture.upload(Image(width: 1, height: 2, format: .gray8, bytes: [7, 8]), slice: 1, x: 2, y: 1)
    #expect(try texture.read(region: TextureRegion(z: 1, width: 3, height: 3)) == [0, 0, 0, 0, 0, 8, 0, 0, 7])
    #expect(code { try texture.upload(Image(width: 2, height: 1), slice: 1, x: 2, y: 1) } == .invalidArgument)
}

@Test("a framebuffer is read with its top row first as a picture and bottom row first as values")
func framebufferReadback() throws {
    let device = Device()
    let target = try device.makeFramebuffer(width: 2, height: 2, color: [.rgba8, .rgba32Float, .srgb8Alpha8, .rgba8Int], depth: .depth32FloatStencil8)
    try target.color[0]!.texture.replace(bytes: (0..<16).map { UInt8($0 * 10) })
    try target.color[1]!.texture.replace(bytes: [2, -1, 0.5, 1] + [Float](repeating: 0, count: 12))
    try target.color[2]!.texture.replace(bytes: (0..<16).map { UInt8($0 * 10) })
    try target.color[3]!.texture.replace(bytes: [0xFF, 1, 2, 3] + [UInt8](repeating: 0, count: 12))
    #expect(try target.readImage().bytes == [80, 90, 100, 110, 120, 130, 140, 150, 0, 10, 20, 30, 40, 50, 60, 70])
    #expect(try target.readImage(attachment: 2).bytes == target.readImage().bytes, "sRGB gives its codes")
    #expect(try target.readImage(attachment: 1)[0, 1] == SIMD4(255, 0, 128, 255))
    #expect(try target.readPixels(attachment: 1)[0] == SIMD4(2, -1, 0.5, 1))
    #expect(try target.readPixels(x: 0, y: 0, width: 1, height: 1, attachment: 3) == [SIMD4(-1, 1, 2, 3)])
    #expect(try target.readPixels(x: 1, y: 1) == [SIMD4(120, 130, 140, 150) / 255])
    #expect(code { _ = try target.readImage(attachment: 3) } == .invalidFormat)
    #expect(code { _ = try target.readImage(attachment: 4) } == .invalidArgument)
    #expect(code { _ = try target.readPixels(x: 1, y: 0, width: 2, height: 1) } == .invalidArgument)
    #expect(code { _ = try target.readPixels(x: -1, y: 0) } == .invalidArgument)
    var frame = device.makeCommandEncoder()
    frame.render(to: target, clear: ClearValues(depth: 0.25, stencil: 200)) { pass in
        pass.setScissor(PixelRect(x: 1, y: 0, width: 1, height: 1))
        pass.clear(ClearValues(depth: 0.5, stencil: 100))
    }
    try device.submit(frame)
    #expect(try target.readDepth() == [0.25, 0.5, 0.25, 0.25])
    #expect(try target.readStencil() == [200, 100, 200, 200])
    let plain = try device.makeFramebuffer(width: 2, height: 2)
    #expect(code { _ = try plain.readDepth() } == .invalidArgument && code { _ = try plain.readStencil() } == .invalidArgument)
}
