// ShaderTemplate: replaces `${NAME}` in shader text by the text for NAME. `${NAME:single-line}` becomes the text for NAME without
// line ends. `${NAME:opt}` becomes empty if there is no text for NAME.

enum ShaderTemplate {
    struct Failure: Error, CustomStringConvertible { var description: String }

    static func fill(_ text: String, with parameters: [String: String]) throws(Failure) -> String {
        var result = "", rest = Substring(text)
        while let start = rest.firstRange(of: "${") {
            result += rest[..<start.lowerBound]
            guard let end = rest[start.upperBound...].firstIndex(of: "}") else { throw Failure(description: "'${' in a shader does not end with '}'") }
            let parts = rest[start.upperBound..<end].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0]), form = parts.count > 1 ? String(parts[1]) : ""
            guard ["", "single-line", "opt"].contains(form) else { throw Failure(description: "'${\(name):\(form)}' in a shader has an unknown form") }
            guard let value = parameters[name] ?? (form == "opt" ? "" : nil) else {
                throw Failure(description: "'${\(name)}' in a shader has no value; there are \(parameters.keys.sorted().joined(separator: ", "))")
            }
            result += form == "single-line" ? value.replacing("\n", with: " ") : value
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}
