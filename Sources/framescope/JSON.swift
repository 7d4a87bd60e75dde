// JSON: answers in a form that other applications can read. Objects keep the order of their members. The JSON text is written piece by
// piece.

import Foundation
import FrameCapture

/// A value of JSON.
indirect enum JSON: Decodable {
    case string(String), int(Int), bool(Bool), null
    case number(Double)
    /// A float, which is written as its value and its bits. Two floats with different bits therefore have different texts.
    case float(Float)
    case list([JSON])
    /// A list whose elements are made while the list is written, because all elements together would take too much memory.
    case sequence(any Sequence<JSON>)
    case object([(String, JSON)])

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
        case .matrices(let list, _, _), .vectors(let list, _): self = .list(list.map { .float($0) })
        case .integers(let list): self = list.count == 1 ? .int(list[0]) : .list(list.map { .int($0) })
        }
    }
    init(_ text: String?) { self = text.map { .string($0) } ?? .null }
    init(_ number: Int?) { self = number.map { .int($0) } ?? .null }
    init(_ list: [String]) { self = .list(list.map { .string($0) }) }

    /// Reads JSON from a received text. The members of objects are sorted by name.
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? value.decode(Int.self) {
            self = .int(number)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let list = try? value.decode([JSON].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: JSON].self).sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        }
    }
    /// The member of an object with the given name; nil if the object has no such member.
    subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.0 == name }?.1
    }
    var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The JSON text on one line without spaces, as in a message.
    var compact: String {
        var text = ""
        write(indent: nil) { text += $0 }
        return text
    }
    /// Writes the value, with an indent of two spaces per level. If `indent` is nil, the value is written on one line.
    func write(indent: String?, to write: (String) throws -> Void) rethrows {
        let inner = indent.map { $0 + "  " }, lineStart = inner.map { "\n" + $0 } ?? "", lastLine = indent.map { "\n" + $0 } ?? "",
            colon = indent == nil ? ":" : ": "
        func elements(_ list: any Sequence<JSON>) throws {
            try write("[")
            var separator = lineStart
            for element in list {
                try write(separator)
                try element.write(indent: inner, to: write)
                separator = "," + lineStart
            }
            try write(separator.first == "," ? lastLine + "]" : "]")
        }
        switch self {
        case .string(let text): try write(JSON.quoted(text))
        case .int(let number): try write("\(number)")
        case .bool(let flag): try write(flag ? "true" : "false")
        case .null: try write("null")
        // JSON has no numbers for infinities and NaN, so strings represent these values.
        case .number(let value): try write(value.isFinite ? "\(value)" : JSON.quoted(value.shown))
        case .float(let value):
            let number = value.isFinite ? "\(value)" : JSON.quoted(value.shown), bits = "\"0x\(Output.hexadecimal(value.bitPattern))\""
            try write(indent == nil ? "{\"value\":\(number),\"bits\":\(bits)}" : "{ \"value\": \(number), \"bits\": \(bits) }")
        case .list(let list):
            // A list of integers is written on one line, because rows of pictures have many integers.
            if indent != nil, !list.isEmpty, list.allSatisfy({ if case .int = $0 { true } else if case .null = $0 { true } else { false } }) {
                return try write("[" + list.map(\.compact).joined(separator: ", ") + "]")
            }
            try elements(list)
        case .sequence(let list): try elements(list)
        case .object(let members):
            try write("{")
            for (number, (name, value)) in members.enumerated() {
                try write((number == 0 ? "" : ",") + lineStart + JSON.quoted(name) + colon)
                try value.write(indent: inner, to: write)
            }
            try write(members.isEmpty ? "}" : lastLine + "}")
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
}
