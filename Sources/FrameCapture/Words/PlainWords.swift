// PlainWords: writes numbers, names of enumerations and lists of draws for sentences and tables.

import Raster

extension BinaryFloatingPoint where Self: LosslessStringConvertible {
    /// The number as the shortest text from which the same value can be read. A NaN is "nan" with either sign, because operations do not
    /// define the sign of a NaN.
    package var shown: String { isNaN ? "nan" : "\(self)" }
}

/// Returns "pass main". A pass without its own label has a label such as "pass 3", which stays unchanged.
func passWords(_ label: String) -> String { label.hasPrefix("pass ") ? label : "pass \(label)" }
/// Returns a number with its noun: "1 draw" or "2 draws".
/// - Parameter plural: The plural of the word; nil if the plural only adds an s.
package func counted<Count: BinaryInteger>(_ count: Count, _ singular: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? singular : plural ?? singular + "s")"
}
/// Returns a list of words, such as "a", "a and b" or "a, b and c".
func joined(_ parts: [String]) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " and " + last
}
/// Returns draw numbers as text in ascending order, such as "@1–@20, @25".
package func drawRanges(_ numbers: [Int]) -> String { ranges(numbers, mark: "@").joined(separator: ", ") }
/// Returns numbers as text in ascending order, such as "0–3, 5".
package func numberRanges(_ numbers: [Int]) -> String { ranges(numbers, mark: "").joined(separator: ", ") }
private func ranges(_ numbers: [Int], mark: String) -> [String] {
    var list: [ClosedRange<Int>] = []
    for number in Set(numbers).sorted() {
        if let last = list.last, last.upperBound + 1 == number { list[list.count - 1] = last.lowerBound...number } else { list.append(number...number) }
    }
    // A range of two numbers is written as two numbers, without a dash.
    return list.flatMap {
        $0.count == 1 ? ["\(mark)\($0.lowerBound)"] : $0.count == 2 ? ["\(mark)\($0.lowerBound)", "\(mark)\($0.upperBound)"]
            : ["\(mark)\($0.lowerBound)–\(mark)\($0.upperBound)"]
    }
}

extension String {
    /// The words of a name in camel case: "depth failed" for `depthFailed`, "1 − source alpha" for `oneMinusSourceAlpha`.
    package var words: String {
        var text = ""
        for character in self {
            if character.isUppercase { text += " " + character.lowercased() } else { text.append(character) }
        }
        return text.hasPrefix("one minus ") ? "1 − " + text.dropFirst("one minus ".count) : text
    }
    /// The text with a capital first letter.
    var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() }
}

extension PrimitiveType {
    /// Returns a text for a number of primitives, such as "1 triangle" or "2 triangles in a strip".
    package func counted(_ count: Int) -> String {
        switch self {
        case .points: FrameCapture.counted(count, "point")
        case .lines: FrameCapture.counted(count, "line")
        case .lineStrip: FrameCapture.counted(count, "line") + " in a strip"
        case .lineLoop: FrameCapture.counted(count, "line") + " in a loop"
        case .triangles: FrameCapture.counted(count, "triangle")
        case .triangleStrip: FrameCapture.counted(count, "triangle") + " in a strip"
        case .triangleFan: FrameCapture.counted(count, "triangle") + " in a fan"
        case .linesAdjacency: FrameCapture.counted(count, "line") + " with adjacency"
        case .lineStripAdjacency: FrameCapture.counted(count, "line") + " in a strip with adjacency"
        case .trianglesAdjacency: FrameCapture.counted(count, "triangle") + " with adjacency"
        case .triangleStripAdjacency: FrameCapture.counted(count, "triangle") + " in a strip with adjacency"
        }
    }
}

extension CompareFunction {
    /// Returns the reason why a comparison fails, such as "depth 0.97 is not less than 0.96".
    func failure(_ value: String, _ stored: String) -> String {
        switch self {
        case .never: "the comparison is 'never', which nothing passes"
        case .less: "\(value) is not less than \(stored)"
        case .equal: "\(value) is not equal to \(stored)"
        case .lessEqual: "\(value) is not less than or equal to \(stored)"
        case .greater: "\(value) is not greater than \(stored)"
        case .notEqual: "\(value) is equal to \(stored), and should differ"
        case .greaterEqual: "\(value) is not greater than or equal to \(stored)"
        case .always: "\(value) is compared with \(stored), which always passes"
        }
    }
}

extension BlendState {
    /// Returns a name such as "alpha blending". If the blending has no name, returns the sum that the blending computes, such as "source ×
    /// source colour + destination × (1 − source alpha)". If `isVerbose` is true, returns the sum in every case, after the name if there is
    /// one. In OpenGL's vocabulary, returns the calls that set the blending and, if `isVerbose` is true, also the sum.
    func words(isVerbose: Bool, in vocabulary: Vocabulary = .raster) -> String {
        guard vocabulary == .raster else {
            let calls = joined(openGLCalls.map(\.description))
            return isVerbose ? "\(calls), \(sum)" : calls
        }
        let known: [(String, BlendState)] = [("alpha", .alpha), ("premultiplied", .premultiplied), ("additive", .additive), ("multiply", .multiply)]
        let name = known.first { $0.1 == self }?.0
        if let name, !isVerbose { return "\(name) blending" }
        return (name.map { "\($0) blending, " } ?? "") + sum
    }
    private var sum: String {
        let color = BlendState.formula(colorEquation, colorSource, colorDestination), alpha = BlendState.formula(alphaEquation, alphaSource, alphaDestination)
        return color + (alpha == color ? "" : "; for alpha \(alpha)")
    }
    private static func formula(_ equation: BlendEquation, _ source: BlendFactor, _ destination: BlendFactor) -> String {
        func term(_ operand: String, _ factor: BlendFactor) -> String {
            switch factor {
            case .zero: return "0"
            case .one: return operand
            default:
                let words = "\(factor)".words.replacing("color", with: "colour")
                return words.hasPrefix("1 − ") ? "\(operand) × (\(words))" : "\(operand) × \(words)"
            }
        }
        let s = term("source", source), d = term("destination", destination)
        return switch equation {
        case .add: d == "0" ? s : s == "0" ? d : "\(s) + \(d)"
        case .subtract: "\(s) − \(d)"
        case .reverseSubtract: "\(d) − \(s)"
        // The equations for minimum and maximum do not use the blend factors.
        case .min: "the smaller of source and destination"
        case .max: "the larger of source and destination"
        }
    }
}
