// GoldenImage: pictures kept beside the tests, and the comparison with them, byte for byte.
//
// RECORD_GOLDEN=1 in the environment writes the pictures instead.

import Foundation
import Raster
import TestSupport
import Testing

enum GoldenImage {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden")

    static func expect(_ image: Image, equals name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let path = folder.appendingPathComponent("\(name).png").path
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
            try image.converted(to: .rgb8).writePNG(to: path)
            return
        }
        let expected = try Image.read(from: path).converted(to: .rgba8)
        // Alpha is not in the files: every picture is opaque.
        if let difference = try PictureComparison.difference(name, expected: expected, actual: image) { Issue.record("\(difference)", sourceLocation: sourceLocation) }
    }
}
