import Shading

/// The type of a uniform, encoded as one number so that setters can compare types quickly.
struct UniformForm: Equatable {
    enum Kind: UInt8 { case float, int, uint, bool, sampler, image }
    private let code: UInt8

    /// Creates the form of a scalar or a vector.
    init(_ kind: Kind, _ count: Int) { code = kind.rawValue << 4 | UInt8(truncatingIfNeeded: count) }
    /// Creates the form of a matrix.
    init(columns: Int, rows: Int) { code = UInt8(truncatingIfNeeded: 5 + 3 * (columns - 2) + rows - 2) }

    init?(_ type: ValueType) {
        switch type {
        case .scalar(let scalar):
            guard let kind = Kind(scalar) else { return nil }
            self.init(kind, 1)
        case .vector(let scalar, let count):
            guard let kind = Kind(scalar) else { return nil }
            self.init(kind, count)
        case .matrix(let columns, let rows): self.init(columns: columns, rows: rows)
        case .array, .structure: return nil
        }
    }

    /// `none` is the form of a location without a uniform. `unused` is the form of a location that the text states for a uniform that no
    /// shader reads. No value that a program sets has these forms.
    static let none = UniformForm(code: 0xFF), unused = UniformForm(code: 0xFE)
    private init(code: UInt8) { self.code = code }

    var kind: Kind { Kind(rawValue: code >> 4) ?? .float }
    /// The number of components of a scalar or a vector; more than 4 for a matrix.
    var count: Int { Int(code & 15) }
}

extension UniformForm.Kind {
    init?(_ scalar: ScalarType) {
        switch scalar {
        case .float: self = .float
        case .int: self = .int
        case .uint: self = .uint
        case .bool: self = .bool
        case .void: return nil
        }
    }
}

/// The uniform, or the element of an array, that belongs to a location.
struct UniformPlace {
    var form: UniformForm
    var isArray: Bool
    /// The number of words of an element.
    var wordCount: UInt8
    /// The index of the first word in `ProgramExecutable.uniforms`; for a sampler, the index in `ProgramExecutable.textureUnits`; for an image,
    /// the index in `ProgramExecutable.imageUnits`.
    var first: Int
    /// The number of elements from this element to the end of the array.
    var elementCount: Int

    static func empty(_ form: UniformForm) -> UniformPlace { UniformPlace(form: form, isArray: true, wordCount: 0, first: 0, elementCount: 0) }
}
