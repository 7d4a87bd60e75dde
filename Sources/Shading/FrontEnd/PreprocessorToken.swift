// PreprocessorToken: one preprocessing token, and the table that gives each spelling a number.

package struct PreprocessorToken: Sendable, Hashable {
    package enum Kind: UInt8, Sendable {
        case identifier, number, punctuator
        /// A character with which no GLSL token begins.
        case other
        /// `newline`: a token for the end of a line. `end`: the end of a file.
        case newline, end
        /// A directive that the compiler must see; this kind occurs only among emitted tokens. The spelling of a token of this kind is the
        /// directive's whole line.
        case directive
    }
    package var kind: Kind
    /// True if white space or a comment precedes the token.
    package var hasSpaceBefore: Bool
    /// True for an identifier that was found while the macro of this name was being expanded. A painted identifier is never expanded again.
    package var isPainted = false
    /// The index into the spelling table.
    package var symbol: Int32
    /// The place of the token; for a token from a macro, the place of the macro call.
    package var place: ShaderLineMap.Location
}

/// All spellings, numbered from 0 in the order in which they first occur.
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
