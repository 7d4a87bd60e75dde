// ShaderCaseLexer: the tokens of a `.test` file. `#` begins a comment. Shader text is enclosed in doubled quotation marks.

struct ShaderCaseToken: Equatable {
    enum Kind: Equatable { case word, integer, float, string, source, symbol, end }
    var kind: Kind
    /// The token's characters in the file; for a string or a source, the text that these characters represent.
    var text: String
    /// The line, from 1.
    var line: Int
}

struct ShaderCaseLexer {
    private let file: String
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    init(file: String, bytes: [UInt8]) { self.file = file; self.bytes = bytes }

    static func tokens(file: String, bytes: [UInt8]) throws(CaseFileError) -> [ShaderCaseToken] {
        var lexer = ShaderCaseLexer(file: file, bytes: bytes)
        var result: [ShaderCaseToken] = []
        repeat { result.append(try lexer.next()) } while result.last?.kind != .end
        return result
    }

    private func byte(_ offset: Int = 0) -> UInt8 { position + offset < bytes.count ? bytes[position + offset] : 0 }
    private var isAtEnd: Bool { position >= bytes.count }

    private mutating func advance() {
        if byte() == UInt8(ascii: "\n") { line += 1 }
        position += 1
    }

    private mutating func skipSpaceAndComments() {
        while !isAtEnd {
            switch byte() {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): advance()
            case UInt8(ascii: "#"): while !isAtEnd, byte() != UInt8(ascii: "\n"), byte() != UInt8(ascii: "\r") { advance() }
            default: return
            }
        }
    }

    private static func isLetter(_ c: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(c | 0x20) }
    private static func isDigit(_ c: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(c) }
    /// Words may contain dots and hyphens, because names of cases contain dots and hyphens.
    private static func continuesWord(_ c: UInt8) -> Bool { isLetter(c) || isDigit(c) || "_-.".utf8.contains(c) }

    private mutating func next() throws(CaseFileError) -> ShaderCaseToken {
        skipSpaceAndComments()
        let start = position, startLine = line, first = byte()
        func token(_ kind: ShaderCaseToken.Kind, _ end: Int) -> ShaderCaseToken {
            ShaderCaseToken(kind: kind, text: String(decoding: bytes[start..<end], as: UTF8.self), line: startLine)
        }
        if isAtEnd { return ShaderCaseToken(kind: .end, text: "the end of the file", line: line) }
        if Self.isLetter(first) {
            while Self.continuesWord(byte()) { position += 1 }
            return token(.word, position)
        }
        if Self.isDigit(first) {
            let kind = try skipNumber()
            return token(kind, position)
        }
        if first == UInt8(ascii: "\""), byte(1) == first {
            return ShaderCaseToken(kind: .source, text: try source(), line: startLine)
        }
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            position += 1
            let text = try quoted("string") { $0.byte() == first }
            position += 1
            return ShaderCaseToken(kind: .string, text: text, line: startLine)
        }
        guard "=+-,|;()[]{}>".utf8.contains(first) else {
            throw CaseFileError(file: file, line: line,
                                "no token begins with this character: \(first < 0x80 ? "'\(Character(UnicodeScalar(first)))'" : "byte \(first)")")
        }
        position += 1
        return token(.symbol, position)
    }

    private mutating func skipNumber() throws(CaseFileError) -> ShaderCaseToken.Kind {
        while Self.isDigit(byte()) { position += 1 }
        guard byte() == UInt8(ascii: ".") else { return .integer }
        position += 1
        while Self.isDigit(byte()) { position += 1 }
        if byte() | 0x20 == UInt8(ascii: "e") {
            position += 1
            if byte() == UInt8(ascii: "+") || byte() == UInt8(ascii: "-") { position += 1 }
            guard Self.isDigit(byte()) else { throw CaseFileError(file: file, line: line, "a number's exponent has no digits") }
            while Self.isDigit(byte()) { position += 1 }
        }
        return .float
    }

    /// Reads characters until `isEnd` is true. `\n` and `\t` are a line end and a tab; any other character after a backslash represents
    /// itself.
    private mutating func quoted(_ what: String, until isEnd: (Self) -> Bool) throws(CaseFileError) -> String {
        let startLine = line
        var result: [UInt8] = []
        while !isEnd(self) {
            if byte() == UInt8(ascii: "\\"), position + 1 < bytes.count {
                position += 1
                switch byte() {
                case UInt8(ascii: "n"): result.append(UInt8(ascii: "\n"))
                case UInt8(ascii: "t"): result.append(UInt8(ascii: "\t"))
                default: result.append(byte())
                }
            } else {
                result.append(byte())
            }
            guard !isAtEnd else { throw CaseFileError(file: file, line: startLine, "this \(what) is not closed before the file ends") }
            advance()
        }
        return String(decoding: result, as: UTF8.self)
    }

    private mutating func source() throws(CaseFileError) -> String {
        position += 2
        // If the rest of the first line is empty, the text begins in the second line.
        while byte() == UInt8(ascii: " ") { position += 1 }
        if byte() == UInt8(ascii: "\r") { position += 1 }
        if byte() == UInt8(ascii: "\n") { advance() }
        let text = try quoted("shader") { $0.byte() == UInt8(ascii: "\"") && $0.byte(1) == UInt8(ascii: "\"") }
        position += 2
        return Self.withoutIndentation(text)
    }

    /// Removes the indentation of the first line from every line; a tab counts as four spaces. Lines end in LF.
    static func withoutIndentation(_ text: String) -> String {
        func width(_ c: Character) -> Int { c == "\t" ? 4 : 1 }
        let lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        // If the text begins with empty lines, each line end counts as one space of indentation.
        var indentation = 0
        for line in lines {
            let space = line.prefix { $0 == " " || $0 == "\t" }
            indentation += space.reduce(0) { $0 + width($1) }
            if space.count < line.count { break }
            indentation += 1
        }
        return lines.map { line in
            var left = indentation
            return String(line.drop { c in
                guard left > 0, c == " " || c == "\t" else { return false }
                left -= width(c)
                return true
            })
        }.joined(separator: "\n")
    }
}
