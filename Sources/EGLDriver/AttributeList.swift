import CDriver

/// The attributes that a program passes to a function: pairs of a name and a value. In the program's list, EGL_NONE follows the last pair.
package struct AttributeList {
    package private(set) var pairs: [(name: EGLint, value: Int)] = []

    package init(pairs: [(name: EGLint, value: Int)]) { self.pairs = pairs }

    /// Reads a list of 32-bit numbers. NULL is an empty list.
    init(_ list: UnsafePointer<EGLint>?) {
        guard var list else { return }
        while list[0] != EGL_NONE {
            pairs.append((list[0], Int(list[1])))
            list += 2
        }
    }
    /// Reads a list of numbers that have the size of an address (EGL 1.5 §2.1.2).
    init(_ list: UnsafePointer<EGLAttrib>?) {
        guard var list else { return }
        while list[0] != Int(EGL_NONE) {
            // No attribute has a name that needs more than 32 bits. The driver replaces a name that needs more than 32 bits by 0, which is
            // not the name of an attribute either.
            pairs.append((EGLint(exactly: list[0]) ?? 0, list[1]))
            list += 2
        }
    }
}
