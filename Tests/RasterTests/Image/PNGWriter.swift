// PNGWriter: writes PNGs of every colour type, depth, palette and interlacing without libspng, so that the reader is tested with
// files that libspng did not write. The data is stored without compression.

struct PNGWriter {
    var width: Int
    var height: Int
    var depth: Int
    /// The colour type of PNG: 0 is grey, 2 is RGB, 3 is palette, 4 is grey and alpha, 6 is RGBA.
    var colorType: Int
    var isInterlaced = false
    /// The contents of PLTE and tRNS; an empty chunk is not written.
    var palette: [UInt8] = []
    var transparency: [UInt8] = []

    var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType]! }

    /// Returns the file. `sample(x, y, channel)` is a raw sample of `depth` bits.
    func file(_ sample: (Int, Int, Int) -> Int) -> [UInt8] {
        // An interlaced file has the seven passes of Adam7, and any other file has a single pass. Each pass has its first x, its first y,
        // its step in x and its step in y.
        let passes = isInterlaced ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
            : [(0, 0, 1, 1)]
        var raw: [UInt8] = []
        for (x0, y0, dx, dy) in passes where x0 < width {
            for y in stride(from: y0, to: height, by: dy) {
                raw.append(0)
                var accumulator = 0, bits = 0
                for x in stride(from: x0, to: width, by: dx) {
                    for c in 0..<channels {
                        let value = sample(x, y, c)
                        if depth == 16 { raw += [UInt8(value >> 8), UInt8(value & 255)]; continue }
                        accumulator = accumulator << depth | value
                        bits += depth
                        if bits == 8 { raw.append(UInt8(accumulator)); accumulator = 0; bits = 0 }
                    }
                }
                if bits > 0 { raw.append(UInt8(accumulator << (8 - bits))) }
            }
        }
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        file += Self.chunk("IHDR", Self.big(width) + Self.big(height) + [UInt8(depth), UInt8(colorType), 0, 0, isInterlaced ? 1 : 0])
        if !palette.isEmpty { file += Self.chunk("PLTE", palette) }
        if !transparency.isEmpty { file += Self.chunk("tRNS", transparency) }
        file += Self.chunk("IDAT", Self.stored(raw))
        file += Self.chunk("IEND", [])
        return file
    }

    static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + content
        return big(content.count) + body + big(Int(crc(body)))
    }
    static func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    /// Returns a zlib stream of stored blocks.
    static func stored(_ raw: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let count = min(65535, raw.count - start)
            let isLast = start + count == raw.count
            stream += [isLast ? 1 : 0, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8 & 255)]
            stream += raw[start..<(start + count)]
            start += count
        } while start < raw.count
        var a = 1, b = 0
        for byte in raw { a = (a + Int(byte)) % 65521; b = (b + a) % 65521 }
        return stream + big(b << 16 | a)
    }
    static func crc(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var c: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            c ^= UInt32(byte)
            for _ in 0..<8 { c = c & 1 == 1 ? c >> 1 ^ 0xEDB8_8320 : c >> 1 }
        }
        return ~c
    }
    /// Corrects every chunk's checksum after a change, so that the damage reaches the decoder.
    static func mendChecksums(_ file: [UInt8]) -> [UInt8] {
        var file = file
        var at = 8
        while at + 12 <= file.count {
            let length = file[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
            guard length <= file.count - at - 12 else { break }
            let end = at + 8 + length
            file.replaceSubrange(end..<(end + 4), with: big(Int(crc(file[(at + 4)..<end]))))
            at = end + 4
        }
        return file
    }
}
