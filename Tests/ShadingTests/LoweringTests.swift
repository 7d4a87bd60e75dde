import Shading
import Testing

private let plainVertex = """
    #version 330
    in vec3 position;
    in vec2 texcoord;
    uniform mat4 mvp;
    out vec2 uv;
    void main() {
        uv = texcoord;
        gl_Position = mvp * vec4(position, 1.0);
    }
    """

/// Compiles and links, by default with `plainVertex` as the vertex stage. The result has passed the validator.
func link(vertex: String = plainVertex, fragment: String) throws -> LinkedProgram {
    try ShaderCompiler.link(vertex: ShaderSource(text: vertex, name: "scene.vert"),
                            fragment: ShaderSource(text: fragment, name: "scene.frag"))
}

@Test("a textured shader without branches lowers to scalar instructions")
func straightShader() throws {
    let program = try link(fragment: """
        #version 330
        uniform sampler2D image;
        uniform vec4 tint;
        in vec2 uv;
        out vec4 color;
        void main() {
            color = texture(image, uv) * tint;
        }
        """)
    #expect(program.fragment.textureOperations.count == 1)
    #expect(program.interface.varyings.count == 2)
}
