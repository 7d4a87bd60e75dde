// LocalArray, LocalVariable: what the local slots of a module are.

/// A run of local slots that instructions index with values.
public struct LocalArray: Sendable, Hashable {
    /// The first slot.
    public var firstSlot: Int
    /// Number of slots.
    public var count: Int
    /// A run of `count` slots.
    public init(firstSlot: Int, count: Int) { self.firstSlot = firstSlot; self.count = count }
}

/// A variable of the source, for debuggers, and the local slots that hold it.
public struct LocalVariable: Sendable, Hashable {
    /// Its name in the source.
    public var name: String
    /// Its GLSL type.
    public var type: ValueType
    /// The first of its slots; one per scalar.
    public var firstSlot: Int
    /// A variable.
    public init(name: String, type: ValueType, firstSlot: Int) { self.name = name; self.type = type; self.firstSlot = firstSlot }
}
