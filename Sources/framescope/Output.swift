// Output: tables for people to read, and text on standard output.

import Foundation
import FrameCapture

enum Output {
    static func hexadecimal(_ word: UInt32) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// Returns rows of text with aligned columns.
    static func table(_ rows: [[String]]) -> String {
        var widths: [Int] = []
        for row in rows {
            for (column, cell) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], width(of: cell))
            }
        }
        let spaces = widths.map { String(repeating: " ", count: $0 + 2) }
        var text = ""
        for (number, row) in rows.enumerated() {
            if number > 0 { text += "\n" }
            for (column, cell) in row.enumerated() {
                text += printable(cell)
                if column < row.count - 1 { text += spaces[column].dropFirst(width(of: cell)) }
            }
        }
        return text
    }
    /// Labels may contain any text. Control characters could control a terminal, so control characters are shown as dots.
    static func printable(_ text: String) -> String {
        isPlain(text) ? text : String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? "·" : $0 }))
    }
    private static func width(of text: String) -> Int { isPlain(text) ? text.utf8.count : text.count }
    /// Returns whether the text is printable ASCII. A table may have hundreds of thousands of cells, and nearly all cells are printable
    /// ASCII. For these cells, the quick test replaces the slow lookup of Unicode properties.
    private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
    /// Writes JSON to standard output, in parts of about 65,000 bytes.
    static func print(_ json: JSON) {
        var buffer = ""
        json.write(indent: "") { piece in
            buffer += piece
            if buffer.utf8.count > 1 << 16 {
                Swift.print(buffer, terminator: "")
                buffer = ""
            }
        }
        Swift.print(buffer)
    }
    /// Prints a table with many rows, in parts of 4096 rows; each part has its own column widths.
    static func printTable(heading: [String], _ rows: some Sequence<[String]>) {
        var part = [heading]
        for row in rows {
            part.append(row)
            guard part.count == 4096 else { continue }
            Swift.print(table(part))
            part.removeAll(keepingCapacity: true)
        }
        if !part.isEmpty { Swift.print(table(part)) }
    }
}
