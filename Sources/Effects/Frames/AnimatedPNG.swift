// AnimatedPNG: reads the chunks of an animated PNG (PNG specification, third edition, §11.3.6). For each frame, `decode` makes a
// plain PNG file, which the decoder reads. The image data of the animated PNG stays compressed in memory and is stored only once.

import Raster

struct AnimatedPNG: Sendable {
    enum Disposal: UInt8, Sendable { case none, background, previous }
    struct Frame: Sendable {
        var x: Int, y: Int, width: Int, height: Int
        /// The duration in seconds.
        var length: Double
        var disposal: Disposal
        /// Whether the frame is blended over the canvas. If `blends` is false, the frame's pixels replace the pixels of the canvas.
        var blends: Bool
        /// The ranges of the frame's compressed data in the file, without chunk headers and sequence numbers.
        var data: [Range<Int>] = []
    }
    let width: Int
    let height: Int
    private(set) var frames: [Frame] = []
    private let bytes: [UInt8]
    private let name: String
    /// The bytes that follow the size in the header chunk: depth, colour type, compression, filter, interlace.
    private let headerEnd: ArraySlice<UInt8>
    /// The complete chunks of the palette and the transparency. The PNG file of each frame needs these chunks.
    private var shared: [UInt8] = []

    /// The maximum allowed number of frames in an animation.
    static let maximumFrameCount = 1 << 16

    /// The number of bytes that are kept in memory.
    var byteCount: Int { bytes.count }

    /// Reads the chunks of the file; nil for a PNG without animation, and for data that is not a PNG. Throws `invalidImage` if the chunks of
    /// the animation are damaged, incomplete or contradictory, and `invalidSize` if the picture is too large.
    init?(_ bytes: [UInt8], name: String) throws(RasterError) {
        guard bytes.starts(with: PNGChunks.signature) else { return nil }
        self.bytes = bytes
        self.name = name
        let chunks = PNGChunks(bytes)
        func half(_ at: Int) -> Int { Int(bytes[at]) << 8 | Int(bytes[at + 1]) }
        func damaged(_ what: String, _ remedy: String = "write the file again") -> RasterError {
            RasterError(.invalidImage, name, "is a damaged animated PNG: \(what)", remedy: remedy)
        }
        // A PNG is an animation if the chunk acTL (the animation's frame count) precedes the image data. acTL may come after the first fcTL
        // (the header of a frame).
        guard let promise = chunks.prefix(while: { $0.type != "IDAT" }).first(where: { $0.type == "acTL" }) else {
            if chunks.contains(where: { ["acTL", "fcTL", "fdAT"].contains($0.type) }) { throw damaged("no chunk acTL precedes its image") }
            return nil
        }
        guard promise.data.count == 8 else { throw damaged("its chunk acTL does not have 8 bytes") }
        let promised = chunks.word(promise.data.lowerBound)

        var size: (Int, Int)?, header = bytes[0..<0], shared: [UInt8] = [], frames: [Frame] = []
        var sequence = 0, hasPromise = false, hasImage = false, hasEnd = false
        /// Whether the file's default image is the first frame of the animation. The image is the first frame if a frame control chunk
        /// precedes the image.
        var imageIsFrame = false
        for chunk in chunks {
            let type = chunk.type, data = chunk.data
            if ["acTL", "fcTL", "fdAT"].contains(type), !chunks.isIntact(chunk) { throw damaged("the checksum of a chunk \(type) is wrong") }
            func next() throws(RasterError) {
                guard data.count >= 4, chunks.word(data.lowerBound) == sequence else { throw damaged("chunk \(type) does not have the number \(sequence)") }
                sequence += 1
            }
            switch type {
            case "IHDR":
                guard data.count == 13, size == nil else { throw damaged("its header does not have 13 bytes") }
                size = (chunks.word(data.lowerBound), chunks.word(data.lowerBound + 4))
                header = bytes[data.lowerBound + 8..<data.upperBound]
            case "PLTE", "tRNS": shared += bytes[chunk.whole]
            case "acTL":
                guard !hasPromise else { throw damaged("its chunk acTL is repeated") }
                hasPromise = true
            case "fcTL":
                guard let size else { throw damaged("a chunk fcTL comes before the header") }
                guard data.count == 26 else { throw damaged("a chunk fcTL has \(data.count) bytes") }
                try next()
                let at = data.lowerBound
                if let last = frames.last, last.data.isEmpty { throw damaged("frame \(frames.count - 1) has no data") }
                guard frames.count < AnimatedPNG.maximumFrameCount else {
                    throw damaged("it has more than \(AnimatedPNG.maximumFrameCount) frames", "use a shorter animation")
                }
                guard let disposal = Disposal(rawValue: bytes[at + 24]), bytes[at + 25] <= 1 else {
                    throw damaged("frame \(frames.count) has an unknown disposal or blending")
                }
                let denominator = half(at + 22)
                let frame = Frame(x: chunks.word(at + 12), y: chunks.word(at + 16), width: chunks.word(at + 4), height: chunks.word(at + 8),
                                  length: Double(half(at + 20)) / Double(denominator == 0 ? 100 : denominator), disposal: disposal, blends: bytes[at + 25] == 1)
                guard frame.width > 0, frame.height > 0, frame.x + frame.width <= size.0, frame.y + frame.height <= size.1 else {
                    throw damaged("frame \(frames.count) is \(frame.width)×\(frame.height) pixels at (\(frame.x), \(frame.y)), not inside of \(size.0)×\(size.1)")
                }
                if !hasImage {
                    guard frames.isEmpty, (frame.x, frame.y) == (0, 0), (frame.width, frame.height) == size else {
                        throw damaged("the frame of the default image does not have the size of the image")
                    }
                    imageIsFrame = true
                }
                frames.append(frame)
            case "IDAT":
                hasImage = true
                if imageIsFrame, let last = frames.indices.last {
                    guard last == 0 else { throw damaged("the data of the default image comes after data of later frames") }
                    frames[last].data.append(data)
                }
            case "fdAT":
                guard hasImage, let last = frames.indices.last, !(imageIsFrame && last == 0) else { throw damaged("a chunk fdAT belongs to no frame") }
                try next()
                frames[last].data.append(data.lowerBound + 4..<data.upperBound)
            case "IEND": hasEnd = true
            default: break
            }
        }
        guard let size, hasEnd else { throw damaged("it has no end", "get the whole file") }
        guard promised == frames.count, promised >= 1 else { throw damaged("it announces \(promised) frames, but has \(frames.count)") }
        if let last = frames.last, last.data.isEmpty { throw damaged("frame \(frames.count - 1) has no data") }
        guard (1...Image.maximumSide).contains(size.0), (1...Image.maximumSide).contains(size.1), size.0 * size.1 * 4 <= Image.maximumByteCount else {
            throw RasterError(.invalidSize, name, "is \(size.0)×\(size.1) pixels", remedy: "use 1 to \(Image.maximumSide) pixels a side")
        }
        (width, height) = size
        headerEnd = header
        self.shared = shared
        self.frames = frames
    }

    /// Decodes the pixels of one frame's rectangle as rgba8. Throws the errors of `Image.read`.
    func decode(_ index: Int) throws(RasterError) -> Image {
        let frame = frames[index]
        var file = PNGChunks.signature
        file += AnimatedPNG.chunk("IHDR", AnimatedPNG.word(frame.width) + AnimatedPNG.word(frame.height) + headerEnd)
        file += shared
        for range in frame.data { file += AnimatedPNG.chunk("IDAT", Array(bytes[range])) }
        file += AnimatedPNG.chunk("IEND", [])
        return try Image.read(bytes: file, name: "frame \(index) of \(name)").converted(to: .rgba8)
    }

    private static func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        return word(data.count) + body + word(Int(CRC32.of(body[...])))
    }
}

/// The canvas on which the frames of an animated PNG are drawn in order. If a requested frame is earlier than the current frame,
/// drawing starts again at the first frame.
struct AnimatedPNGCanvas {
    /// The picture after the last drawn frame, with straight alpha.
    private var canvas: Image
    /// The canvas's old pixels under the last drawn frame; nil unless these pixels must be restored before the next frame.
    private var covered: Image?
    private var drawn = -1

    init(_ file: AnimatedPNG) { canvas = Image(width: file.width, height: file.height) }

    /// Draws all frames up to and including frame `index`, and returns the whole canvas.
    mutating func picture(_ index: Int, of file: AnimatedPNG) throws(RasterError) -> Image {
        if index < drawn { self = AnimatedPNGCanvas(file) }
        while drawn < index {
            let next = drawn + 1, frame = file.frames[next], pixels: Image
            do throws(RasterError) { pixels = try file.decode(next) } catch {
                // After an error, the canvas is reset, so that the next call starts again at the first frame.
                self = AnimatedPNGCanvas(file)
                throw error
            }
            if drawn >= 0 { dispose(file.frames[drawn]) }
            covered = frame.disposal == .previous ? part(frame) : nil
            lay(pixels, frame)
            drawn = next
        }
        return canvas
    }

    private mutating func dispose(_ frame: AnimatedPNG.Frame) {
        switch frame.disposal {
        case .none: break
        case .background: forEachRow(frame) { bytes, row, _ in for i in row { bytes[i] = 0 } }
        case .previous:
            if let covered { forEachRow(frame) { bytes, row, y in for (i, j) in zip(row, (y * covered.width * 4)...) { bytes[i] = covered.bytes[j] } } }
        }
    }
    private func part(_ frame: AnimatedPNG.Frame) -> Image {
        var result = Image(width: frame.width, height: frame.height)
        for y in 0..<frame.height {
            let start = ((frame.y + y) * canvas.width + frame.x) * 4
            result.bytes.replaceSubrange(y * frame.width * 4..<(y + 1) * frame.width * 4, with: canvas.bytes[start..<start + frame.width * 4])
        }
        return result
    }
    private mutating func lay(_ pixels: Image, _ frame: AnimatedPNG.Frame) {
        pixels.bytes.withUnsafeBufferPointer { new in
            forEachRow(frame) { bytes, row, y in
                let start = y * frame.width * 4
                for i in stride(from: 0, to: row.count, by: 4) {
                    let to = row.lowerBound + i, from = start + i, alpha = UInt32(new[from + 3])
                    if !frame.blends || alpha == 255 {
                        for c in 0..<4 { bytes[to + c] = new[from + c] }
                    } else if alpha > 0 {
                        // Blends the frame's pixel over the canvas's pixel, both with straight alpha. `mine` and `theirs` are the weights
                        // of the two pixels, as products of two 8-bit values.
                        let mine = alpha * 255, theirs = (255 - alpha) * UInt32(bytes[to + 3]), sum = mine + theirs
                        for c in 0..<3 { bytes[to + c] = UInt8((UInt32(new[from + c]) * mine + UInt32(bytes[to + c]) * theirs + sum / 2) / sum) }
                        bytes[to + 3] = UInt8((sum + 127) / 255)
                    }
                }
            }
        }
    }
    /// Calls `body` for each row of a frame. The arguments are the canvas's bytes, the row's range in the bytes, and the row's number.
    private mutating func forEachRow(_ frame: AnimatedPNG.Frame, _ body: (UnsafeMutableBufferPointer<UInt8>, Range<Int>, Int) -> Void) {
        let width = canvas.width
        canvas.bytes.withUnsafeMutableBufferPointer { bytes in
            for y in 0..<frame.height {
                let start = ((frame.y + y) * width + frame.x) * 4
                body(bytes, start..<start + frame.width * 4, y)
            }
        }
    }
}
