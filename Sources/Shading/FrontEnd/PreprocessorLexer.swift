// PreprocessorLexer: splits the bytes of one file into preprocessing tokens.
//
// Guarantees:
// - A backslash before a line end joins the lines in every dialect and at every place, also inside a token.
// - A comment counts as one space. A line ends in LF, CR LF or CR.
// - Each token has its physical line number, which begins at 1.

struct PreprocessorLexer {
    let file: Int32
    private let bytes: [UInt8]
    /// Offsets into `bytes` at which the physical line number increases by one, because a backslash and a line end were removed at
    /// these offsets.
    private let joins: [Int]
    private var nextJoin = 0
    private(set) var position = 0
    private(set) var line: Int32 = 1
    /// The line of a `/*` that is never closed; nil if no such comment has been found.
    private(set) var unterminatedComment: Int32?
    /// The lines of `//` comments that a backslash extends to the following line.
    private(set) var extendedComments: [Int32] = []

    init(text: String, file: Int32) {
        self.file = file
        var cleaned: [UInt8] = []
        var joins: [Int] = []
        cleaned.reserveCapacity(text.utf8.count + 1)
        let newline = UInt8(ascii: "\n"), carriageReturn = UInt8(ascii: "\r")
        for byte in text.utf8 {
            if byte == newline, cleaned.last == carriageReturn { cleaned.removeLast() }
            else if cleaned.last == carriageReturn { cleaned[cleaned.count - 1] = newline; Self.join(&cleaned, &joins) }
            cleaned.append(byte)
            if byte == newline { Self.join(&cleaned, &joins) }
        }
        if cleaned.last == carriageReturn { cleaned[cleaned.count - 1] = newline }
        bytes = cleaned
        self.joins = joins
        advance(0)
    }

    /// If `cleaned` ends with a backslash and a line end, removes the backslash and the line end.
    private static func join(_ cleaned: inout [UInt8], _ joins: inout [Int]) {
        let count = cleaned.count
        guard count >= 2, cleaned[count - 1] == UInt8(ascii: "\n"), cleaned[count - 2] == UInt8(ascii: "\\") else { return }
        cleaned.removeLast(2)
        joins.append(cleaned.count)
    }

    private func peek(_ distance: Int = 0) -> UInt8 {
        let index = position + distance
        return index < bytes.count ? bytes[index] : 0
    }

    private var isAtEnd: Bool { position >= bytes.count }

    /// Advances by `count` bytes; these bytes contain no line end.
    private mutating func advance(_ count: Int = 1) {
        position += count
        while nextJoin < joins.count, joins[nextJoin] <= position { line += 1; nextJoin += 1 }
    }

    private mutating func passNewline() { line += 1; advance() }

    /// Skips blanks and comments on this line; a `/* */` may span lines. Returns true if a blank or a comment was skipped.
    private mutating func skipSpace() -> Bool {
        let start = position
        while !isAtEnd {
            switch peek() {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C: advance()
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
                let first = line
                while !isAtEnd, peek() != UInt8(ascii: "\n") { advance() }
                if line != first { extendedComments.append(first) }
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
                let first = line
                advance(2)
                while !isAtEnd, !(peek() == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) {
                    if peek() == UInt8(ascii: "\n") { passNewline() } else { advance() }
                }
                if isAtEnd { unterminatedComment = first } else { advance(2) }
            default: return position > start
            }
        }
        return position > start
    }

    /// Returns the next token. At each line end, the token is `.newline`. At the end of the file, the token is always `.end`.
    mutating func next(_ spellings: inout SpellingTable) -> PreprocessorToken {
        let hasSpace = skipSpace()
        let place = ShaderLineMap.Location(file: file, line: max(line, 1))
        guard !isAtEnd else {
            return PreprocessorToken(kind: .end, hasSpaceBefore: hasSpace, symbol: spellings.number(of: ""), place: place)
        }
        let start = position
        let first = peek()
        var kind = PreprocessorToken.Kind.punctuator
        if first == UInt8(ascii: "\n") {
            passNewline()
            return PreprocessorToken(kind: .newline, hasSpaceBefore: hasSpace, symbol: spellings.number(of: "\n"), place: place)
        } else if Self.beginsIdentifier(first) {
            kind = .identifier
            while Self.continuesIdentifier(peek()), !isAtEnd { advance() }
        } else if Self.isDigit(first) || (first == UInt8(ascii: ".") && Self.isDigit(peek(1))) {
            kind = .number
            let isHexadecimal = first == UInt8(ascii: "0") && (peek(1) | 0x20) == UInt8(ascii: "x")
            while !isAtEnd {
                let byte = peek()
                if !isHexadecimal, byte | 0x20 == UInt8(ascii: "e"),
                   peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-"), Self.isDigit(peek(2)) {
                    advance(2)
                } else if Self.continuesIdentifier(byte) || byte == UInt8(ascii: ".") {
                    advance()
                } else { break }
            }
        } else if first >= 0x80 {
            kind = .other
            advance()
            while !isAtEnd, peek() & 0xC0 == 0x80 { advance() }
        } else {
            let length = Self.punctuatorLength(first, peek(1), peek(2))
            kind = length == 0 ? .other : .punctuator
            advance(max(length, 1))
        }
        let spelling = String(decoding: bytes[start..<position], as: UTF8.self)
        return PreprocessorToken(kind: kind, hasSpaceBefore: hasSpace, symbol: spellings.number(of: spelling), place: place)
    }

    /// Reads the rest of the line, for `#include`, `#error` and similar directives. Returns the text without blanks at its ends. The
    /// line end is not read.
    mutating func restOfLine() -> String {
        _ = skipSpace()
        let start = position
        var stop = position
        while !isAtEnd, peek() != UInt8(ascii: "\n") {
            if peek() == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "/") || peek(1) == UInt8(ascii: "*") {
                // A quoted or bracketed path may contain "//", which is no comment before the closing quote.
                let opened = bytes[start..<position]
                let quotes = opened.count { $0 == UInt8(ascii: "\"") }
                let isInPath = quotes % 2 == 1 || (opened.first == UInt8(ascii: "<") && !opened.contains(UInt8(ascii: ">")))
                if !isInPath { _ = skipSpace(); continue }
            }
            let isBlank = peek() == UInt8(ascii: " ") || peek() == UInt8(ascii: "\t")
            advance()
            if !isBlank { stop = position }
        }
        return String(decoding: bytes[start..<max(start, stop)], as: UTF8.self)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
    private static func beginsIdentifier(_ byte: UInt8) -> Bool {
        (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")) || byte == UInt8(ascii: "_")
    }
    private static func continuesIdentifier(_ byte: UInt8) -> Bool { beginsIdentifier(byte) || isDigit(byte) }

    /// Returns the length of the punctuator that begins with these characters; 0 if no punctuator begins with them.
    private static func punctuatorLength(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int {
        let equals = UInt8(ascii: "=")
        switch first {
        case UInt8(ascii: "<"), UInt8(ascii: ">"):
            if second == first { return third == equals ? 3 : 2 }
            return second == equals ? 2 : 1
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "^"):
            return second == first || second == equals ? 2 : 1
        case UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "%"):
            return second == equals ? 2 : 1
        case UInt8(ascii: "#"): return second == first ? 2 : 1
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
             UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "?"), UInt8(ascii: "."), UInt8(ascii: "~"):
            return 1
        default: return 0
        }
    }
}
