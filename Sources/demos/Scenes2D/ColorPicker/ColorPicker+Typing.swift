// ColorPicker+Typing: the text fields of a colour picker: the colour itself, and the numbers of its sliders.

public import Canvas

extension ColorPicker {
    /// A text field.
    public enum TextField: String, Sendable, Hashable, CaseIterable {
        /// The colour, in any format that `Color(text:)` accepts.
        case text
        /// The hue in degrees, 0 to 360.
        case hue
        /// The opacity in percent, 0 to 100.
        case opacity
    }
    /// The state of a field while the user edits it.
    struct Editing: Sendable, Hashable {
        var field: TextField
        var line: EditableLine
        /// The distance in points by which the line was scrolled to the left when the pointer last set the caret. `shift` stays constant
        /// while the pointer drags.
        var shift = 0.0
        /// The colour that Escape restores.
        let before: Color
        let hueBefore: Double
        var mistake: String?
        /// True if the user pressed Return while the text had a mistake.
        var isRefused = false
    }
    /// The edited field; nil if no field is edited.
    public var editedField: TextField? { editing?.field }
    /// The edited line, with its caret and selection; nil if no field is edited.
    public var editedLine: EditableLine? { editing?.line }
    /// The mistake in the typed text, and its correction; nil if the text is valid or no field is edited.
    public var typingMistake: String? { editing?.mistake }

    /// Returns the text that a field shows while it is not edited.
    public func text(of field: TextField) -> String {
        switch field {
        case .text: text
        case .hue: ColorDigits.text(hue * 360, 1)
        case .opacity: ColorDigits.text(opacity * 100, 1)
        }
    }
    /// Returns the frame of a field.
    public func frame(of field: TextField) -> Rectangle {
        switch field {
        case .text: layout.text
        case .hue: layout.hue.number
        case .opacity: layout.opacity.number
        }
    }

    /// Begins to edit a field and selects its whole text. If another field was edited, the text of that field is applied, or
    /// discarded if the text is invalid.
    public mutating func beginTyping(in field: TextField) {
        endTyping()
        if field != .text { focus = field == .hue ? .hue : .opacity }
        editing = Editing(field: field, line: EditableLine(text(of: field), selectsAll: true), before: color, hueBefore: hue)
    }
    /// Replaces the selection by typed or pasted text. The colour changes as soon as the text is valid.
    public mutating func type(_ text: String) { edit { $0.insert(text) } }
    /// Changes the edited line: `edit { $0.delete(.left) }` for the backspace key. Does nothing if no field is edited.
    public mutating func edit(_ change: (inout EditableLine) -> Void) {
        guard var editing else { return }
        let text = editing.line.text
        change(&editing.line)
        self.editing = editing
        if editing.line.text != text { takeTyped() }
    }
    /// Increases or decreases a number by `amount` degrees or percent; does nothing in the colour's text field.
    public mutating func step(_ amount: Double) {
        guard var editing, editing.field != .text, amount.isFinite else { return }
        let part: Part = editing.field == .hue ? .hue : .opacity, range = editing.field == .hue ? 360.0 : 100
        set(part, to: value(of: part) + amount / range)
        editing.line = EditableLine(text(of: editing.field), selectsAll: true)
        (editing.mistake, editing.isRefused) = (nil, false)
        self.editing = editing
    }
    /// Handles the Return key: ends editing if the text is valid.
    /// - Returns: True if the text is valid. If the text is invalid, `typingMistake` describes the mistake, and editing continues.
    @discardableResult public mutating func commitTyping() -> Bool {
        takeTyped()
        guard editing?.mistake == nil else {
            editing?.isRefused = true
            return false
        }
        editing = nil
        return true
    }
    /// Handles the Escape key: ends editing and restores the previous colour.
    public mutating func cancelTyping() {
        guard let editing else { return }
        self.editing = nil
        color = editing.before
        hue = editing.hueBefore
    }
    /// Ends editing and keeps the last valid colour.
    public mutating func endTyping() { editing = nil }

    /// Sets the colour if the line describes a colour; otherwise sets the mistake.
    private mutating func takeTyped() {
        guard var editing else { return }
        (editing.mistake, editing.isRefused) = (nil, false)
        let text = editing.line.text
        switch editing.field {
        case .text:
            // If the text is unchanged, the colour stays as it is. The text may have fewer digits than the colour, so parsing the
            // text could change the colour.
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

    /// Returns a sentence about an invalid text: the text, the mistake, and the correction.
    private static func sentence(_ error: ColorTextError) -> String {
        let text = error.code == .empty ? "the text" : "'\(error.text.count > 24 ? String(error.text.prefix(20)) + "…" : error.text)'"
        return "\(text) \(error.problem); \(error.remedy)"
    }

    // MARK: Places in the text

    static let textSize = 13.0, textInset = 10.0
    /// Returns the layout of the edited line, and the distance by which the line is scrolled to the left. The distance is `editing.shift`,
    /// changed as little as needed to show the caret.
    func typedLayout(_ editing: Editing, font: Font) throws(CanvasError) -> (layout: TextLayout, shift: Double) {
        let layout = try TextLayout(editing.line.text, font: font, size: ColorPicker.textSize, paint: .color(ColorPicker.ink))
        let room = max(1, frame(of: editing.field).width - 2 * inset(of: editing.field)),
            caret = layout.caret(at: editing.line.scalarOffset(of: editing.line.caret)).x
        return (layout, max(min(editing.shift, caret, layout.bounds.width - room), caret - room, 0))
    }
    func inset(of field: TextField) -> Double { field == .text ? ColorPicker.textInset : 5 }
    /// Moves the caret to the pointer.
    mutating func setCaret(at place: Point, selects: Bool) {
        guard let editing, let font, let (layout, shift) = try? typedLayout(editing, font: font) else { return }
        let frame = frame(of: editing.field), x = min(max(place.x - frame.x - inset(of: editing.field) + shift, -1e6), 1e6)
        let found = editing.line.place(atScalar: layout.offset(at: Point(x, layout.bounds.center.y)))
        self.editing?.line.setCaret(found, selects: selects)
        self.editing?.shift = shift
    }
}
