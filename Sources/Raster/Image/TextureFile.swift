// TextureFile: a file that holds the texels of a texture, such as KTX2 or DDS. A TextureFile has only the facts that are needed to make a
// picture from the file. The readers of KTX2 and DDS find the bytes of the largest level; TextureFile makes a picture from these bytes.

/// The first image of a texture's largest level.
struct TextureFile {
    /// How the bytes of the image represent pixels.
    enum Content {
        case blocks(CompressedFormat)
        /// Pixels of `byteCount` bytes. `order` has the places of red, green and blue within the pixel, and the place of alpha if the
        /// pixel has alpha.
        case bytes(order: [Int], byteCount: Int)
        /// Pixels of one byte, as grey.
        case gray
    }
    var content: Content
    var width: Int, height: Int
    /// The range of the image's bytes in the file.
    var range: Range<Int>
    /// Whether the first row in the file is the bottom row.
    var beginsAtBottom = false
    /// Whether the file has further images: layers, faces or slices.
    var hasFurtherImages: Bool

    /// The format of the picture; nil if the texels are no picture of 8 or 16 bits per channel.
    private var imageFormat: Image.Format? {
        switch content {
        case .gray: .gray8
        case .bytes(let order, _): order.count == 3 ? .rgb8 : .rgba8
        case .blocks(let format):
            switch format.texelFormat {
            case .rgb8, .srgb8: .rgb8
            case .rgba8, .srgb8Alpha8: .rgba8
            case .r8: .gray8
            case .r16: .gray16
            default: nil
            }
        }
    }
    /// Returns the number of bytes of an image that has the width and height of this file.
    func byteCount() -> Int {
        switch content {
        case .blocks(let format): format.byteCount(width: width, height: height)
        case .bytes(_, let byteCount): width * height * byteCount
        case .gray: width * height
        }
    }

    /// Decodes the image. Throws `unsupported` for texels that are no picture, `invalidImage` if bytes are missing, and the errors of
    /// the limits.
    func image(_ bytes: [UInt8], name: String, _ limits: Image.DecodingLimits, _ notes: inout ImageNotes) throws(RasterError) -> Image {
        guard let format = imageFormat else {
            let what = if case .blocks(let format) = content { "\(format)" } else { "an unknown format" }
            throw RasterError(.unsupported, name, "has texels of \(what), which are no picture", remedy: "use a format of one, three or four unsigned channels")
        }
        try Image.checkSize(width: width, height: height, format: format, name: name)
        guard range.lowerBound >= 0, range.upperBound <= bytes.count, range.count >= byteCount() else {
            throw RasterError(.invalidImage, name, "has \(max(0, min(range.count, bytes.count - range.lowerBound))) bytes for an image of \(byteCount())",
                              remedy: "get the whole file")
        }
        try limits.claim(width: width, height: height, format: format, name: name)
        if hasFurtherImages { notes.warn("it has several images, and only the first is read") }
        let rowBytes = width * format.bytesPerPixel
        var pixels = [UInt8](repeating: 0, count: rowBytes * height)
        pixels.withUnsafeMutableBytes { pixels in
            bytes.withUnsafeBytes { bytes in
                guard let base = pixels.baseAddress, let start = bytes.baseAddress.map({ $0 + range.lowerBound }) else { return }
                switch content {
                case .gray: base.copyMemory(from: start, byteCount: rowBytes * height)
                case .bytes(let order, let byteCount):
                    for pixel in 0..<(width * height) {
                        for (channel, place) in order.enumerated() {
                            pixels[pixel * order.count + channel] = start.load(fromByteOffset: pixel * byteCount + place, as: UInt8.self)
                        }
                    }
                case .blocks(let format): format.decode(start, width: width, height: height, to: base, bytesPerRow: rowBytes)
                }
            }
        }
        if beginsAtBottom {
            for row in 0..<(height / 2) { for i in 0..<rowBytes { pixels.swapAt(row * rowBytes + i, (height - 1 - row) * rowBytes + i) } }
        }
        return Image(width: width, height: height, format: format, bytes: pixels)
    }
}

/// Reads little endian numbers of a file's head. Numbers beyond the end are 0; the reader checks the length of the head first.
struct FileHead {
    let bytes: [UInt8]
    func word(_ place: Int) -> Int {
        guard place >= 0, place <= bytes.count - 4 else { return 0 }
        return (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    /// Returns a number of 64 bits; nil if the number is 2⁶² or more, because no offset in a file is so large.
    func offset(_ place: Int) -> Int? {
        let high = word(place + 4)
        return high < 1 << 30 ? high << 32 | word(place) : nil
    }
}
