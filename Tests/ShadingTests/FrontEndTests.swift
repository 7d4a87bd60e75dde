import Testing
import Shading

@Test("a program of two stages becomes SPIR-V")
func compilesAProgram() throws {
    let program = try GLSLCompiler.compile(
        vertex: ShaderSource(text: "#version 330\nin vec4 p; uniform mat4 m; out vec2 uv;\nvoid main() { gl_Position = m * p; uv = p.xy; }\n", name: "a.vert"),
        fragment: ShaderSource(text: "#version 330\nin vec2 uv; out vec4 c; uniform sampler2D t;\nvoid main() { c = texture(t, uv); }\n", name: "a.frag"))
    for words in [program.vertex, program.fragment] {
        #expect(words.count > 5)
        #expect(words[0] == 0x0723_0203)
        #expect(words[1] == 0x0001_0300)
        #expect(!words.dropFirst().contains(0x0723_0203))
    }
}
