// Output: tables for people, JSON for programs.

import Foundation
import FrameCapture

/// A value of JSON, whose members keep their order.
indirect enum JSON {
    case string(String), int(Int), bool(Bool), null
    case float(Float)
    case list([JSON])
    case object([(String, JSON)])

    /// The text, two spaces deeper for each level.
    func text(indent: String = "") -> String {
        let inner = indent + "  "
        switch self {
        case .string(let text): return JSON.quoted(text)
        case .int(let number): return "\(number)"
        case .bool(let flag): return flag ? "true" : "false"
        case .null: return "null"
        case .float(let value):
            // JSON has no numbers for these.
            let number = value.isFinite ? "\(value)" : JSON.quoted(value.shown)
            return "{ \"value\": \(number), \"bits\": \"0x\(Output.hexadecimal(value.bitPattern))\" }"
        case .list(let list):
            // A list of numbers stays on one line: rows of pictures have many.
            if !list.isEmpty, list.allSatisfy({ if case .int = $0 { true } else if case .null = $0 { true } else { false } }) {
                return "[" + list.map { $0.text() }.joined(separator: ", ") + "]"
            }
            return list.isEmpty ? "[]" : "[\n" + list.map { inner + $0.text(indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members):
            return members.isEmpty ? "{}" : "{\n" + members.map { "\(inner)\(JSON.quoted($0)): \($1.text(indent: inner))" }.joined(separator: ",\n") + "\n\(indent)}"
        }
    }
    private static func quoted(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) { return "\"" + text + "\"" }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            default: result += scalar.value < 0x20 ? "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16) : String(scalar)
            }
        }
        return result + "\""
    }
    init(_ value: StateValue?) {
        guard let value else {
            self = .null
            return
        }
        switch value {
        case .text(let text): self = .string(text)
        case .integer(let number): self = .int(number)
        case .boolean(let flag): self = .bool(flag)
        case .booleans(let list): self = list.count == 1 ? .bool(list[0]) : .list(list.map { .bool($0) })
        case .numbers(let list): self = list.count == 1 ? .float(list[0]) : .list(list.map { .float($0) })
        case .matrices(let list, _, _): self = .list(list.map { .float($0) })
        case .integers(let list): self = list.count == 1 ? .int(list[0]) : .list(list.map { .int($0) })
        }
    }
    init(_ text: String?) { self = text.map { .string($0) } ?? .null }
}

enum Output {
    static func hexadecimal(_ word: UInt32) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// Rows with their columns one below the other.
    static func table(_ rows: [[String]]) -> String {
        var widths: [Int] = []
        for row in rows {
            for (column, cell) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], width(of: cell))
            }
        }
        let spaces = widths.map { String(repeating: " ", count: $0 + 2) }
        var text = ""
        for (number, row) in rows.enumerated() {
            if number > 0 { text += "\n" }
            for (column, cell) in row.enumerated() {
                text += printable(cell)
                if column < row.count - 1 { text += spaces[column].dropFirst(width(of: cell)) }
            }
        }
        return text
    }
    /// Labels are anybody's text: what would steer a terminal is shown as a dot.
    static func printable(_ text: String) -> String {
        isPlain(text) ? text : String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? "·" : $0 }))
    }
    private static func width(of text: String) -> Int { isPlain(text) ? text.utf8.count : text.count }
    /// Whether it is of printable ASCII alone, as nearly all of hundreds of thousands of cells are: then nothing has to be looked up.
    private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
    static func print(_ json: JSON) { Swift.print(json.text()) }
    /// An object whose last member is a list that is too long to be held as a whole.
    static func print(_ members: [(String, JSON)], then name: String, _ elements: some Sequence<JSON>) {
        Swift.print(JSON.object(members + [(name, .null)]).text().dropLast("null\n}".count), terminator: "[")
        var separator = "\n    "
        for element in elements {
            Swift.print(separator + element.text(indent: "    "), terminator: "")
            separator = ",\n    "
        }
        Swift.print(separator == "\n    " ? "]\n}" : "\n  ]\n}")
    }
    /// A table of many rows, put below each other some thousands at a time.
    static func printTable(heading: [String], _ rows: some Sequence<[String]>) {
        var part = [heading]
        for row in rows {
            part.append(row)
            guard part.count == 4096 else { continue }
            Swift.print(table(part))
            part.removeAll(keepingCapacity: true)
        }
        if !part.isEmpty { Swift.print(table(part)) }
    }
}
