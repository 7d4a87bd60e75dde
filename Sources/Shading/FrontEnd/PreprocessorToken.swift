// PreprocessorToken: one preprocessing token, and the table that numbers spellings.

package struct PreprocessorToken: Sendable, Hashable {
    package enum Kind: UInt8, Sendable {
        case identifier, number, punctuator
        /// A character that begins no token of GLSL.
        case other
        /// The end of a line; the end of a file.
        case newline, end
        /// Only among emitted tokens: a directive that the compiler must see. Its spelling is the whole line.
        case directive
    }
    package var kind: Kind
    /// True if white space or a comment precedes the token.
    package var hasSpaceBefore: Bool
    /// True for an identifier found while its own macro was being expanded. It is never expanded again.
    package var isPainted = false
    /// The index into the spelling table.
    package var symbol: Int32
    /// The place of the token, or of the macro call that produced it.
    package var place: ShaderLineMap.Location
}

/// Spellings, numbered from 0 in order of appearance.
struct SpellingTable {
    private(set) var spellings: [String] = []
    private var numbers: [String: Int32] = [:]

    mutating func number(of spelling: String) -> Int32 {
        if let number = numbers[spelling] { return number }
        let number = Int32(spellings.count)
        spellings.append(spelling)
        numbers[spelling] = number
        return number
    }

    func contains(_ spelling: String) -> Bool { numbers[spelling] != nil }

    subscript(symbol: Int32) -> String { spellings[Int(symbol)] }
}
