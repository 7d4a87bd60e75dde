import Raster

/// An overlay of a draw: numbers, and a picture of these numbers.
public struct OverlayImage: Sendable {
    /// The kind of overlay.
    public let overlay: Overlay
    /// The number of the last draw that the overlay covers.
    public let draw: Int
    /// A phrase that names the overlay's subject, in the capture's vocabulary.
    public let title: String
    /// The draws that the overlay covers.
    public let scope: OverlayScope
    /// One number for each pixel; nil if the overlay is only a picture.
    public let numbers: PixelNumbers?
    /// The meaning of the overlay's numbers and colours.
    public let scale: OverlayScale
    /// A picture: the colours of the overlay's numbers, on top of the draw's image in dark grey.
    public let picture: Image
    /// The image and the draws that the numbers describe; nil if the overlay is only a picture.
    public let subject: OverlaySubject?
    /// Whether the counted draws left the same bits as without counting. If the bits differ, the device's renderer or the reference
    /// renderer has a bug.
    public let isProven: Bool

    /// The smallest and the largest number, and the sum; nil if no pixel has a number.
    public var range: (minimum: Double, maximum: Double, total: Double)? {
        let list = numbers?.values.filter { !$0.isNaN } ?? []
        guard let low = list.min(), let high = list.max() else { return nil }
        return (low, high, list.reduce(0, +))
    }
    /// The smallest number, the largest number and the sum, such as "1 to 12, 3456 in all", with up to 3 decimals; nil if the overlay has no numbers.
    public var rangeText: String? {
        func text(_ value: Double) -> String { PixelNumbers.text((value * 1000).rounded() / 1000) }
        return range.map { "\(text($0.minimum)) to \(text($0.maximum)), \(text($0.total)) in all" }
    }
    /// The number of pixels in each category; empty if the overlay has no categories.
    public var pixelCounts: [(category: OverlayCategory, pixels: Int)] {
        guard case .categories(let list) = scale, let numbers else { return [] }
        var counts: [Double: Int] = [:]
        for value in numbers.values { counts[value, default: 0] += 1 }
        return list.map { ($0, counts[Double($0.value)] ?? 0) }
    }

    /// - Parameter words: The vocabulary in which the categories are named.
    init(_ overlay: Overlay, _ title: String, _ draw: CapturedDraw, _ scope: OverlayScope, _ numbers: PixelNumbers, _ subject: OverlaySubject,
         over base: Image, in words: Vocabulary, isProven: Bool) {
        self.overlay = overlay; self.title = title; self.draw = draw.number; self.scope = scope; self.numbers = numbers; self.subject = subject
        self.isProven = isProven
        let categories = overlay.categories(in: words)
        if categories.isEmpty {
            // Pixels with a count of zero get no colour.
            let shown = numbers.values.filter { !$0.isNaN && (overlay == .mipLevel || $0 != 0) }
            scale = .ramp(minimum: shown.min() ?? 0, maximum: shown.max() ?? 0, isLogarithmic: overlay == .triangleSize)
        } else {
            scale = .categories(categories)
        }
        var picture = OverlayImage.dimmed(base)
        let countsNothing = categories.isEmpty && overlay != .mipLevel
        var colors: [Double: SIMD3<UInt8>] = [:]
        for index in numbers.values.indices {
            let value = numbers.values[index]
            if value.isNaN || (countsNothing && value == 0) { continue }
            let color: SIMD3<UInt8>
            if let known = colors[value] { color = known } else {
                guard let new = scale.color(value) else { continue }
                colors[value] = new
                color = new
            }
            for k in 0..<3 { picture.bytes[4 * index + k] = color[k] }
        }
        self.picture = picture
    }
    /// Creates an overlay that has only a picture, and no numbers.
    init(_ overlay: Overlay, _ title: String, _ draw: CapturedDraw, picture: Image, isProven: Bool) {
        self.overlay = overlay; self.title = title; self.draw = draw.number; scope = overlay == .clearPass ? .pass : .draw
        numbers = nil; subject = nil; scale = .categories([])
        self.picture = picture; self.isProven = isProven
    }

    /// Returns the picture in dark grey, on which the overlay's colours are easy to see.
    private static func dimmed(_ image: Image) -> Image {
        var result = image.converted(to: .rgba8)
        for i in stride(from: 0, to: result.bytes.count, by: 4) {
            let grey = (Int(result.bytes[i]) * 54 + Int(result.bytes[i + 1]) * 183 + Int(result.bytes[i + 2]) * 19) / 256 * 3 / 8
            for k in 0..<3 { result.bytes[i + k] = UInt8(grey) }
            result.bytes[i + 3] = 255
        }
        return result
    }
}
