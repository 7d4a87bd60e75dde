// PictureComparison: two pictures that ought to be one. Where they are not, it leaves a PNG that shows how.

import Foundation
import Raster

package enum PictureComparison {
    /// Pixels between the three pictures.
    private static let gap = 2

    /// A sentence for a failing test: how many pixels differ, where the first does, and the PNG that shows it. nil where all are alike.
    /// - Parameter name: of the picture. A part of the file's name, too.
    package static func difference(_ name: String, expected: Image, actual: Image) throws -> String? {
        if expected == actual { return nil }
        func shape(_ image: Image) -> String { "\(image.width)×\(image.height) \(image.format)" }
        guard shape(expected) == shape(actual) else { return "\(name): \(shape(expected)) expected, \(shape(actual)) drawn" }
        let pixels = expected.width * expected.height, size = expected.format.bytesPerPixel
        func pixel(_ image: Image, _ i: Int) -> ArraySlice<UInt8> { image.bytes[i * size..<(i + 1) * size] }
        let differing = (0..<pixels).filter { pixel(expected, $0) != pixel(actual, $0) }, first = differing.first ?? 0
        let shown = (expected: expected.converted(to: .rgba8), actual: actual.converted(to: .rgba8))
        let path = try write(sideBySide(shown.expected, shown.actual) { x, y in
            let e = SIMD4<Int>(truncatingIfNeeded: shown.expected[x, y]), a = SIMD4<Int>(truncatingIfNeeded: shown.actual[x, y])
            return UInt8(min(255, (0..<4).reduce(0) { max($0, abs(e[$1] - a[$1])) } * 32))
        }, name: name)
        return "\(name): \(differing.count) of \(pixels) pixels differ, first at x \(first % expected.width), row \(first / expected.width) from the top: "
            + "\(Array(pixel(expected, first))) expected, \(Array(pixel(actual, first))) drawn; expected | difference ×32 | actual: \(path)"
    }
    /// The same for texels of four bytes, as `Texture.read` gives them: from the bottom row upwards.
    package static func difference(_ name: String, width: Int, expected: [UInt8], actual: [UInt8]) throws -> String? {
        func image(_ bytes: [UInt8]) -> Image {
            let rows = stride(from: 0, to: bytes.count, by: 4 * width).reversed()
            return Image(width: width, height: bytes.count / (4 * width), bytes: rows.flatMap { bytes[$0..<$0 + 4 * width] })
        }
        return try difference(name, expected: image(expected), actual: image(actual))
    }

    /// expected | difference | actual, with a line between them.
    /// - Parameter shade: how much a pixel differs: 0 not at all, 255 as much as can be shown.
    package static func sideBySide(_ expected: Image, _ actual: Image, shade: (_ x: Int, _ y: Int) -> UInt8) -> Image {
        let width = expected.width
        var result = Image(width: 3 * width + 2 * gap, height: expected.height)
        for y in 0..<expected.height {
            for x in 0..<result.width { result[x, y] = SIMD4(255, 0, 255, 255) }
            for x in 0..<width {
                let shown = shade(x, y)
                result[x, y] = expected[x, y]
                result[width + gap + x, y] = SIMD4(shown, shown, shown, 255)
                result[2 * (width + gap) + x, y] = actual[x, y]
            }
        }
        return result
    }

    /// Writes a picture to a file of its own in the folder for temporary files; gives its path.
    package static func write(_ image: Image, name: String) throws -> String {
        let words = name.map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(words)-\(UUID().uuidString.prefix(8)).png").path
        try image.writePNG(to: path)
        return path
    }
}
