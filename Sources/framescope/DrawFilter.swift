// DrawFilter: which draws are listed.

import ArgumentParser
import Foundation
import FrameCapture

/// Conditions joined by &&, all of which a draw has to meet: a count that is compared with a number, or a text that stands in its labels, its program, its
/// settings or its source file.
struct DrawFilter {
    enum Quantity: String, CaseIterable { case draw, primitives, vertices, instances, samples }
    private enum Condition {
        case count(Quantity, String, Int)
        /// Whether the text has to be there, or must not be.
        case text(String, Bool)
    }
    private let conditions: [Condition]

    /// - Throws: `ValidationError` for an empty condition, a comparison of something that has no count, and a count that is compared with no number.
    init(_ text: String) throws {
        conditions = try text.components(separatedBy: "&&").map { try DrawFilter.condition($0.trimmingCharacters(in: .whitespaces)) }
    }
    private static func condition(_ text: String) throws -> Condition {
        guard let match = text.wholeMatch(of: /(\w+)\s*(==|!=|<=|>=|<|>)\s*(-?\d{1,18})/), let number = Int(match.3) else {
            let isNegated = text.hasPrefix("!"), wanted = String(isNegated ? text.dropFirst() : text[...])
            guard !wanted.isEmpty else { throw ValidationError("The filter has an empty condition; give a text that the draw shows, or a comparison such as 'samples > 0'.") }
            // A label hardly begins like this, while a comparison that is not finished does.
            if let count = text.prefixMatch(of: /(\w+)\s*[=!<>]/), let quantity = Quantity(rawValue: String(count.1)) {
                throw ValidationError("'\(text)' does not compare \(quantity.rawValue) with a whole number; write it as '\(quantity.rawValue) > 3', with ==, !=, <, <=, > or >=.")
            }
            return .text(wanted, !isNegated)
        }
        guard let quantity = Quantity(rawValue: String(match.1)) else {
            throw ValidationError("'\(match.1)' is no count of a draw; compare \(Quantity.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return .count(quantity, String(match.2), number)
    }

    /// Whether samples have to be counted before it can be asked.
    var needsSamples: Bool { conditions.contains { if case .count(.samples, _, _) = $0 { true } else { false } } }

    /// - Parameters:
    ///   - settings: Those of the draw, as they are listed.
    ///   - samples: How many of its samples pass all tests; nil where they are not counted.
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

/// A regular expression that matches in a draw's labels, its program, its textures' labels or its place in the source.
struct DrawPattern {
    private let regex: Regex<AnyRegexOutput>

    /// - Throws: `ValidationError` for a text that is no regular expression.
    init(_ text: String) throws {
        do { regex = try Regex(text) } catch { throw ValidationError("'\(text)' is no regular expression: \(error)") }
    }
    func matches(_ draw: CapturedDraw, textures: [String]) -> Bool {
        ([draw.name, draw.program, "\(draw.file):\(draw.line)", draw.site] + textures).contains { $0.contains(regex) }
    }
}
