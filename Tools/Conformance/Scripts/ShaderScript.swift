// ShaderScript: a piglit `.shader_test` file: its requirements, shaders, vertices, and commands line by line.

package struct ShaderScript: Sendable {
    /// A command of `[test]`, split into words. Spaces, parentheses and commas separate words.
    package struct Command: Sendable {
        package var line: Int
        package var text: String
        package var words: [String]
    }
    /// A column of the section `[vertex data]`.
    package struct VertexColumn: Sendable {
        package var name: String
        package var scalar: ElementType.Scalar
        package var count: Int
        /// The values, row after row.
        package var words: [UInt32] = []
    }
    package var dialect: CaseDialect
    /// The size of the draws' target, in pixels.
    package var width = 250, height = 250
    package var extensions: [String] = []
    /// The vertex shader's text; nil if the fixed-function stage replaces the vertex shader.
    package var vertex: String?
    package var fragment: String?
    package var geometry: String?
    /// The compute shader's text; nil if the script draws. A script with a compute shader has no other shader.
    package var compute: String?
    package var columns: [VertexColumn] = []
    package var commands: [Command] = []
    package var needsDepth = false

    /// Whether a command expects linking to fail.
    package var expectsLinkError: Bool { commands.contains { $0.words.starts(with: ["link", "error"]) } }
}

/// A file of piglit's compiler tests: one shader, with a comment that states the expected result.
package struct SourceCase: Sendable {
    package enum Stage: Sendable { case vertex, geometry, fragment, compute }
    package var stage: Stage
    package var text: String
    package var dialect: CaseDialect
    package var expectsPass: Bool
    /// Whether a program with the shader must link as well as compile.
    package var checksLink: Bool
    package var extensions: [String]
}
