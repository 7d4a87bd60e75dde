// PictureComparison: compares two pictures that should be equal. If the pictures differ, a PNG that shows the difference is
// written.

import Foundation
import FrameCapture
import Raster

package enum PictureComparison {
    /// Returns a text for a failing test: the number of differing pixels, the place of the first differing pixel, and the path of
    /// the PNG; nil if the pictures are equal.
    /// - Parameter name: The picture's name, which is also a part of the file's name.
    package static func difference(_ name: String, expected: Image, actual: Image) throws -> String? {
        guard let difference = PictureDifference(expected: expected, actual: actual) else { return nil }
        guard let picture = difference.picture else { return "\(name): \(difference)" }
        return "\(name): \(difference); expected | difference ×32 | actual: \(try write(picture, name: name))"
    }
    /// Compares two pictures that are given as texels of four bytes. The bottom row of a picture comes first, as in `Texture.read`.
    package static func difference(_ name: String, width: Int, expected: [UInt8], actual: [UInt8]) throws -> String? {
        func image(_ bytes: [UInt8]) -> Image {
            let rows = stride(from: 0, to: bytes.count, by: 4 * width).reversed()
            return Image(width: width, height: bytes.count / (4 * width), bytes: rows.flatMap { bytes[$0..<$0 + 4 * width] })
        }
        return try difference(name, expected: image(expected), actual: image(actual))
    }

    /// Writes a picture to a new file in the folder for temporary files, and returns its path.
    package static func write(_ image: Image, name: String) throws -> String {
        let words = name.map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(words)-\(UUID().uuidString.prefix(8)).png").path
        try image.writePNG(to: path)
        return path
    }
}
