// HighRangeImage: pictures whose values are proportional to light and are not limited to 0…1.

public import FoundationEssentials
import Host

/// A picture with floating-point colours, such as an environment that was photographed with all its brightness. The values are proportional
/// to light (linear), with sRGB's primaries; 1 is the white of an ordinary picture. A HighRangeImage has no alpha.
public struct HighRangeImage: Sendable, Hashable {
    /// The number of pixels per row.
    public let width: Int
    /// The number of rows.
    public let height: Int
    /// Red, green and blue of each pixel: width · height · 3 numbers, the top row first.
    public var values: [Float]

    /// Makes a picture of the given values. Traps if a side is negative, or if `values` does not have exactly width · height · 3
    /// elements, just as an array traps for an index out of range.
    public init(width: Int, height: Int, values: [Float]) {
        precondition(width >= 0 && height >= 0 && values.count == width * height * 3)
        self.width = width; self.height = height; self.values = values
    }
    /// Makes a picture with the light of an ordinary picture: the colours of 8 or 16 bits are decoded from sRGB to 0…1. Alpha is dropped.
    public init(_ image: Image) {
        let isWide = image.format.bytesPerChannel == 2, bytes = image.converted(to: isWide ? .rgb16 : .rgb8).bytes
        let values = isWide ? stride(from: 0, to: bytes.count, by: 2).map { linearFromWideSRGB[Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8] }
            : bytes.map(linearFromSRGB)
        self.init(width: image.width, height: image.height, values: values)
    }

    /// Reads a Radiance HDR file (`.hdr`, `.pic`) with its full range, or the light of a picture in another kind of file; see `init(_:)`.
    /// `byteLimit` is the maximum allowed number of bytes of `values`, 0…`Image.maximumByteCount`; this limit is checked before memory is
    /// allocated. Throws the errors of `ImageFile.init(contentsOf:byteLimit:)`.
    public init(contentsOf path: String, byteLimit: Int = Image.maximumByteCount) throws(RasterError) {
        try self.init(data: HostFile.read(path), name: "image '\(path)'", byteLimit: byteLimit)
    }
    /// Reads the file at a file URL. Throws the errors of `init(contentsOf:byteLimit:)` for a path, and `unsupported` for any other
    /// URL.
    public init(contentsOf url: URL, byteLimit: Int = Image.maximumByteCount) throws(RasterError) {
        try self.init(contentsOf: url.filePath(), byteLimit: byteLimit)
    }
    /// Reads a file in memory. Errors call the picture `name`. Throws the errors of `init(contentsOf:byteLimit:)`.
    public init(data: [UInt8], name: String = "image", byteLimit: Int = Image.maximumByteCount) throws(RasterError) {
        let limits = Image.DecodingLimits(byteLimit: byteLimit)
        if HighRangeImage.isRadiance(data) {
            self = try LibraryCall.perform { () throws(RasterError) in try RadianceFile(data, name: name).picture(limits) }
        } else {
            let image = try Image.read(bytes: data, name: name, limits)
            try limits.claim(byteCount: image.width * image.height * 12, name: name)
            self.init(image)
        }
    }

    /// The red, green and blue of a pixel; x counts from the left, y from the top. Traps if x or y is out of range.
    public subscript(x: Int, y: Int) -> SIMD3<Float> {
        get {
            let i = (y * width + x) * 3
            return SIMD3(values[i], values[i + 1], values[i + 2])
        }
        set {
            let i = (y * width + x) * 3
            for k in 0..<3 { values[i + k] = newValue[k] }
        }
    }

    /// Returns the picture for a display: values are multiplied by `exposure`, clipped to 0…1 and encoded as sRGB (rgb8).
    public func displayed(exposure: Float = 1) -> Image {
        Image(width: width, height: height, format: .rgb8, bytes: values.map { sRGBFromLinear($0 * exposure) })
    }
}

extension Image {
    static func readRadiance(_ bytes: [UInt8], name: String, _ limits: DecodingLimits, _ notes: inout ImageNotes) throws(RasterError) -> Image {
        let file = try RadianceFile(bytes, name: name)
        if file.hasOtherPrimaries { notes.warn("its primary colours (PRIMARIES) are ignored, and its colours are taken as sRGB's") }
        // `byteLimit` applies to the finished picture, not to the floating-point values, which are needed only briefly.
        try limits.claim(width: file.width, height: file.height, format: .rgb8, name: name)
        let picture = try file.picture(DecodingLimits(claims: limits.claims))
        let largest = picture.values.reduce(0, max)
        if largest > 1 { notes.warn("its values up to \(largest) are clipped to 1") }
        return picture.displayed()
    }
}
