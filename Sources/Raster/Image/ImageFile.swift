// ImageFile: a picture file that was read, with the remarks of the reader. `Image.init(contentsOf:)` reads the same files without remarks.

/// A picture that was read from a file, and remarks about contents of the file that the picture leaves out. The first bytes of a file
/// determine the kind of the file; the file's name does not matter.
///
/// Pictures are upright: the reader turns the picture as the camera's note in the file demands (EXIF or XMP orientation). Colours are not
/// converted; a colour profile or a gamma other than sRGB's is ignored, and a warning says so. CMYK is converted to RGB by multiplication,
/// without the profile.
public struct ImageFile: Sendable, Hashable {
    /// The kinds of picture files that can be read.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// PNG (ISO/IEC 15948); of an animated PNG, the default image.
        case png
        /// JPEG (ITU-T T.81): grey, colour and CMYK; baseline, progressive and arithmetic coding.
        case jpeg
        /// WebP (RFC 9649), lossy and lossless; of an animation, the first frame.
        case webp
        /// Radiance HDR (`.hdr`, `.pic`). The values are clipped to 0…1 and encoded as sRGB; `HighRangeImage` keeps the values.
        case radiance
        /// KTX 2.0 without supercompression: blocks of ETC2, S3TC, RGTC, BPTC and ASTC, and pixels of 8 bits per channel. The picture is
        /// the first image of the largest level.
        case ktx2
        /// A DirectDraw surface: blocks of S3TC, RGTC and BPTC, and pixels of 8 bits per channel. The picture is the first image of the
        /// largest level.
        case dds
    }
    /// The kind of the file.
    public let kind: Kind
    /// The picture.
    public let image: Image
    /// Sentences about contents that the picture leaves out, and about damage that a decoder could repair: "its colour profile 'Adobe RGB
    /// (1998)' is ignored, …". Each sentence begins in lower case, so that an application can put the file's name before the sentence.
    public let warnings: [String]

    /// Reads the file at `path`. `byteLimit` is the maximum allowed number of bytes of pixels, 0…`Image.maximumByteCount`; this limit is
    /// checked before memory is allocated. Throws `fileNotReadable`, `invalidImage` (truncated, damaged or not a picture), `invalidSize`
    /// (over the limits), `outOfMemory` or `unsupported` (a file of a known kind with contents that Raster does not read).
    public init(contentsOf path: String, byteLimit: Int = Image.maximumByteCount) throws(RasterError) {
        try self.init(contentsOf: path, Image.DecodingLimits(byteLimit: byteLimit))
    }
    /// Reads a file in memory. Errors call the picture `name`. Throws the same errors as `init(contentsOf:byteLimit:)`.
    public init(data: [UInt8], name: String = "image", byteLimit: Int = Image.maximumByteCount) throws(RasterError) {
        try self.init(data, name: name, Image.DecodingLimits(byteLimit: byteLimit))
    }

    package init(contentsOf path: String, _ limits: Image.DecodingLimits) throws(RasterError) {
        try self.init(try HostFile.read(path), name: "image '\(path)'", limits)
    }
    package init(_ bytes: [UInt8], name: String, _ limits: Image.DecodingLimits) throws(RasterError) {
        let kind = try ImageFile.kind(of: bytes, name: name)
        self.kind = kind
        var notes = ImageNotes()
        let stored = switch kind {
        case .png: try Image.readPNG(bytes, name: name, limits, &notes)
        case .jpeg: try Image.readJPEG(bytes, name: name, limits, &notes)
        case .webp: try Image.readWebP(bytes, name: name, limits, &notes)
        case .radiance: try Image.readRadiance(bytes, name: name, limits, &notes)
        case .ktx2: try KTX2File.read(bytes, name: name).image(bytes, name: name, limits, &notes)
        case .dds: try DDSFile.read(bytes, name: name).image(bytes, name: name, limits, &notes)
        }
        image = stored.turned(from: notes.orientation ?? .upright)
        warnings = notes.warnings
    }

    /// Returns the kind of a file. Throws `invalidImage` if Raster does not read files of this kind; if the kind is well known, such as
    /// GIF, the error names the kind.
    private static func kind(of bytes: [UInt8], name: String) throws(RasterError) -> Kind {
        if bytes.starts(with: PNGChunks.signature) { return .png }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) { return .webp }
        if HighRangeImage.isRadiance(bytes) { return .radiance }
        if bytes.starts(with: KTX2File.signature) { return .ktx2 }
        if bytes.starts(with: DDSFile.signature) { return .dds }
        let others = [("GIF8", 0, "GIF"), ("BM", 0, "BMP"), ("II*\0", 0, "TIFF"), ("MM\0*", 0, "TIFF"), ("ftypavif", 4, "AVIF"), ("ftypheic", 4, "HEIC"),
                      ("8BPS", 0, "Photoshop"), ("v/1", 0, "OpenEXR"), ("\u{AB}KTX", 0, "KTX")]
        let other = others.first { mark, offset, _ in bytes.dropFirst(offset).starts(with: mark.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }) }
        throw RasterError(.invalidImage, name, bytes.isEmpty ? "is empty" : other.map { "is a \($0.2) file" } ?? "is neither PNG, JPEG, WebP nor Radiance HDR",
                          remedy: "give a PNG, JPEG, WebP or Radiance HDR file")
    }
}

/// The facts that a reader finds in a file besides the pixels.
struct ImageNotes {
    private(set) var warnings: [String] = []
    /// How the stored picture must be turned; nil if the file does not state the orientation.
    var orientation: ImageOrientation?

    mutating func warn(_ text: String) { warnings.append(text) }
    mutating func note(profile: some RandomAccessCollection<UInt8>) {
        if let warning = ColorProfile(profile).warning { warn(warning) }
    }
}
