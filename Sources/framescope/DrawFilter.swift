// DrawFilter: selects the draws to list.

import ArgumentParser
import Foundation
import FrameCapture

/// Conditions joined by &&. A draw must meet all these conditions. A condition compares a count with a number, or searches for a
/// text in the draw's labels, program, settings or source file.
struct DrawFilter {
    enum Quantity: String, CaseIterable { case draw, primitives, vertices, instances, samples }
    private enum Condition {
        case count(Quantity, String, Int)
        /// A text, and whether the text must occur (true) or must not occur (false).
        case text(String, Bool)
    }
    private let conditions: [Condition]

    /// - Throws: `ValidationError` if a condition is empty, if the left side of a comparison is not the name of a count, or if the
    ///   right side is not a whole number.
    init(_ text: String) throws {
        conditions = try text.components(separatedBy: "&&").map { try DrawFilter.condition($0.trimmingCharacters(in: .whitespaces)) }
    }
    private static func condition(_ text: String) throws -> Condition {
        guard let match = text.wholeMatch(of: /(\w+)\s*(==|!=|<=|>=|<|>)\s*(-?\d{1,18})/), let number = Int(match.3) else {
            let isNegated = text.hasPrefix("!"), wanted = String(isNegated ? text.dropFirst() : text[...])
            guard !wanted.isEmpty else { throw ValidationError("The filter has an empty condition; give a text to find in the draw, or a comparison such as 'samples > 0'.") }
            // A text that begins like a comparison is treated as an incomplete comparison, because a label seldom begins with a word and a
            // comparison sign.
            if let count = text.prefixMatch(of: /(\w+)\s*[=!<>]/), let quantity = Quantity(rawValue: String(count.1)) {
                throw ValidationError("'\(text)' does not compare \(quantity.rawValue) with a whole number; write it as '\(quantity.rawValue) > 3', with ==, !=, <, <=, > or >=.")
            }
            return .text(wanted, !isNegated)
        }
        guard let quantity = Quantity(rawValue: String(match.1)) else {
            throw ValidationError("'\(match.1)' is not a count of a draw; compare \(Quantity.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return .count(quantity, String(match.2), number)
    }

    /// Whether the filter needs the number of samples.
    var needsSamples: Bool { conditions.contains { if case .count(.samples, _, _) = $0 { true } else { false } } }

    /// - Parameters:
    ///   - settings: The text about the draw's settings, in the form of the list of draws.
    ///   - samples: The number of the draw's samples that pass all tests; nil if samples were not counted.
    func accepts(_ draw: CapturedDraw, settings: String, samples: UInt64?) -> Bool {
        conditions.allSatisfy { condition in
            switch condition {
            case .text(let text, let isThere): return [draw.name, draw.program, settings, draw.file, draw.site].contains { $0.contains(text) } == isThere
            case .count(let quantity, let sign, let number):
                let count = switch quantity {
                case .draw: draw.number
                case .primitives: draw.primitiveCount
                case .vertices: draw.count
                case .instances: draw.instanceCount
                case .samples: Int(clamping: samples ?? 0)
                }
                return switch sign {
                case "==": count == number
                case "!=": count != number
                case "<=": count <= number
                case ">=": count >= number
                case "<": count < number
                default: count > number
                }
            }
        }
    }
}

extension DrawFilter {
    /// Returns whether a dispatch meets the conditions. Counts belong to draws, so no dispatch meets a condition about a count.
    /// - Parameter resources: The labels of the buffers, images and textures that the dispatch uses.
    func accepts(_ dispatch: CapturedDispatch, resources: [String]) -> Bool {
        conditions.allSatisfy { condition in
            switch condition {
            case .text(let text, let isThere):
                ([dispatch.label, dispatch.program, dispatch.file, dispatch.site] + resources).contains { $0.contains(text) } == isThere
            case .count: false
            }
        }
    }
}

/// A regular expression. A draw or dispatch matches if its labels, program, textures' labels or place in the source contain a match.
struct DrawPattern {
    private let regex: Regex<AnyRegexOutput>

    /// - Throws: `ValidationError` if the text is no regular expression.
    init(_ text: String) throws {
        do { regex = try Regex(text) } catch { throw ValidationError("'\(text)' is not a regular expression: \(error)") }
    }
    func matches(_ draw: CapturedDraw, textures: [String]) -> Bool {
        ([draw.name, draw.program, "\(draw.file):\(draw.line)", draw.site] + textures).contains { $0.contains(regex) }
    }
    func matches(_ dispatch: CapturedDispatch, resources: [String]) -> Bool {
        ([dispatch.label, dispatch.program, "\(dispatch.file):\(dispatch.line)", dispatch.site] + resources).contains { $0.contains(regex) }
    }
}
