// TypingInput: translates a window's keys for typing: characters, and keys that move a caret, delete, copy and paste.

import Window

/// A key for editing text.
package enum EditKey: String, Sendable, Hashable, CaseIterable {
    case left, right, up, down, home, end, backspace, delete, enter, escape, tab, selectAll, copy, cut, paste
}

package struct TypingInput {
    private var held: Set<String> = []
    package init() {}

    private static let keys: [String: EditKey] = [
        "Left": .left, "Right": .right, "Up": .up, "Down": .down, "Home": .home, "End": .end, "Backspace": .backspace, "Delete": .delete, "Return": .enter,
        "Keypad Enter": .enter, "Escape": .escape, "Tab": .tab,
    ]
    private static let commands: [String: EditKey] = ["A": .selectAll, "C": .copy, "X": .cut, "V": .paste]

    /// Keeps track of whether Ctrl and Shift are held. Call this method for every event.
    package mutating func follow(_ event: WindowEvent) {
        switch event {
        case .keyDown(let name, _) where name.hasSuffix("Ctrl") || name.hasSuffix("Shift"): held.insert(name)
        case .keyUp(let name): held.remove(name)
        default: break
        }
    }
    /// Forgets keys that are no longer held. Another window may have received the release of such a key.
    package mutating func keep(_ pressed: Set<String>) { held.formIntersection(pressed) }
    /// Converts a key or a text to events for a text field. Returns an empty array if a key has no meaning in text fields, and nil
    /// if the event is neither a key nor a text.
    package func translate(_ event: WindowEvent) -> [DemoEvent]? {
        let isControl = held.contains { $0.hasSuffix("Ctrl") }, isShift = held.contains { $0.hasSuffix("Shift") }
        switch event {
        case .text(let text): return isControl ? [] : [.text(text)]
        case .keyDown(let name, _):
            // Function keys such as F1 are left to the window.
            if name.first == "F", Int(name.dropFirst()) != nil { return nil }
            if isControl, let command = TypingInput.commands[name] { return [.edit(command, selects: false, byWord: false)] }
            return TypingInput.keys[name].map { [.edit($0, selects: isShift, byWord: isControl)] } ?? []
        default: return nil
        }
    }
}
