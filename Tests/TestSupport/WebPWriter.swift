// WebPWriter: writes WebP files with libwebp's encoder, and puts frames into an animation (RFC 9649, 2.7).

import CWebP
import Raster

package enum WebPWriter {
    /// Returns the file of a still picture. The file is lossless if `quality` is nil; it is lossy with a quality of 0…100.
    package static func file(_ image: Image, quality: Float? = nil) -> [UInt8] {
        let image = image.converted(to: image.format.hasAlpha ? .rgba8 : .rgb8), stride = Int32(image.width * image.format.bytesPerPixel)
        var data: UnsafeMutablePointer<UInt8>?
        let width = Int32(image.width), height = Int32(image.height)
        let count = switch (quality, image.format) {
        case (nil, .rgba8): WebPEncodeLosslessRGBA(image.bytes, width, height, stride, &data)
        case (nil, _): WebPEncodeLosslessRGB(image.bytes, width, height, stride, &data)
        case (let quality?, .rgba8): WebPEncodeRGBA(image.bytes, width, height, stride, quality, &data)
        case (let quality?, _): WebPEncodeRGB(image.bytes, width, height, stride, quality, &data)
        }
        defer { WebPFree(data) }
        guard let data, count > 0 else { preconditionFailure("libwebp does not encode \(width)×\(height)") }
        return [UInt8](UnsafeBufferPointer(start: data, count: count))
    }

    package static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        Array(name.utf8) + number(data.count, 4) + data + (data.count % 2 == 1 ? [0] : [])
    }
    package static func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    private static func container(_ chunks: [UInt8]) -> [UInt8] { Array("RIFF".utf8) + number(chunks.count + 4, 4) + Array("WEBP".utf8) + chunks }

    /// Returns the chunks of the picture in a still file: the alpha chunk and the chunk of the colours.
    private static func pixels(_ file: [UInt8]) -> [UInt8] {
        var place = 12, result: [UInt8] = []
        while place + 8 <= file.count {
            let length = (0..<4).reduce(0) { $0 | Int(file[place + 4 + $1]) << (8 * $1) }, end = min(file.count, place + 8 + length + length % 2)
            if !file[place..<place + 4].elementsEqual("VP8X".utf8) { result += file[place..<end] }
            place = end
        }
        return result
    }

    /// Returns the file of a still picture with the chunk `ICCP` before its pixels, and the chunks `EXIF` and `XMP ` after its pixels.
    package static func file(_ image: Image, profile: [UInt8]? = nil, exif: [UInt8]? = nil, xmp: [UInt8]? = nil) -> [UInt8] {
        let flags: UInt8 = (profile == nil ? 0 : 0x20) | (image.format.hasAlpha ? 0x10 : 0) | (exif == nil ? 0 : 8) | (xmp == nil ? 0 : 4)
        return container(chunk("VP8X", [flags, 0, 0, 0] + number(image.width - 1, 3) + number(image.height - 1, 3))
            + (profile.map { chunk("ICCP", $0) } ?? []) + pixels(file(image))
            + (exif.map { chunk("EXIF", $0) } ?? []) + (xmp.map { chunk("XMP ", $0) } ?? []))
    }

    package struct Frame {
        package var image: Image
        /// The column and the row of the frame's top left corner in the animation; both must be even.
        package var x = 0, y = 0
        package var milliseconds = 100
        /// Whether the frame's pixels replace the pixels below instead of covering them by their alpha.
        package var replaces = false
        /// Whether the frame's rectangle becomes transparent after the frame.
        package var clears = false
        package init(_ image: Image, x: Int = 0, y: Int = 0, milliseconds: Int = 100, replaces: Bool = false, clears: Bool = false) {
            self.image = image; self.x = x; self.y = y; self.milliseconds = milliseconds; self.replaces = replaces; self.clears = clears
        }
    }
    package static func animation(width: Int, height: Int, _ frames: [Frame]) -> [UInt8] {
        container(chunk("VP8X", [0x12, 0, 0, 0] + number(width - 1, 3) + number(height - 1, 3)) + chunk("ANIM", [0, 0, 0, 0, 0, 0])
            + frames.flatMap { frame in
                chunk("ANMF", number(frame.x / 2, 3) + number(frame.y / 2, 3) + number(frame.image.width - 1, 3) + number(frame.image.height - 1, 3)
                    + number(frame.milliseconds, 3) + [(frame.replaces ? 2 : 0) | (frame.clears ? 1 : 0)] + pixels(file(frame.image)))
            })
    }
}
