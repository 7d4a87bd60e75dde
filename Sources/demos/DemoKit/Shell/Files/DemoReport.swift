// DemoReport: the JSON that --json prints for other programs. The JSON lists the written pictures or the measured speed.

import Foundation
import Kernel
import Raster

package struct DemoReport: Codable, Equatable, Sendable {
    /// One picture that was written.
    package struct Picture: Codable, Equatable, Sendable {
        /// The absolute path of the picture's file.
        package var file: String
        /// The seconds since the demo's start.
        package var time: Double
        /// Times in milliseconds. `drawing`: the time for drawing the picture and reading its pixels back. `writing`: the time for encoding
        /// the picture and writing the file.
        package var drawing: Double
        package var writing: Double
        /// The SHA-256 of the pixels, as RGBA of 8 bits, top row first. The hash is the same on every machine.
        package var sha256: String
    }
    /// The mean time per frame in milliseconds, without the frames of the first second.
    package struct Speed: Codable, Equatable, Sendable {
        package var frames: Int
        package var framesPerSecond: Double
        package var median: Double
        package var fastest: Double
        package var slowest: Double
    }
    package var demo: String
    /// Raster's version.
    package var version: String
    /// The name of the renderer that drew.
    package var renderer: String
    package var width: Int
    package var height: Int
    package var samples: Int
    package var pictures: [Picture]?
    /// The number of frames of the sequence that existed already and were kept; nil if no frame was kept.
    package var kept: Int?
    package var speed: Speed?

    func print() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        Swift.print(String(decoding: try encoder.encode(self), as: UTF8.self))
    }
}

extension Image {
    /// The SHA-256 of the pixels, as in `DemoReport.Picture.sha256`.
    package var digest: String { Digest(of: converted(to: .rgba8).bytes).hexadecimal }
}
