// ColorPicker+Typing: the fields of a colour picker that take typed text: the colour itself, and the numbers of its sliders.

public import Canvas

extension ColorPicker {
    /// A part that takes typed text.
    public enum TextField: String, Sendable, Hashable, CaseIterable {
        /// The colour, in any form that `Color(text:)` reads.
        case text
        /// The hue in degrees, 0 to 360.
        case hue
        /// The opacity in percent, 0 to 100.
        case opacity
    }
    /// The editing of a field.
    struct Editing: Sendable, Hashable {
        var field: TextField
        var line: EditableLine
        /// How far the line was moved to the left when the pointer put the caret last, in points: it stays there while the pointer drags.
        var shift = 0.0
        /// The colour to which Escape returns.
        let before: Color
        let hueBefore: Double
        var mistake: String?
        /// Whether Return was pressed on a mistake.
        var isRefused = false
    }
    /// The field that takes typed text; nil where no field does.
    public var editedField: TextField? { editing?.field }
    /// The line that is edited, with its caret and selection; nil where no field takes text.
    public var editedLine: EditableLine? { editing?.line }
    /// The mistake in the typed text, and what to write instead; nil where the text is right, or where no field takes text.
    public var typingMistake: String? { editing?.mistake }

    /// The text that a field shows while nobody types in it.
    public func text(of field: TextField) -> String {
        switch field {
        case .text: text
        case .hue: ColorDigits.text(hue * 360, 1)
        case .opacity: ColorDigits.text(opacity * 100, 1)
        }
    }
    /// Where a field lies.
    public func frame(of field: TextField) -> Rectangle {
        switch field {
        case .text: layout.text
        case .hue: layout.hue.number
        case .opacity: layout.opacity.number
        }
    }

    /// Lets a field take typed text, and selects the field's whole text. The text of another field that was edited before is taken, or dropped where it is wrong.
    public mutating func beginTyping(in field: TextField) {
        endTyping()
        if field != .text { focus = field == .hue ? .hue : .opacity }
        editing = Editing(field: field, line: EditableLine(text(of: field), selectsAll: true), before: color, hueBefore: hue)
    }
    /// Puts typed or pasted text in the place of the selection; the colour follows as soon as the text is right.
    public mutating func type(_ text: String) { edit { $0.insert(text) } }
    /// Changes the edited line: `edit { $0.delete(.left) }` for the backspace key. Does nothing where no field takes text.
    public mutating func edit(_ change: (inout EditableLine) -> Void) {
        guard var editing else { return }
        let text = editing.line.text
        change(&editing.line)
        self.editing = editing
        if editing.line.text != text { takeTyped() }
    }
    /// Moves a number up or down by `amount` degrees or percent; does nothing in the colour's own field.
    public mutating func step(_ amount: Double) {
        guard var editing, editing.field != .text, amount.isFinite else { return }
        let part: Part = editing.field == .hue ? .hue : .opacity, range = editing.field == .hue ? 360.0 : 100
        set(part, to: value(of: part) + amount / range)
        editing.line = EditableLine(text(of: editing.field), selectsAll: true)
        (editing.mistake, editing.isRefused) = (nil, false)
        self.editing = editing
    }
    /// The Return key: ends typing where the text is right.
    /// - Returns: Whether the text is right; if not, `typingMistake` names the mistake, and typing goes on.
    @discardableResult public mutating func commitTyping() -> Bool {
        takeTyped()
        guard editing?.mistake == nil else {
            editing?.isRefused = true
            return false
        }
        editing = nil
        return true
    }
    /// The Escape key: ends typing, with the colour that was there before.
    public mutating func cancelTyping() {
        guard let editing else { return }
        self.editing = nil
        color = editing.before
        hue = editing.hueBefore
    }
    /// Ends typing with the last colour that was right.
    public mutating func endTyping() { editing = nil }

    /// Sets the colour that the line names, or the mistake.
    private mutating func takeTyped() {
        guard var editing else { return }
        (editing.mistake, editing.isRefused) = (nil, false)
        let text = editing.line.text
        switch editing.field {
        case .text:
            // A text that nobody has changed may have fewer digits than the colour.
            if text != self.text {
                do { color = try Color(text: text) } catch { editing.mistake = ColorPicker.sentence(error) }
            }
        case .hue, .opacity:
            let isHue = editing.field == .hue, limit = isHue ? 360.0 : 100
            let digits = text.filter { !$0.isWhitespace && $0 != (isHue ? "°" : "%") }
            if let number = Double(digits), number >= 0, number <= limit, digits.allSatisfy({ $0.isNumber || $0 == "." }) {
                set(isHue ? .hue : .opacity, to: number / limit)
            } else {
                editing.mistake = "give a number of 0 to \(Int(limit))\(isHue ? ", in degrees" : ", in percent")"
            }
        }
        self.editing = editing
    }

    /// A sentence about a wrong text: the text is the subject, and the sentence says how to write it instead.
    private static func sentence(_ error: ColorTextError) -> String {
        let text = error.code == .empty ? "the text" : "'\(error.text.count > 24 ? String(error.text.prefix(20)) + "…" : error.text)'"
        return "\(text) \(error.problem); \(error.remedy)"
    }

    // MARK: places in the text

    static let textSize = 13.0, textInset = 10.0
    /// The line that is typed, and how far it is moved to the left: as far as at the pointer's last event, or as little more or less as lets its caret be seen.
    func typedLayout(_ editing: Editing, font: Font) throws(CanvasError) -> (layout: TextLayout, shift: Double) {
        let layout = try TextLayout(editing.line.text, font: font, size: ColorPicker.textSize, paint: .color(ColorPicker.ink))
        let room = max(1, frame(of: editing.field).width - 2 * inset(of: editing.field)), caret = layout.caret(at: editing.line.scalarOffset(of: editing.line.caret)).x
        return (layout, max(min(editing.shift, caret, layout.bounds.width - room), caret - room, 0))
    }
    func inset(of field: TextField) -> Double { field == .text ? ColorPicker.textInset : 5 }
    /// Puts the caret where the pointer is.
    mutating func setCaret(at place: Point, selects: Bool) {
        guard let editing, let font, let (layout, shift) = try? typedLayout(editing, font: font) else { return }
        let frame = frame(of: editing.field), x = min(max(place.x - frame.x - inset(of: editing.field) + shift, -1e6), 1e6)
        let found = editing.line.place(atScalar: layout.offset(at: Point(x, layout.bounds.center.y)))
        self.editing?.line.setCaret(found, selects: selects)
        self.editing?.shift = shift
    }
}
