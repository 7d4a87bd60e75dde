import CDriver

/// The attributes that a program gives with a call: pairs of name and value, which EGL_NONE ends.
package struct AttributeList {
    package private(set) var pairs: [(name: EGLint, value: Int)] = []

    package init(pairs: [(name: EGLint, value: Int)]) { self.pairs = pairs }

    /// A list of 32-bit numbers. NULL is an empty list.
    init(_ list: UnsafePointer<EGLint>?) {
        guard var list else { return }
        while list[0] != EGL_NONE {
            pairs.append((list[0], Int(list[1])))
            list += 2
        }
    }
    /// A list of numbers as large as an address (EGL 1.5 §2.1.2).
    init(_ list: UnsafePointer<EGLAttrib>?) {
        guard var list else { return }
        while list[0] != Int(EGL_NONE) {
            // No attribute has a name that needs more than 32 bits; 0 is the name of none.
            pairs.append((EGLint(exactly: list[0]) ?? 0, list[1]))
            list += 2
        }
    }
}
