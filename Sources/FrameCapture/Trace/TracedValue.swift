import Shading

/// A value in a shader, with its name and GLSL type.
public struct TracedValue: Sendable, Hashable, CustomStringConvertible {
    /// The name in the source. The name of a part of an array or structure contains its position, as in `lights[2].color`.
    public let name: String
    /// The GLSL type.
    public let type: ValueType
    /// The value's bits, one word per scalar, in the order of components, columns, elements and members. For a bool, all bits of
    /// the word are 1 (true) or 0 (false).
    public let words: [UInt32]

    /// Creates a value from its parts.
    public init(name: String, type: ValueType, words: [UInt32]) { self.name = name; self.type = type; self.words = words }

    /// The value in GLSL notation, such as `vec3(1.0, 0.5, 0.0)`, `float[2](1.0, 2.0)` or `Light(color: vec3(…), on: true)`.
    public var text: String {
        var place = 0
        return TracedValue.text(type, words, &place)
    }
    /// The rows of a matrix, with aligned columns of numbers; nil if the value is no matrix.
    public var matrixRows: [String]? {
        guard case .matrix(let columns, let rows) = type, words.count == columns * rows else { return nil }
        return StateValue.rows(words.map { Float(bitPattern: $0) }, columns: columns, rows: rows)
    }
    /// `color = vec3(1.0, 0.5, 0.0)`
    public var description: String { "\(name) = \(text)" }
    /// The types of the words.
    public var scalarTypes: [ScalarType] { TracedValue.scalars(of: type) }
    /// Whether all floats of the value are finite.
    public var isFinite: Bool { zip(scalarTypes, words).allSatisfy { $0 != .float || Float(bitPattern: $1).isFinite } }

    /// Returns one scalar in GLSL notation.
    static func text(_ type: ScalarType, _ word: UInt32) -> String {
        switch type {
        case .float: Float(bitPattern: word).shown
        case .int: "\(Int32(bitPattern: word))"
        case .uint: "\(word)u"
        case .bool: word == 0 ? "false" : "true"
        case .void: "-"
        }
    }
    private static func text(_ type: ValueType, _ words: [UInt32], _ place: inout Int) -> String {
        func list(_ count: Int, _ scalar: ScalarType) -> String {
            (0..<count).map { _ in
                defer { place += 1 }
                return text(scalar, words.indices.contains(place) ? words[place] : 0)
            }.joined(separator: ", ")
        }
        switch type {
        case .scalar(let scalar): return list(1, scalar)
        case .vector(let scalar, let count): return "\(type)(\(list(count, scalar)))"
        case .matrix(let columns, let rows): return "\(type)(\((0..<columns).map { _ in "(\(list(rows, .float)))" }.joined(separator: ", ")))"
        case .array(let element, let count):
            // Only the beginning of a long array is shown. A trace lists the changes of an array element by element, so the shortened text hides no change.
            let shown = min(count, 16)
            let parts = (0..<shown).map { _ in text(element, words, &place) }
            place += (count - shown) * element.scalarCount
            return "\(type)(\((parts + (shown < count ? ["…"] : [])).joined(separator: ", ")))"
        case .structure(let name, let fields):
            return "\(name)(\(fields.map { "\($0.name): \(text($0.type, words, &place))" }.joined(separator: ", ")))"
        }
    }
    static func scalars(of type: ValueType) -> [ScalarType] {
        switch type {
        case .scalar(let scalar): [scalar]
        case .vector(let scalar, let count): Array(repeating: scalar, count: count)
        case .matrix(let columns, let rows): Array(repeating: .float, count: columns * rows)
        case .array(let element, let count): Array(repeatElement(scalars(of: element), count: count).joined())
        case .structure(_, let fields): fields.flatMap { scalars(of: $0.type) }
        }
    }

    /// Returns the name of one scalar of a value, such as `lights[2].color.y` or `camera[3][0]`.
    static func scalarName(of type: ValueType, named name: String, at word: Int) -> String {
        guard let part = parts(of: type, named: name, touching: word...word).first else { return name }
        switch part.type {
        case .vector: return "\(part.name).\(["x", "y", "z", "w"][min(max(word - part.first, 0), 3)])"
        case .matrix(_, let rows): return "\(part.name)[\((word - part.first) / max(rows, 1))][\((word - part.first) % max(rows, 1))]"
        default: return part.name
        }
    }

    /// Returns the parts of a value (scalars, vectors and matrices) that contain one of `words`, each with its name and first word.
    static func parts(of type: ValueType, named name: String, at first: Int = 0,
                      touching words: ClosedRange<Int>) -> [(name: String, type: ValueType, first: Int)] {
        guard first <= words.upperBound, first + type.scalarCount > words.lowerBound else { return [] }
        switch type {
        case .scalar, .vector, .matrix: return [(name, type, first)]
        case .array(let element, let count):
            let size = max(1, element.scalarCount)
            let low = max(0, (words.lowerBound - first) / size), high = min(count - 1, (words.upperBound - first) / size)
            guard low <= high else { return [] }
            return (low...high).flatMap { parts(of: element, named: "\(name)[\($0)]", at: first + $0 * size, touching: words) }
        case .structure(_, let fields):
            var place = first, list: [(name: String, type: ValueType, first: Int)] = []
            for field in fields {
                list += parts(of: field.type, named: "\(name).\(field.name)", at: place, touching: words)
                place += field.type.scalarCount
            }
            return list
        }
    }
}
