// CodeWords: the words of a text in GLSL or Swift, found byte by byte. A search by regular expressions with word boundaries takes a
// hundred times as long.

/// A sequence of letters, digits and underscores.
struct CodeWord {
    let text: Substring
    /// Whether a dot is directly before the word, as before the name of a member.
    let followsDot: Bool
}

extension String {
    /// All words of the text, in the order of the text.
    var codeWords: [CodeWord] {
        var words: [CodeWord] = [], start: Index?, last: UInt8 = 0, beforeStart: UInt8 = 0
        func add(_ start: Index, _ end: Index) { words.append(CodeWord(text: self[start..<end], followsDot: beforeStart == UInt8(ascii: "."))) }
        for index in utf8.indices {
            let byte = utf8[index]
            if Self.isPartOfWord(byte) {
                if start == nil { (start, beforeStart) = (index, last) }
            } else if let first = start {
                add(first, index)
                start = nil
            }
            last = byte
        }
        if let start { add(start, endIndex) }
        return words
    }

    /// Returns the text with other words. `replacement` returns the new text of a word, or nil if the word stays.
    func replacingWords(_ replacement: (Substring) -> String?) -> String {
        var result = "", end = startIndex
        for word in codeWords {
            guard let new = replacement(word.text) else { continue }
            result += self[end..<word.text.startIndex] + new
            end = word.text.endIndex
        }
        return result + self[end...]
    }

    /// A byte above 127 is a part of a letter of another script.
    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        // With the bit 32 set, a capital letter becomes the small letter.
        (UInt8(ascii: "a") ... UInt8(ascii: "z")).contains(byte | 32) || (UInt8(ascii: "0") ... UInt8(ascii: "9")).contains(byte)
            || byte == UInt8(ascii: "_") || byte > 127
    }
}
