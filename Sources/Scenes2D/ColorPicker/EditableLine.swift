// EditableLine: a line of text that someone types: a caret, a selection, and the effects of keys on them.

/// A line of text while it is typed. Places are numbers of characters before them; all characters of a selection lie between its ends.
public struct EditableLine: Sendable, Hashable {
    /// The most characters of a line; further characters are left out.
    public static let maximumLength = 1000
    /// Where a key takes the caret.
    public enum Move: String, Sendable, Hashable, CaseIterable {
        /// A character to the left, or to the beginning of the selection.
        case left
        /// A character to the right, or to the end of the selection.
        case right
        /// To the beginning of the word on the left.
        case wordLeft
        /// To the end of the word on the right.
        case wordRight
        /// To the beginning of the line.
        case start
        /// To the end of the line.
        case end
    }
    private var characters: [Character]
    /// Where the caret stands: the end of the selection that moves.
    public private(set) var caret: Int
    /// The end of the selection that stays; the caret's place where nothing is selected.
    public private(set) var anchor: Int

    /// A line with its caret at the end.
    /// - Parameter selectsAll: Whether the whole text is selected, so that typed text takes its place.
    public init(_ text: String = "", selectsAll: Bool = false) {
        characters = Array(EditableLine.cleaned(text).prefix(EditableLine.maximumLength))
        caret = characters.count
        anchor = selectsAll ? 0 : caret
    }
    /// The whole line.
    public var text: String { String(characters) }
    /// The places of the selected characters; empty at the caret where none are selected.
    public var selection: Range<Int> { min(caret, anchor)..<max(caret, anchor) }
    /// The characters that are selected.
    public var selectedText: String { String(characters[selection]) }
    /// The number of Unicode scalars before a place; `TextLayout` counts by Unicode scalars.
    public func scalarOffset(of place: Int) -> Int { characters.prefix(max(place, 0)).reduce(0) { $0 + $1.unicodeScalars.count } }
    /// The last place that has at most `offset` Unicode scalars before it.
    public func place(atScalar offset: Int) -> Int {
        var count = 0
        for (place, character) in characters.enumerated() {
            count += character.unicodeScalars.count
            if count > offset { return place }
        }
        return characters.count
    }
    /// Line ends and other characters that control become blanks.
    private static func cleaned(_ text: String) -> String { String(text.map { $0.isNewline || $0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } ? " " : $0 }) }

    /// Puts typed or pasted text in the place of the selection.
    public mutating func insert(_ text: String) {
        let room = EditableLine.maximumLength - characters.count + selection.count, new = EditableLine.cleaned(text).prefix(max(room, 0)), start = selection.lowerBound
        characters.replaceSubrange(selection, with: new)
        caret = start + new.count
        anchor = caret
    }
    /// Deletes the selection; where nothing is selected, deletes the characters between the caret and the place where a key would take it.
    public mutating func delete(_ move: Move) {
        if selection.isEmpty { self.move(move, selects: true) }
        insert("")
    }
    /// Moves the caret; with `selects` the other end of the selection stays.
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
    /// Puts the caret somewhere; places beyond the line count as its ends.
    public mutating func setCaret(_ place: Int, selects: Bool = false) {
        caret = min(max(place, 0), characters.count)
        if !selects { anchor = caret }
    }
    /// Selects the whole line.
    public mutating func selectAll() { (anchor, caret) = (0, characters.count) }
}
