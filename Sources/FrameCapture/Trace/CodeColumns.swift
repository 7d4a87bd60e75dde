// CodeColumns: where the code of a source's lines begins and ends, without white space and comments around it.
//
// The compiler's debug information has lines and no columns. A step of a trace is all that a line does, so these are its columns.

enum CodeColumns {
    /// For each line the columns of its first and last character of code, from 1 on; nil for a line without code.
    static func of(_ lines: [String]) -> [ClosedRange<Int>?] {
        var isInComment = false
        return lines.map { line in
            var first: Int?, last = 0, column = 0, rest = Substring(line)
            while let character = rest.first {
                if isInComment {
                    isInComment = !rest.hasPrefix("*/")
                    let skipped = isInComment ? 1 : 2
                    rest = rest.dropFirst(skipped)
                    column += skipped
                    continue
                }
                if rest.hasPrefix("//") { break }
                if rest.hasPrefix("/*") {
                    isInComment = true
                    rest = rest.dropFirst(2)
                    column += 2
                    continue
                }
                column += 1
                if !character.isWhitespace {
                    first = first ?? column
                    last = column
                }
                rest = rest.dropFirst()
            }
            return first.map { $0...last }
        }
    }
}
