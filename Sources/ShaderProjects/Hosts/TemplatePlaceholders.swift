// TemplatePlaceholders: placeholders in the file of a filter. The application for which the filter was written replaces these placeholders
// before the application compiles the file: `${PERLIN}`, `${MAX_COLORS}`, `__DIST__`.

import Foundation
import Shading

enum TemplatePlaceholders {
    private static let builtIn: Set<String> = ["__LINE__", "__FILE__", "__VERSION__"]

    /// Replaces each placeholder. If a file beside the source has the placeholder's name, the text of the file replaces the placeholder. If
    /// there is no such file, a macro with the placeholder's name replaces the placeholder. If there is no such macro either, a small
    /// number replaces the placeholder, and `notes` has a sentence about the replacement.
    /// - Parameter defines: The names of the user's macros.
    static func filled(_ source: ShaderSource, defines: Set<String>) -> (source: ShaderSource, notes: [String]) {
        guard source.text.contains("${") || source.text.contains("__") else { return (source, []) }
        var notes: [String] = []
        let lines = source.text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
            guard !line.trimmed.hasPrefix("#") else { return String(line) }
            if let match = line.trimmed.wholeMatch(of: /\$\{(\w+)\}/), let file = file(named: String(match.1), beside: source.name) {
                return "#include \"\(file)\""
            }
            return String(line).replacing(/\$\{(\w+)\}|\b(__[A-Z][A-Z_]*__)\b/) { match -> String in
                let name = String(match.1 ?? match.2 ?? "")
                if builtIn.contains(name) || defines.contains(name) { return name }
                let words = ShaderText.words(in: String(line)), isWhole = words.contains("int") || line.contains("["), isStep = name.contains("STEP")
                let value = isStep ? "0.2" : isWhole ? "8" : "8.0"
                let note = "the program that uses the file fills in '\(name)'; it is \(value) here; set it with --define \(name)=…"
                if !notes.contains(note) { notes.append(note) }
                return value
            }
        }
        return (ShaderSource(text: lines.joined(separator: "\n"), name: source.name), notes)
    }
    /// Returns the name of the shader file beside a path that has a placeholder's name; nil if there is no such file.
    private static func file(named name: String, beside path: String) -> String? {
        ["frag", "glsl"].map { "\(name.lowercased()).\($0)" }.first { FileManager.default.fileExists(atPath: path.folderName + $0) }
    }
}
