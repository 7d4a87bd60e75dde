/// Pixels in host memory, as files hold them: top row first, no padding, straight (not premultiplied) alpha unless
/// its maker says otherwise.
public struct Image: Sendable, Hashable {
    /// Channels and depth of a pixel. 16-bit channels are little endian in `bytes`.
    public enum Format: String, Sendable, Hashable, CaseIterable, Codable {
        case gray8, grayAlpha8, rgb8, rgba8
        case gray16, grayAlpha16, rgb16, rgba16
        public var channelCount: Int {
            switch self {
            case .gray8, .gray16: 1
            case .grayAlpha8, .grayAlpha16: 2
            case .rgb8, .rgb16: 3
            case .rgba8, .rgba16: 4
            }
        }
        public var bytesPerChannel: Int {
            switch self {
            case .gray8, .grayAlpha8, .rgb8, .rgba8: 1
            case .gray16, .grayAlpha16, .rgb16, .rgba16: 2
            }
        }
        public var bytesPerPixel: Int { channelCount * bytesPerChannel }
        public var hasAlpha: Bool { channelCount == 2 || channelCount == 4 }
    }
    /// Pixels.
    public let width: Int
    public let height: Int
    public let format: Format
    /// width · height · format.bytesPerPixel bytes, top row first.
    public var bytes: [UInt8]

    /// The sides are 0 or more, and `bytes` has exactly width · height · bytesPerPixel elements: traps otherwise, as an array does
    /// that is indexed beyond its end. What comes from outside of the program goes through `read`, which throws.
    public init(width: Int, height: Int, format: Format = .rgba8, bytes: [UInt8]) {
        precondition(width >= 0 && height >= 0 && bytes.count == width * height * format.bytesPerPixel)
        self.width = width; self.height = height; self.format = format; self.bytes = bytes
    }
    /// All zero. Traps as above, and where the memory is not there.
    public init(width: Int, height: Int, format: Format = .rgba8) {
        self.init(width: width, height: height, format: format, bytes: [UInt8](repeating: 0, count: width * height * format.bytesPerPixel))
    }
    /// RGBA of an rgba8 image; x from the left, y from the top.
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
