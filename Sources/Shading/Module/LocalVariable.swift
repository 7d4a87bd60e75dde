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
    /// The call whose variable it is; nil for a variable of the module.
    public var scope: ShaderScope?
    /// A variable.
    public init(name: String, type: ValueType, firstSlot: Int, scope: ShaderScope? = nil) {
        self.name = name; self.type = type; self.firstSlot = firstSlot; self.scope = scope
    }
}

/// A function as it was inlined at one call.
public struct ShaderScope: Sendable, Hashable {
    /// Index into `ShaderModule.functionNames`.
    public var function: Int32
    /// The location of the call: an index into `ShaderModule.locations`, or −1 for the entry point.
    public var inlinedAt: Int32
    /// A call.
    public init(function: Int32, inlinedAt: Int32) { self.function = function; self.inlinedAt = inlinedAt }
}

/// A parameter of the source that no slots hold, because it never changes: the instructions that compute it.
package struct NamedValue: Sendable, Hashable {
    package var name: String
    package var type: ValueType
    package var scope: ShaderScope
    /// One per scalar; −1 where nothing needs it, so that it is not computed.
    package var instructions: [Int32]
}
