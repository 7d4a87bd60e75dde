// ViewKeys: turns a window's keys into keys of the panels. Typed letters, digits and signs arrive separately, as text events.

import Panels
import Window

struct ViewKeys {
    private var modifiers: Set<String> = []
    var holdsControl: Bool { modifiers.contains("Ctrl") }

    mutating func events(_ name: String, isDown: Bool) -> [PanelEvent] {
        for word in ["Ctrl", "Shift", "Alt"] where name.hasSuffix(" " + word) || name == word {
            if isDown { modifiers.insert(word) } else { modifiers.remove(word) }
            return [.modifiers(control: modifiers.contains("Ctrl"), shift: modifiers.contains("Shift"), alt: modifiers.contains("Alt"))]
        }
        guard let key = ViewKeys.keys[name] else { return [] }
        return [isDown ? .keyDown(key) : .keyUp(key)]
    }
    private static let keys: [String: PanelKey] = [
        "Tab": .tab, "Left": .left, "Right": .right, "Up": .up, "Down": .down, "PageUp": .pageUp, "PageDown": .pageDown, "Home": .home, "End": .end,
        "Insert": .insert, "Delete": .delete, "Backspace": .backspace, "Space": .space, "Return": .return, "Escape": .escape, "Keypad Enter": .keypadReturn,
        "A": .a, "C": .c, "V": .v, "X": .x, "Y": .y, "Z": .z,
    ]
}
