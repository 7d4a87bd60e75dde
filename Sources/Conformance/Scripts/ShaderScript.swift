// ShaderScript: a `.shader_test` file of piglit: what it requires, its shaders, its vertices, and commands line by line.

package struct ShaderScript: Sendable {
    /// A command of `[test]` as its words; parentheses and commas separate words too.
    package struct Command: Sendable {
        package var line: Int
        package var text: String
        package var words: [String]
    }
    /// A column of `[vertex data]`.
    package struct VertexColumn: Sendable {
        package var name: String
        package var scalar: ElementType.Scalar
        package var count: Int
        /// Row after row.
        package var words: [UInt32] = []
    }
    package var dialect: CaseDialect
    /// Pixels.
    package var width = 250, height = 250
    package var extensions: [String] = []
    /// nil where fixed function takes the stage's place.
    package var vertex: String?
    package var fragment: String?
    package var columns: [VertexColumn] = []
    package var commands: [Command] = []
    package var needsDepth = false

    /// The command that expects linking to fail, if any.
    package var expectsLinkError: Bool { commands.contains { $0.words.starts(with: ["link", "error"]) } }
}

/// A file of piglit's compiler tests: one shader with a comment that says what becomes of it.
package struct SourceCase: Sendable {
    package var isVertex: Bool
    package var text: String
    package var dialect: CaseDialect
    package var expectsPass: Bool
    /// A program with it has to link, too.
    package var checksLink: Bool
    package var extensions: [String]
}
