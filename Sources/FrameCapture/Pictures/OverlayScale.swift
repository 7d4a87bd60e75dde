import Foundation

/// The meaning and the colours of an overlay's numbers.
public enum OverlayScale: Sendable, Hashable {
    /// Each number of the overlay is the number of a category.
    case categories([OverlayCategory])
    /// A range of colours: blue for the smallest number of the overlay, then green, yellow, and red for the largest number. If
    /// `isLogarithmic` is true, equal ratios of numbers give equal steps of colour; otherwise equal differences of numbers give equal steps.
    case ramp(minimum: Double, maximum: Double, isLogarithmic: Bool)

    /// Returns the colour of a number as red, green, blue; nil if the number has no colour.
    public func color(_ value: Double) -> SIMD3<UInt8>? {
        if value.isNaN { return nil }
        switch self {
        case .categories(let list): return list.first { Double($0.value) == value }?.color
        case .ramp(let minimum, let maximum, let isLogarithmic):
            if maximum <= minimum { return OverlayScale.rampColor(1) }
            func place(_ x: Double) -> Double { isLogarithmic ? log2(max(x, 1.0 / 65536)) : x }
            return OverlayScale.rampColor((place(value) - place(minimum)) / (place(maximum) - place(minimum)))
        }
    }
    /// Colours with their meanings, starting with the first category or the smallest number.
    public var legend: [(color: SIMD3<UInt8>, meaning: String)] {
        switch self {
        case .categories(let list): return list.compactMap { item in item.color.map { ($0, item.label) } }
        case .ramp(let minimum, let maximum, let isLogarithmic):
            if !(maximum > minimum) { return minimum.isFinite ? [(OverlayScale.rampColor(1), PixelNumbers.text(maximum))] : [] }
            let isWhole = minimum == minimum.rounded() && maximum == maximum.rounded() && !isLogarithmic
            var shown: [Double] = []
            for step in 0...4 {
                let part = Double(step) / 4
                let value = isLogarithmic ? exp2(log2(max(minimum, 1.0 / 65536)) * (1 - part) + log2(max(maximum, 1.0 / 65536)) * part)
                    : minimum + (maximum - minimum) * part
                let even = step == 4 ? maximum : isWhole ? value.rounded() : (value * 1000).rounded() / 1000
                if even != shown.last { shown.append(even) }
            }
            // Counts that are shared among fragments are fractions with many digits, so the legend rounds these counts.
            return shown.map { (color($0) ?? .zero, PixelNumbers.text(($0 * 1000).rounded() / 1000)) }
        }
    }

    /// Returns the colour at a position from 0 to 1. Neighbouring colours also differ in lightness, for colour-blind readers.
    private static func rampColor(_ place: Double) -> SIMD3<UInt8> {
        let stops: [SIMD3<Double>] = [SIMD3(40, 60, 160), SIMD3(30, 140, 200), SIMD3(60, 190, 90), SIMD3(240, 220, 60), SIMD3(250, 130, 40), SIMD3(220, 30, 40)]
        let x = min(max(place, 0), 1) * Double(stops.count - 1), index = min(Int(x), stops.count - 2), part = x - Double(index)
        let color = stops[index] + (stops[index + 1] - stops[index]) * part
        return SIMD3(UInt8(color.x.rounded()), UInt8(color.y.rounded()), UInt8(color.z.rounded()))
    }
}

/// One category of pixels in an overlay.
public struct OverlayCategory: Sendable, Hashable {
    /// The number of the category in the overlay.
    public let value: Int
    /// The meaning of the category, such as "fails the depth test".
    public let label: String
    /// The colour of the category; nil if the category's pixels keep the colour of the picture.
    public let color: SIMD3<UInt8>?

    init(_ value: Int, _ label: String, _ color: SIMD3<UInt8>?) { self.value = value; self.label = label; self.color = color }
    static let green = SIMD3<UInt8>(60, 200, 90), red = SIMD3<UInt8>(230, 50, 50), yellow = SIMD3<UInt8>(245, 200, 50)
    static let blue = SIMD3<UInt8>(60, 110, 230), magenta = SIMD3<UInt8>(230, 60, 220)
}

extension Overlay {
    /// The categories of the overlay's pixels; empty if the overlay's numbers are counts or measurements, or if the overlay is only a picture.
    public var categories: [OverlayCategory] { categories(in: .raster) }
    func categories(in words: Vocabulary) -> [OverlayCategory] {
        switch self {
        case .drawcall:
            [OverlayCategory(0, "is not covered", nil), OverlayCategory(1, "is covered, but not written", OverlayCategory.red),
             OverlayCategory(2, "is written", OverlayCategory.green)]
        case .wireframe: [OverlayCategory(0, "has no edge", nil), OverlayCategory(1, "has an edge", OverlayCategory.yellow)]
        case .depth, .stencil:
            [OverlayCategory(0, "is not covered", nil), OverlayCategory(1, "passes the \(rawValue) test", OverlayCategory.green),
             OverlayCategory(2, "fails the \(rawValue) test", OverlayCategory.red), OverlayCategory(3, "passes and fails it", OverlayCategory.yellow)]
        case .backFace:
            [OverlayCategory(0, "is not covered", nil), OverlayCategory(1, "has triangles that are kept", OverlayCategory.green),
             OverlayCategory(2, "has triangles that are culled", OverlayCategory.red), OverlayCategory(3, "has both", OverlayCategory.yellow)]
        case .viewport:
            [OverlayCategory(0, "lies outside of \(words.viewport(of: "the", nil))", OverlayCategory.red),
             OverlayCategory(1, "lies in \(words.viewport(of: "the", nil)), outside of \(words.scissor(of: "the", nil))", OverlayCategory.yellow),
             OverlayCategory(2, "lies inside of both", OverlayCategory.green)]
        case .nan:
            [OverlayCategory(0, "is finite and not negative", nil), OverlayCategory(1, "is negative", OverlayCategory.blue),
             OverlayCategory(2, "is infinite", OverlayCategory.yellow), OverlayCategory(3, "is not a number", OverlayCategory.red)]
        case .clipping:
            [OverlayCategory(0, "lies in 0…1", nil), OverlayCategory(1, "has a channel below 0", OverlayCategory.blue),
             OverlayCategory(2, "has a channel above 1", OverlayCategory.red), OverlayCategory(3, "has channels below 0 and above 1", OverlayCategory.magenta),
             OverlayCategory(4, "is not a number", OverlayCategory.yellow)]
        case .clearDraw, .clearPass, .quadOverdraw, .triangleSize, .overdraw, .invocations, .discard, .mipLevel, .earlyTest, .cost: []
        }
    }
}
