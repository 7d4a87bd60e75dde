// ShaderText: finds the words, functions, directives and declarations of a GLSL text without compiling the text.
//
// A project needs this information before a complete shader program can be made. The words show the host, and the declarations show which
// uniforms and varyings the code around the text must provide.

/// A text and its words.
package struct ShaderText: Sendable {
    /// The text without comments. The number of lines is the same as in the original.
    package let code: String
    /// The part of `code` that remains after evaluating simple conditions.
    package let active: String
    /// The identifiers and numbers of `active`.
    package let words: Set<String>
    /// The functions that are defined or declared after the word `void`, or after `vec4`.
    package let functions: Set<String>
    /// The variables of `active` outside of functions.
    package let declarations: [Declaration]

    /// - Parameter defines: The names that are defined when the text is compiled.
    package init(_ text: String, defines: Set<String> = []) {
        code = ShaderText.withoutComments(text)
        active = ShaderText.chosenLines(of: code, defines: defines)
        let list = ShaderText.words(in: active, keeping: "(")
        words = Set(list)
        functions = Set(list.indices.dropLast(2).filter { ["void", "vec4"].contains(list[$0]) && list[$0 + 2] == "(" }.map { list[$0 + 1] })
        declarations = Declaration.all(in: active)
    }

    /// The names of the uniforms that the text declares.
    package var uniforms: Set<String> {
        Set(declarations.filter { $0.storage == "uniform" }.flatMap { $0.name.isEmpty ? $0.members?.map(\.name) ?? [] : [$0.name] })
    }
    /// The variables that the previous stage must provide, if the text is a fragment shader.
    package var inputs: [Declaration] { declarations.filter { ["in", "varying"].contains($0.storage) && !$0.name.hasPrefix("gl_") } }

    /// Whether the text seems to make random numbers: the text contains an identifier with "noise" or a similar word, or the number 256,
    /// which is the size of Shadertoy's noise textures.
    package var makesNoise: Bool {
        ShaderText.words(in: code).contains { word in
            let word = word.lowercased()
            return word == "256" || ["noise", "rand", "hash", "rnd", "fbm"].contains { word.contains($0) }
        }
    }

    /// Returns the directives of a text: the words after `#`, with the line number.
    package static func directives(in text: String) -> [(line: Int, words: [Substring])] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
            let line = line.trimmed
            guard line.hasPrefix("#") else { return nil }
            return (index + 1, line.dropFirst().split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\r" }).map { Substring($0) })
        }
    }

    /// Returns the identifiers in a text, and the requested punctuation marks.
    package static func words(in text: String, keeping punctuation: String = "") -> [String] {
        let kept = Set(punctuation.utf8)
        var words: [String] = [], start: Int?
        let bytes = Array(text.utf8)
        for (index, byte) in bytes.enumerated() {
            if isWordByte(byte) {
                if start == nil { start = index }
                continue
            }
            if let first = start { words.append(String(decoding: bytes[first..<index], as: UTF8.self)) }
            start = nil
            if kept.contains(byte) { words.append(String(UnicodeScalar(byte))) }
        }
        if let first = start { words.append(String(decoding: bytes[first...], as: UTF8.self)) }
        return words
    }
    static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
        default: byte >= 0x80
        }
    }

    /// Replaces each comment by a space, and each kind of line end by a line feed. The number of lines stays the same.
    package static func withoutComments(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var i = 0
        /// Appends a line feed if a line ends at `i`.
        func isLineEnd(_ i: Int) -> Bool { bytes[i] == 10 || bytes[i] == 13 && !(i + 1 < bytes.count && bytes[i + 1] == 10) }
        while i < bytes.count {
            let next = i + 1 < bytes.count ? bytes[i + 1] : 0
            if bytes[i] == UInt8(ascii: "/") && next == UInt8(ascii: "/") {
                while i < bytes.count && !isLineEnd(i) { i += 1 }
            } else if bytes[i] == UInt8(ascii: "/") && next == UInt8(ascii: "*") {
                i += 2
                while i < bytes.count && !(bytes[i] == UInt8(ascii: "*") && i + 1 < bytes.count && bytes[i + 1] == UInt8(ascii: "/")) {
                    if isLineEnd(i) { result.append(10) }
                    i += 1
                }
                i += 2
                result.append(32)
            } else {
                if isLineEnd(i) { result.append(10) } else if bytes[i] != 13 { result.append(bytes[i]) }
                i += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the lines that remain after the evaluation of `#ifdef`, `#ifndef`, `#if defined(…)`, `#if 0`, `#if 1`, `#elif`, `#else` and
    /// `#endif`. For other conditions, all branches remain. All other lines, and directives other than `#define`, become empty lines.
    package static func chosenLines(of code: String, defines: Set<String>) -> String {
        var defined = defines, result = ""
        /// For each open condition: whether the lines of the current branch remain, and whether the lines of a later branch may remain.
        var open: [(counts: Bool, otherwise: Bool)] = []
        /// Evaluates the words after `#if` or `#elif`; nil if the condition is too complex for this function.
        func holds(_ words: [String]) -> Bool? {
            let name = words.dropFirst().first { $0 != "defined" && $0 != "!" } ?? ""
            if words.contains("defined"), Set(words).isDisjoint(with: ["&", "|", "=", "<", ">"]) { return defined.contains(name) != words.contains("!") }
            return words.count == 2 && ["0", "1"].contains(name) ? name == "1" : nil
        }
        for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
            let text = line.trimmed, counts = open.allSatisfy(\.counts)
            guard text.hasPrefix("#") else {
                result += (counts ? line : "") + "\n"
                continue
            }
            let words = words(in: String(text), keeping: "!&|=<>"), name = words.count > 1 ? words[1] : ""
            // A macro may name uniforms, so the line of a `#define` counts as text.
            if words.first == "define", counts { result += text }
            switch words.first {
            case "define"? where counts: defined.insert(name)
            case "undef"? where counts: defined.remove(name)
            case "ifdef"?: open.append((defined.contains(name), !defined.contains(name)))
            case "ifndef"?: open.append((!defined.contains(name), defined.contains(name)))
            case "if"?:
                let value = holds(words)
                open.append((value ?? true, !(value ?? false)))
            case "elif"?:
                if let last = open.popLast() {
                    let value = holds(words)
                    open.append((last.otherwise && value ?? true, last.otherwise && !(value ?? false)))
                }
            case "else"?: if let last = open.popLast() { open.append((last.otherwise, last.otherwise)) }
            case "endif"?: open.removeLast(min(1, open.count))
            default: break
            }
            result += "\n"
        }
        return result
    }
}

extension String {
    /// The text with all line ends replaced by line feeds. Swift sees CR and LF together as one character, so a search for LF alone would not
    /// find the lines of such a text.
    package var withLineFeeds: String { utf8.contains(13) ? replacing("\r\n", with: "\n").replacing("\r", with: "\n") : self }
}

extension StringProtocol {
    /// The text without white space at both ends.
    var trimmed: SubSequence {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else { return self[endIndex...] }
        return self[first...last]
    }
    /// The part after the last slash.
    var fileName: String { lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? String(self) }
    /// The part up to the last slash, with the slash; empty if the path has no slash.
    var folderName: String { lastIndex(of: "/").map { String(self[...$0]) } ?? "" }
    /// The file name without its extension.
    var stem: String {
        let name = fileName
        return name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? String(name[..<$0]) : nil } ?? name
    }
    /// The extension of the file name, in lower case; empty if the file name has no extension.
    var fileExtension: String {
        let name = fileName
        return name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? name[name.index(after: $0)...].lowercased() : nil } ?? ""
    }
}
