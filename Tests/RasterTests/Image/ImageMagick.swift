// ImageMagick as an external oracle, which writes files and returns the pixels of files. If ImageMagick is not installed, the tests that
// use ImageMagick are skipped.

import Foundation
import Raster
import SeededRandom
import TestSupport

enum ImageMagick {
    static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
        .map { "\($0)/convert" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    static var isInstalled: Bool { path != nil }

    /// Returns the bytes that `convert` with these arguments writes to its standard output.
    static func convert(_ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let inputPath = folder.path("input")
        try Data(input).write(to: URL(fileURLWithPath: inputPath))
        let result = try ProgramRun([path!] + arguments.map { $0.replacingOccurrences(of: "INPUT", with: inputPath) })
        struct Failed: Error { let arguments: [String], status: Int32, errors: String }
        guard result.status == 0 else { throw Failed(arguments: arguments, status: result.status, errors: result.errors) }
        return [UInt8](result.data)
    }
    /// Returns the pixels of an image file as rgba16.
    static func pixels(of file: [UInt8], kind: String) throws -> [UInt8] {
        try convert(["\(kind):INPUT", "-depth", "16", "-endian", "LSB", "rgba:-"], input: file)
    }
}

/// Returns random pixels, in which a comparison notices every wrong byte.
func noise(width: Int, height: Int, format: Image.Format, seed: UInt64 = 1) -> Image {
    var generator = SeededGenerator(state: seed)
    var image = Image(width: width, height: height, format: format)
    for i in image.bytes.indices { image.bytes[i] = UInt8.random(in: 0...255, using: &generator) }
    return image
}

/// Returns a smooth picture, for which JPEG has small errors.
func gradient(width: Int, height: Int, format: Image.Format = .rgb8) -> Image {
    var image = Image(width: width, height: height, format: .rgba8)
    for y in 0..<height {
        for x in 0..<width {
            image[x, y] = SIMD4(UInt8(x * 255 / max(1, width - 1)), UInt8(y * 255 / max(1, height - 1)),
                                UInt8((x + y) * 255 / (width + height)), 255)
        }
    }
    return image.converted(to: format)
}
