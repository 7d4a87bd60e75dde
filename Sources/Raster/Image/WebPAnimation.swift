// WebPAnimation: the frames of a WebP file through libwebp's decoder of animations, which composes each frame with the frames before
// it (RFC 9649, 2.7.1).

import CWebP

/// An animated WebP file. The frames stay compressed until a WebPPlayer decodes them.
package struct WebPAnimation: Sendable {
    /// The length of each frame in seconds.
    package let frameLengths: [Double]
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int
    private let bytes: [UInt8]
    private let name: String
    /// The number of bytes that are kept in memory.
    package var byteCount: Int { bytes.count }

    /// Whether the bytes are a WebP file with an animation.
    package static func isAnimation(_ bytes: [UInt8]) -> Bool {
        guard bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBPVP8X".utf8)), bytes.count > 20 else { return false }
        return bytes[20] & 2 != 0
    }

    /// Reads the table of frames. Throws `invalidImage` if the file is truncated or damaged, `invalidSize` if the picture is too
    /// large.
    package init(_ bytes: [UInt8], name: String) throws(RasterError) {
        let file = WebPFile(bytes, name: name)
        try file.checkLength()
        let head = try file.head()
        self.bytes = bytes
        self.name = name
        (width, height) = (Int(head.width), Int(head.height))
        try Image.checkSize(width: width, height: height, format: .rgba8, name: name)
        let lengths = bytes.withUnsafeBufferPointer { buffer -> [Double] in
            var data = WebPData(bytes: buffer.baseAddress, size: buffer.count)
            guard let demuxer = WebPDemux(&data) else { return [] }
            defer { WebPDemuxDelete(demuxer) }
            var frame = WebPIterator(), lengths: [Double] = []
            guard WebPDemuxGetFrame(demuxer, 1, &frame) != 0 else { return [] }
            defer { WebPDemuxReleaseIterator(&frame) }
            repeat { lengths.append(Double(max(0, frame.duration)) / 1000) } while WebPDemuxNextFrame(&frame) != 0
            return lengths
        }
        guard !lengths.isEmpty else { throw file.damaged("its frames cannot be found") }
        frameLengths = lengths
    }

    package func makePlayer() throws(RasterError) -> WebPPlayer { try WebPPlayer(bytes, name: name, width: width, height: height) }
}

/// Decodes the frames of an animation in order. If a requested frame is earlier than the frame that was decoded last, decoding starts again
/// at the first frame. One thread at a time may use a player.
package final class WebPPlayer {
    private let file: UnsafeMutableBufferPointer<UInt8>
    private let decoder: OpaquePointer
    private let name: String
    private let width: Int, height: Int
    private var next = 0

    fileprivate init(_ bytes: [UInt8], name: String, width: Int, height: Int) throws(RasterError) {
        // The decoder keeps the address of the file's bytes, so the bytes are copied to memory that does not move.
        file = .allocate(capacity: bytes.count)
        _ = file.initialize(from: bytes)
        (self.name, self.width, self.height) = (name, width, height)
        var options = WebPAnimDecoderOptions()
        var data = WebPData(bytes: file.baseAddress, size: file.count)
        guard WebPAnimDecoderOptionsInit(&options) != 0, let decoder = WebPAnimDecoderNew(&data, &options) else {
            file.deallocate()
            throw WebPFile(bytes, name: name).damaged("its animation cannot be read")
        }
        self.decoder = decoder
    }
    deinit {
        WebPAnimDecoderDelete(decoder)
        file.deallocate()
    }

    /// Decodes up to and including frame `index`, and returns the whole picture as rgba8 with straight alpha. Throws `invalidImage`
    /// if a frame is damaged.
    package func picture(_ index: Int) throws(RasterError) -> Image {
        if index < next { restart() }
        var pixels: UnsafeMutablePointer<UInt8>?, end: Int32 = 0
        while next <= index {
            guard WebPAnimDecoderGetNext(decoder, &pixels, &end) != 0 else {
                let number = next
                restart()
                throw RasterError(.invalidImage, "frame \(number) of \(name)", "is damaged", remedy: "write the file again")
            }
            next += 1
        }
        guard let pixels else { preconditionFailure("a decoded frame has pixels") }
        return Image(width: width, height: height, format: .rgba8, bytes: Array(UnsafeBufferPointer(start: pixels, count: width * height * 4)))
    }
    private func restart() {
        WebPAnimDecoderReset(decoder)
        next = 0
    }
}
