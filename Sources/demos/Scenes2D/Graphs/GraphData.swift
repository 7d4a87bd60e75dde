public import Canvas
import Raster

/// The error for data that cannot be drawn. The error names the position of the mistake in the file.
public struct GraphDataError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of mistake, for programs that handle some kinds.
    public enum Code: String, Sendable, Hashable {
        /// A file does not exist or is not readable.
        case notReadable
        /// A text is not CSV or JSON in the supported form.
        case malformed
        /// A number or a time is required, but the value is neither a number nor a time.
        case invalidValue
        /// A column that a graph needs is missing.
        case missingColumn
        /// A limit is exceeded.
        case limitExceeded
    }
    /// The kind of mistake.
    public var code: Code
    /// The name of the file, as given.
    public var source: String
    /// The line in the file, counted from 1; nil if the mistake has no line.
    public var line: Int?
    /// The column: for JSON the index of a character in its line, for CSV the index of a field; counted from 1.
    public var column: Int?
    /// The mistake, as a sentence.
    public var problem: String
    /// The correction.
    public var remedy: String
    /// Creates an error from the parts of its message.
    public init(_ code: Code, _ source: String, line: Int? = nil, column: Int? = nil, _ problem: String, remedy: String) {
        self.code = code; self.source = source; self.line = line; self.column = column; self.problem = problem; self.remedy = remedy
    }
    /// The whole message as one line: "tides.csv:3:2: 'high' is no number; …".
    public var description: String { "\(source)\(line.map { ":\($0)" } ?? "")\(column.map { ":\($0)" } ?? ""): \(problem); \(remedy) [\(code.rawValue)]" }
}

/// A table of numbers with named columns. Each row has a time or a position on the x axis.
public struct GraphData: Sendable, Hashable {
    /// A named column. `nan` is a missing value.
    public struct Column: Sendable, Hashable {
        /// The name at the head of the column.
        public var name: String
        /// The values of the column, one for each row.
        public var values: [Double]
        /// Creates a column.
        public init(_ name: String, _ values: [Double]) { self.name = name; self.values = values }
    }
    /// The meaning of the first column.
    public enum Axis: String, Sendable, Hashable {
        /// Seconds since the beginning of 1970.
        case time
        /// Any numbers.
        case number
    }
    /// The meaning of the first column.
    public let axis: Axis
    /// The name of the first column.
    public let axisName: String
    /// The values of the first column, strictly rising.
    public let positions: [Double]
    /// All columns except the first column.
    public let columns: [Column]

    /// The maximum number of rows.
    public static let maximumRowCount = 1_000_000
    /// The maximum absolute value of a number.
    public static let maximumMagnitude = 1e100
    /// The maximum number of columns.
    public static let maximumColumnCount = 256

    /// Returns the column with this name, ignoring case.
    public subscript(_ name: String) -> Column? { columns.first { $0.name.lowercased() == name.lowercased() } }
    /// Returns the points of a column, without missing values.
    public func points(_ column: Column) -> [Point] { zip(positions, column.values).lazy.filter { $1.isFinite }.map { Point($0, $1) } }

    /// Reads a file in the format given by its extension: .csv, .tsv, .txt or .json.
    /// - Throws: `GraphDataError`.
    public init(contentsOf path: String) throws(GraphDataError) {
        let bytes: [UInt8]
        do { bytes = try HostFile.read(path) } catch { throw GraphDataError(.notReadable, path, "the file \(error.problem)", remedy: error.remedy) }
        guard bytes.count <= GraphData.maximumByteCount else {
            throw GraphDataError(.limitExceeded, path, "the file is larger than \(GraphData.maximumByteCount >> 20) MiB", remedy: "draw a part of it")
        }
        if path.lowercased().hasSuffix(".json") { try self.init(json: bytes, source: path) } else { try self.init(csv: bytes, source: path) }
    }
    /// The maximum size of a file, in bytes.
    public static let maximumByteCount = 128 << 20

    /// A parsed cell and its position.
    struct Cell {
        enum Value { case number(Double), text(String), missing }
        var value: Value
        var line: Int, column: Int
    }
    /// - Parameter rows: The rows. Each row has one cell for each name. The first name is the axis.
    init(names: [String], rows: [[Cell]], source: String) throws(GraphDataError) {
        guard names.count > 1 else {
            throw GraphDataError(.missingColumn, source, line: 1, "the only column is '\(names.first ?? "")'",
                                 remedy: "give a column of times or numbers, and one of values")
        }
        guard names.count <= GraphData.maximumColumnCount else {
            throw GraphDataError(.limitExceeded, source, line: 1, "there are \(names.count) columns", remedy: "give at most \(GraphData.maximumColumnCount)")
        }
        guard !rows.isEmpty else { throw GraphDataError(.malformed, source, "there are no rows", remedy: "give at least one") }
        guard rows.count <= GraphData.maximumRowCount else {
            throw GraphDataError(.limitExceeded, source, "there are \(rows.count) rows", remedy: "give at most \(GraphData.maximumRowCount)")
        }
        var seen: Set<String> = []
        for (i, name) in names.enumerated() {
            guard seen.insert(name.lowercased()).inserted else {
                throw GraphDataError(.malformed, source, line: 1, column: i + 1, "column '\(name)' exists twice", remedy: "give each column its own name")
            }
        }
        var axis = Axis.number
        if case .text(let text)? = rows[0].first?.value, GraphTime(text) != nil { axis = .time }
        var positions: [Double] = []
        positions.reserveCapacity(rows.count)
        var values = [[Double]](repeating: [], count: names.count - 1)
        for row in rows {
            let cell = row[0], position: Double
            switch (cell.value, axis) {
            case (.number(let number), .number) where abs(number) <= GraphData.maximumMagnitude: position = number
            case (.text(let text), .time):
                guard let time = GraphTime(text) else {
                    throw GraphDataError(.invalidValue, source, line: cell.line, column: cell.column, "'\(text.prefix(40))' is not a time",
                                         remedy: "write times as 2026-11-22T14:30")
                }
                position = time.seconds
            default:
                throw GraphDataError(.invalidValue, source, line: cell.line, column: cell.column,
                                     "\(GraphData.shown(cell.value)) is not a \(axis == .time ? "time like in the first row" : "number that can be drawn")",
                                     remedy: "use the same format in all rows of '\(names[0])'")
            }
            if let last = positions.last, !(position > last) {
                throw GraphDataError(.invalidValue, source, line: cell.line, column: cell.column, "'\(names[0])' does not increase",
                                     remedy: "sort the rows, and leave out repeated rows")
            }
            positions.append(position)
            for (i, cell) in row.dropFirst().enumerated() {
                switch cell.value {
                case .number(let number):
                    guard abs(number) <= GraphData.maximumMagnitude else {
                        throw GraphDataError(.invalidValue, source, line: cell.line, column: cell.column, "\(number) is too large to draw",
                                             remedy: "give numbers up to \(GraphData.maximumMagnitude)")
                    }
                    values[i].append(number)
                case .missing: values[i].append(.nan)
                case .text(let text):
                    throw GraphDataError(.invalidValue, source, line: cell.line, column: cell.column, "'\(text.prefix(40))' is not a number",
                                         remedy: "give a number in '\(names[i + 1])', or nothing if it is missing")
                }
            }
        }
        self.axis = axis; axisName = names[0]; self.positions = positions
        columns = zip(names.dropFirst(), values).map { Column($0, $1) }
    }
    private static func shown(_ value: Cell.Value) -> String {
        switch value {
        case .number(let number): "\(number)"
        case .text(let text): "'\(text.prefix(40))'"
        case .missing: "a missing value"
        }
    }
}
