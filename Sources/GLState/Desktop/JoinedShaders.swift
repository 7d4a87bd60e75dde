// JoinedShaders: supports programs with several shaders of one stage (OpenGL 3.3 §2.11.2). Raster links only one shader for each stage, so
// the texts of these shaders are joined to one text.

enum JoinedShaders {
    /// Returns the text of all shaders. Only the first shader keeps its `#version` line. If an earlier shader contains the same declaration
    /// of a global variable in the same words, the later declaration is left out, because the two declarations declare the same variable.
    static func text(_ shaders: [String]) -> String {
        var result = "", known: Set<String> = []
        // The shader with the highest version comes first, because its `#version` line applies to the whole text.
        let ordered = shaders.enumerated().sorted { (number($0.element), -$0.offset) > (number($1.element), -$1.offset) }.map(\.element)
        for (index, shader) in ordered.enumerated() {
            for line in shader.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
                let words = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                if index > 0, words.hasPrefix("#version") || words.hasPrefix("# version") { continue }
                if isDeclaration(words), !known.insert(words).inserted { continue }
                result += line + "\n"
            }
        }
        return result
    }
    private static func number(_ text: String) -> Int {
        let version = ShaderVersion(of: text)
        return version.hasDirective ? version.number : 110
    }
    /// Returns whether a line contains only the declaration of a global variable.
    private static func isDeclaration(_ line: String) -> Bool {
        let starts = ["uniform ", "attribute ", "varying ", "in ", "out ", "flat ", "smooth ", "noperspective ", "centroid ", "invariant "]
        return line.hasSuffix(";") && !line.contains("{") && !line.contains(")") && starts.contains { line.hasPrefix($0) }
    }
}
