/// A mouse button.
public enum PanelButton: Int, Sendable, Hashable, CaseIterable {
    /// The left button, which operates widgets.
    case left
    /// The right button.
    case right
    /// The middle button or pressed wheel.
    case middle
}

/// Keys that text fields and sliders handle.
public enum PanelKey: Int, Sendable, Hashable, CaseIterable {
    /// Moves the focus to the next widget.
    case tab
    /// Moves the text cursor to the left.
    case left
    /// Moves the text cursor to the right.
    case right
    /// Moves the text cursor up.
    case up
    /// Moves the text cursor down.
    case down
    /// Scrolls up by a page.
    case pageUp
    /// Scrolls down by a page.
    case pageDown
    /// Moves the cursor to the start of the line.
    case home
    /// Moves the cursor to the end of the line.
    case end
    /// With control, copies the selected text. With shift, pastes.
    case insert
    /// Deletes the character after the cursor.
    case delete
    /// Deletes the character before the cursor.
    case backspace
    /// Presses the focused widget.
    case space
    /// Ends typing and keeps the text.
    case `return`
    /// Ends typing and restores the old text.
    case escape
    /// Ends typing and keeps the text, like `return`.
    case keypadReturn
    /// With control: selects the whole text.
    case a
    /// With control: copies the selected text.
    case c
    /// With control: pastes.
    case v
    /// With control: cuts the selected text.
    case x
    /// With control: redoes.
    case y
    /// With control: undoes.
    case z
}

/// An action of the user, for `PanelContext.update`. Positions are pixels of the target: x to the right, y up from the bottom, as
/// in window events.
public enum PanelEvent: Sendable, Hashable {
    /// The pointer moved to (x, y).
    case pointerMoved(x: Float, y: Float)
    /// The pointer left the target, so the pointer is over no widget.
    case pointerLeft
    /// A button went down at the pointer's position.
    case buttonDown(PanelButton)
    /// A button came up.
    case buttonUp(PanelButton)
    /// The wheel turned by this number of notches; y is positive if the wheel turns away from the user.
    case wheel(x: Float, y: Float)
    /// A key went down.
    case keyDown(PanelKey)
    /// A key came up.
    case keyUp(PanelKey)
    /// The modifier keys changed; the given keys are held.
    case modifiers(control: Bool, shift: Bool, alt: Bool)
    /// The user typed these characters.
    case text(String)
}
