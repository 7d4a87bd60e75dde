import Effects
import Foundation
import Raster
import TestSupport
import Testing

/// Decodes an sRGB value, independently of the library's tables.
private func linear(_ encoded: Double) -> Double { encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4) }
private func encoded(_ linear: Double) -> Double { linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055 }

@Suite("Texture loader, 2D") struct TextureLoaderTests {
    let device = Device(.reference)
    var loader: TextureLoader { TextureLoader(device: device) }

    @Test("all options are off by default")
    func defaults() {
        let options = TextureLoader.Options()
        #expect(!options.applyPremultiplication && !options.generateMipmaps && !options.originBottomLeft && !options.grayscaleAsAlpha && !options.sRGB)
    }

    @Test("by default the picture's top row is at t = 0 and values are unchanged, in every format", arguments: Image.Format.allCases)
    func plainLoad(format: Image.Format) throws {
        let image = scrambled(width: 5, height: 3, format: format)
        let info = try loader.texture(with: image)
        #expect(info.target == .texture2D && info.width == 5 && info.height == 3 && !info.containsMipmaps && info.origin == .topLeft)
        #expect(info.alphaState == (format.hasAlpha ? .nonPremultiplied : .none))
        #expect(info.sampler == Sampler(min: .linear, mag: .linear, mip: .none, wrap: .clampToEdge))
        try TextureProbe(device: device).expectTexels(info, topRowAtZero: true) { image.value($0, $1) }
    }

    @Test("a picture without alpha becomes a texture without alpha, so that texture environments keep the fragment's alpha")
    func channels() throws {
        for format in Image.Format.allCases {
            let info = try loader.texture(with: scrambled(width: 2, height: 2, format: format))
            #expect(info.texture.format.channelCount == (format.hasAlpha ? 4 : 3))
        }
    }

    @Test("a texture unit made from a loaded texture is enabled, with its filters and target")
    func property() throws {
        let unit = TextureProperty(try loader.texture(with: plain(4, [1, 2, 3, 4]), options: .init(generateMipmaps: true)), envMode: .decal)
        #expect(unit.enabled && unit.target == .texture2D && unit.envMode == .decal && unit.sampler == .trilinear && unit.texture?.width == 4)
        let cube = TextureProperty(try loader.cubeMap(with: plain(4, [1, 2, 3, 4]).stacked(6)))
        #expect(cube.target == .textureCubeMap && cube.sampler == .linear && cube.envMode == .modulate)
    }

    @Test("originBottomLeft puts the bottom row at t = 0", arguments: [1, 2, 5])
    func bottomLeft(height: Int) throws {
        let image = scrambled(width: 4, height: height, format: .rgba8)
        let info = try loader.texture(with: image, options: .init(originBottomLeft: true))
        #expect(info.origin == .bottomLeft)
        try TextureProbe(device: device).expectTexels(info, topRowAtZero: false) { image.value($0, $1) }
    }

    @Test("file, URL, bytes and image give the same texels")
    func sources() throws {
        let folder = try TemporaryFolder()
        let image = scrambled(width: 6, height: 4, format: .rgba8)
        let path = try folder.write(image, "a picture, 50% näher.png")
        let texels = try loader.texture(with: image).texture.read()
        let infos = [try loader.texture(withContentsOfFile: path), try loader.texture(withContentsOf: URL(fileURLWithPath: path)),
                     try loader.texture(withContentsOf: try image.pngData())]
        for info in infos {
            #expect(try info.texture.read() == texels)
            #expect(info.alphaState == .nonPremultiplied)
        }
    }

    @Test("a JPEG file loads as its decoded picture")
    func jpeg() throws {
        let bytes = try scrambled(width: 16, height: 8, format: .rgb8).jpegData(quality: 95)
        let decoded = try Image.read(bytes: bytes)
        let info = try loader.texture(withContentsOf: bytes)
        #expect(info.alphaState == .none)
        try TextureProbe(device: device).expectTexels(info, topRowAtZero: true) { decoded.value($0, $1) }
    }

    @Test("the remarks of a file's reader are the warnings of its texture; of six faces, each remark appears once")
    func warnings() throws {
        var file = try scrambled(width: 4, height: 4, format: .rgb8).pngData()
        #expect(try loader.texture(withContentsOf: file).warnings == [])
        file.insert(contentsOf: AnimatedPNGWriter.chunk("gAMA", AnimatedPNGWriter.word(100_000)), at: 33)
        let remark = ["its gamma of 1/1.0 is ignored, and its colours are taken as sRGB"]
        #expect(try loader.texture(withContentsOf: file).warnings == remark)
        let folder = try TemporaryFolder(), path = folder.path("face.png")
        try Data(file).write(to: URL(fileURLWithPath: path))
        #expect(try loader.cubeMap(withContentsOfFiles: Array(repeating: path, count: 6)).warnings == remark)
    }

    @Test("WebP files are textures, too")
    func webP() throws {
        let image = scrambled(width: 6, height: 4, format: .rgb8), info = try loader.texture(withContentsOf: WebPWriter.file(image))
        #expect(try info.alphaState == .none && info.texture.read() == loader.texture(with: image).texture.read())
    }

    @Test("applyPremultiplication multiplies colours by alpha, rounded to nearest", arguments: Image.Format.allCases)
    func premultiplication(format: Image.Format) throws {
        let image = scrambled(width: 16, height: 16, format: format)
        let info = try loader.texture(with: image, options: .init(applyPremultiplication: true))
        #expect(info.alphaState == (format.hasAlpha ? .premultiplied : .none))
        let codes = format.bytesPerChannel == 1 ? 255.0 : 65535.0
        try TextureProbe(device: device).expectTexels(info, topRowAtZero: true) { x, y in
            var value = image.value(x, y)
            for i in 0..<3 { value[i] = (value[i] * value.w * codes).rounded() / codes }
            return value
        }
    }

    @Test("ImageMagick premultiplies in the same way", .enabled(if: ImageMagickProgram.path != nil, "ImageMagick is not installed"))
    func premultiplicationByOthers() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(scrambled(width: 32, height: 32, format: .rgba8), "image.png")
        let expected = try ImageMagickProgram.convert([path, "-background", "black", "-alpha", "remove", "-depth", "8", "rgb:-"])
        let texels = try loader.texture(withContentsOfFile: path,
                                        options: .init(applyPremultiplication: true, originBottomLeft: true)).texture.readImage().bytes
        for pixel in 0..<(32 * 32) {
            for c in 0..<3 { #expect(abs(Int(texels[4 * pixel + c]) - Int(expected[3 * pixel + c])) <= 1) }
        }
    }

    @Test("grayscaleAsAlpha turns one grey channel into the alpha of black, and does not change other pictures", arguments: Image.Format.allCases)
    func grayscale(format: Image.Format) throws {
        let image = scrambled(width: 5, height: 4, format: format)
        let info = try loader.texture(with: image, options: .init(grayscaleAsAlpha: true))
        let isMask = format.channelCount == 1
        #expect(info.alphaState == (isMask || format.hasAlpha ? .nonPremultiplied : .none))
        try TextureProbe(device: device).expectTexels(info, topRowAtZero: true) { x, y in
            isMask ? SIMD4(0, 0, 0, image.value(x, y).x) : image.value(x, y)
        }
    }

    @Test("the alpha equals ImageMagick's grey", .enabled(if: ImageMagickProgram.path != nil, "ImageMagick is not installed"), arguments: ["8", "16"])
    func grayscaleByOthers(depth: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("gray.png")
        _ = try ImageMagickProgram.convert(["-seed", "3", "-size", "23x17", "plasma:black-white", "-colorspace", "Gray", "-depth", depth, "-strip", path])
        let expected = try ImageMagickProgram.convert([path, "-depth", "16", "-endian", "LSB", "gray:-"])
        let info = try loader.texture(withContentsOfFile: path, options: .init(grayscaleAsAlpha: true))
        try TextureProbe(device: device).expectTexels(info, topRowAtZero: true) { x, y in
            let at = 2 * (y * 23 + x)
            return SIMD4(0, 0, 0, Double(Int(expected[at]) | Int(expected[at + 1]) << 8) / 65535)
        }
    }

    @Test("with sRGB, shaders read linear light, and alpha is unchanged", arguments: [Image.Format.gray8, .grayAlpha8, .rgb8, .rgba8])
    func sRGB(format: Image.Format) throws {
        let image = scrambled(width: 16, height: 16, format: format)
        let info = try loader.texture(with: image, options: .init(sRGB: true))
        #expect(info.texture.format.isSRGB)
        try TextureProbe(device: device).expectTexels(info, topRowAtZero: true) { x, y in
            var value = image.value(x, y)
            for i in 0..<3 { value[i] = linear(value[i]) }
            return value
        }
    }

    @Test("sRGB rounds 16 bits to 8")
    func wideSRGB() throws {
        let image = scrambled(width: 8, height: 8, format: .rgba16)
        let info = try loader.texture(with: image, options: .init(sRGB: true))
        try TextureProbe(device: device).expectTexels(info, topRowAtZero: true) { x, y in
            var value = image.value(x, y)
            for i in 0..<4 { value[i] = (value[i] * 255).rounded() / 255 }
            for i in 0..<3 { value[i] = linear(value[i]) }
            return value
        }
    }

    @Test("premultiplied sRGB is colour times alpha in linear light, to the nearest code")
    func premultipliedSRGB() throws {
        let image = scrambled(width: 16, height: 16, format: .rgba8)
        let info = try loader.texture(with: image, options: .init(applyPremultiplication: true, sRGB: true))
        #expect(info.alphaState == .premultiplied)
        let texels = try info.texture.readImage().bytes
        for y in 0..<16 {
            for x in 0..<16 {
                let value = image.value(x, y)
                for i in 0..<3 {
                    let code = Double(texels[((15 - y) * 16 + x) * 4 + i])
                    #expect(abs(code - encoded(linear(value[i]) * value.w) * 255) <= 0.501)
                }
            }
        }
    }

    @Test("generateMipmaps makes every level and filters between levels", arguments: [(16, 16), (7, 3), (1, 1), (5, 1)])
    func mipmaps(width: Int, height: Int) throws {
        let info = try loader.texture(with: scrambled(width: width, height: height, format: .rgba8), options: .init(generateMipmaps: true))
        let levels = TextureDescriptor.fullMipLevelCount(width: width, height: height)
        #expect(info.texture.descriptor.mipLevels == levels && info.containsMipmaps == (levels > 1))
        #expect(info.sampler.minFilter == .linear && info.sampler.magFilter == .linear && info.sampler.wrapS == .clampToEdge
                    && info.sampler.wrapT == .clampToEdge)
        #expect(info.sampler.mipFilter == (levels > 1 ? .linear : .none))
    }

    @Test("mip levels are averages, after premultiplication")
    func mipmapPixels() throws {
        var image = Image(width: 2, height: 2)
        image[0, 0] = [255, 0, 0, 255]; image[1, 0] = [0, 255, 0, 0]; image[0, 1] = [0, 0, 255, 128]; image[1, 1] = [255, 255, 255, 0]
        let straight = try loader.texture(with: image, options: .init(generateMipmaps: true)).texture.readImage(level: 1)
        #expect(straight[0, 0] == [128, 128, 128, 96])   // (255 + 255)/4, rounded to even; (255 + 128)/4
        let multiplied = try loader.texture(with: image, options: .init(applyPremultiplication: true, generateMipmaps: true)).texture.readImage(level: 1)
        #expect(multiplied[0, 0] == [64, 0, 32, 96])
    }

    @Test("under magnification, neighbours are mixed and the edge is clamped")
    func filters() throws {
        let image = Image(width: 2, height: 1, format: .gray8, bytes: [0, 255])
        let info = try loader.texture(with: image)
        let seen = try TextureProbe(device: device).look(info, width: 8, height: 1, area: SIMD4(-0.5, 0, 1.5, 1))
        let expected: [Float] = [0, 0, 0, 0.25, 0.75, 1, 1, 1]
        for (value, wanted) in zip(seen, expected) { #expect(abs(value.x - wanted) < 1e-6) }
    }

    @Test("TextureInfo describes a texture of the caller, with unknown origin")
    func ownTexture() throws {
        let cube = try TextureInfo(texture: device.makeTexture(TextureDescriptor(type: .cube, format: .rgba8, width: 4, height: 4, mipLevels: 3)))
        #expect(cube.target == .textureCubeMap && cube.origin == .unknown && cube.containsMipmaps && cube.width == 4)
        let volume = try device.makeTexture(TextureDescriptor(type: .d3, format: .rgba8, width: 4, height: 4, depth: 2, label: "fog"))
        let error = #expect(throws: RasterError.self) { try TextureInfo(texture: volume) }
        #expect(error?.code == .unsupported && error?.subject.contains("fog") == true)
    }
}
