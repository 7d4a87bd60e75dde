// SourceCaseParser: reads the comment at the head of a file of piglit's compiler tests.
//
//     // [config]
//     // expect_result: fail
//     // glsl_version: 1.10
//     // require_extensions: GL_ARB_gpu_shader5
//     // check_link: false
//     // [end config]

package enum SourceCaseParser {
    /// Returns nil if the file has no comment with `[config]`; a file without this comment is no test.
    package static func parse(file: String, text: String, stage: SourceCase.Stage) throws(CaseFileError) -> Result<SourceCase, SkipReason>? {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { $0.drop { " \t/*".contains($0) }.trimmed }
        guard let start = lines.firstIndex(of: "[config]") else { return nil }
        guard let end = lines[start...].firstIndex(of: "[end config]") else {
            throw CaseFileError(file: file, line: start + 1, "'[config]' is not followed by '[end config]'")
        }
        var settings: [String: String] = [:]
        for index in start + 1..<end where !lines[index].isEmpty {
            guard let colon = lines[index].firstIndex(of: ":") else {
                throw CaseFileError(file: file, line: index + 1, "'\(lines[index])' is not a setting; write 'name: value'")
            }
            settings[String(lines[index][..<colon])] = lines[index][lines[index].index(after: colon)...].trimmed
        }
        let place = start + 1
        guard let result = settings["expect_result"], ["pass", "fail"].contains(result) else {
            throw CaseFileError(file: file, line: place, "expect_result must be pass or fail")
        }
        // Reads a version such as "3.00 es", "1.50 compatibility" or "1.40compatibility".
        let isCompatibility = settings["glsl_version"]?.contains("compatibility") ?? false
        let version = (settings["glsl_version"] ?? "1.10").replacing("compatibility", with: "").split(separator: " ")
        guard let number = version.first.flatMap({ Double($0) }), number.isFinite, (0...100).contains(number) else {
            throw CaseFileError(file: file, line: place, "glsl_version must be a number such as 1.10")
        }
        var dialect = CaseDialect(Int((number * 100).rounded()), isES: version.count > 1 || number == 1 || number == 3)
        guard CaseDialect.all.contains(dialect) else { return .failure(SkipReason("Raster has no \(dialect)")) }
        dialect.isCompatibility = isCompatibility
        let extensions = (settings["require_extensions"] ?? "").split(separator: " ").map(String.init)
        if let unwanted = extensions.first(where: { $0.hasPrefix("!") }) {
            return .failure(SkipReason("it is for implementations without \(unwanted.dropFirst())"))
        }
        return .success(SourceCase(stage: stage, text: text, dialect: dialect, expectsPass: result == "pass",
                                   checksLink: settings["check_link"] == "true", extensions: extensions))
    }
}

package struct SkipReason: Error, Sendable { package var text: String; package init(_ text: String) { self.text = text } }
