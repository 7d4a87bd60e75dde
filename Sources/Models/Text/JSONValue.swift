// JSONValue: JSON texts (RFC 8259) as values. A Codable structure would refuse the whole file if, for example, a name is not a string,
// although such a model can still be drawn. The reader limits depth and size, because a file may be hostile.

import Raster

/// A value of a JSON text.
enum JSONValue {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// The problem of a text, as the rest of a sentence.
    struct Problem: Error { var text: String }

    /// Parses a whole text. Zeros and white space may follow the value, because binary glTF uses these characters as padding.
    init(parsing text: ArraySlice<UInt8>) throws(Problem) {
        var parser = JSONParser(text: text)
        self = try parser.whole()
    }
    /// The name of the value's type.
    var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "a truth value"
        case .number: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

private struct JSONParser {
    let text: ArraySlice<UInt8>
    var at: Int
    private var valueCount = 0
    /// The deepest nesting. glTF itself needs about ten levels.
    private static let deepest = 128
    /// The maximum number of values in a text. So many values take up to 1 GiB of memory.
    private static let mostValues = 1 << 23

    init(text: ArraySlice<UInt8>) { self.text = text; at = text.startIndex }

    mutating func whole() throws(JSONValue.Problem) -> JSONValue {
        let value = try value(depth: 0)
        while at < text.endIndex {
            guard text[at] == 0 || text[at] <= 32 else { throw problem("the description goes on after its end") }
            at += 1
        }
        return value
    }

    private func problem(_ text: String) -> JSONValue.Problem {
        let line = self.text[..<min(at, self.text.endIndex)].reduce(1) { $1 == 10 ? $0 + 1 : $0 }
        return JSONValue.Problem(text: "\(text) (line \(line), byte \(min(at, self.text.endIndex) - self.text.startIndex))")
    }
    private var next: UInt8? { at < text.endIndex ? text[at] : nil }
    private mutating func skipSpace() {
        while at < text.endIndex, text[at] == 32 || (9...10).contains(text[at]) || text[at] == 13 { at += 1 }
    }
    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        at += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONValue.Problem) -> JSONValue {
        guard depth < Self.deepest else { throw problem("the description is nested more than \(Self.deepest) levels deep") }
        valueCount += 1
        guard valueCount <= Self.mostValues else { throw problem("the description has more than \(Self.mostValues) values") }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case nil: throw problem("the description ends too early")
        default: return try number()
        }
    }
    private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONValue.Problem) -> JSONValue {
        let count = word.utf8CodeUnitCount
        guard text.endIndex - at >= count, word.withUTF8Buffer({ text[at..<(at + count)].elementsEqual($0) }) else {
            throw problem("the description has an unknown word")
        }
        at += count
        return value
    }
    private mutating func number() throws(JSONValue.Problem) -> JSONValue {
        let start = at
        while let byte = next, (48...57).contains(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
            || byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") { at += 1 }
        guard at > start, let value = Decimal.number(text[start..<at]) else {
            at = start
            throw problem("the description has an unknown character")
        }
        return .number(value)
    }
    private mutating func array(depth: Int) throws(JSONValue.Problem) -> JSONValue {
        at += 1
        var values: [JSONValue] = []
        skipSpace()
        if skip("]") { return .array(values) }
        while true {
            values.append(try value(depth: depth + 1))
            skipSpace()
            if skip("]") { return .array(values) }
            guard skip(",") else { throw problem("a list of the description lacks a comma or its end") }
        }
    }
    private mutating func object(depth: Int) throws(JSONValue.Problem) -> JSONValue {
        at += 1
        var members: [String: JSONValue] = [:]
        skipSpace()
        if skip("}") { return .object(members) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw problem("a member of the description has no name") }
            let name = try string()
            skipSpace()
            guard skip(":") else { throw problem("a member of the description has no colon") }
            members[name] = try value(depth: depth + 1)
            skipSpace()
            if skip("}") { return .object(members) }
            guard skip(",") else { throw problem("an object of the description lacks a comma or its end") }
        }
    }
    private mutating func string() throws(JSONValue.Problem) -> String {
        at += 1
        let start = at
        // Nearly all strings have no escapes, so the bytes before the first escape are taken together.
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { at += 1 }
        if next == UInt8(ascii: "\"") {
            defer { at += 1 }
            return String(decoding: text[start..<at], as: UTF8.self)
        }
        var bytes = Array(text[start..<at])
        while let byte = next {
            at += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: bytes, as: UTF8.self) }
            if byte == UInt8(ascii: "\\") { try escape(into: &bytes) } else { bytes.append(byte) }
        }
        throw problem("a string of the description has no end")
    }
    private mutating func escape(into bytes: inout [UInt8]) throws(JSONValue.Problem) {
        do throws(JSONEscape.Problem) { try JSONEscape.read(text, at: &at, into: &bytes) } catch {
            throw switch error {
            case .end: problem("a string of the description has no end")
            case .unknown: problem("a string of the description has an unknown escape")
            case .noDigits: problem("a string of the description has an escape without four digits")
            }
        }
    }
}
