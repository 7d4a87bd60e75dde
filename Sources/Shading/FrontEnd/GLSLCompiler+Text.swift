// GLSLCompiler+Text: one stage's GLSL for another compiler, such as the system's OpenGL.

extension GLSLCompiler {
    /// The source complete in itself, with a `#version` line and without macros.
    package static func preprocessedText(of source: ShaderSource, stage: ShaderStage, options: ShaderCompileOptions) -> String {
        preprocess(source, stage: stage, options: options, for: .another).text
    }
}
