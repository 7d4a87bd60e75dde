// TextureSource: where a picture comes from, as a value that can be sent to another thread, and how it becomes pixels.

import FoundationEssentials
import Raster

enum TextureSource: Sendable {
    case file(String)
    /// A PNG or JPEG file in memory, and its name in errors.
    case bytes([UInt8], name: String)
    case image(Image, name: String)

    /// Throws `unsupported` unless the URL names a file.
    init(_ url: URL) throws(RasterError) {
        self = .file(try url.filePath())
    }

    /// How errors call it.
    var name: String {
        switch self {
        case .file(let path): "image '\(path)'"
        case .bytes(_, let name), .image(_, let name): name
        }
    }
    /// The label of the texture: short, without the word that errors put before it.
    var label: String {
        switch self {
        case .file(let path): path
        case .bytes(_, let name), .image(_, let name): name
        }
    }

    /// Throws the errors of `Image.read`.
    /// - Parameter claims: Takes the memory of the decoded picture.
    func read(_ claims: MemoryClaims) throws(RasterError) -> Image {
        switch self {
        case .file(let path): try Image.read(from: path, Image.DecodingLimits(claims: claims))
        case .bytes(let bytes, let name): try Image.read(bytes: bytes, name: name, Image.DecodingLimits(claims: claims))
        case .image(let image, _): image
        }
    }
}
