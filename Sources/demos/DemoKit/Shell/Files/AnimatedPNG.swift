// AnimatedPNG: writes pictures as one animated PNG (PNG, third edition, §11.3.2: acTL, fcTL, fdAT). Each frame is a whole picture,
// compressed by the encoder for plain PNG files. The data of each frame is in separate chunks. Programs without support for
// animations show the first frame.

import Raster

struct AnimatedPNG {
    private let file: PartialFile
    private let frameCount: Int
    private let delay: (numerator: Int, denominator: Int)
    private var written = 0
    /// The number of fcTL and fdAT chunks that have been written.
    private var sequence: UInt32 = 0
    private var header: ArraySlice<UInt8> = []

    /// Begins an animation that has `frames` frames and repeats forever. Throws `fileNotWritable`.
    init(_ path: String, frameCount: Int, framesPerSecond: Double) throws {
        file = try PartialFile(path)
        self.frameCount = frameCount
        delay = AnimatedPNG.delay(framesPerSecond)
    }

    /// Returns the seconds per frame as the nearest fraction of two 16-bit numbers.
    static func delay(_ framesPerSecond: Double) -> (numerator: Int, denominator: Int) {
        var best = (numerator: 1, denominator: 1), error = Double.infinity
        for numerator in 1...65535 {
            let denominator = (framesPerSecond * Double(numerator)).rounded()
            guard denominator <= 65535 else { break }
            let off = abs(max(denominator, 1) / Double(numerator) / framesPerSecond - 1)
            if off < error - 1e-12 { (best, error) = ((numerator, max(1, Int(denominator))), off) }
        }
        return best
    }

    /// Adds a picture, given as the bytes of a PNG file. All pictures must have the same size and format. Throws `fileNotWritable`.
    mutating func add(_ png: [UInt8]) throws {
        let chunks = AnimatedPNG.chunks(of: png)
        guard let first = chunks.first(where: { $0.type == "IHDR" })?.data else { return }
        var bytes: [UInt8] = []
        if written == 0 {
            header = first
            bytes += [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            AnimatedPNG.append("IHDR", first, to: &bytes)
            AnimatedPNG.append("acTL", AnimatedPNG.bytes(UInt32(frameCount)) + AnimatedPNG.bytes(0), to: &bytes)
        }
        precondition(first == header, "the frames of one animation are alike")
        // The fcTL chunk contains the sequence number, the width and height, the offset and the delay. The last two bytes of the chunk are
        // 0, which means that the frame replaces all pixels of the previous frame.
        var control = next()
        control += first.prefix(8)
        control += [UInt8](repeating: 0, count: 8)
        for number in [delay.numerator, delay.denominator] { control += [UInt8(number >> 8), UInt8(number & 255)] }
        control += [0, 0]
        AnimatedPNG.append("fcTL", control, to: &bytes)
        for chunk in chunks where chunk.type == "IDAT" {
            if written == 0 { AnimatedPNG.append("IDAT", chunk.data, to: &bytes) } else { AnimatedPNG.append("fdAT", next() + chunk.data, to: &bytes) }
        }
        written += 1
        try file.write(bytes)
    }
    /// Writes the end of the file and renames the file to its final path. Throws `fileNotWritable`.
    mutating func finish() throws {
        var bytes: [UInt8] = []
        AnimatedPNG.append("IEND", [], to: &bytes)
        try file.write(bytes)
        try file.finish()
    }

    private mutating func next() -> [UInt8] {
        defer { sequence += 1 }
        return AnimatedPNG.bytes(sequence)
    }
    private static func bytes(_ number: UInt32) -> [UInt8] { [UInt8(number >> 24), UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255)] }

    private static func chunks(of file: [UInt8]) -> [(type: String, data: ArraySlice<UInt8>)] {
        var chunks: [(type: String, data: ArraySlice<UInt8>)] = [], place = 8
        while place + 12 <= file.count {
            let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= file.count - place - 12 else { break }
            chunks.append((String(decoding: file[place + 4..<place + 8], as: UTF8.self), file[place + 8..<place + 8 + length]))
            place += 12 + length
        }
        return chunks
    }
    private static func append(_ type: String, _ data: some Collection<UInt8>, to bytes: inout [UInt8]) {
        bytes += self.bytes(UInt32(data.count))
        let start = bytes.count
        bytes += type.utf8
        bytes += data
        bytes += self.bytes(checksum(bytes[start...]))
    }
    /// Returns the 32-bit CRC that PNG defines in annex D.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(0xFFFF_FFFF) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    }
    private static let table: [UInt32] = (0..<256).map { n in (0..<8).reduce(UInt32(n)) { c, _ in c & 1 == 1 ? 0xEDB8_8320 ^ c >> 1 : c >> 1 } }
}
