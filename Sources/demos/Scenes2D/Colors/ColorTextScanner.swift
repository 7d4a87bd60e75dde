// ColorTextScanner: reads the text of a colour character by character and keeps the position.

struct ColorTextScanner {
    /// The longest accepted text, in bytes of UTF-8. The longest usual notation has about a tenth of this length.
    static let maximumLength = 1024

    private let signs: [Unicode.Scalar]
    private(set) var place = 0

    init(_ text: String) throws(ColorTextError) {
        guard text.utf8.count <= ColorTextScanner.maximumLength else {
            signs = Array(text.unicodeScalars.prefix(60))
            throw error(.tooLong, "has more than \(ColorTextScanner.maximumLength) bytes", "give the text of one colour")
        }
        signs = Array(text.unicodeScalars)
    }

    func error(_ code: ColorTextError.Code, at position: Int? = nil, _ problem: String, _ remedy: String) -> ColorTextError {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: signs.prefix(60).map { $0.value < 0x20 ? " " : $0 })
        return ColorTextError(code, text: String(text), position: (position ?? place) + 1, problem, remedy: remedy)
    }

    var next: Unicode.Scalar? { place < signs.count ? signs[place] : nil }
    /// The next character, for error messages.
    var found: String { next.map { $0.value < 0x20 ? "a line's end" : "'\($0)'" } ?? "the end" }

    /// Skips white space; returns true if there was white space.
    @discardableResult mutating func skipSpace() -> Bool {
        let start = place
        while let sign = next, ColorTextScanner.isSpace(sign) { place += 1 }
        return place > start
    }
    /// Skips the character if it equals `sign`; returns true if a character was skipped.
    mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard next == sign else { return false }
        place += 1
        return true
    }
    mutating func expect(_ sign: Unicode.Scalar) throws(ColorTextError) {
        skipSpace()
        if !take(sign) { throw error(.syntax, "has \(found) instead of '\(sign)'", "write '\(sign)' there") }
    }
    /// Reads a word: a letter, then letters, digits and underscores; returns an empty text if there is no word.
    mutating func word() -> String {
        guard let first = next, ColorTextScanner.isLetter(first) else { return "" }
        var word = String.UnicodeScalarView()
        while let sign = next, ColorTextScanner.isLetter(sign) || ColorTextScanner.isDigit(sign) { word.append(sign); place += 1 }
        return String(word)
    }
    mutating func hexDigits() -> [UInt8] {
        var digits: [UInt8] = []
        while let sign = next, let digit = ColorTextScanner.hexValue(sign) { digits.append(digit); place += 1 }
        return digits
    }
    /// Reads a decimal number with sign and exponent, in CSS notation; nil if there is no number. If `isCode` is true, the number
    /// may end in a point, as in C.
    mutating func number(isCode: Bool = false) throws(ColorTextError) -> Double? {
        let start = place
        var digits = ""
        func digit(_ at: Int) -> Bool { at < signs.count && ColorTextScanner.isDigit(signs[at]) }
        if let sign = next, sign == "+" || sign == "-" { digits.unicodeScalars.append(sign); place += 1 }
        let whole = place
        while let sign = next, digit(place) { digits.unicodeScalars.append(sign); place += 1 }
        let hasWhole = place > whole
        if next == ".", digit(place + 1) || (isCode && hasWhole) {
            place += 1
            digits += hasWhole ? "." : "0."
            if !digit(place) { digits += "0" }
            while let sign = next, digit(place) { digits.unicodeScalars.append(sign); place += 1 }
        } else if !hasWhole {
            place = start
            return nil
        }
        if next == "e" || next == "E" {
            let hasSign = place + 1 < signs.count && (signs[place + 1] == "+" || signs[place + 1] == "-")
            if digit(place + (hasSign ? 2 : 1)) {
                for _ in 0..<(hasSign ? 2 : 1) { digits.unicodeScalars.append(signs[place]); place += 1 }
                while let sign = next, digit(place) { digits.unicodeScalars.append(sign); place += 1 }
            }
        }
        guard let value = Double(digits), value.isFinite else {
            throw error(.invalidNumber, at: start, "has a number that is too large", "write a smaller number")
        }
        return value
    }

    /// Returns true for the white space of CSS and similar characters.
    private static func isSpace(_ sign: Unicode.Scalar) -> Bool { sign == " " || (0x09...0x0D).contains(sign.value) || sign.value == 0xA0 }
    private static func isDigit(_ sign: Unicode.Scalar) -> Bool { ("0"..."9").contains(sign) }
    private static func isLetter(_ sign: Unicode.Scalar) -> Bool { ("a"..."z").contains(sign) || ("A"..."Z").contains(sign) || sign == "_" }
    private static func hexValue(_ sign: Unicode.Scalar) -> UInt8? {
        switch sign {
        case "0"..."9": UInt8(sign.value - 0x30)
        case "a"..."f": UInt8(sign.value - 0x61 + 10)
        case "A"..."F": UInt8(sign.value - 0x41 + 10)
        default: nil
        }
    }
}
