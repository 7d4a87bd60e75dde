// WebP: lossless still pictures have the encoded pixels; metadata is read; damage is reported.

import Raster
import SeededRandom
import TestSupport
import Testing

@Suite("WebP") struct WebPTests {
    /// Returns a picture of random pixels. Alpha is never 0, because encoders do not keep the colours of invisible pixels.
    private func picture(_ width: Int, _ height: Int, _ format: Image.Format) -> Image {
        var image = noise(width: width, height: height, format: format)
        if format == .rgba8 { for i in stride(from: 3, to: image.bytes.count, by: 4) { image.bytes[i] |= 1 } }
        return image
    }

    @Test("lossless pictures keep their pixels", arguments: [Image.Format.rgb8, .rgba8])
    func lossless(format: Image.Format) throws {
        for (width, height) in [(1, 1), (1, 9), (37, 23), (256, 2)] {
            let image = picture(width, height, format), read = try ImageFile(data: WebPWriter.file(image))
            #expect(read.kind == .webp && read.image == image && read.warnings.isEmpty, "\(width)×\(height)")
        }
    }

    @Test("lossy pictures are near the encoded pixels")
    func lossy() throws {
        for format in [Image.Format.rgb8, .rgba8] {
            let image = gradient(width: 50, height: 33, format: format), read = try Image(data: WebPWriter.file(image, quality: 95))
            #expect(read.width == 50 && read.height == 33)
            let difference = zip(read.converted(to: .rgb8).bytes, image.converted(to: .rgb8).bytes).map { abs(Int($0) - Int($1)) }.max()
            #expect(try #require(difference) <= 12)
        }
    }

    @Test("EXIF and XMP turn the picture, and a colour profile is a warning")
    func metadata() throws {
        let image = picture(5, 3, .rgb8), turned = try Image(data: WebPWriter.file(image, exif: ImageOrientationTests.exif(6)))
        #expect(turned.width == 3 && turned.height == 5)
        for y in 0..<5 { for x in 0..<3 { #expect(turned.bytes[(y * 3 + x) * 3] == image.bytes[((2 - x) * 5 + y) * 3]) } }
        #expect(try Image(data: WebPWriter.file(image, exif: Array("Exif\0\0".utf8) + ImageOrientationTests.exif(6))) == turned)
        #expect(try Image(data: WebPWriter.file(image, xmp: ImageOrientationTests.xmp(6, isElement: true))) == turned)
        let read = try ImageFile(data: WebPWriter.file(image, profile: ColorProfileTests.profile(.adobe)))
        #expect(read.image == image && read.warnings == ["its colour profile 'Adobe RGB (1998)' is ignored, and its colours are taken as sRGB"])
    }

    @Test("of an animation, the first frame is read, and a warning counts the frames")
    func animation() throws {
        let frames = [picture(6, 4, .rgba8), picture(2, 2, .rgba8)]
        let file = WebPWriter.animation(width: 6, height: 4, [.init(frames[0], replaces: true), .init(frames[1], x: 2, y: 2)])
        let read = try ImageFile(data: file)
        #expect(read.image == frames[0] && read.warnings == ["it is an animation of 2 frames; only the first is read"])
    }

    @Test("truncated and changed files are images or typed errors")
    func damaged() throws {
        let files = [WebPWriter.file(picture(37, 23, .rgba8)), WebPWriter.file(gradient(width: 40, height: 30), quality: 70),
                     WebPWriter.file(picture(9, 9, .rgb8), exif: ImageOrientationTests.exif(8)),
                     WebPWriter.animation(width: 8, height: 8, [.init(picture(8, 8, .rgba8)), .init(picture(4, 4, .rgba8), x: 4, y: 2)])]
        var random = SeededGenerator(state: 5)
        for file in files {
            for count in stride(from: 0, to: file.count, by: 5) {
                let error = #expect(throws: RasterError.self) { try Image(data: Array(file[..<count]), name: "image 'cut'") }
                #expect(error?.code == .invalidImage && error?.subject == "image 'cut'", "cut at \(count) of \(file.count)")
            }
            for _ in 0..<300 {
                var changed = file
                for _ in 0...3 { changed[Int.random(in: 12..<file.count, using: &random)] = UInt8.random(in: 0...255, using: &random) }
                do {
                    let image = try Image(data: changed, byteLimit: 1 << 22)
                    #expect(image.bytes.count == image.width * image.height * image.format.bytesPerPixel)
                } catch { #expect([.invalidImage, .invalidSize].contains(error.code), "\(error)") }
            }
        }
    }

    @Test("a size in the head is compared with the limits before memory is allocated")
    func sizes() throws {
        var file = WebPWriter.file(picture(8, 8, .rgb8), exif: [1])
        file.replaceSubrange(24..<30, with: [0xFF, 0xFF, 0, 0xFF, 0xFF, 0])
        let error = #expect(throws: RasterError.self) { try Image(data: file) }
        #expect(error?.code == .invalidSize || error?.code == .invalidImage)
        #expect(throws: RasterError.self) { try Image(data: WebPWriter.file(self.picture(8, 8, .rgb8)), byteLimit: 191) }
        #expect(throws: Never.self) { try Image(data: WebPWriter.file(self.picture(8, 8, .rgb8)), byteLimit: 192) }
    }
}
