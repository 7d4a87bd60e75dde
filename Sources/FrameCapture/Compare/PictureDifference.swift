import Raster

/// The difference between an expected picture and an actual picture.
public struct PictureDifference: Sendable, CustomStringConvertible {
    /// A pixel that differs.
    public struct Pixel: Sendable, Hashable {
        /// The pixel's column, counted from 0 at the left.
        public let x: Int
        /// The pixel's row, counted from 0 at the top.
        public let y: Int
        /// The channels of the expected picture, each as an integer: 0…255 at 8 bits, 0…65535 at 16 bits.
        public let expected: [Int]
        /// The channels of the actual picture.
        public let actual: [Int]
    }
    /// The number of pixels that differ by more than the tolerance's steps; 0 if the sizes or formats differ.
    public let pixelCount: Int
    /// The first pixel, in rows from the top, that differs by more than the tolerance; nil if the sizes or formats differ.
    public let first: Pixel?
    /// The largest difference between the two values of a channel, in steps.
    public let largestStep: Int
    /// The difference as part of a sentence: the number of differing pixels, and the first differing pixel with its position. If the sizes
    /// or formats differ, the text names the two sizes and formats.
    public let description: String
    /// The picture that `sideBySide` draws: expected | difference | actual; nil if the sizes or formats differ.
    public let picture: Image?

    /// The width of the gap between the three pictures of `sideBySide`, in pixels.
    private static let gap = 2

    /// Compares two pictures.
    /// - Returns: nil if `actual` is within `tolerance` of `expected`.
    public init?(expected: Image, actual: Image, within tolerance: PictureTolerance = .exact) {
        if expected == actual { return nil }
        func shape(_ image: Image) -> String { "\(image.width)×\(image.height) \(image.format)" }
        guard shape(expected) == shape(actual) else {
            (pixelCount, first, largestStep, picture) = (0, nil, 0, nil)
            description = "\(shape(expected)) expected, \(shape(actual)) drawn"
            return
        }
        var count = 0, first: Pixel?, largest = 0
        for y in 0..<expected.height {
            for x in 0..<expected.width where expected.differs(from: actual, x, y) {
                let a = expected.channels(x, y), b = actual.channels(x, y)
                let step = zip(a, b).reduce(0) { max($0, abs($1.0 - $1.1)) }
                largest = max(largest, step)
                guard step > tolerance.steps else { continue }
                count += 1
                if first == nil { first = Pixel(x: x, y: y, expected: a, actual: b) }
            }
        }
        guard let first, count > tolerance.pixels else { return nil }
        pixelCount = count; self.first = first; largestStep = largest
        let total = expected.width * expected.height
        description = "\(count) of \(total) pixel\(total == 1 ? "" : "s") differ\(count == 1 ? "s" : ""), by \(largest) step\(largest == 1 ? "" : "s") at most, "
            + "first at x \(first.x), row \(first.y) from the top: \(first.expected) expected, \(first.actual) drawn"
        let shown = (expected: expected.converted(to: .rgba8), actual: actual.converted(to: .rgba8))
        picture = PictureDifference.sideBySide(shown.expected, shown.actual) { x, y in
            let e = SIMD4<Int>(truncatingIfNeeded: shown.expected[x, y]), a = SIMD4<Int>(truncatingIfNeeded: shown.actual[x, y])
            // If pixels differ only by less than one step of 8 bits, the difference is shown with the brightness 32.
            let least = expected.differs(from: actual, x, y) ? 32 : 0
            return UInt8(min(255, max((0..<4).reduce(0) { max($0, abs(e[$1] - a[$1])) } * 32, least)))
        }
    }

    /// Returns a picture of three parts, from left to right: expected | difference | actual. Magenta lines separate the parts.
    /// - Parameters:
    ///   - expected: A picture of the format `rgba8`.
    ///   - actual: A picture of the same size and format.
    ///   - shade: Returns how much a pixel differs, from 0 for no difference to 255 for the largest difference that can be shown.
    public static func sideBySide(_ expected: Image, _ actual: Image, shade: (_ x: Int, _ y: Int) -> UInt8) -> Image {
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
}

extension Image {
    /// Returns a pixel's channels in steps of the format. Row 0 is the top row.
    fileprivate func channels(_ x: Int, _ y: Int) -> [Int] {
        let size = format.bytesPerChannel, start = (y * width + x) * format.bytesPerPixel
        return (0..<format.channelCount).map { channel in
            let at = start + channel * size
            return size == 1 ? Int(bytes[at]) : Int(bytes[at]) | Int(bytes[at + 1]) << 8
        }
    }
    /// Returns whether a pixel's bytes differ from the same pixel's bytes in `other`, a picture of the same size and format.
    fileprivate func differs(from other: Image, _ x: Int, _ y: Int) -> Bool {
        let size = format.bytesPerPixel, start = (y * width + x) * size
        return (start..<start + size).contains { bytes[$0] != other.bytes[$0] }
    }
}
