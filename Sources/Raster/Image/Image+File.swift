// Image+File: reads and writes picture files as plain images. ImageFile also keeps the remarks that a reader makes about a file.

import Host

extension Image {
    /// The maximum width or height, in pixels, of an image to read or write.
    public static let maximumSide = 16384
    /// The maximum size of an image to read, in bytes of pixels in memory: 16384² RGBA pixels of 8 bits.
    public static let maximumByteCount = 1 << 30

    /// Reads the PNG, JPEG, WebP, Radiance HDR, KTX 2.0 or DDS file at `path`; `ImageFile` describes how each kind of file is read.
    /// `byteLimit` is the maximum allowed number of bytes of pixels, 0…`maximumByteCount`; this limit is checked before memory is
    /// allocated. Throws `fileNotReadable`, `invalidImage` (truncated, damaged or not a picture), `invalidSize` (over the limits),
    /// `outOfMemory` or `unsupported` (a file of a known kind with contents that Raster does not read).
    public init(contentsOf path: String, byteLimit: Int = Image.maximumByteCount) throws(RasterError) {
        self = try Image.read(from: path, byteLimit: byteLimit)
    }
    /// Reads a file from memory, of one of the kinds that `init(contentsOf:)` reads. Errors call the image `name`. Throws the same errors
    /// as `init(contentsOf:)`.
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
        try LibraryCall.perform { () throws(RasterError) in try ImageFile(contentsOf: path, limits).image }
    }
    package static func read(bytes: [UInt8], name: String, _ limits: DecodingLimits) throws(RasterError) -> Image {
        try LibraryCall.perform { () throws(RasterError) in try ImageFile(bytes, name: name, limits).image }
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
        /// The object that holds the pixels' share of a memory budget; nil if the pixels belong to no budget.
        let claims: MemoryClaims?
        package init(byteLimit: Int = maximumByteCount, claims: MemoryClaims? = nil) { self.byteLimit = byteLimit; self.claims = claims }

        /// Claims the memory of a picture. The decoder calls this function when the size is known, before it allocates memory. Throws
        /// `invalidSize` or `outOfMemory`.
        /// - Precondition: `checkSize` accepts the size and the format.
        func claim(width: Int, height: Int, format: Format, name: String) throws(RasterError) {
            try claim(byteCount: width * height * format.bytesPerPixel, name: name)
        }
        func claim(byteCount: Int, name: String) throws(RasterError) {
            guard byteCount <= byteLimit else {
                throw RasterError(.invalidSize, name, "has \(byteCount) bytes of pixels, more than the \(byteLimit) allowed",
                                  remedy: "use a smaller image, or raise byteLimit")
            }
            try claims?.take(byteCount, for: name)
        }
    }

    /// Throws `invalidSize` if a side of an image, or the image's number of bytes in memory, is out of range.
    static func checkSize(width: Int, height: Int, format: Format, name: String) throws(RasterError) {
        try checkSize(width: width, height: height, bytesPerPixel: format.bytesPerPixel, format.rawValue, name: name)
    }
    static func checkSize(width: Int, height: Int, bytesPerPixel: Int, _ format: String, name: String) throws(RasterError) {
        guard width >= 1, height >= 1, width <= maximumSide, height <= maximumSide, width * height * bytesPerPixel <= maximumByteCount else {
            throw RasterError(.invalidSize, name, "is \(width)×\(height) \(format)",
                              remedy: "use 1 to \(maximumSide) pixels a side and at most \(maximumByteCount >> 20) MiB of pixels")
        }
    }

    static func outOfMemory(_ name: String) -> RasterError {
        RasterError(.outOfMemory, name, "does not fit into memory", remedy: "free memory, or use a smaller image")
    }
}
