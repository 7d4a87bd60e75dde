extension GraphData {
    /// Parses comma-separated values (RFC 4180): names in the first row, the axis in the first column. The separator is a comma, a
    /// semicolon or a tab: the character that occurs most often in the first row. An empty field is a missing value. Empty lines and lines
    /// that begin with # are skipped.
    /// - Parameters:
    ///   - bytes: The file, in UTF-8.
    ///   - source: The file's name in error messages.
    /// - Throws: `GraphDataError`.
    public init(csv bytes: [UInt8], source: String = "CSV") throws(GraphDataError) {
        var reader = CSVReader(bytes, source)
        guard let head = try reader.record() else {
            throw GraphDataError(.malformed, source, "the file is empty", remedy: "give a row of names, and rows of numbers")
        }
        let names = head.map { $0.text.trimmed }
        var rows: [[Cell]] = []
        while let fields = try reader.record() {
            guard fields.count == names.count else {
                throw GraphDataError(.malformed, source, line: fields[0].line, column: min(fields.count, names.count) + 1,
                                     "the row has \(fields.count) fields, not \(names.count) like the first row",
                                     remedy: "give one field for each name")
            }
            rows.append(fields.enumerated().map { i, field in
                let text = field.text.trimmed
                // This line first tests the characters, because `Double(_:)` accepts not only decimal numbers, but also words such as
                // "nan".
                let isDecimal = text.utf8.allSatisfy { (48...57).contains($0) || "+-.eE".utf8.contains($0) }
                let value: Cell.Value = if text.isEmpty { .missing } else if isDecimal, let number = Double(text),
                    number.isFinite { .number(number) } else { .text(text) }
                return Cell(value: value, line: field.line, column: i + 1)
            })
            guard rows.count <= GraphData.maximumRowCount else {
                throw GraphDataError(.limitExceeded, source, line: fields[0].line, "there are too many rows",
                                     remedy: "give at most \(GraphData.maximumRowCount)")
            }
        }
        try self.init(names: names, rows: rows, source: source)
    }
}

extension String {
    fileprivate var trimmed: String {
        var part = self[...]
        while part.first == " " || part.first == "\t" { part.removeFirst() }
        while part.last == " " || part.last == "\t" { part.removeLast() }
        return String(part)
    }
}

private struct CSVReader {
    struct Field { var text: String; var line: Int }
    private let bytes: [UInt8], source: String, separator: UInt8
    private var at = 0, line = 1

    init(_ bytes: [UInt8], _ source: String) {
        self.bytes = bytes; self.source = source
        at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        // The separator is a comma, a semicolon or a tab: the character that occurs most often in the first line that is neither empty nor
        // a comment.
        var start = at
        while start < bytes.count, bytes[start] == UInt8(ascii: "#") || bytes[start] == 10 || bytes[start] == 13 {
            start = bytes[start] == UInt8(ascii: "#") ? (bytes[start...].firstIndex(of: 10) ?? bytes.count) : start + 1
        }
        var isQuoted = false, counts: [UInt8: Int] = [:]
        for byte in bytes[start...].prefix(while: { $0 != 10 && $0 != 13 }) {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() } else if !isQuoted { counts[byte, default: 0] += 1 }
        }
        separator = [UInt8(ascii: ";"), 9].reduce(UInt8(ascii: ",")) { counts[$1, default: 0] > counts[$0, default: 0] ? $1 : $0 }
    }
    /// Returns the next row; nil at the end.
    mutating func record() throws(GraphDataError) -> [Field]? {
        while at < bytes.count, bytes[at] == 10 || bytes[at] == 13 || bytes[at] == UInt8(ascii: "#") {
            if bytes[at] == UInt8(ascii: "#") { while at < bytes.count, bytes[at] != 10 { at += 1 } } else { newline() }
        }
        guard at < bytes.count else { return nil }
        var fields: [Field] = []
        while true {
            fields.append(try field())
            guard fields.count <= GraphData.maximumColumnCount + 1 else {
                throw GraphDataError(.limitExceeded, source, line: line, "the row has more than \(GraphData.maximumColumnCount) fields",
                                     remedy: "give fewer columns")
            }
            guard at < bytes.count, bytes[at] == separator else { break }
            at += 1
        }
        if at < bytes.count { newline() }
        return fields
    }
    /// Skips the end of a line: LF, CR LF or CR.
    private mutating func newline() {
        if bytes[at] == 13, at + 1 < bytes.count, bytes[at + 1] == 10 { at += 1 }
        at += 1
        line += 1
    }
    private mutating func field() throws(GraphDataError) -> Field {
        let first = line
        guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else {
            let start = at
            while at < bytes.count, bytes[at] != separator, bytes[at] != 10, bytes[at] != 13 { at += 1 }
            return Field(text: String(decoding: bytes[start..<at], as: UTF8.self), line: first)
        }
        at += 1
        var text: [UInt8] = []
        while true {
            guard at < bytes.count else { throw GraphDataError(.malformed, source, line: first, "a quotation does not end", remedy: "close it with a \"") }
            let byte = bytes[at]
            if byte == UInt8(ascii: "\"") {
                at += 1
                guard at < bytes.count, bytes[at] == byte else { break }
                text.append(byte)
                at += 1
            } else if byte == 10 || byte == 13 {
                text.append(10)
                newline()
            } else {
                text.append(byte)
                at += 1
            }
        }
        guard at == bytes.count || bytes[at] == separator || bytes[at] == 10 || bytes[at] == 13 else {
            throw GraphDataError(.malformed, source, line: line, "there is text after a quotation", remedy: "write \"\" for a quotation mark inside of a quotation")
        }
        return Field(text: String(decoding: text, as: UTF8.self), line: first)
    }
}
