// PressedKeys: the state of the keyboard, which some shaders read as a texture.

/// Three sets of keys, as JavaScript's key codes: keys that are held, keys that were pressed since the last frame, and keys that
/// have been pressed an odd number of times.
struct PressedKeys {
    private(set) var held: Set<Int> = [], pressed: Set<Int> = [], toggled: Set<Int> = []

    /// - Parameter name: SDL's name of the key.
    mutating func change(_ name: String, isDown: Bool) {
        guard let code = PressedKeys.code(of: name) else { return }
        guard isDown else { held.remove(code); return }
        guard held.insert(code).inserted else { return }
        pressed.insert(code)
        toggled.formSymmetricDifference([code])
    }
    /// Empties the set of keys that were pressed since the last frame.
    mutating func endFrame() { pressed = [] }

    private static let codes: [String: Int] = [
        "Backspace": 8, "Tab": 9, "Return": 13, "Left Shift": 16, "Right Shift": 16, "Left Ctrl": 17, "Right Ctrl": 17, "Left Alt": 18, "Right Alt": 18,
        "Escape": 27, "Space": 32, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36, "Left": 37, "Up": 38, "Right": 39, "Down": 40, "Insert": 45,
        "Delete": 46, ";": 186, "=": 187, ",": 188, "-": 189, ".": 190, "/": 191, "`": 192, "[": 219, "\\": 220, "]": 221, "'": 222,
    ]
    /// Returns JavaScript's code (`KeyboardEvent.keyCode`) of a key; nil for a key that shaders do not use.
    static func code(of name: String) -> Int? {
        if let code = codes[name] { return code }
        if name.hasPrefix("F"), let number = Int(name.dropFirst()), (1...12).contains(number) { return 111 + number }
        guard name.utf8.count == 1, let byte = name.uppercased().utf8.first else { return nil }
        return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? Int(byte) : nil
    }
}
