// TextBytes: converts text files of any encoding to UTF-8, and reads numbers in texts.

enum TextBytes {
    /// Returns the text as UTF-8 without a byte order mark. The first character of a model file is ASCII. Therefore a text whose first or
    /// second byte is zero is UTF-16 without a byte order mark. Unpaired surrogates become U+FFFD.
    static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes[3...]) }
        guard bytes.count >= 2 else { return bytes }
        let mark = (bytes[0], bytes[1])
        let isLittle = mark == (0xFF, 0xFE) || (mark.0 != 0 && mark.0 < 0x80 && mark.1 == 0)
        guard isLittle || mark == (0xFE, 0xFF) || (mark.0 == 0 && mark.1 != 0 && mark.1 < 0x80) else { return bytes }
        let units = stride(from: 0, to: bytes.count - 1, by: 2).lazy.map { i in
            isLittle ? UInt16(bytes[i]) | UInt16(bytes[i + 1]) << 8 : UInt16(bytes[i]) << 8 | UInt16(bytes[i + 1])
        }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count / 2)
        _ = transcode(units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: false) { result.append($0) }
        return result.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(result[3...]) : result
    }
}

/// Reads the words and numbers of a text one after another, from a position that moves forward.
struct TextReader {
    let bytes: ArraySlice<UInt8>
    /// The index of the next byte.
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes; position = bytes.startIndex }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 || byte == 11 || byte == 12 }
    static func isLineEnd(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }

    /// Skips blanks. Returns false if no byte is left.
    @discardableResult mutating func skipBlanks() -> Bool {
        while position < bytes.endIndex, Self.isBlank(bytes[position]) { position += 1 }
        return position < bytes.endIndex
    }
    /// Skips blanks and line ends. Returns false if no byte is left.
    @discardableResult mutating func skipSpace() -> Bool {
        while position < bytes.endIndex, Self.isBlank(bytes[position]) || bytes[position] == 10 { position += 1 }
        return position < bytes.endIndex
    }
    /// Goes to the beginning of the next line. Lines end with LF; a CR before the LF counts as a blank.
    mutating func skipLine() {
        while position < bytes.endIndex, bytes[position] != 10 { position += 1 }
        if position < bytes.endIndex { position += 1 }
    }
    /// Returns the bytes up to the next blank or the end; empty if the position is at a blank or at the end.
    mutating func word() -> ArraySlice<UInt8> {
        skipBlanks()
        let start = position
        while position < bytes.endIndex, !Self.isBlank(bytes[position]), bytes[position] != 10 { position += 1 }
        return bytes[start..<position]
    }
    /// Returns the next word as a number; nil if there is no word, or if the word is not a number.
    mutating func number() -> Double? { Decimal.number(word()) }
    /// Returns the rest without blanks at both ends, as a string.
    mutating func rest() -> String {
        skipBlanks()
        var end = bytes.endIndex
        while end > position, Self.isBlank(bytes[end - 1]) { end -= 1 }
        defer { position = bytes.endIndex }
        return String(decoding: bytes[position..<end], as: UTF8.self)
    }
}

/// Decimal numbers in text: `-1`, `.5`, `1.`, `2e-3`, `nan`, `inf`.
enum Decimal {
    private static let powers: [Double] = (0...22).map { exponent in (0..<exponent).reduce(1.0) { value, _ in value * 10 } }

    /// Returns the text as a number; nil if the whole text is not a number.
    static func number(_ text: ArraySlice<UInt8>) -> Double? {
        var at = text.startIndex
        let end = text.endIndex
        guard at < end else { return nil }
        var isNegative = false
        if text[at] == UInt8(ascii: "-") || text[at] == UInt8(ascii: "+") {
            isNegative = text[at] == UInt8(ascii: "-")
            at += 1
        }
        // `digits` holds up to 19 digits, which fit into 64 bits. If `digits` and the power of ten are exact doubles, their product or
        // quotient is rounded only once, so the result is the nearest double to the text's number. Other texts take the slower way through
        // `Double.init`.
        var digits: UInt64 = 0, digitCount = 0, exponent = 0, hasDigits = false
        func isDigit(_ i: Int) -> Bool { i < end && text[i] >= 48 && text[i] <= 57 }
        func take(_ i: Int) {
            hasDigits = true
            if digitCount > 0 || text[i] != 48 { digitCount += 1 }
            if digitCount <= 19 { digits = digits &* 10 &+ UInt64(text[i] - 48) }
        }
        while isDigit(at) { take(at); at += 1 }
        if at < end, text[at] == UInt8(ascii: ".") {
            at += 1
            while isDigit(at) { take(at); exponent -= 1; at += 1 }
        }
        guard hasDigits else { return special(text) }
        if at < end, text[at] == UInt8(ascii: "e") || text[at] == UInt8(ascii: "E") {
            at += 1
            var isSmall = false, power = 0
            if at < end, text[at] == UInt8(ascii: "-") || text[at] == UInt8(ascii: "+") {
                isSmall = text[at] == UInt8(ascii: "-")
                at += 1
            }
            guard isDigit(at) else { return nil }
            while isDigit(at) { power = min(power * 10 + Int(text[at] - 48), 100_000); at += 1 }
            exponent += isSmall ? -power : power
        }
        guard at == end else { return nil }
        if digits <= 1 << 53, digitCount <= 19, abs(exponent) <= 22 {
            let value = exponent < 0 ? Double(digits) / powers[-exponent] : Double(digits) * powers[exponent]
            return isNegative ? -value : value
        }
        return Double(String(decoding: text, as: UTF8.self))
    }
    /// Returns the number before an exponent that is damaged, such as 3.1 for `3.1+e2` or `3.1e`; nil if the text has no such number.
    static func numberBeforeExponent(_ text: ArraySlice<UInt8>) -> Double? {
        let exponent = Set("+-eE".utf8)
        guard let end = text.dropFirst().firstIndex(where: exponent.contains) else { return nil }
        return number(text[..<end])
    }
    private static func special(_ text: ArraySlice<UInt8>) -> Double? {
        guard text.count <= 10 else { return nil }
        let word = String(decoding: text, as: UTF8.self).lowercased()
        if word.hasSuffix("nan") || word.contains("#ind") || word.contains("#qnan") { return .nan }
        if word.hasSuffix("inf") || word.hasSuffix("infinity") { return word.hasPrefix("-") ? -.infinity : .infinity }
        return nil
    }
}
