/// The pieces of a shader's text, for the types that give words of the text another meaning: words, and the characters between them.
struct ShaderPieces: Sequence, IteratorProtocol {
    enum Piece {
        /// A name, a keyword or a number, and the text behind it.
        case word(String, rest: Substring)
        case other(Character)
    }
    private var rest: Substring

    init(_ source: String) { rest = source[...] }

    mutating func next() -> Piece? {
        guard let first = rest.first else { return nil }
        guard Self.isPartOfWord(first) else {
            rest = rest.dropFirst()
            return .other(first)
        }
        let word = rest.prefix(while: Self.isPartOfWord)
        rest = rest.dropFirst(word.count)
        return .word(String(word), rest: rest)
    }
    static func isPartOfWord(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "_" }
}
