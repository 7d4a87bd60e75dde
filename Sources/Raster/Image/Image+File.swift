// Image+File: PNG and JPEG files. The first bytes of a file determine its format; its name does not matter.
//
// Pixel values stay as stored: colour profiles, gamma and EXIF orientation have no effect.

extension Image {
    /// The maximum width or height, in pixels, of an image to read or write.
    public static let maximumSide = 16384
    /// The maximum size of an image to read, in bytes of pixels in memory: 16384² RGBA pixels of 8 bits.
    public static let maximumByteCount = 1 << 30

    /// Reads the PNG or JPEG file at `path`. `byteLimit` is the maximum allowed number of bytes of pixels, 0…`maximumByteCount`; it
    /// is checked before memory is allocated. Throws `fileNotReadable`, `invalidImage` (truncated, damaged or not an image),
    /// `invalidSize` (over the limits), `outOfMemory` or `unsupported` (CMYK JPEG).
    public init(contentsOf path: String, byteLimit: Int = Image.maximumByteCount) throws(RasterError) {
        self = try Image.read(from: path, byteLimit: byteLimit)
    }
    /// Reads a PNG or JPEG from memory. Errors call the image `name`. Throws the same errors as `init(contentsOf:)`.
    public init(data: [UInt8], name: String = "image", byteLimit: Int = Image.maximumByteCount) throws(RasterError) {
        self = try Image.read(bytes: data, name: name, byteLimit: byteLimit)
    }
    package static func read(from path: String, byteLimit: Int = maximumByteCount) throws(RasterError) -> Image {
        try read(from: path, DecodingLimits(byteLimit: byteLimit))
    }
    package static func read(bytes: [UInt8], name: String = "image", byteLimit: Int = maximumByteCount) throws(RasterError) -> Image {
        try read(bytes: bytes, name: name, DecodingLimits(byteLimit: byteLimit))
    }
    package static func read(from path: String, _ limits: DecodingLimits) throws(RasterError) -> Image {
        try read(bytes: try HostFile.read(path), name: "image '\(path)'", limits)
    }
    package static func read(bytes: [UInt8], name: String, _ limits: DecodingLimits) throws(RasterError) -> Image {
        if bytes.starts(with: pngSignature) { return try readPNG(bytes, name: name, limits) }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return try readJPEG(bytes, name: name, limits) }
        throw RasterError(.invalidImage, name, bytes.isEmpty ? "is empty" : "is neither PNG nor JPEG", remedy: "give a PNG or JPEG file")
    }

    /// Writes the image as a PNG of the same format; an existing file is replaced. Throws `fileNotWritable`, `invalidSize` or
    /// `invalidArgument`.
    public func writePNG(to path: String, _ options: PNGOptions = .fast) throws(RasterError) { try HostFile.write(try pngData(options), to: path) }
    /// Writes the image as a JPEG; an existing file is replaced. Alpha is dropped and 16 bits become 8. `quality` is 1…100. Throws
    /// `fileNotWritable`, `invalidSize` or `invalidArgument`.
    public func writeJPEG(to path: String, quality: Int = 90) throws(RasterError) {
        try HostFile.write(try jpegData(quality: quality), to: path)
    }

    /// The limits for the size of a decoded picture.
    package struct DecodingLimits: Sendable {
        /// The maximum allowed number of bytes of pixels.
        let byteLimit: Int
        /// The object that holds the pixels' share of a memory budget.
        let claims: MemoryClaims?
        package init(byteLimit: Int = maximumByteCount, claims: MemoryClaims? = nil) { self.byteLimit = byteLimit; self.claims = claims }

        /// Claims the memory of a picture. The decoder calls this when it knows the size, before it allocates memory. Throws
        /// `invalidSize` or `outOfMemory`.
        /// - Precondition: An image of this size may exist in memory.
        func claim(width: Int, height: Int, format: Format, name: String) throws(RasterError) {
            let byteCount = width * height * format.bytesPerPixel
            guard byteCount <= byteLimit else {
                throw RasterError(.invalidSize, name, "has \(byteCount) bytes of pixels, more than the \(byteLimit) allowed",
                                  remedy: "use a smaller image, or raise byteLimit")
            }
            try claims?.take(byteCount, for: name)
        }
    }

    /// Throws `invalidSize` unless an image of this size may exist in memory.
    static func checkSize(width: Int, height: Int, format: Format, name: String) throws(RasterError) {
        guard width >= 1, height >= 1, width <= maximumSide, height <= maximumSide,
              width * height * format.bytesPerPixel <= maximumByteCount else {
            throw RasterError(.invalidSize, name, "is \(width)×\(height) \(format.rawValue)",
                              remedy: "use 1 to \(maximumSide) pixels a side and at most \(maximumByteCount >> 20) MiB of pixels")
        }
    }
}
