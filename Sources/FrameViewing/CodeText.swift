// CodeText: GLSL text in colours. The keywords, types, numbers, comments and directives of each line have different colours.

import Panels

struct CodeText {
    struct Part: Equatable {
        var text: String
        var color: SIMD4<Float>
    }
    /// The parts of each line.
    let lines: [[Part]]

    init(_ source: String) {
        var isComment = false
        lines = source.split(separator: "\n", omittingEmptySubsequences: false).map { CodeText.parts(of: String($0).replacing("\t", with: "    "), &isComment) }
    }
    /// - Parameter isComment: Before the call, whether the line begins inside of a comment; after the call, whether the next line begins
    ///   inside of a comment.
    private static func parts(of line: String, _ isComment: inout Bool) -> [Part] {
        var parts: [Part] = [], rest = Substring(line)
        func add(_ text: some StringProtocol, _ color: SIMD4<Float>) {
            if let last = parts.last, last.color == color { parts[parts.count - 1].text += text } else { parts.append(Part(text: String(text), color: color)) }
        }
        if !isComment, line.drop(while: { $0 == " " }).hasPrefix("#") { return [Part(text: line, color: ViewTheme.directive)] }
        while let first = rest.first {
            if isComment {
                if let end = rest.firstRange(of: "*/") {
                    add(rest[..<end.upperBound], ViewTheme.comment)
                    rest = rest[end.upperBound...]
                    isComment = false
                } else {
                    add(rest, ViewTheme.comment)
                    rest = ""
                }
            } else if rest.hasPrefix("//") {
                add(rest, ViewTheme.comment)
                rest = ""
            } else if rest.hasPrefix("/*") {
                isComment = true
                add(rest.prefix(2), ViewTheme.comment)
                rest = rest.dropFirst(2)
            } else if first.isLetter || first == "_" {
                let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                add(word, types.contains(String(word)) ? ViewTheme.type : keywords.contains(String(word)) ? ViewTheme.keyword : ViewTheme.text)
                rest = rest.dropFirst(word.count)
            } else if first.isNumber {
                let number = rest.prefix { $0.isLetter || $0.isNumber || $0 == "." }
                add(number, ViewTheme.number)
                rest = rest.dropFirst(number.count)
            } else {
                add(String(first), first == " " ? parts.last?.color ?? ViewTheme.text : ViewTheme.text)
                rest = rest.dropFirst()
            }
        }
        return parts
    }
    private static let keywords: Set<String> = ["in", "out", "inout", "uniform", "const", "layout", "flat", "smooth", "noperspective", "centroid", "if", "else",
                                                "for", "while", "do", "return",
                                                "break", "continue", "discard", "struct", "switch", "case", "default", "precision", "highp", "mediump", "lowp",
                                                "varying", "attribute", "invariant",
                                                "precise", "true", "false"]
    private static let types: Set<String> = Set(["void", "float", "int", "uint", "bool"]
                                                    + ["", "i", "u", "b"].flatMap { prefix in (2...4).map { "\(prefix)vec\($0)" } }
        + (2...4).map { "mat\($0)" } + (2...4).flatMap { a in (2...4).map { "mat\(a)x\($0)" } }
        + ["", "i", "u"].flatMap { prefix in
            ["2D", "3D", "Cube", "2DArray"].map { "\(prefix)sampler\($0)" }
        } + ["sampler2DShadow", "samplerCubeShadow", "sampler2DArrayShadow"])

    /// Shows the lines with their numbers; line `marked` is highlighted. If no line is marked, only the visible lines are built.
    func show(_ panel: PanelBuilder, marked: Int? = nil, seeks: Bool = false) {
        panel.style(.monospaced) {
            let digits = max(3, "\(lines.count)".count)
            // Builds a row. If a line is marked, all rows are built, because the panel can scroll only to a row that has been built.
            func row(_ number: Int) {
                let isMarked = number + 1 == marked, name = "\(number + 1)"
                panel.text(String(repeating: " ", count: digits - name.count) + name + (isMarked ? " ▸" : "  "),
                           color: isMarked ? ViewTheme.changed : ViewTheme.faint)
                if isMarked, seeks { panel.scrollHere() }
                for part in lines[number] where !part.text.isEmpty {
                    panel.sameLine(spacing: 0)
                    panel.text(part.text, color: isMarked ? SIMD4(1, 0.9, 0.55, 1) : part.color)
                }
            }
            if marked != nil, lines.count <= 2000 { for number in lines.indices { row(number) } } else { panel.rows(lines.count) { row($0) } }
        }
    }
}
