import Foundation
import Raster
import TestSupport
import Testing

@Suite("Image files") struct ImageFileTests {
    @Test("a written PNG is read back unchanged, in every format", arguments: Image.Format.allCases)
    func pngRoundTrip(format: Image.Format) throws {
        let folder = try TemporaryFolder()
        for (width, height) in [(1, 1), (1, 9), (37, 23), (256, 2)] {
            let image = noise(width: width, height: height, format: format)
            let path = folder.path("\(width)x\(height).png")
            try image.writePNG(to: path)
            #expect(try Image.read(from: path) == image)
        }
    }

    @Test("a picture and its texture are read from a path and from a URL, and a URL that is no file is refused") func urls() throws {
        let folder = try TemporaryFolder(), path = folder.path("my picture 50%.png"), url = URL(fileURLWithPath: path)
        let image = noise(width: 3, height: 2, format: .rgba8), device = Device(.reference)
        try image.writePNG(to: path)
        #expect(url.absoluteString.contains("%20"))
        #expect(try Image(contentsOf: path) == image && Image(contentsOf: url) == image)
        #expect(try device.makeTexture(contentsOf: path).readImage() == image && device.makeTexture(contentsOf: url).readImage() == image)
        let remote = try #require(URL(string: "https://example.invalid/a.png"))
        for read in [{ _ = try Image(contentsOf: remote) }, { _ = try device.makeTexture(contentsOf: remote) }] {
            let error = #expect(throws: RasterError.self) { try read() }
            #expect(error?.description == "URL 'https://example.invalid/a.png' does not name a file; use a file URL, or load its bytes yourself [unsupported]")
        }
    }

    /// Every kind of PNG: its colour type, its bit depth, and 1 if the file has transparency.
    static let kinds = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]
        .flatMap { type, depths in depths.flatMap { depth in (type <= 3 ? [false, true] : [false]).map { [type, depth, $0 ? 1 : 0] } } }
        .sorted { $0.lexicographicallyPrecedes($1) }

    @Test("every colour type, depth, transparency and interlacing of PNG is read", arguments: kinds)
    func pngKinds(kind: [Int]) throws {
        let (type, depth, hasTransparency) = (kind[0], kind[1], kind[2] == 1)
        let maximum = 1 << depth - 1
        for (isInterlaced, width, height) in [(false, 13, 7), (true, 13, 7), (true, 1, 1), (true, 3, 2), (true, 16, 17)] {
            var writer = PNGWriter(width: width, height: height, depth: depth, colorType: type, isInterlaced: isInterlaced)
            func sample(_ x: Int, _ y: Int, _ c: Int) -> Int { (x * 4099 + y * 257 + c * 12345 + x * y) & maximum }
            let paletteEntry = { (i: Int) in [UInt8(i & 255), UInt8(i * 7 & 255), UInt8(255 - i & 255)] }
            if type == 3 { writer.palette = (0...maximum).flatMap(paletteEntry) }
            // The transparent colour is the colour at (1, 1), or palette entry 1.
            let key = (0..<writer.channels).map { sample(1, 1, $0) }
            if hasTransparency { writer.transparency = type == 3 ? [255, 17] : key.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }

            let image = try Image.read(bytes: writer.file(sample))
            let colors = type == 2 || type == 3 || type == 6
            let hasAlpha = hasTransparency || type >= 4
            #expect(image.format.channelCount == (colors ? 3 : 1) + (hasAlpha ? 1 : 0))
            #expect(image.format.bytesPerChannel == (depth == 16 ? 2 : 1))

            var expected = Image(width: width, height: height, format: image.format)
            var at = 0
            for y in 0..<height {
                for x in 0..<width {
                    var channels = (0..<writer.channels).map { sample(x, y, $0) }
                    if type == 3 {
                        let index = channels[0]
                        channels = paletteEntry(index).map { Int($0) } + (hasTransparency ? [index == 1 ? 17 : 255] : [])
                    } else {
                        let isKey = channels == key
                        if depth < 8 { channels = channels.map { $0 * 255 / maximum } }
                        if hasTransparency { channels.append(isKey ? 0 : depth == 16 ? 65535 : 255) }
                    }
                    for channel in channels {
                        expected.bytes[at] = UInt8(channel & 255); at += 1
                        if depth == 16 { expected.bytes[at] = UInt8(channel >> 8); at += 1 }
                    }
                }
            }
            #expect(image == expected, "\(kind) interlaced \(isInterlaced) \(width)×\(height)")
        }
    }

    @Test("ImageMagick reads the same pixels from the written PNG", .enabled(if: ImageMagick.isInstalled, "ImageMagick is not installed"),
          arguments: Image.Format.allCases)
    func pngForOthers(format: Image.Format) throws {
        let image = noise(width: 19, height: 11, format: format)
        #expect(try ImageMagick.pixels(of: image.pngData(), kind: "png") == image.converted(to: .rgba16).bytes)
    }

    @Test("PNGs written by ImageMagick are read with the same pixels", .enabled(if: ImageMagick.isInstalled, "ImageMagick is not installed"),
          arguments: ["png:", "png8:", "png24:", "png32:", "png48:", "png64:"], ["None", "PNG"])
    func pngOfOthers(kind: String, interlace: String) throws {
        for options in [["-colors", "200"], ["-colorspace", "Gray"], ["-alpha", "set", "-channel", "A", "-evaluate", "set", "40%"], ["-colors", "5"]] {
            let file = try ImageMagick.convert(["-seed", "7", "-size", "41x29", "plasma:red-blue"] + options + ["-strip", "-interlace", interlace, "\(kind)-"])
            #expect(try Image.read(bytes: file).converted(to: .rgba16).bytes == ImageMagick.pixels(of: file, kind: "png"), "\(options)")
        }
    }

    @Test("JPEGs written by ImageMagick are read with the same pixels", .enabled(if: ImageMagick.isInstalled, "ImageMagick is not installed"),
          arguments: ["None", "JPEG"], ["4:4:4", "4:2:0"])
    func jpegOfOthers(interlace: String, sampling: String) throws {
        for options in [[], ["-colorspace", "Gray"]] {
            let file = try ImageMagick.convert(["-seed", "7", "-size", "41x29", "plasma:red-blue"] + options
                                               + ["-sampling-factor", sampling, "-interlace", interlace, "-quality", "85", "jpeg:-"])
            let image = try Image.read(bytes: file)
            #expect(image.format == (options.isEmpty ? .rgb8 : .gray8))
            let ours = image.converted(to: .rgba16).bytes, theirs = try ImageMagick.pixels(of: file, kind: "jpeg")
            // Decoders may differ by 2/255, because they round differently.
            #expect(zip(ours, theirs).enumerated().allSatisfy { $0.offset % 2 == 0 || abs(Int($0.element.0) - Int($0.element.1)) <= 2 })
            #expect(ours.count == theirs.count)
        }
    }

    @Test("a written JPEG is read back nearly unchanged")
    func jpegRoundTrip() throws {
        let folder = try TemporaryFolder()
        for (format, expected) in [(Image.Format.gray8, Image.Format.gray8), (.grayAlpha16, .gray8), (.rgb8, .rgb8), (.rgba8, .rgb8), (.rgb16, .rgb8)] {
            let image = gradient(width: 50, height: 33, format: format)
            let path = folder.path("\(format).jpg")
            try image.writeJPEG(to: path, quality: 95)
            let again = try Image.read(from: path)
            #expect(again.format == expected)
            let difference = zip(again.bytes, image.converted(to: expected).bytes).map { abs(Int($0) - Int($1)) }.max()!
            #expect(difference <= 8)
        }
        #expect(try gradient(width: 50, height: 33).jpegData(quality: 20).count < gradient(width: 50, height: 33).jpegData(quality: 95).count)
    }

    @Test("conversion replicates grey, widens by 257, rounds back and fills alpha")
    func conversion() {
        let gray = Image(width: 2, height: 1, format: .gray8, bytes: [0, 200])
        #expect(gray.converted(to: .rgba8).bytes == [0, 0, 0, 255, 200, 200, 200, 255])
        #expect(gray.converted(to: .grayAlpha16).bytes == [0, 0, 255, 255, 200, 200, 255, 255])
        let rgb = Image(width: 1, height: 1, format: .rgb8, bytes: [255, 0, 0])
        #expect(rgb.converted(to: .gray8).bytes == [54])
        #expect(Image(width: 1, height: 1, format: .rgb8, bytes: [255, 255, 255]).converted(to: .gray8).bytes == [255])
        #expect(Image(width: 3, height: 1, format: .gray16, bytes: [127, 0, 129, 0, 255, 255]).converted(to: .gray8).bytes == [0, 1, 255])
        for format in Image.Format.allCases where format.bytesPerChannel == 1 && format.channelCount >= 3 {
            let image = noise(width: 5, height: 5, format: format)
            #expect(image.converted(to: .rgba16).converted(to: format) == image)
        }
    }
}
