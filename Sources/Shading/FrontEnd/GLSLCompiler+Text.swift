// GLSLCompiler+Text: one stage's GLSL for another compiler, such as the system's OpenGL.

extension GLSLCompiler {
    /// The source complete in itself, with a `#version` line and without macros. Fixed function's attributes and matrices are
    /// variables with names of their own, see `plainName`.
    package static func preprocessedText(of source: ShaderSource, stage: ShaderStage, options: ShaderCompileOptions) -> String {
        preprocess(source, stage: stage, options: options, for: .another).text
    }

    /// What a variable of the source is called in that text.
    package static func plainName(_ name: String) -> String { Preprocessor.plainName(name) }
}
