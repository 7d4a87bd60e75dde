// GLSLCompiler+Text: makes the GLSL text of one stage for a compiler other than glslang, such as the compiler of the system's OpenGL.

extension GLSLCompiler {
    /// Returns the complete source with a `#version` line and with all macros replaced. The attributes and matrices of fixed function
    /// become ordinary variables with other names; see `plainName`.
    package static func preprocessedText(of source: ShaderSource, stage: ShaderStage, options: ShaderCompileOptions) -> String {
        preprocess(source, stage: stage, options: options, for: .another).text
    }

    /// Returns the name that a variable of the source has in the text for another compiler.
    package static func plainName(_ name: String) -> String { Preprocessor.plainName(name) }
}
