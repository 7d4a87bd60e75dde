// ViewKeys: turns a window's keys into the panels' keys. A window tells names of keys and no text, so letters, digits and signs are made of the names.

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
        var events: [PanelEvent] = []
        if let key = ViewKeys.keys[name] { events.append(isDown ? .keyDown(key) : .keyUp(key)) }
        guard isDown, !modifiers.contains("Ctrl"), !modifiers.contains("Alt") else { return events }
        let typed = name == "Space" ? " " : name.hasPrefix("Keypad ") ? String(name.dropFirst(7)) : name
        if typed.count == 1 {
            let isShifted = modifiers.contains("Shift")
            events.append(.text(isShifted ? (typed == "-" ? "_" : typed.uppercased()) : typed.lowercased()))
        }
        return events
    }
    private static let keys: [String: PanelKey] = [
        "Tab": .tab, "Left": .left, "Right": .right, "Up": .up, "Down": .down, "PageUp": .pageUp, "PageDown": .pageDown, "Home": .home, "End": .end,
        "Insert": .insert, "Delete": .delete, "Backspace": .backspace, "Space": .space, "Return": .return, "Escape": .escape, "Keypad Enter": .keypadReturn,
        "A": .a, "C": .c, "V": .v, "X": .x, "Y": .y, "Z": .z,
    ]
}
