// Image targets: PNG, JPEG, WebP, Radiance HDR, KTX2, DDS, and animations.

import Effects
import Raster
import TestSupport

enum ImageTargets {
    /// The maximum number of bytes of an image's pixels. A short file may have a huge number of pixels of one colour; decoding such a file
    /// takes time without finding defects.
    private static let byteLimit = 1 << 24

    /// If the bytes are a valid image, writes the image and reads it again; for a lossless format, the pixels must be equal.
    static func image(_ bytes: [UInt8]) {
        guard let file = try? ImageFile(data: bytes, name: "input", byteLimit: byteLimit) else { return }
        let image = file.image
        precondition(image.bytes.count == image.width * image.height * image.format.bytesPerPixel, "an image of another size than it says")
        precondition(file.warnings.allSatisfy { $0.count < 1000 && !$0.contains("\n") }, "a warning is one line")
        if image.bytes.count > 1 << 16 { return }
        precondition(try! Image.read(bytes: try! image.pngData(), name: "copy") == image, "a picture changes when it is written")
    }

    static func light(_ bytes: [UInt8]) {
        guard let picture = try? HighRangeImage(data: bytes, name: "input", byteLimit: byteLimit) else { return }
        precondition(picture.values.count == picture.width * picture.height * 3, "a picture of another size than it says")
        precondition(picture.values.allSatisfy { $0 >= 0 && $0.isFinite }, "light is not negative and not infinite")
        image(bytes)
    }

    static func animation(_ bytes: [UInt8]) {
        guard let sequence = try? FrameSequence(bytes: [bytes], name: "input"), sequence.width * sequence.height < 1 << 20 else { return }
        precondition(sequence.count >= 1 && (sequence.timing?.duration ?? 1) > 0, "a sequence has a frame and takes time")
        let animation = FrameAnimation(device: Device(.reference))
        guard (try? animation.play(sequence, fps: 10, repeat: true)) != nil else { return }
        for frame in 0 ..< min(4, sequence.count) { try? animation.update(at: (Double(frame) + 0.5) / 10) }
    }

    private static func pattern(_ format: Image.Format, _ width: Int, _ height: Int) -> Image {
        Image(width: width, height: height, format: format,
              bytes: (0 ..< width * height * format.bytesPerPixel).map { UInt8(truncatingIfNeeded: $0 &* 37 ^ $0 >> 3) })
    }

    static func pngSeeds() throws -> [[UInt8]] { try Image.Format.allCases.map { try pattern($0, 7, 5).pngData() } }
    static func jpegSeeds() throws -> [[UInt8]] {
        try [pattern(.gray8, 9, 9).jpegData(), pattern(.rgb8, 17, 9).jpegData(quality: 30), pattern(.rgb8, 8, 8).jpegData(quality: 95)]
    }
    static func webPSeeds() -> [[UInt8]] {
        [WebPWriter.file(pattern(.rgb8, 17, 9)), WebPWriter.file(pattern(.rgba8, 9, 9), quality: 60),
         WebPWriter.file(pattern(.rgba8, 5, 5), profile: [0, 0, 1], exif: Array("II*\0\u{8}\0\0\0".utf8) + [1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0])]
    }
    static let radianceSeeds: [[UInt8]] = {
        let head = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\nEXPOSURE=0.5\n\n"
        return [Array("\(head)-Y 2 +X 2\n".utf8) + (0 ..< 16).map { UInt8(120 + $0) },
                Array("\(head)+X 2 +Y 8\n".utf8) + [9, 8, 7, 130, 1, 1, 1, 7, 90, 9, 99, 128, 1, 1, 1, 7],
                Array("\(head)-Y 1 +X 9\n".utf8) + [2, 2, 0, 9, 137, 40, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 137, 3, 137, 129]]
    }()
    /// Textures of at least two blocks, as KTX2 and as DDS files.
    static let textureSeeds: [[UInt8]] = {
        func word(_ value: Int) -> [UInt8] { (0 ..< 4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let data = (0 ..< 128).map { UInt8(truncatingIfNeeded: $0 &* 73 ^ $0 >> 2) }
        // BC1, BC3, BC4, BC7, ETC2 in three forms, EAC, ASTC in two sizes, and plain pixels.
        let first = [131, 137, 139, 145, 147, 149, 151, 153, 157, 170, 37].map { format -> [UInt8] in
            let head = [format, 1, 5, 4, 0, 0, 1, 1, 0, 0, 0, 104, 24, 0, 0, 0, 0] + [128, 0, data.count, 0, data.count, 0]
            let values = word(18) + Array("KTXorientation\0ru\0".utf8) + [0, 0]
            return [0xAB, 0x4B, 0x54, 0x58, 0x20, 0x32, 0x30, 0xBB, 0x0D, 0x0A, 0x1A, 0x0A] + head.flatMap(word) + values + data
        }
        let second = ["DXT1", "DXT5", "ATI1"].map { code -> [UInt8] in
            let head = Array("DDS ".utf8) + word(124) + word(0x1007) + word(6) + word(7) + [UInt8](repeating: 0, count: 56)
            return head + word(32) + word(4) + Array(code.utf8) + [UInt8](repeating: 0, count: 40) + data
        }
        return first + second
    }()
    static func animationSeeds() throws -> [[UInt8]] {
        let frames = [pattern(.rgba8, 8, 6), pattern(.rgba8, 4, 4)]
        return [try animatedPNG(frames), WebPWriter.animation(width: 8, height: 6, [.init(frames[0]), .init(frames[1], x: 2, y: 2, clears: true)])]
    }
    /// Makes an animated PNG of two frames. The second frame is blended at (2, 1).
    private static func animatedPNG(_ frames: [Image]) throws -> [UInt8] {
        func word(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
        func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
            let body = Array(type.utf8) + data
            return word(data.count) + body + word(Int(CRC32.of(body[...])))
        }
        func data(_ image: Image, _ type: String) throws -> [UInt8] {
            let file = try image.pngData()
            return PNGChunks(file).filter { $0.type == type }.flatMap { file[$0.data] }
        }
        func control(_ number: Int, _ image: Image, _ x: Int, _ y: Int, _ blending: UInt8) -> [UInt8] {
            chunk("fcTL", word(number) + word(image.width) + word(image.height) + word(x) + word(y) + [0, 1, 0, 10, 1, blending])
        }
        return try PNGChunks.signature + chunk("IHDR", data(frames[0], "IHDR")) + chunk("acTL", word(2) + word(0)) + control(0, frames[0], 0, 0, 0)
            + chunk("IDAT", data(frames[0], "IDAT")) + control(1, frames[1], 2, 1, 1) + chunk("fdAT", word(2) + data(frames[1], "IDAT")) + chunk("IEND", [])
    }
}
