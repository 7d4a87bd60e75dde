// GlslangLog: converts glslang's text log to diagnostics.
//
// The log's lines read `ERROR: 0:12: 'name' : message` (string number, line), or `ERROR: message` if no line is known. A message may also
// begin with `WARNING:` or a similar word. A line without `ERROR:`, `WARNING:` or a similar word at its beginning continues the preceding
// message. Line numbers count lines of the compiled text; the line map converts them to files and lines.

enum GlslangLog {
    /// - Parameters:
    ///   - lines: the stage's line map; nil for a link log.
    ///   - sourceNames: for each name of the compiled text that replaces a name of the source, the replaced name.
    static func diagnostics(_ log: String, phase: ShaderDiagnostic.Phase, stage: ShaderStage?,
                            lines: ShaderLineMap?, sourceNames: [String: String]) -> [ShaderDiagnostic] {
        var result: [ShaderDiagnostic] = []
        for entry in entries(log) {
            guard let diagnostic = diagnostic(entry, phase: phase, stage: stage, lines: lines, sourceNames: sourceNames) else { continue }
            // After an unknown extension, glslang also complains about the rest of the line. The message about the rest of the line is
            // dropped.
            if diagnostic.message.hasPrefix("'#extension' : extra tokens"), result.last?.line == diagnostic.line { continue }
            // glslang's parser repeats warnings of its preprocessor.
            if !result.contains(diagnostic) { result.append(diagnostic) }
        }
        return result
    }

    private static let severities: [(prefix: String, severity: ShaderDiagnostic.Severity)] = [
        ("ERROR: ", .error), ("INTERNAL ERROR: ", .error), ("UNIMPLEMENTED: ", .error), ("WARNING: ", .warning), ("NOTE: ", .warning),
    ]

    /// Splits the log into messages, each with its continuation lines.
    private static func entries(_ log: String) -> [(severity: ShaderDiagnostic.Severity, text: String)] {
        var result: [(severity: ShaderDiagnostic.Severity, text: String)] = []
        for line in log.split(whereSeparator: \.isNewline) {
            if let (prefix, severity) = severities.first(where: { line.hasPrefix($0.prefix) }) {
                result.append((severity, String(line.dropFirst(prefix.count))))
            } else if let last = result.indices.last {
                let words = line.split(separator: " ").joined(separator: " ")
                if !words.isEmpty { result[last].text += " " + words }
            } else if !line.allSatisfy(\.isWhitespace) {
                result.append((.error, String(line)))
            }
        }
        return result
    }

    private static func diagnostic(_ entry: (severity: ShaderDiagnostic.Severity, text: String), phase: ShaderDiagnostic.Phase,
                                   stage: ShaderStage?, lines: ShaderLineMap?, sourceNames: [String: String]) -> ShaderDiagnostic? {
        var text = entry.text[...]
        var line = 0
        // The first parts of a line are the position, such as `0:12: `.
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        if parts.count == 3, Int(parts[0]) != nil, let number = Int(parts[1]) {
            line = number
            text = parts[2]
        }
        var message = text.split(separator: " ").joined(separator: " ")
        if isNoise(message) { return nil }
        for (name, sourceName) in sourceNames { message = message.replacing(name, with: sourceName) }
        var stage = stage
        for named in ShaderStage.allCases {
            let prefix = "Linking \(named.rawValue) stage: "
            guard message.hasPrefix(prefix) else { continue }
            stage = named
            message.removeFirst(prefix.count)
        }
        if message.hasPrefix("'' : ") { message.removeFirst(5) }
        // A message about two stages begins with their names, for example `Linking vertex and fragment stages: `. The names of the stages
        // are removed from the message.
        if let end = message.firstRange(of: " stages: "), message.hasPrefix("Linking "), !message[..<end.lowerBound].contains(":") {
            message.removeSubrange(..<end.upperBound)
        }
        let location = lines?.location(ofLine: line) ?? ShaderLineMap.Location(file: 0, line: 0)
        let phase = isOfLinking(message) ? .link : phase
        return ShaderDiagnostic(severity: entry.severity, phase: phase, stage: stage, file: lines?.fileName(of: location) ?? "",
                                line: Int(location.line), message: clearer(message), sourceLine: lines?.sourceLine(at: location) ?? "")
    }

    /// Returns true if glslang reports the error when it compiles, although OpenGL defines the error as a link error (OpenGL 4.6, 7.3.1,
    /// 11.1.1 and 15.2.3). The shader itself compiles.
    private static func isOfLinking(_ message: String) -> Bool {
        ["'location' : overlapping use of location", "'location' : location is too large",
         "'location' : fragment outputs sharing the same location"].contains { message.hasPrefix($0) }
    }

    private static func isNoise(_ message: String) -> Bool {
        message == "'' : compilation terminated" || message.hasSuffix("compilation errors. No code generated.")
    }

    /// Replaces some of glslang's messages by clearer messages.
    private static func clearer(_ message: String) -> String {
        // When glslang compares the uniforms of the stages, its messages call the vertex stage "unknown stage".
        let message = message.replacing("unknown stage stage", with: "vertex stage").replacing("unknown stage", with: "vertex")
        if message.hasPrefix("Missing entry point") { return "the function void main() is missing" }
        if message == "memory exhausted" { return "the code is nested too deeply; split the expression or the blocks" }
        if message.hasPrefix("Recursion detected:") {
            // The message has the form `Recursion detected: f(i1; calling g(i1;`.
            let names = message.dropFirst("Recursion detected:".count).split(separator: " ")
                .filter { $0 != "calling" }.map { $0.prefix { $0 != "(" } }
            if names.count == 2 {
                return "recursion: '\(names[0])' calls '\(names[1])', which leads back to it; GLSL has no recursion"
            }
        }
        if message.hasPrefix("Anonymous member name used") {
            return "the next stage declares a member of a block without an instance name in another way; declare the block equally in both stages"
        }
        return message
    }
}
