// EditableLine: an editable line of text with a caret and a selection, and the effects of keys on the line.

/// An editable line of text. A position in the line is given as the number of characters before the position.
public struct EditableLine: Sendable, Hashable {
    /// The maximum number of characters of a line; further characters are left out.
    public static let maximumLength = 1000
    /// A movement of the caret.
    public enum Move: String, Sendable, Hashable, CaseIterable {
        /// Moves one character to the left, or to the beginning of the selection.
        case left
        /// Moves one character to the right, or to the end of the selection.
        case right
        /// Moves to the beginning of the word on the left.
        case wordLeft
        /// Moves to the end of the word on the right.
        case wordRight
        /// Moves to the beginning of the line.
        case start
        /// Moves to the end of the line.
        case end
    }
    private var characters: [Character]
    /// The position of the caret, which is the moving end of the selection.
    public private(set) var caret: Int
    /// The fixed end of the selection; equals `caret` if nothing is selected.
    public private(set) var anchor: Int

    /// Creates a line whose caret is at the end.
    /// - Parameters:
    ///   - text: The text of the line.
    ///   - selectsAll: True to select the whole text, so that typed text replaces it.
    public init(_ text: String = "", selectsAll: Bool = false) {
        characters = Array(EditableLine.cleaned(text).prefix(EditableLine.maximumLength))
        caret = characters.count
        anchor = selectsAll ? 0 : caret
    }
    /// The whole line.
    public var text: String { String(characters) }
    /// The positions of the selected characters. If nothing is selected, the range is empty and begins at the caret.
    public var selection: Range<Int> { min(caret, anchor)..<max(caret, anchor) }
    /// The selected characters.
    public var selectedText: String { String(characters[selection]) }
    /// Returns the number of Unicode scalars before a position, as `TextLayout` counts.
    public func scalarOffset(of place: Int) -> Int { characters.prefix(max(place, 0)).reduce(0) { $0 + $1.unicodeScalars.count } }
    /// Returns the last position before which the line has at most `offset` Unicode scalars.
    public func place(atScalar offset: Int) -> Int {
        var count = 0
        for (place, character) in characters.enumerated() {
            count += character.unicodeScalars.count
            if count > offset { return place }
        }
        return characters.count
    }
    /// Returns the text with line ends and control characters replaced by blanks.
    private static func cleaned(_ text: String) -> String {
        String(text.map { $0.isNewline || $0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } ? " " : $0 })
    }

    /// Replaces the selection by typed or pasted text.
    public mutating func insert(_ text: String) {
        let room = EditableLine.maximumLength - characters.count + selection.count, new = EditableLine.cleaned(text).prefix(max(room, 0)),
            start = selection.lowerBound
        characters.replaceSubrange(selection, with: new)
        caret = start + new.count
        anchor = caret
    }
    /// Deletes the selection. If nothing is selected, deletes the characters between the caret and the target of the movement.
    public mutating func delete(_ move: Move) {
        if selection.isEmpty { self.move(move, selects: true) }
        insert("")
    }
    /// Moves the caret. If `selects` is true, the fixed end of the selection stays in place.
    public mutating func move(_ move: Move, selects: Bool = false) {
        if !selects, !selection.isEmpty, move == .left || move == .right {
            setCaret(move == .left ? selection.lowerBound : selection.upperBound)
            return
        }
        func isWord(_ place: Int) -> Bool { characters[place].isLetter || characters[place].isNumber }
        var place = caret
        switch move {
        case .left: place -= 1
        case .right: place += 1
        case .start: place = 0
        case .end: place = characters.count
        case .wordLeft:
            while place > 0, !isWord(place - 1) { place -= 1 }
            while place > 0, isWord(place - 1) { place -= 1 }
        case .wordRight:
            while place < characters.count, !isWord(place) { place += 1 }
            while place < characters.count, isWord(place) { place += 1 }
        }
        setCaret(place, selects: selects)
    }
    /// Sets the caret; positions beyond the line are clamped.
    public mutating func setCaret(_ place: Int, selects: Bool = false) {
        caret = min(max(place, 0), characters.count)
        if !selects { anchor = caret }
    }
    /// Selects the whole line.
    public mutating func selectAll() { (anchor, caret) = (0, characters.count) }
}
