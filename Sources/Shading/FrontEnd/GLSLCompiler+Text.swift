// GLSLCompiler+Text: one stage's GLSL for another compiler, such as the system's OpenGL.

extension GLSLCompiler {
    /// The text that glslang gets: complete in itself, with a `#version` line.
    package static func preprocessedText(of source: ShaderSource, stage: ShaderStage, options: ShaderCompileOptions) -> String {
        source.text.contains("#version") ? source.text : "#version 330\n#line 1\n" + source.text
    }
}
