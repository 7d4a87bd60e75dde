// GoldenImage: compares pictures byte for byte with files next to the tests.
//
// If RECORD_GOLDEN=1 is in the environment, the pictures are written instead of compared.

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
        // The files have no alpha: every picture is opaque.
        if let difference = try PictureComparison.difference(name, expected: expected, actual: image) {
            Issue.record("\(difference)", sourceLocation: sourceLocation)
        }
    }
}
