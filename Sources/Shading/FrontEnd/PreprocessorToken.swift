// PreprocessorToken: one preprocessing token, and the table that gives each spelling a number.

package struct PreprocessorToken: Sendable, Hashable {
    package enum Kind: UInt8, Sendable {
        case identifier, number, punctuator
        /// A character that no token of GLSL begins with.
        case other
        /// End of a line; end of a file.
        case newline, end
        /// Only among emitted tokens: a directive that the compiler has to see, its line being the spelling.
        case directive
    }
    package var kind: Kind
    /// White space or a comment stands before it.
    package var hasSpaceBefore: Bool
    /// An identifier met while its own macro was being expanded: it is never expanded again.
    package var isPainted = false
    /// Index into the spelling table.
    package var symbol: Int32
    /// The place of the token, or of the macro call that made it.
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
