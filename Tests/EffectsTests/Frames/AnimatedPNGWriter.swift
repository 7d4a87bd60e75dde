// AnimatedPNGWriter: makes animated PNGs for the tests from the chunks of plain PNGs.

import Raster

struct AnimatedPNGWriter {
    struct Frame {
        var image: Image
        var x = 0, y = 0
        var delay: (UInt16, UInt16) = (1, 10)
        var disposal: UInt8 = 0
        var blend: UInt8 = 0
    }
    var width: Int
    var height: Int
    var frames: [Frame]
    /// A picture that is not part of the animation.
    var separateImage: Image?
    /// The largest number of bytes in a chunk of a frame's data.
    var chunkLength = Int.max
    var promisedFrames: Int?

    static func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    static func half(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
    static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        var crc = ~UInt32(0)
        for byte in body {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 0 ? 0 : 0xEDB8_8320) }
        }
        return word(data.count) + body + word(Int(~crc))
    }
    /// Returns header and image data of a plain PNG.
    private static func parts(_ image: Image) throws -> (header: [UInt8], data: [UInt8]) {
        let bytes = try image.pngData()
        var place = 8, header: [UInt8] = [], data: [UInt8] = []
        while place < bytes.count {
            let length = (0..<4).reduce(0) { $0 << 8 | Int(bytes[place + $1]) }, type = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
            if type == "IHDR" { header = Array(bytes[place + 8..<place + 8 + length]) }
            if type == "IDAT" { data += bytes[place + 8..<place + 8 + length] }
            place += length + 12
        }
        return (header, data)
    }

    func data() throws -> [UInt8] {
        typealias W = AnimatedPNGWriter
        var header = try W.parts(frames[0].image).header
        header.replaceSubrange(0..<8, with: W.word(width) + W.word(height))
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + W.chunk("IHDR", header), sequence = 0
        file += W.chunk("acTL", W.word(promisedFrames ?? frames.count) + W.word(0))
        if let separateImage { file += W.chunk("IDAT", try W.parts(separateImage).data) }
        for (i, frame) in frames.enumerated() {
            file += W.chunk("fcTL", W.word(sequence) + W.word(frame.image.width) + W.word(frame.image.height) + W.word(frame.x) + W.word(frame.y)
                            + W.half(frame.delay.0) + W.half(frame.delay.1) + [frame.disposal, frame.blend])
            sequence += 1
            var rest = try W.parts(frame.image).data[...]
            while !rest.isEmpty {
                let part = Array(rest.prefix(chunkLength))
                rest = rest.dropFirst(chunkLength)
                if i == 0, separateImage == nil {
                    file += W.chunk("IDAT", part)
                } else {
                    file += W.chunk("fdAT", W.word(sequence) + part)
                    sequence += 1
                }
            }
        }
        return file + W.chunk("IEND", [])
    }
}
