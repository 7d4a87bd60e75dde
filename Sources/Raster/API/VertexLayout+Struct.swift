// VertexLayout+Struct: makes layouts from Swift structures. An application that makes its layouts from structures need not state offsets.
// This file also adds default values for missing attributes.

import Shading

/// A type that the stored properties of a vertex may have, with its default vertex format.
public protocol VertexValue {
    /// The default format of an attribute of this type. Integers of 32 bits stay integers. Vectors of smaller integers are normalised: the
    /// shader reads four `UInt8` as four numbers in 0…1, for example as a colour.
    static var vertexFormat: VertexFormat { get }
}
extension Float: VertexValue { public static var vertexFormat: VertexFormat { .float1 } }
extension Int32: VertexValue { public static var vertexFormat: VertexFormat { .integer(.int32, 1) } }
extension UInt32: VertexValue { public static var vertexFormat: VertexFormat { .integer(.uint32, 1) } }
extension SIMD2: VertexValue where Scalar: VertexScalar { public static var vertexFormat: VertexFormat { Scalar.vertexFormat(2) } }
extension SIMD3: VertexValue where Scalar: VertexScalar { public static var vertexFormat: VertexFormat { Scalar.vertexFormat(3) } }
extension SIMD4: VertexValue where Scalar: VertexScalar { public static var vertexFormat: VertexFormat { Scalar.vertexFormat(4) } }

/// A scalar type for the vectors in a vertex.
public protocol VertexScalar {
    /// Returns the format of a vector of `count` scalars, 2…4.
    static func vertexFormat(_ count: Int) -> VertexFormat
}
extension Float: VertexScalar { public static func vertexFormat(_ count: Int) -> VertexFormat { .float(count) } }
extension UInt8: VertexScalar { public static func vertexFormat(_ count: Int) -> VertexFormat { .normalized(.uint8, count) } }
extension Int8: VertexScalar { public static func vertexFormat(_ count: Int) -> VertexFormat { .normalized(.int8, count) } }
extension UInt16: VertexScalar { public static func vertexFormat(_ count: Int) -> VertexFormat { .normalized(.uint16, count) } }
extension Int16: VertexScalar { public static func vertexFormat(_ count: Int) -> VertexFormat { .normalized(.int16, count) } }
extension UInt32: VertexScalar { public static func vertexFormat(_ count: Int) -> VertexFormat { .integer(.uint32, count) } }
extension Int32: VertexScalar { public static func vertexFormat(_ count: Int) -> VertexFormat { .integer(.int32, count) } }

/// A stored property of a vertex structure, as an attribute of the vertex shader.
public struct VertexField<Vertex> {
    let name: String
    let format: VertexFormat
    let offset: Int?
    /// Makes an attribute of the property at `path`. `name` is the name of the attribute in the shader. `format` replaces the default
    /// format of the property's type; a format must not be larger than the property.
    public init<Value: VertexValue>(_ name: String, _ path: KeyPath<Vertex, Value>, as format: VertexFormat? = nil) {
        self.name = name
        self.format = format ?? Value.vertexFormat
        let isRoomy = (format ?? Value.vertexFormat).byteCount <= MemoryLayout<Value>.size
        offset = isRoomy ? MemoryLayout<Vertex>.offset(of: path) : nil
    }
}

extension VertexLayout {
    /// Makes the layout of an array of structures in slot 0, with Swift's stride and offsets:
    ///
    ///     VertexLayout(of: Vertex.self, VertexField("position", \.position), VertexField("color", \.color))
    ///
    /// - Throws: `RasterError` with `invalidArgument` if a field is a computed property, or if a format is larger than its
    ///   property.
    public init<Vertex: BitwiseCopyable>(of type: Vertex.Type, _ fields: VertexField<Vertex>...) throws {
        self.init(buffers: [VertexBufferLayout(stride: MemoryLayout<Vertex>.stride)], attributes: try fields.map { field in
            guard let offset = field.offset else {
                throw RasterError(.invalidArgument, "attribute '\(field.name)' of \(type)", "is not a stored property with room for \(field.format)",
                                  remedy: "name a stored property, and a format of its size")
            }
            return VertexAttribute(field.name, field.format, offset: offset)
        })
    }

    /// Returns a layout with OpenGL's default, (0, 0, 0, 1), for each attribute of the program that this layout lacks. Without this
    /// call, `makePipeline` throws an error if an attribute is missing.
    public func withDefaults(for program: Program) -> VertexLayout {
        var layout = self
        let given = Set(attributes.map(\.name))
        for input in program.attributes {
            for column in Device.columns(of: input.type) {
                let name = input.name + column.suffix
                if !given.contains(name), layout.constants[name] == nil { layout.constants[name] = SIMD4(0, 0, 0, 1) }
            }
        }
        return layout
    }
}
