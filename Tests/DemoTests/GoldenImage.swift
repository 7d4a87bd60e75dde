// GoldenImage: pictures kept beside the tests, and the comparison with them, byte for byte.
//
// RECORD_GOLDEN=1 in the environment writes the pictures instead. A picture that differs leaves
// expected | difference | actual as one PNG in the folder for temporary files, and the failure names it.

import Foundation
import Raster
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
        try #require(image.width == expected.width && image.height == expected.height, "size of \(name)", sourceLocation: sourceLocation)
        guard expected.bytes != image.bytes else { return }
        var count = 0
        for y in 0..<image.height { for x in 0..<image.width where image[x, y] != expected[x, y] { count += 1 } }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(name)-expected-difference-actual.png").path
        try sideBySide(expected, image).writePNG(to: file)
        Issue.record("\(name): \(count) of \(image.width * image.height) pixels differ; see \(file)", sourceLocation: sourceLocation)
    }

    /// Differences are amplified 16 times.
    private static func sideBySide(_ expected: Image, _ actual: Image) -> Image {
        let w = expected.width
        var result = Image(width: 3 * w, height: expected.height)
        for y in 0..<expected.height {
            for x in 0..<w {
                let e = expected[x, y], a = actual[x, y]
                result[x, y] = e
                result[2 * w + x, y] = a
                var d = SIMD4<UInt8>(0, 0, 0, 255)
                for k in 0..<3 { d[k] = UInt8(min(255, abs(Int(e[k]) - Int(a[k])) * 16)) }
                result[w + x, y] = d
            }
        }
        return result
    }
}
