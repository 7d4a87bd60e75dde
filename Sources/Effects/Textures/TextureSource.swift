// TextureSource: a value that names the source of a picture and reads its pixels. The value can be sent to another thread.

import FoundationEssentials
import Raster

enum TextureSource: Sendable {
    case file(String)
    /// A picture file in memory, and the name of this file in errors.
    case bytes([UInt8], name: String)
    case image(Image, name: String)

    /// Creates the source of a file URL. Throws `unsupported` if the URL is not a file URL.
    init(_ url: URL) throws(RasterError) {
        self = .file(try url.filePath())
    }

    /// The name of the source in errors.
    var name: String {
        switch self {
        case .file(let path): "image '\(path)'"
        case .bytes(_, let name), .image(_, let name): name
        }
    }
    /// The label of the texture. For a file, the label is the path, without the word "image" that `name` puts before the path.
    var label: String {
        switch self {
        case .file(let path): path
        case .bytes(_, let name), .image(_, let name): name
        }
    }

    /// Reads and decodes the picture. Throws the errors of `ImageFile`.
    /// - Parameter claims: Counts the memory of the decoded picture.
    func read(_ claims: MemoryClaims) throws(RasterError) -> SourcePicture {
        switch self {
        case .file(let path): try SourcePicture(ImageFile(contentsOf: path, Image.DecodingLimits(claims: claims)))
        case .bytes(let bytes, let name): try SourcePicture(ImageFile(bytes, name: name, Image.DecodingLimits(claims: claims)))
        case .image(let image, _): SourcePicture(image: image, warnings: [])
        }
    }
}

/// A decoded picture with the remarks of its reader.
struct SourcePicture: Sendable {
    let image: Image
    let warnings: [String]

    init(image: Image, warnings: [String]) { self.image = image; self.warnings = warnings }
    init(_ file: ImageFile) { self.init(image: file.image, warnings: file.warnings) }
}
