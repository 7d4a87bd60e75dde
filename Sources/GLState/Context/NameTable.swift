/// The objects of one kind by their names (glGen…, glBind…, glDelete…). A name is a positive number. A generated name is in use at once,
/// although its object is made only when the name is first bound.
package struct NameTable<Object: AnyObject> {
    private enum Entry { case free, reserved, object(Object) }
    /// The entries of the names below `denseCount`; entry 0 is never used.
    private var dense: [Entry] = [.free]
    /// The entries of larger names, which a program chose itself.
    private var sparse: [GLuint: Entry] = [:]
    private var nextName: GLuint = 1
    private static var denseCount: GLuint { 1 << 16 }

    package init() {}

    private subscript(entry name: GLuint) -> Entry {
        get {
            if name < Self.denseCount { return Int(name) < dense.count ? dense[Int(name)] : .free }
            return sparse[name] ?? .free
        }
        set {
            guard name < Self.denseCount else {
                if case .free = newValue { sparse[name] = nil } else { sparse[name] = newValue }
                return
            }
            while dense.count <= Int(name) { dense.append(.free) }
            dense[Int(name)] = newValue
        }
    }
    /// The object of a name; nil if the name has no object.
    package subscript(name: GLuint) -> Object? {
        if case .object(let object) = self[entry: name] { return object }
        return nil
    }
    /// Returns whether the name was generated or has an object.
    package func isUsed(_ name: GLuint) -> Bool {
        if case .free = self[entry: name] { return false }
        return true
    }
    /// Returns a name that is not in use, and reserves this name.
    package mutating func generate() -> GLuint {
        while nextName == 0 || isUsed(nextName) { nextName &+= 1 }
        let name = nextName
        self[entry: name] = .reserved
        nextName &+= 1
        return name
    }
    /// Writes `count` new names to `names`.
    package mutating func generate(_ count: GLsizei, _ names: UnsafeMutablePointer<GLuint>?) throws(GLError) {
        guard count >= 0 else { throw .invalidValue("the number of names is negative") }
        guard let names else { return }
        for i in 0..<Int(count) { names[i] = generate() }
    }
    package mutating func insert(_ object: Object, _ name: GLuint) { self[entry: name] = .object(object) }
    /// Frees the name. Returns the object that had the name.
    @discardableResult
    package mutating func remove(_ name: GLuint) -> Object? {
        guard name != 0 else { return nil }
        let object = self[name]
        self[entry: name] = .free
        if name < nextName { nextName = name }
        return object
    }
    /// All objects that have a name in the table.
    package var objects: [Object] {
        (dense + sparse.values).compactMap { if case .object(let object) = $0 { object } else { nil } }
    }
}
