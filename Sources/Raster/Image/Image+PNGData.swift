// Image+PNGData: writes PNG (ISO/IEC 15948) through libspng.

import CPNG

extension Image {
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
            if code != 0 { throw Image.pngFailure(code, name: name) }
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
}
