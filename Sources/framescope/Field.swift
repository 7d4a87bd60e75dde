// Field: the name, type and meaning of a member of an answer. The documentation page and the JSON Schema are made from the table of
// fields, and tests compare the answers with the table.

struct Field: Sendable {
    let name: String
    let shape: Shape
    let meaning: String
    /// Whether every answer has the member.
    let isAlways: Bool

    init(_ name: String, _ shape: Shape, _ meaning: String) {
        self.name = name; self.shape = shape; self.meaning = meaning; isAlways = true
    }
    /// - Parameter condition: The condition under which the answer has the member, as the end of a sentence, such as "with `--time`".
    init(_ name: String, _ shape: Shape, _ meaning: String, only condition: String) {
        self.name = name; self.shape = shape; self.meaning = "\(meaning) Only \(condition)."; isAlways = false
    }
}

/// The type of a value in an answer.
indirect enum Shape: Sendable {
    case text, integer, flag
    /// A JSON number.
    case number
    /// An object with two members: the value of a float, and its bits.
    case float
    /// A value of a draw's state: a name, a number, a flag, or a list of names, numbers or flags.
    case value
    case optional(Shape)
    case list(Shape)
    case object([Field])
    /// An object whose member names depend on the data.
    case map(Shape)
    case either(Shape, Shape)
    /// Any JSON value.
    case anything

    /// The name of the type in texts for people.
    var name: String {
        switch self {
        case .text: "string"
        case .integer: "integer"
        case .flag: "boolean"
        case .number: "number"
        case .float: "float"
        case .value: "value"
        case .optional(let shape): "\(shape.name) or null"
        case .list(let shape): "array of \(shape.name)"
        case .object: "object"
        case .map(let shape): "object of \(shape.name) by name"
        case .either(let a, let b): "\(a.name) or \(b.name)"
        case .anything: "JSON"
        }
    }
    /// The fields of the object, or of the objects inside of a list.
    var fields: [Field] {
        switch self {
        case .object(let fields): fields
        case .optional(let shape), .list(let shape), .map(let shape): shape.fields
        case .either(let a, let b): a.fields + b.fields
        case .text, .integer, .flag, .number, .float, .value, .anything: []
        }
    }

    /// The type as JSON Schema, version 2020-12.
    var schema: JSON {
        func type(_ name: String) -> JSON { .object([("type", .string(name))]) }
        switch self {
        case .text: return type("string")
        case .integer: return type("integer")
        case .flag: return type("boolean")
        case .number: return type("number")
        case .float: return .object([("$ref", .string("#/$defs/float"))])
        case .value: return .object([("$ref", .string("#/$defs/value"))])
        case .optional(let shape): return .object([("anyOf", .list([shape.schema, type("null")]))])
        case .list(let shape): return .object([("type", .string("array")), ("items", shape.schema)])
        case .object(let fields): return .object(Shape.members(of: fields))
        case .map(let shape): return .object([("type", .string("object")), ("additionalProperties", shape.schema)])
        case .either(let a, let b): return .object([("anyOf", .list([a.schema, b.schema]))])
        case .anything: return .object([])
        }
    }
    private static func members(of fields: [Field]) -> [(String, JSON)] {
        let properties = fields.map { field -> (String, JSON) in
            guard case .object(let members) = field.shape.schema else { return (field.name, .null) }
            return (field.name, .object(members + [("description", .string(field.meaning))]))
        }
        return [("type", .string("object")), ("properties", .object(properties)), ("required", .list(fields.filter(\.isAlways).map { .string($0.name) })),
                ("additionalProperties", .bool(false))]
    }
    /// Returns the schema of a whole answer, with the definitions of `float` and `value`.
    static func document(_ fields: [Field]) -> JSON {
        let float: JSON = .object([
            ("type", .string("object")),
            ("properties", .object([("value", .object([("type", .list([.string("number"), .string("string")]))])),
                                    ("bits", .object([("type", .string("string")), ("pattern", .string("^0x[0-9a-f]{8}$"))]))])),
            ("required", .list([.string("value"), .string("bits")])), ("additionalProperties", .bool(false)),
        ])
        let one: [JSON] = ["string", "integer", "boolean"].map { .object([("type", .string($0))]) } + [.object([("$ref", .string("#/$defs/float"))])]
        let value: JSON = .object([("anyOf", .list(one + [.object([("type", .string("array")), ("items", .object([("anyOf", .list(one))]))])]))])
        return .object([("$schema", .string("https://json-schema.org/draft/2020-12/schema"))] + members(of: fields)
                       + [("$defs", .object([("float", float), ("value", value)]))])
    }
}
