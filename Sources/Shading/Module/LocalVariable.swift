// LocalArray, LocalVariable: describe the local slots of a module.

/// A run of local slots that instructions access with an index.
public struct LocalArray: Sendable, Hashable {
    /// The first slot.
    public var firstSlot: Int
    /// The number of slots.
    public var count: Int
    /// Creates an array of `count` slots.
    public init(firstSlot: Int, count: Int) { self.firstSlot = firstSlot; self.count = count }
}

/// A variable of the source, and the local slots that contain the variable. Only debuggers read this description.
public struct LocalVariable: Sendable, Hashable {
    /// The variable's name in the source.
    public var name: String
    /// The variable's GLSL type.
    public var type: ValueType
    /// The first of the variable's slots. Each scalar has one slot.
    public var firstSlot: Int
    /// The call to which the variable belongs; nil for a variable of the module.
    public var scope: ShaderScope?
    /// Creates a variable.
    public init(name: String, type: ValueType, firstSlot: Int, scope: ShaderScope? = nil) {
        self.name = name; self.type = type; self.firstSlot = firstSlot; self.scope = scope
    }
}

/// One inlined call of a function. Variables with the same scope belong to the same call.
public struct ShaderScope: Sendable, Hashable {
    /// The index into `ShaderModule.functionNames`.
    public var function: Int32
    /// The location of the call: an index into `ShaderModule.locations`, or −1 for the entry point.
    public var inlinedAt: Int32
    /// Creates a scope.
    public init(function: Int32, inlinedAt: Int32) { self.function = function; self.inlinedAt = inlinedAt }
}

/// A parameter of a function in the source. The parameter has no slots, because the function never changes the parameter. The parameter's
/// value is the result of the instructions that compute the argument.
package struct NamedValue: Sendable, Hashable {
    package var name: String
    package var type: ValueType
    package var scope: ShaderScope
    /// For each scalar of the parameter, the index of the instruction that computes the scalar; −1 for an unused scalar, which no
    /// instruction computes.
    package var instructions: [Int32]
}
