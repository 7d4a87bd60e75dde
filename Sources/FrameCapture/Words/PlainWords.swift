// PlainWords: how numbers, names of enumerations and lists of draws are said in sentences and tables.

import Raster

extension BinaryFloatingPoint where Self: LosslessStringConvertible {
    /// As short as it reads back. A NaN is "nan" whatever its sign, which operations leave open.
    package var shown: String { isNaN ? "nan" : "\(self)" }
}

/// "pass main"; a pass without a label of its own has the label "pass 3".
func passWords(_ label: String) -> String { label.hasPrefix("pass ") ? label : "pass \(label)" }
/// "1 draw", "2 draws".
/// - Parameter plural: For words that do not add an s.
package func counted<Count: BinaryInteger>(_ count: Count, _ singular: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? singular : plural ?? singular + "s")"
}
/// "a", "a and b", "a, b and c".
func joined(_ parts: [String]) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " and " + last
}
/// "@1–@20, @25": numbers of draws in ascending order.
package func drawRanges(_ numbers: [Int]) -> String { ranges(numbers, mark: "@").joined(separator: ", ") }
/// "0–3, 5".
package func numberRanges(_ numbers: [Int]) -> String { ranges(numbers, mark: "").joined(separator: ", ") }
private func ranges(_ numbers: [Int], mark: String) -> [String] {
    var list: [ClosedRange<Int>] = []
    for number in Set(numbers).sorted() {
        if let last = list.last, last.upperBound + 1 == number { list[list.count - 1] = last.lowerBound...number } else { list.append(number...number) }
    }
    // Two neighbours are not a range.
    return list.flatMap { $0.count == 1 ? ["\(mark)\($0.lowerBound)"] : $0.count == 2 ? ["\(mark)\($0.lowerBound)", "\(mark)\($0.upperBound)"] : ["\(mark)\($0.lowerBound)–\(mark)\($0.upperBound)"] }
}

extension String {
    /// The words of a name in camel case: "depth failed" of `depthFailed`, "1 − source alpha" of `oneMinusSourceAlpha`.
    package var words: String {
        var text = ""
        for character in self {
            if character.isUppercase { text += " " + character.lowercased() } else { text.append(character) }
        }
        return text.hasPrefix("one minus ") ? "1 − " + text.dropFirst("one minus ".count) : text
    }
    /// Begins with a capital.
    var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() }
}

extension PrimitiveType {
    /// "1 triangle", "2 triangles in a strip".
    package func counted(_ count: Int) -> String {
        switch self {
        case .points: FrameCapture.counted(count, "point")
        case .lines: FrameCapture.counted(count, "line")
        case .lineStrip: FrameCapture.counted(count, "line") + " in a strip"
        case .lineLoop: FrameCapture.counted(count, "line") + " in a loop"
        case .triangles: FrameCapture.counted(count, "triangle")
        case .triangleStrip: FrameCapture.counted(count, "triangle") + " in a strip"
        case .triangleFan: FrameCapture.counted(count, "triangle") + " in a fan"
        }
    }
}

extension CompareFunction {
    /// Why a comparison fails: "depth 0.97 is not less than 0.96".
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
    /// "alpha blending", or the sum that is computed: "source × source colour + destination × (1 − source alpha)".
    func words(isVerbose: Bool) -> String {
        let known: [(String, BlendState)] = [("alpha", .alpha), ("premultiplied", .premultiplied), ("additive", .additive), ("multiply", .multiply)]
        let name = known.first { $0.1 == self }?.0
        if let name, !isVerbose { return "\(name) blending" }
        let color = BlendState.formula(colorEquation, colorSource, colorDestination), alpha = BlendState.formula(alphaEquation, alphaSource, alphaDestination)
        return (name.map { "\($0) blending, " } ?? "") + color + (alpha == color ? "" : "; for alpha \(alpha)")
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
        // The factors play no part in these.
        case .min: "the smaller of source and destination"
        case .max: "the larger of source and destination"
        }
    }
}
