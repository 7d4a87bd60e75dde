// ConformanceCase: one test of a shader suite, in any of the suites' file formats.

/// A test with its name and its place in a file.
package struct ConformanceCase: Sendable {
    package enum Content: Sendable {
        /// A case of a Khronos `.test` file.
        case shaders(ShaderCase)
        /// A `.shader_test` file of piglit.
        case script(ShaderScript)
        /// A single `.vert`, `.geom`, `.frag` or `.comp` file. The test expects that the file compiles, or that it does not compile.
        case source(SourceCase)
        /// A case that this program cannot run, with the reason.
        case skipped(String)
    }
    /// The file's name, the groups and the case's name, joined by dots, such as `arrays.constructor.float3_vertex`.
    package var name: String
    package var file: String
    /// The number of the line at which the case begins, from 1.
    package var line: Int
    package var content: Content
    package init(name: String, file: String, line: Int, content: Content) {
        self.name = name; self.file = file; self.line = line; self.content = content
    }

    /// The part of the case's name before the last dot.
    package var group: String { name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name }
}

/// The error for a test file that cannot be understood.
package struct CaseFileError: Error, Sendable, Hashable, CustomStringConvertible {
    package var file: String
    /// The line number of the error, from 1; 0 if the error concerns the whole file.
    package var line: Int
    package var message: String
    package init(file: String, line: Int, _ message: String) { self.file = file; self.line = line; self.message = message }
    package var description: String { line > 0 ? "\(file):\(line): error: \(message)" : "\(file): error: \(message)" }
}

/// The GLSL version that a case is written for.
package struct CaseDialect: Sendable, Hashable, CustomStringConvertible {
    package var version: Int
    package var isES: Bool
    /// Whether the shaders are of the compatibility profile, which has the fixed-function names.
    package var isCompatibility: Bool
    package init(_ version: Int, isES: Bool = false, isCompatibility: Bool = false) {
        self.version = version; self.isES = isES; self.isCompatibility = isCompatibility
    }
    package static let es100 = CaseDialect(100, isES: true)

    package var directive: String { "#version \(version)" + (isES && version != 100 ? " es" : isCompatibility && version >= 150 ? " compatibility" : "") }
    package var description: String { "GLSL \(isES ? "ES " : "")\(version / 100).\(version % 100 < 10 ? "0" : "")\(version % 100)" }
    /// Whether shaders in this version use `in` and `out` instead of `attribute` and `varying`.
    package var hasInOut: Bool { isES ? version >= 300 : version >= 130 }
    /// Whether fragment outputs may have `layout(location = n)`.
    package var hasOutputLocations: Bool { isES ? version >= 300 : version >= 330 }

    /// The versions that exist, without the compatibility profile.
    package static let all: Set<CaseDialect> = Set(
        [100, 300, 310, 320].map { CaseDialect($0, isES: true) }
            + [110, 120, 130, 140, 150, 330, 400, 410, 420, 430, 440, 450, 460].map { CaseDialect($0) })
}
