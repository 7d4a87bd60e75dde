// LooseJSON: reads JSON as the hosts of shaders read it: trailing commas, missing commas, comments and line ends inside of strings
// are accepted.
//
// Guarantees: the reader ends for every input; the nesting is limited; the error for a mistake gives the line.

import Raster

/// A JSON value.
package enum LooseJSON: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([LooseJSON])
    case table([Member])

    package struct Member: Sendable, Equatable {
        package var name: String
        package var value: LooseJSON
    }
    /// The first mistake in a text.
    package struct Mistake: Error, Sendable, Equatable {
        package var line: Int
        package var message: String
    }

    /// The maximum nesting of lists and tables.
    static let maximumDepth = 100

    /// Reads a text that holds one value. Only white space and comments may follow the value.
    package init(_ text: String) throws(Mistake) {
        var reader = Reader(bytes: Array(text.utf8))
        self = try reader.value(depth: 0)
        reader.skipBlanks()
        guard reader.isAtEnd else { throw reader.mistake("there is text behind the end of the value") }
    }

    /// The member of a table; nil if there is no such member, or if the value is not a table. If a name occurs twice, the last member counts.
    package subscript(name name: String) -> LooseJSON? {
        guard case .table(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }
    package var members: [Member] { if case .table(let members) = self { members } else { [] } }
    package var elements: [LooseJSON] { if case .list(let elements) = self { elements } else { [] } }
    package var string: String? { if case .text(let text) = self { text } else { nil } }
    /// The value as a number; nil if the value is no number. A number may also be written as a text or as a truth value.
    package var double: Double? {
        switch self {
        case .number(let number): number
        case .text(let text): Double(text)
        case .bool(let flag): flag ? 1 : 0
        default: nil
        }
    }
    package var integer: Int? { double.flatMap { Int(exactly: $0.rounded(.towardZero)) } }
    /// The value as a truth value; nil if the value is no truth value. A truth value may also be written as a number or as a text.
    package var flag: Bool? {
        switch self {
        case .bool(let flag): flag
        case .number(let number): number != 0
        case .text(let text): ["true", "1", "yes"].contains(text.lowercased()) ? true : ["false", "0", "no"].contains(text.lowercased()) ? false : nil
        default: nil
        }
    }
    /// The numbers in a list. If the value is a single number, the result is a list with this number. nil if the value or an element of the
    /// list is no number.
    package var doubles: [Double]? {
        guard case .list(let elements) = self else { return double.map { [$0] } }
        let numbers = elements.compactMap(\.double)
        return numbers.count == elements.count ? numbers : nil
    }

    private struct Reader {
        let bytes: [UInt8]
        var place = 0

        var isAtEnd: Bool { place >= bytes.count }
        func mistake(_ message: String) -> Mistake { Mistake(line: 1 + bytes[..<min(place, bytes.count)].count { $0 == 10 }, message: message) }
        private func starts(_ word: StaticString, at start: Int) -> Bool {
            word.withUTF8Buffer { word in start + word.count <= bytes.count && (0..<word.count).allSatisfy { bytes[start + $0] == word[$0] } }
        }

        mutating func skipBlanks() {
            while place < bytes.count {
                if starts("//", at: place) {
                    while place < bytes.count, bytes[place] != 10 { place += 1 }
                } else if starts("/*", at: place) {
                    place += 2
                    while place < bytes.count, !starts("*/", at: place) { place += 1 }
                    place = min(place + 2, bytes.count)
                } else if [32, 9, 10, 13].contains(bytes[place]) {
                    place += 1
                } else if starts("\u{FEFF}", at: place) {
                    place += 3
                } else { return }
            }
        }

        mutating func value(depth: Int) throws(Mistake) -> LooseJSON {
            guard depth <= maximumDepth else { throw mistake("lists and tables are nested more than \(maximumDepth) deep") }
            skipBlanks()
            guard place < bytes.count else { throw mistake("the text ends before its last value") }
            switch bytes[place] {
            case UInt8(ascii: "{"): return try table(depth: depth)
            case UInt8(ascii: "["): return try list(depth: depth)
            case UInt8(ascii: "\""): return .text(try text())
            default: return try word()
            }
        }

        private mutating func list(depth: Int) throws(Mistake) -> LooseJSON {
            place += 1
            var elements: [LooseJSON] = []
            while true {
                skipBlanks()
                guard place < bytes.count else { throw mistake("a list has no closing ]") }
                if bytes[place] == UInt8(ascii: "]") { break }
                if bytes[place] == UInt8(ascii: ",") { place += 1; continue }
                elements.append(try value(depth: depth + 1))
            }
            place += 1
            return .list(elements)
        }

        private mutating func table(depth: Int) throws(Mistake) -> LooseJSON {
            place += 1
            var members: [Member] = []
            while true {
                skipBlanks()
                guard place < bytes.count else { throw mistake("a table has no closing }") }
                if bytes[place] == UInt8(ascii: "}") { break }
                if bytes[place] == UInt8(ascii: ",") { place += 1; continue }
                guard bytes[place] == UInt8(ascii: "\"") else { throw mistake("a table needs a name in quotation marks here") }
                let name = try text()
                skipBlanks()
                guard place < bytes.count, bytes[place] == UInt8(ascii: ":") else {
                    throw mistake("a colon is missing behind \"\(name.prefix(40).filter { !$0.isNewline })\"")
                }
                place += 1
                members.append(Member(name: name, value: try value(depth: depth + 1)))
            }
            place += 1
            return .table(members)
        }

        private mutating func word() throws(Mistake) -> LooseJSON {
            let start = place
            let ends: Set<UInt8> = [32, 9, 10, 13, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"), UInt8(ascii: "/")]
            while place < bytes.count, !ends.contains(bytes[place]) { place += 1 }
            let word = String(decoding: bytes[start..<place], as: UTF8.self)
            switch word.lowercased() {
            case "true": return .bool(true)
            case "false": return .bool(false)
            case "null": return .null
            default:
                guard let number = Double(word), number.isFinite else {
                    place = start
                    throw mistake("'\(word.prefix(40))' is no value")
                }
                return .number(number)
            }
        }

        private mutating func text() throws(Mistake) -> String {
            place += 1
            var result: [UInt8] = []
            while true {
                guard place < bytes.count else { throw mistake("a text has no closing quotation mark") }
                let byte = bytes[place]
                place += 1
                if byte == UInt8(ascii: "\"") { return String(decoding: result, as: UTF8.self) }
                guard byte == UInt8(ascii: "\\") else { result.append(byte); continue }
                do throws(JSONEscape.Problem) { try JSONEscape.read(bytes, at: &place, into: &result) } catch {
                    switch error {
                    case .end: throw mistake("a text has no closing quotation mark")
                    // Hosts read an unknown escape, such as \q, as the character after the backslash.
                    case .unknown: result.append(bytes[place]); place += 1
                    case .noDigits: result += Array("\u{FFFD}".utf8)
                    }
                }
            }
        }
    }
}
