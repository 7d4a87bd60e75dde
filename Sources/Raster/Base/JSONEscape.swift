// JSONEscape: the escapes in strings of JSON (RFC 8259 §7), for all readers of JSON.

package enum JSONEscape {
    package enum Problem: Error {
        /// The text ends after the backslash.
        case end
        /// The character after the backslash begins no escape.
        case unknown
        /// Fewer than four hexadecimal digits follow `\u`.
        case noDigits
    }

    /// Reads an escape and appends its character as UTF-8. Half of a surrogate pair becomes U+FFFD.
    /// - Parameters:
    ///   - text: A text of JSON in UTF-8.
    ///   - place: The index after the backslash; on return, the index after the escape. If the escape is unknown, the index stays.
    ///   - result: The bytes of the string so far.
    package static func read<Text: RandomAccessCollection<UInt8>>(_ text: Text, at place: inout Int, into result: inout [UInt8]) throws(Problem)
    where Text.Index == Int {
        guard place < text.endIndex else { throw .end }
        switch text[place] {
        case UInt8(ascii: "b"): result.append(8)
        case UInt8(ascii: "f"): result.append(12)
        case UInt8(ascii: "n"): result.append(10)
        case UInt8(ascii: "r"): result.append(13)
        case UInt8(ascii: "t"): result.append(9)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(text[place])
        case UInt8(ascii: "u"):
            place += 1
            guard let first = unit(text, at: place) else { throw .noDigits }
            var units = [first]
            place += 4
            if UTF16.isLeadSurrogate(first), place + 1 < text.endIndex, text[place] == UInt8(ascii: "\\"), text[place + 1] == UInt8(ascii: "u"),
               let second = unit(text, at: place + 2), UTF16.isTrailSurrogate(second) {
                units.append(second)
                place += 6
            }
            result += Array(String(decoding: units, as: UTF16.self).utf8)
            return
        default: throw .unknown
        }
        place += 1
    }

    /// Returns the number that is written as four hexadecimal digits.
    private static func unit<Text: RandomAccessCollection<UInt8>>(_ text: Text, at start: Int) -> UInt16? where Text.Index == Int {
        guard text.endIndex - start >= 4 else { return nil }
        var value: UInt16 = 0
        for digit in text[start..<start + 4] {
            guard let number = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
            value = value << 4 | UInt16(number)
        }
        return value
    }
}
