// Links small fragment shaders for tests of analyses.

import Shading

/// Links a fragment shader with a varying `a`, a uniform `count` and an output `color`.
func link(_ statements: String) throws -> LinkedProgram {
    try ShaderCompiler.link(
        vertex: ShaderSource(text: "#version 400\nin vec4 position; out vec4 a; void main() { a = position; gl_Position = position; }", name: "a.vert"),
        fragment: ShaderSource(text: "#version 400\nin vec4 a; out float color; uniform int count;\nvoid main() { \(statements) }", name: "a.frag"))
}
/// Returns the fragment shader's module of the program that `link` makes from the statements.
func fragmentModule(_ statements: String) throws -> ShaderModule { try link(statements).fragment }
