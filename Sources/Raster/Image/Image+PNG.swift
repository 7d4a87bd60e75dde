// Image+PNG: PNG (ISO/IEC 15948) through libspng.
//
// All colour types and depths are read. Grey of 1, 2 or 4 bits becomes gray8 (scaled to 0…255), palettes become rgb8, and a tRNS
// chunk adds an alpha channel. Channels of 16 bits keep their 16 bits.

import CPNG

extension Image {
    static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func readPNG(_ bytes: [UInt8], name: String, _ limits: DecodingLimits) throws(RasterError) -> Image {
        guard let context = spng_ctx_new(0) else { throw outOfMemory(name) }
        defer { spng_ctx_free(context) }
        // The libspng context keeps the address of the file's bytes. The bytes are therefore copied to memory that does not move.
        let file = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
        defer { file.deallocate() }
        file.copyBytes(from: bytes)

        func check(_ code: Int32) throws(RasterError) {
            if code != 0 { throw invalid(code, name: name) }
        }
        try check(spng_set_png_buffer(context, file.baseAddress, file.count))
        // Ancillary chunks (text, profiles) are not used. The limit keeps a malicious file from filling memory with ancillary
        // chunks.
        try check(spng_set_chunk_limits(context, 1 << 24, 1 << 26))
        var header = spng_ihdr()
        try check(spng_get_ihdr(context, &header))
        var transparency = spng_trns()
        let hasTransparency = spng_get_trns(context, &transparency) == 0
        let (format, decoded) = decoding(colorType: UInt32(header.color_type), depth: header.bit_depth, hasTransparency: hasTransparency)

        let width = Int(header.width), height = Int(header.height)
        try checkSize(width: width, height: height, format: format, name: name)
        try checkRoom(header, fileByteCount: bytes.count, name: name)
        try limits.claim(width: width, height: height, format: format, name: name)
        var needed = 0
        try check(spng_decoded_image_size(context, Int32(decoded.rawValue), &needed))
        guard needed == width * height * format.bytesPerPixel else {
            throw RasterError(.invalidImage, name, "decodes to \(needed) bytes, which does not match \(width)×\(height) \(format.rawValue)",
                              remedy: "write the file again")
        }
        var code: Int32 = 0
        let pixels = [UInt8](unsafeUninitializedCapacity: needed) { buffer, count in
            code = spng_decode_image(context, buffer.baseAddress, needed, Int32(decoded.rawValue), hasTransparency ? Int32(SPNG_DECODE_TRNS.rawValue) : 0)
            count = code == 0 ? needed : 0
        }
        try check(code)
        // All pixels were read, but a missing end marker shows that the file is truncated.
        guard hasEnd(bytes) else {
            throw RasterError(.invalidImage, name, "is truncated: its end is missing", remedy: "get the whole file")
        }
        return Image(width: width, height: height, format: format, bytes: pixels)
    }

    /// Whether the sequence of chunks ends with IEND. Bytes after IEND do not matter.
    private static func hasEnd(_ bytes: [UInt8]) -> Bool {
        var start = pngSignature.count
        // A chunk has a length, a name, `length` bytes, and a checksum.
        while start + 12 <= bytes.count {
            let length = bytes[start ..< start + 4].reduce(0) { $0 << 8 | Int($1) }
            if bytes[start + 4 ..< start + 8].elementsEqual("IEND".utf8) { return true }
            start += 12 + length
        }
        return false
    }

    /// Returns the image's format in memory, and libspng's name for this format. SPNG_FMT_PNG keeps the layout of the file.
    private static func decoding(colorType: UInt32, depth: UInt8, hasTransparency: Bool) -> (Format, spng_format) {
        let isWide = depth == 16
        switch colorType {
        case SPNG_COLOR_TYPE_GRAYSCALE.rawValue where hasTransparency: return isWide ? (.grayAlpha16, SPNG_FMT_GA16) : (.grayAlpha8, SPNG_FMT_GA8)
        case SPNG_COLOR_TYPE_GRAYSCALE.rawValue: return isWide ? (.gray16, SPNG_FMT_PNG) : (.gray8, SPNG_FMT_G8)
        case SPNG_COLOR_TYPE_GRAYSCALE_ALPHA.rawValue: return isWide ? (.grayAlpha16, SPNG_FMT_PNG) : (.grayAlpha8, SPNG_FMT_PNG)
        case SPNG_COLOR_TYPE_INDEXED.rawValue: return hasTransparency ? (.rgba8, SPNG_FMT_RGBA8) : (.rgb8, SPNG_FMT_RGB8)
        case SPNG_COLOR_TYPE_TRUECOLOR.rawValue where hasTransparency: return isWide ? (.rgba16, SPNG_FMT_RGBA16) : (.rgba8, SPNG_FMT_RGBA8)
        case SPNG_COLOR_TYPE_TRUECOLOR.rawValue: return isWide ? (.rgb16, SPNG_FMT_PNG) : (.rgb8, SPNG_FMT_PNG)
        default: return isWide ? (.rgba16, SPNG_FMT_PNG) : (.rgba8, SPNG_FMT_PNG)
        }
    }

    /// Deflate compresses by a factor of at most 1032. This check refuses a short file with a huge size before memory is allocated.
    private static func checkRoom(_ header: spng_ihdr, fileByteCount: Int, name: String) throws(RasterError) {
        let channels = switch UInt32(header.color_type) {
        case SPNG_COLOR_TYPE_GRAYSCALE_ALPHA.rawValue: 2
        case SPNG_COLOR_TYPE_TRUECOLOR.rawValue: 3
        case SPNG_COLOR_TYPE_TRUECOLOR_ALPHA.rawValue: 4
        default: 1
        }
        let bits = Int(header.width) * Int(header.height) * channels * Int(header.bit_depth)
        guard bits / 8 / 1032 <= fileByteCount else {
            throw RasterError(.invalidImage, name, "has \(fileByteCount) bytes, too few for \(header.width)×\(header.height) pixels",
                              remedy: "get the whole file")
        }
    }

    /// How to compress a PNG: the filter for rows, and the compression level.
    public struct PNGOptions: Sendable, Hashable {
        /// The filter, which determines the values that are stored for a row.
        public enum Filter: String, Sendable, Hashable, CaseIterable {
            /// The bytes of the pixel itself; good for pictures with few colours.
            case none
            /// The difference from the pixel on the left; fast, and good for most pictures.
            case sub
            /// The difference from the pixel above.
            case up
            /// The difference from the mean of the pixels on the left and above.
            case average
            /// The difference from a prediction by the pixels on the left, above and above left.
            case paeth
            /// For each row, the filter whose result is probably the smallest; slow.
            case adaptive
        }
        /// The filter for rows.
        public var filter: Filter
        /// The compression level: 0 (none) to 9 (strongest).
        public var level: Int
        /// The default is fast: a picture of 1280×720 takes a quarter of the time of `small`.
        public init(filter: Filter = .sub, level: Int = 3) { self.filter = filter; self.level = level }
        /// Fast: the filter `sub` and level 3.
        public static let fast = PNGOptions()
        /// Small: the best filter for each row, level 6. Use `small` for files that are written once and kept.
        public static let small = PNGOptions(filter: .adaptive, level: 6)
    }

    /// Returns the image as the bytes of a PNG file of the same format. Throws `invalidSize`, and `invalidArgument` if the level is
    /// out of range.
    public func pngData(_ options: PNGOptions = .fast) throws(RasterError) -> [UInt8] {
        let name = "PNG to write"
        try Image.checkSize(width: width, height: height, format: format, name: name)
        guard (0...9).contains(options.level) else { throw RasterError(.invalidArgument, name, "has compression level \(options.level)", remedy: "use 0 to 9") }
        guard let context = spng_ctx_new(Int32(SPNG_CTX_ENCODER.rawValue)) else { throw Image.outOfMemory(name) }
        defer { spng_ctx_free(context) }
        func check(_ code: Int32) throws(RasterError) {
            if code != 0 { throw Image.invalid(code, name: name) }
        }
        let colorType = switch format.channelCount {
        case 1: SPNG_COLOR_TYPE_GRAYSCALE
        case 2: SPNG_COLOR_TYPE_GRAYSCALE_ALPHA
        case 3: SPNG_COLOR_TYPE_TRUECOLOR
        default: SPNG_COLOR_TYPE_TRUECOLOR_ALPHA
        }
        var header = spng_ihdr(width: UInt32(width), height: UInt32(height), bit_depth: UInt8(8 * format.bytesPerChannel),
                               color_type: UInt8(colorType.rawValue), compression_method: 0, filter_method: 0,
                               interlace_method: UInt8(SPNG_INTERLACE_NONE.rawValue))
        try check(spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1))
        try check(spng_set_option(context, SPNG_IMG_COMPRESSION_LEVEL, Int32(options.level)))
        let filter = switch options.filter {
        case .none: SPNG_FILTER_CHOICE_NONE
        case .sub: SPNG_FILTER_CHOICE_SUB
        case .up: SPNG_FILTER_CHOICE_UP
        case .average: SPNG_FILTER_CHOICE_AVG
        case .paeth: SPNG_FILTER_CHOICE_PAETH
        case .adaptive: SPNG_FILTER_CHOICE_ALL
        }
        try check(spng_set_option(context, SPNG_FILTER_CHOICE, Int32(filter.rawValue)))
        try check(spng_set_ihdr(context, &header))
        try check(bytes.withUnsafeBytes {
            spng_encode_image(context, $0.baseAddress, $0.count, Int32(SPNG_FMT_PNG.rawValue), Int32(SPNG_ENCODE_FINALIZE.rawValue))
        })
        var count = 0
        var code: Int32 = 0
        let data = spng_get_png_buffer(context, &count, &code)
        try check(code)
        guard let data else { throw Image.outOfMemory(name) }
        defer { free(data) }
        return [UInt8](UnsafeRawBufferPointer(start: data, count: count))
    }

    private static func invalid(_ code: Int32, name: String) -> RasterError {
        if code == SPNG_EMEM.rawValue { return outOfMemory(name) }
        if code == SPNG_IO_EOF.rawValue || code == SPNG_EIDAT_TOO_SHORT.rawValue {
            return RasterError(.invalidImage, name, "is truncated (\(String(cString: spng_strerror(code))))", remedy: "get the whole file")
        }
        return RasterError(.invalidImage, name, "is a damaged PNG: \(String(cString: spng_strerror(code)))", remedy: "write the file again")
    }
    static func outOfMemory(_ name: String) -> RasterError {
        RasterError(.outOfMemory, name, "does not fit into memory", remedy: "free memory, or use a smaller image")
    }
}
