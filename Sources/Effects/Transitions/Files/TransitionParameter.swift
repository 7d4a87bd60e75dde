/// A parameter of a transition file: a uniform that the file declares and the host does not define.
public struct TransitionParameter: Sendable, Hashable {
    /// The name in the file.
    public var name: String
    /// The GLSL type of the parameter, without the brackets of an array.
    public var typeName: String
    /// The number of elements of an array; 1 for other types.
    public var count: Int
    /// The default value that the file gives; zeros if the file gives no default.
    public var defaultValue: TransitionValue
    /// The line of the declaration, from 1.
    public var line: Int

    /// The parts of a type.
    struct Shape: Hashable {
        enum Kind { case float, int, uint, bool, sampler }
        var kind: Kind
        /// The number of scalars in one element.
        var components: Int
        /// The number of columns of a matrix; 0 for other types.
        var columns = 0
    }
    var shape: Shape { Self.shapes[typeName] ?? Shape(kind: .float, components: 1) }

    /// The types that a parameter may have. The value of a sampler is a picture.
    static let shapes: [String: Shape] = {
        var shapes = ["float": Shape(kind: .float, components: 1), "int": Shape(kind: .int, components: 1), "uint": Shape(kind: .uint, components: 1),
                      "bool": Shape(kind: .bool, components: 1), "sampler2D": Shape(kind: .sampler, components: 0)]
        for n in 2...4 {
            for (prefix, kind) in [("", Shape.Kind.float), ("i", .int), ("u", .uint), ("b", .bool)] {
                shapes["\(prefix)vec\(n)"] = Shape(kind: kind, components: n)
            }
            shapes["mat\(n)"] = Shape(kind: .float, components: n * n, columns: n)
        }
        return shapes
    }()
}
