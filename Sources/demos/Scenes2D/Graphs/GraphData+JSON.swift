import Raster

extension GraphData {
    /// Parses JSON (RFC 8259): an array of objects with the same names, `[{"time": "2026-11-22T14:00", "height": 2.1}, …]`. The
    /// first name of the first object is the axis. `null` and absent names are missing values.
    /// - Parameters:
    ///   - bytes: The file, in UTF-8.
    ///   - source: The file's name in error messages.
    /// - Throws: `GraphDataError`, with the line and the character at which parsing stopped.
    public init(json bytes: [UInt8], source: String = "JSON") throws(GraphDataError) {
        var reader = JSONRows(bytes, source)
        let rows = try reader.rows()
        guard let first = rows.first else {
            throw GraphDataError(.malformed, source, line: 1, column: 1, "the array is empty", remedy: "give at least one object")
        }
        let names = first.fields.map(\.name)
        var places: [String: Int] = [:]
        for (i, name) in names.enumerated() { places[name] = places[name] ?? i }
        var table: [[Cell]] = []
        table.reserveCapacity(rows.count)
        for row in rows {
            var cells = [Cell](repeating: Cell(value: .missing, line: row.line, column: row.column), count: names.count)
            for field in row.fields {
                guard let place = places[field.name] else {
                    throw GraphDataError(.malformed, source, line: field.cell.line, column: field.cell.column,
                                         "the first object has no '\(field.name.prefix(40))'", remedy: "give it there too, or give null")
                }
                cells[place] = field.cell
            }
            table.append(cells)
        }
        try self.init(names: names, rows: table, source: source)
    }
}

/// Parses only the JSON constructs that a table needs, and keeps the position.
private struct JSONRows {
    struct Row { var line: Int, column: Int; var fields: [(name: String, cell: GraphData.Cell)] }
    private let bytes: [UInt8], source: String
    private var at = 0, line = 1, lineStart = 0

    init(_ bytes: [UInt8], _ source: String) {
        self.bytes = bytes; self.source = source
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3; lineStart = 3 }
    }
    private var column: Int { at - lineStart + 1 }
    private func failure(_ problem: String, _ remedy: String, _ code: GraphDataError.Code = .malformed) -> GraphDataError {
        GraphDataError(code, source, line: line, column: column, problem, remedy: remedy)
    }
    private var found: String { at < bytes.count ? "'\(Unicode.Scalar(bytes[at]))'" : "the end" }

    mutating func rows() throws(GraphDataError) -> [Row] {
        try expect("[", "an array of objects begins with [")
        var rows: [Row] = []
        skipBlanks()
        if at < bytes.count, bytes[at] == UInt8(ascii: "]") { at += 1 } else {
            repeat {
                rows.append(try row())
                guard rows.count <= GraphData.maximumRowCount else {
                    throw failure("there are too many rows", "give at most \(GraphData.maximumRowCount)", .limitExceeded)
                }
            } while try hasMore("]")
        }
        skipBlanks()
        guard at == bytes.count else { throw failure("there is \(found) after the array", "end the file there") }
        return rows
    }
    private mutating func row() throws(GraphDataError) -> Row {
        skipBlanks()
        var row = Row(line: line, column: column, fields: [])
        try expect("{", "each row is an object, such as {\"time\": 0, \"value\": 1}")
        skipBlanks()
        if at < bytes.count, bytes[at] == UInt8(ascii: "}") { at += 1; return row }
        repeat {
            skipBlanks()
            let name = try string("a name in quotation marks is needed")
            try expect(":", "a name is followed by a colon")
            row.fields.append((name, try cell()))
            guard row.fields.count <= GraphData.maximumColumnCount else {
                throw failure("the object has too many names", "give at most \(GraphData.maximumColumnCount)", .limitExceeded)
            }
        } while try hasMore("}")
        return row
    }
    private mutating func cell() throws(GraphDataError) -> GraphData.Cell {
        skipBlanks()
        var cell = GraphData.Cell(value: .missing, line: line, column: column)
        guard at < bytes.count else { throw failure("the file ends before a value", "give a number, a time in quotation marks or null") }
        if bytes[at] == UInt8(ascii: "\"") {
            cell.value = .text(try string(""))
        } else if bytes[at...].starts(with: Array("null".utf8)) {
            at += 4
        } else {
            let start = at
            while at < bytes.count, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: ".")
                || (48...57).contains(bytes[at])
                || bytes[at] == UInt8(ascii: "e") || bytes[at] == UInt8(ascii: "E") { at += 1 }
            let text = String(decoding: bytes[start..<at], as: UTF8.self)
            guard let first = text.utf8.first, first == UInt8(ascii: "-") || (48...57).contains(first), let number = Double(text), number.isFinite else {
                at = start
                throw failure("\(found) does not begin a number", "give a number, a time in quotation marks or null", .invalidValue)
            }
            cell.value = .number(number)
        }
        return cell
    }
    private mutating func string(_ problem: String) throws(GraphDataError) -> String {
        guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { throw failure("\(problem), not \(found)", "put it into quotation marks") }
        at += 1
        var text: [UInt8] = []
        while true {
            guard at < bytes.count, bytes[at] >= 0x20 else { throw failure("a text does not end", "close it with a \"") }
            let byte = bytes[at]
            at += 1
            if byte == UInt8(ascii: "\"") { break }
            guard byte == UInt8(ascii: "\\") else { text.append(byte); continue }
            do throws(JSONEscape.Problem) { try JSONEscape.read(bytes, at: &at, into: &text) } catch {
                throw switch error {
                case .end: failure("a text does not end", "close it with a \"")
                case .unknown: failure("\\\(found) is not an escape sequence", "write \\\\ for a backslash")
                case .noDigits: failure("\\u is not followed by four hexadecimal digits", "write \\u00b0")
                }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
    /// Returns true if a comma and another element follow, false at the end.
    private mutating func hasMore(_ end: Unicode.Scalar) throws(GraphDataError) -> Bool {
        skipBlanks()
        guard at < bytes.count, bytes[at] == UInt8(ascii: ",") || bytes[at] == UInt8(ascii: end) else {
            throw failure("\(found) is neither a comma nor \(end)", "separate values by commas")
        }
        at += 1
        return bytes[at - 1] == UInt8(ascii: ",")
    }
    private mutating func expect(_ mark: Unicode.Scalar, _ remedy: String) throws(GraphDataError) {
        skipBlanks()
        guard at < bytes.count, bytes[at] == UInt8(ascii: mark) else { throw failure("there is \(found) instead of \(mark)", remedy) }
        at += 1
    }
    private mutating func skipBlanks() {
        while at < bytes.count {
            switch bytes[at] {
            case 32, 9, 13: at += 1
            case 10: at += 1; line += 1; lineStart = at
            default: return
            }
        }
    }
}
