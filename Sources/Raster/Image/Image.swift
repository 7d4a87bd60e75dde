/// A picture in the application's memory. An Image has the layout of an image file: the top row comes first, and rows have no padding.
/// Alpha is straight (not premultiplied), unless the code that made the picture says otherwise.
public struct Image: Sendable, Hashable {
    /// The channels of a pixel and their size. Channels of 16 bits are little endian in `bytes`.
    public enum Format: String, Sendable, Hashable, CaseIterable, Codable {
        /// Grey in 8 bits.
        case gray8
        /// Grey and alpha in 8 bits each.
        case grayAlpha8
        /// Red, green and blue in 8 bits each.
        case rgb8
        /// Red, green, blue and alpha in 8 bits each.
        case rgba8
        /// Grey in 16 bits.
        case gray16
        /// Grey and alpha in 16 bits each.
        case grayAlpha16
        /// Red, green and blue in 16 bits each.
        case rgb16
        /// Red, green, blue and alpha in 16 bits each.
        case rgba16
        /// The number of channels per pixel, 1…4.
        public var channelCount: Int {
            switch self {
            case .gray8, .gray16: 1
            case .grayAlpha8, .grayAlpha16: 2
            case .rgb8, .rgb16: 3
            case .rgba8, .rgba16: 4
            }
        }
        /// The number of bytes per channel: 1 or 2.
        public var bytesPerChannel: Int {
            switch self {
            case .gray8, .grayAlpha8, .rgb8, .rgba8: 1
            case .gray16, .grayAlpha16, .rgb16, .rgba16: 2
            }
        }
        /// The number of bytes per pixel, 1…8.
        public var bytesPerPixel: Int { channelCount * bytesPerChannel }
        /// Whether the last channel is alpha.
        public var hasAlpha: Bool { channelCount == 2 || channelCount == 4 }
    }
    /// The number of pixels per row.
    public let width: Int
    /// The number of rows.
    public let height: Int
    /// The channels of a pixel and their size.
    public let format: Format
    /// The pixels: width · height · format.bytesPerPixel bytes, the top row first.
    public var bytes: [UInt8]

    /// Makes an image of the given bytes. Traps if a side is negative, or if `bytes` does not have exactly width · height ·
    /// bytesPerPixel elements, just as an array traps for an index out of range. To read bytes from outside of the application, use
    /// `init(data:name:byteLimit:)`, which throws.
    public init(width: Int, height: Int, format: Format = .rgba8, bytes: [UInt8]) {
        precondition(width >= 0 && height >= 0 && bytes.count == width * height * format.bytesPerPixel)
        self.width = width; self.height = height; self.format = format; self.bytes = bytes
    }
    /// Makes an image of zeros. Traps if a side is negative, or if there is not enough memory.
    public init(width: Int, height: Int, format: Format = .rgba8) {
        self.init(width: width, height: height, format: format, bytes: [UInt8](repeating: 0, count: width * height * format.bytesPerPixel))
    }
    /// The red, green, blue and alpha of a pixel; x counts from the left, y from the top. Traps if the format is not rgba8, or if x
    /// or y is out of range.
    public subscript(x: Int, y: Int) -> SIMD4<UInt8> {
        get {
            precondition(format == .rgba8)
            let i = (y * width + x) * 4
            return SIMD4(bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3])
        }
        set {
            precondition(format == .rgba8)
            let i = (y * width + x) * 4
            for k in 0..<4 { bytes[i + k] = newValue[k] }
        }
    }
}
