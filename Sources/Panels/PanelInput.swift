// PanelInput: what the user did, as the panels understand it, and how much of it one frame may see.
//
// Dear ImGui looks at the state of buttons and keys once per frame. A press and its release within one slow frame would
// cancel out, and a press would be taken for one at the place the pointer reached later. So events wait in a queue, and a
// frame takes only as many as its state can show.

/// A button of the mouse.
public enum PanelButton: Int, Sendable, Hashable, CaseIterable { case left, right, middle }

/// Keys that text fields and sliders know.
public enum PanelKey: Int, Sendable, Hashable, CaseIterable {
    case tab, left, right, up, down, pageUp, pageDown, home, end, insert, delete, backspace, space, `return`, escape
    case keypadReturn, a, c, v, x, y, z
}

/// Positions are pixels of the target: x to the right, y up from the bottom, as window events have them.
public enum PanelEvent: Sendable, Hashable {
    case pointerMoved(x: Float, y: Float)
    /// The pointer is elsewhere: nothing is hovered.
    case pointerLeft
    case buttonDown(PanelButton)
    case buttonUp(PanelButton)
    /// Notches; y is positive away from the user.
    case wheel(x: Float, y: Float)
    case keyDown(PanelKey)
    case keyUp(PanelKey)
    case modifiers(control: Bool, shift: Bool, alt: Bool)
    /// Typed characters.
    case text(String)
}

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
