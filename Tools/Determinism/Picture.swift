// Picture: rows of numbers from any renderer, and the comparison of two pictures.

import Foundation
import Raster
import Scenes

struct Picture: Equatable {
    var width: Int
    var height: Int
    var channels: Int
    /// The words of the picture, in rows from the top. The number of words is width · height · channels.
    var words: [UInt32]

    init(_ image: Image) {
        let rgba = image.converted(to: .rgba8)
        width = rgba.width; height = rgba.height; channels = 4
        words = rgba.bytes.map(UInt32.init)
    }
    init(_ output: SceneOutput) {
        width = output.width; height = output.height; channels = output.channels
        words = output.values.map(\.bitPattern)
    }
    /// Makes a picture with a single row from a list of numbers.
    init(numbers: [UInt32]) {
        width = numbers.count; height = 1; channels = 1
        words = numbers
    }

    /// Returns the place and the values of the first differing word; nil if no word differs.
    func difference(from expected: Picture) -> String? {
        guard width == expected.width, height == expected.height, channels == expected.channels else {
            return "is \(width)×\(height)×\(channels), expected \(expected.width)×\(expected.height)×\(expected.channels)"
        }
        let places = words.indices.filter { words[$0] != expected.words[$0] }
        guard let first = places.first else { return nil }
        let pixel = first / channels, pixels = Set(places.map { $0 / channels }).count
        return "\(pixels) of \(width * height) pixels differ, first at x \(pixel % width), row \(pixel / width) from the top, channel \(first % channels): "
            + "expected \(expected.words[first]), found \(words[first])"
    }

    // MARK: hashes

    /// Returns the FNV-1a hash of the words' bytes.
    private static func hash(_ words: ArraySlice<UInt32>, size: [Int]) -> UInt64 {
        var h: UInt64 = 0xCBF2_9CE4_8422_2325
        func take(_ byte: UInt64) { h = (h ^ byte) &* 0x100_0000_01B3 }
        for number in size { for k in 0..<4 { take(UInt64(number >> (8 * k) & 255)) } }
        for word in words { for k in 0..<4 { take(UInt64(word >> (8 * UInt32(k)) & 255)) } }
        return h
    }
    /// Returns the rows of band k, 0 to 7.
    private func rows(_ band: Int) -> Range<Int> { height * band / 8..<height * (band + 1) / 8 }
    /// The picture's entry in the table: "size hash bands". The short hashes of eight bands show roughly where a picture differs.
    var mark: Mark {
        let bands = (0..<8).map { band in
            Picture.hash(words[rows(band).lowerBound * width * channels..<rows(band).upperBound * width * channels], size: []) >> 32 & 0xFFFF
        }
        return Mark(size: "\(width)×\(height)×\(channels)", hash: Picture.hash(words[...], size: [width, height, channels]), bands: bands)
    }
    struct Mark: Equatable, CustomStringConvertible {
        var size: String
        var hash: UInt64
        var bands: [UInt64]

        init(size: String, hash: UInt64, bands: [UInt64]) { self.size = size; self.hash = hash; self.bands = bands }
        init?(_ text: Substring) {
            let parts = text.split(separator: " ")
            guard parts.count == 3, let hash = UInt64(parts[1], radix: 16), parts[2].count == 32 else { return nil }
            let digits = Array(parts[2])
            let bands = (0..<8).compactMap { UInt64(String(digits[$0 * 4..<$0 * 4 + 4]), radix: 16) }
            guard bands.count == 8 else { return nil }
            self.init(size: String(parts[0]), hash: hash, bands: bands)
        }
        var description: String { "\(size) \(hex(hash, 16)) \(bands.map { hex($0, 4) }.joined())" }
        private func hex(_ value: UInt64, _ digits: Int) -> String {
            let text = String(value, radix: 16)
            return String(repeating: "0", count: digits - text.count) + text
        }
    }
    /// Describes the differences between the table's entry and this picture; nil if the picture agrees with the entry.
    func difference(fromTable expected: Mark) -> String? {
        let mark = mark
        guard mark != expected else { return nil }
        guard mark.size == expected.size else { return "is \(mark.size), the table says \(expected.size)" }
        guard let band = (0..<8).first(where: { mark.bands[$0] != expected.bands[$0] }) else { return "has another hash than the table says" }
        return "differs from the table; the first difference is in rows \(rows(band).lowerBound) to \(rows(band).upperBound - 1) of \(height), from the top"
    }

    // MARK: files

    var data: Data {
        var numbers = [UInt32(width), UInt32(height), UInt32(channels)]
        numbers += words
        return numbers.withUnsafeBytes { Data($0) }
    }
    init?(_ data: Data) {
        guard data.count >= 12, data.count % 4 == 0 else { return nil }
        let numbers = [UInt32](unsafeUninitializedCapacity: data.count / 4) { buffer, count in
            count = data.copyBytes(to: UnsafeMutableRawBufferPointer(buffer)) / 4
        }
        width = Int(numbers[0]); height = Int(numbers[1]); channels = Int(numbers[2])
        words = Array(numbers[3...])
        guard words.count == width * height * channels else { return nil }
    }
}
