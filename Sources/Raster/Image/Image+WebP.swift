// Image+WebP: WebP (RFC 9649) through libwebp. A file whose pixels are opaque is read as rgb8, all others as rgba8 with straight
// alpha. WebP has 8 bits per channel.

import CWebP

extension Image {
    static func readWebP(_ bytes: [UInt8], name: String, _ limits: DecodingLimits, _ notes: inout ImageNotes) throws(RasterError) -> Image {
        let file = WebPFile(bytes, name: name)
        try file.checkLength()
        let head = try file.head()
        let width = Int(head.width), height = Int(head.height)
        let format: Format = head.has_alpha != 0 || head.has_animation != 0 ? .rgba8 : .rgb8
        try checkSize(width: width, height: height, format: format, name: name)
        try limits.claim(width: width, height: height, format: format, name: name)
        if let exif = file.chunk("EXIF") { notes.orientation = ImageOrientation(exif: exif) }
        if notes.orientation == nil, let xmp = file.chunk("XMP ") { notes.orientation = ImageOrientation(xmp: xmp) }
        if let profile = file.chunk("ICCP") { notes.note(profile: profile) }
        if head.has_animation != 0 {
            let animation = try WebPAnimation(bytes, name: name)
            // libwebp's decoder of animations allocates two pictures of this size.
            try limits.claims?.take(2 * width * height * 4, for: name)
            if animation.frameLengths.count > 1 { notes.warn("it is an animation of \(animation.frameLengths.count) frames; only the first is read") }
            return try animation.makePlayer().picture(0)
        }
        let byteCount = width * height * format.bytesPerPixel
        var isDecoded = false
        let pixels = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            let stride = Int32(width * format.bytesPerPixel)
            let result = format == .rgba8 ? WebPDecodeRGBAInto(bytes, bytes.count, buffer.baseAddress, byteCount, stride)
                : WebPDecodeRGBInto(bytes, bytes.count, buffer.baseAddress, byteCount, stride)
            isDecoded = result != nil
            count = isDecoded ? byteCount : 0
        }
        guard isDecoded else { throw file.damaged("its pixels cannot be decoded") }
        return Image(width: width, height: height, format: format, bytes: pixels)
    }
}

/// The container of a WebP file: chunks with a name of four letters and a length, padded to an even length (RFC 9649, 2.3).
struct WebPFile {
    private let bytes: [UInt8]
    private let name: String

    init(_ bytes: [UInt8], name: String) { self.bytes = bytes; self.name = name }

    private func number(_ place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) } }

    /// Throws `invalidImage` if the file is shorter than its head says.
    func checkLength() throws(RasterError) {
        guard bytes.count >= 12, number(4) <= bytes.count - 8 else {
            throw RasterError(.invalidImage, name, "is a truncated WebP of \(bytes.count) bytes", remedy: "get the whole file")
        }
    }

    /// Returns the size, whether the file has alpha, and whether it has an animation. Throws `invalidImage`.
    func head() throws(RasterError) -> WebPBitstreamFeatures {
        var head = WebPBitstreamFeatures()
        guard WebPGetFeatures(bytes, bytes.count, &head) == VP8_STATUS_OK else { throw damaged("its head cannot be read") }
        return head
    }

    /// Returns the data of the first chunk with this name; nil if the file has no chunk with this name.
    func chunk(_ name: String) -> ArraySlice<UInt8>? {
        let letters = Array(name.utf8)
        var place = 12
        while place + 8 <= bytes.count {
            let length = number(place + 4)
            guard length <= bytes.count - place - 8 else { return nil }
            if bytes[place..<place + 4].elementsEqual(letters) { return bytes[place + 8..<place + 8 + length] }
            place += 8 + length + length % 2
        }
        return nil
    }

    func damaged(_ problem: String) -> RasterError {
        RasterError(.invalidImage, name, "is a damaged WebP: \(problem)", remedy: "write the file again")
    }
}
