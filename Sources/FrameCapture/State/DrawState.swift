import Raster

/// A value of a draw's state.
public enum StateValue: Sendable, Hashable, CustomStringConvertible {
    /// A name.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// A flag.
    case boolean(Bool)
    /// GLSL bools: a single bool, the components of a vector, or the elements of an array in order.
    case booleans([Bool])
    /// Floats: a single float, the components of a vector, or the elements of an array of single floats.
    case numbers([Float])
    /// An array of vectors of floats, element by element; each vector has `size` components.
    case vectors([Float], size: Int)
    /// A matrix or an array of matrices; each matrix is stored column by column.
    case matrices([Float], columns: Int, rows: Int)
    /// Several integers: the components of a vector, or the elements of an array of single integers.
    case integers([Int])

    /// The value for people to read: floats as the shortest text with the same value, matrices row by row, separated by slashes.
    public var description: String {
        switch self {
        case .text(let text): text
        case .integer(let number): "\(number)"
        case .boolean(let flag): flag ? "yes" : "no"
        case .booleans(let list): list.map { "\($0)" }.joined(separator: " ")
        case .numbers(let list): list.map(\.shown).joined(separator: " ")
        case .vectors(let list, let size): StateValue.elements(list, size).map { $0.map(\.shown).joined(separator: " ") }.joined(separator: ", ")
        case .matrices(let list, let columns, let rows):
            StateValue.elements(list, columns * rows).map { element in
                (0..<rows).map { row in (0..<columns).map { element[element.startIndex + $0 * rows + row].shown }.joined(separator: " ") }
                    .joined(separator: " / ")
            }.joined(separator: ", ")
        case .integers(let list): list.map { "\($0)" }.joined(separator: " ")
        }
    }
}

extension StateValue {
    /// The value as lines of text for a table, in aligned columns: a matrix has a line for each row, and an array of vectors has a line for
    /// each element. Other values have one line.
    public var lines: [String] {
        switch self {
        case .matrices(let list, let columns, let rows):
            StateValue.elements(list, columns * rows).flatMap { StateValue.rows(Array($0), columns: columns, rows: rows) }
        case .vectors(let list, let size): StateValue.aligned(StateValue.elements(list, size).map { $0.map(\.shown) }, columns: size)
        default: [description]
        }
    }
    private static func elements(_ list: [Float], _ size: Int) -> [ArraySlice<Float>] {
        size <= 0 ? [] : stride(from: 0, to: list.count - size + 1, by: size).map { list[$0..<($0 + size)] }
    }
    /// Returns the rows of a matrix whose numbers are stored column by column.
    static func rows(_ numbers: [Float], columns: Int, rows: Int) -> [String] {
        aligned((0..<rows).map { row in (0..<columns).map { numbers[$0 * rows + row].shown } }, columns: columns)
    }
    /// Returns rows with right-aligned columns.
    private static func aligned(_ cells: [[String]], columns: Int) -> [String] {
        let widths = (0..<columns).map { column in cells.map { $0[column].count }.max() ?? 0 }
        return cells.map { row in zip(row, widths).map { String(repeating: " ", count: $1 - $0.count) + $0 }.joined(separator: "  ") }
    }
}

/// A setting of a draw, such as "depth.compare" or "uniform.lights[0].color", with its value.
public struct StateEntry: Sendable, Hashable {
    /// The path of the setting: words separated by points, from the general to the specific.
    public let name: String
    /// The value of the setting.
    public let value: StateValue
    /// The name of the setting in Raster's vocabulary. If Raster does not have this setting, `setting` is the name of Raster's closest
    /// setting. If the state is in Raster's vocabulary, `setting` equals `name`.
    package let setting: String
    /// If the entry states the OpenGL location of a uniform, sampler or image: the name of the uniform, sampler or image. nil for all other entries.
    package let locatedName: String?

    /// - Parameter setting: The name of the setting in Raster's vocabulary; nil if this name equals `name`.
    init(name: String, value: StateValue, setting: String? = nil, locatedName: String? = nil) {
        self.name = name; self.value = value; self.setting = setting ?? name; self.locatedName = locatedName
    }
}

/// Everything that a draw or dispatch depends on, as a list of named values.
public struct DrawState: Sendable {
    /// The settings with their values, in this order: the arguments, the program, the resources, the settings for rasterization and
    /// tests, the target.
    public internal(set) var entries: [StateEntry] = []
    /// The locations of the program's uniforms; nil if the locations are not known, or if the state is in Raster's vocabulary.
    var locations: [String: Int]?

    /// The value of the setting with the given name; nil if the draw has no such setting.
    public subscript(name: String) -> StateValue? { entries.first { $0.name == name }?.value }

    /// Returns the entries that differ from the state `before`, each with both values; a value is nil if its state has no such entry.
    /// Locations of uniforms are compared only if both captures contain the locations.
    public func differences(from before: DrawState) -> [(name: String, before: StateValue?, after: StateValue?)] {
        if (locations == nil) != (before.locations == nil) { return withoutLocations.differences(from: before.withoutLocations) }
        let old = Dictionary(before.entries.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        let new = Set(entries.map(\.name))
        let changed = entries.compactMap { entry in
            old[entry.name] == entry.value ? nil : (name: entry.name, before: old[entry.name], after: Optional(entry.value))
        }
        return changed + before.entries.filter { !new.contains($0.name) }.map { (name: $0.name, before: Optional($0.value), after: nil) }
    }

    private var withoutLocations: DrawState {
        var state = self
        state.locations = nil
        state.entries.removeAll { $0.locatedName != nil }
        return state
    }

    mutating func add(_ name: String, _ value: StateValue) { entries.append(StateEntry(name: name, value: value)) }
    /// Adds a setting in OpenGL's vocabulary: `name` is the name in OpenGL, and `setting` is the name in Raster.
    mutating func add(_ name: String, _ value: StateValue, as setting: String) { entries.append(StateEntry(name: name, value: value, setting: setting)) }
    /// Adds the location of a uniform, sampler or image, which is −1 if no shader uses the uniform, sampler or image. Built-in uniforms have
    /// no location.
    mutating func addLocation(of uniform: String, to name: String) {
        guard let locations, !uniform.hasPrefix("gl_") else { return }
        entries.append(StateEntry(name: "\(name).location", value: .integer(locations[uniform] ?? -1), locatedName: name))
    }
    mutating func add(_ call: OpenGLCall, as setting: String) { add(call.function, .text(call.arguments), as: setting) }
    mutating func add(_ name: String, _ text: String) { add(name, .text(text)) }
    mutating func add(_ name: String, _ number: Int) { add(name, .integer(number)) }
    mutating func add(_ name: String, _ flag: Bool) { add(name, .boolean(flag)) }
    mutating func add(_ name: String, _ numbers: Float...) { add(name, .numbers(numbers)) }
}
