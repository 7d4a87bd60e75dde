// JoinedShaders: several shaders of one stage in one program (OpenGL 3.3 §2.11.2). Raster links one shader for each stage, so their texts become
// one text.

enum JoinedShaders {
    /// Returns the text of all shaders: the first with its `#version`, and the others without theirs. A declaration of a global variable that
    /// an earlier shader has in the same words is left out, because it names the same variable.
    static func text(_ shaders: [String]) -> String {
        var result = "", known: Set<String> = []
        // The shader with the highest version comes first, because its line stands for all.
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
    /// Whether a line declares a variable of the program, and nothing more.
    private static func isDeclaration(_ line: String) -> Bool {
        let starts = ["uniform ", "attribute ", "varying ", "in ", "out ", "flat ", "smooth ", "noperspective ", "centroid ", "invariant "]
        return line.hasSuffix(";") && !line.contains("{") && !line.contains(")") && starts.contains { line.hasPrefix($0) }
    }
}
