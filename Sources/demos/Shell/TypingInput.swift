// TypingInput: makes of a window's keys what someone does who types: characters, and keys that move a caret, delete, copy and paste.

import Window

/// A key of someone who types.
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

    /// Is told of every event, so that it knows which of Ctrl and Shift are held.
    package mutating func follow(_ event: WindowEvent) {
        switch event {
        case .keyDown(let name, _) where name.hasSuffix("Ctrl") || name.hasSuffix("Shift"): held.insert(name)
        case .keyUp(let name): held.remove(name)
        default: break
        }
    }
    /// Forgets keys that are held no more: their ends may have been told to another window.
    package mutating func keep(_ pressed: Set<String>) { held.formIntersection(pressed) }
    /// What a key or a text means for someone who types: nothing where it means nothing to him; nil for events that are no keys.
    package func translate(_ event: WindowEvent) -> [DemoEvent]? {
        let isControl = held.contains { $0.hasSuffix("Ctrl") }, isShift = held.contains { $0.hasSuffix("Shift") }
        switch event {
        case .text(let text): return isControl ? [] : [.text(text)]
        case .keyDown(let name, _):
            // Keys of the window stay its own: F1 and the like.
            if name.first == "F", Int(name.dropFirst()) != nil { return nil }
            if isControl, let command = TypingInput.commands[name] { return [.edit(command, selects: false, byWord: false)] }
            return TypingInput.keys[name].map { [.edit($0, selects: isShift, byWord: isControl)] } ?? []
        default: return nil
        }
    }
}
