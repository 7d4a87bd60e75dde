// CodeColumns: finds the columns of the code in each line of a source; surrounding white space and comments do not count.
//
// The compiler's debug information has lines, but no columns. A step of a trace is a whole line, so the columns of the line's code
// are the columns of the step.

enum CodeColumns {
    /// Returns for each line the columns of the first and last characters of code, counted from 1; nil for a line without code.
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
