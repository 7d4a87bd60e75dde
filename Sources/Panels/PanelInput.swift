/// A button of the mouse.
public enum PanelButton: Int, Sendable, Hashable, CaseIterable {
    /// The left button, which works widgets.
    case left
    /// The right button.
    case right
    /// The wheel, pressed.
    case middle
}

/// Keys that text fields and sliders know.
public enum PanelKey: Int, Sendable, Hashable, CaseIterable {
    /// Moves the focus to the next widget.
    case tab
    /// Moves the cursor of a text to the left.
    case left
    /// Moves the cursor of a text to the right.
    case right
    /// Moves the cursor of a text up.
    case up
    /// Moves the cursor of a text down.
    case down
    /// Scrolls up by a page.
    case pageUp
    /// Scrolls down by a page.
    case pageDown
    /// Moves the cursor to the start of the line.
    case home
    /// Moves the cursor to the end of the line.
    case end
    /// With control copies, with shift pastes.
    case insert
    /// Deletes the character after the cursor.
    case delete
    /// Deletes the character before the cursor.
    case backspace
    /// Presses the widget in focus.
    case space
    /// Ends typing and keeps the text.
    case `return`
    /// Ends typing and takes the old text back.
    case escape
    /// Ends typing and keeps the text, as `return` does.
    case keypadReturn
    /// With control selects the whole text.
    case a
    /// With control copies the selected text.
    case c
    /// With control pastes.
    case v
    /// With control cuts the selected text.
    case x
    /// With control does again what was undone.
    case y
    /// With control undoes.
    case z
}

/// An action of the user's, for `PanelContext.update`. Positions are pixels of the target: x to the right, y up from the bottom, as
/// window events have them.
public enum PanelEvent: Sendable, Hashable {
    /// The pointer is at (x, y).
    case pointerMoved(x: Float, y: Float)
    /// The pointer is elsewhere: it rests on no widget.
    case pointerLeft
    /// A button went down where the pointer is.
    case buttonDown(PanelButton)
    /// A button came up.
    case buttonUp(PanelButton)
    /// The wheel turned by so many notches; y is positive away from the user.
    case wheel(x: Float, y: Float)
    /// A key went down.
    case keyDown(PanelKey)
    /// A key came up.
    case keyUp(PanelKey)
    /// The modifier keys that are held from now on.
    case modifiers(control: Bool, shift: Bool, alt: Bool)
    /// The user typed these characters.
    case text(String)
}

/// The events that no frame has seen yet. Dear ImGui looks at the state of buttons and keys once per frame. A press and its release
/// within one slow frame would cancel out, and a press would be taken for one at the place that the pointer reached later. So
/// events wait here, and a frame takes only as many as its state can show.
struct PanelEventQueue {
    private var waiting: [PanelEvent] = []
    var isEmpty: Bool { waiting.isEmpty }

    mutating func append(_ events: [PanelEvent]) { waiting += events }

    /// The next frame's events: up to a second change of one button or key, and up to a move after a change of a button.
    mutating func takeFrame() -> [PanelEvent] {
        var buttons: Set<PanelButton> = [], keys: Set<PanelKey> = []
        var count = 0
        scan: for event in waiting {
            switch event {
            case .buttonDown(let button), .buttonUp(let button):
                guard buttons.insert(button).inserted else { break scan }
            case .keyDown(let key), .keyUp(let key):
                guard keys.insert(key).inserted else { break scan }
            case .pointerMoved, .pointerLeft:
                guard buttons.isEmpty else { break scan }
            case .wheel, .modifiers, .text: break
            }
            count += 1
        }
        defer { waiting.removeFirst(count) }
        return Array(waiting.prefix(count))
    }
}
