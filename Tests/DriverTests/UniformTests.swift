// Uniforms: conversions, arrays, matrices, blocks, results of queries (OpenGL ES 3.0.6 §2.12.6 and §6.1.12).

import GLState
import Testing

@Suite("Uniforms of OpenGL") struct UniformTests {
    @Test("numbers and floats set booleans; a query converts back")
    func booleans() throws {
        let stage = try Stage(size: 2), gl = stage.gl
        let program = try stage.program("vec4(b ? 1. : 0., c.x ? 1. : 0., c.y ? 1. : 0., 1)", uniforms: "uniform bool b; uniform bvec2 c;")
        func location(_ name: String) throws -> GLint { try gl.glGetUniformLocation(program, name) }
        try gl.glUniform1f(location("b"), 0.25)
        try gl.glUniform2i(location("c"), 0, -7)
        try stage.fill()
        #expect(try stage.pixel(0, 0) == [255, 0, 255, 255])
        var floats: [GLfloat] = [9, 9]
        try gl.glGetUniformfv(program, location("c"), &floats)
        #expect(floats == [0, 1])
    }

    @Test("elements of arrays have locations of their own, and values beyond the end are ignored")
    func arrays() throws {
        let stage = try Stage(size: 2), gl = stage.gl
        let program = try stage.program("vec4(v[0], v[1], v[2], 1)", uniforms: "uniform float v[3];")
        let second = try gl.glGetUniformLocation(program, "v[1]")
        #expect(try gl.glGetUniformLocation(program, "v") == gl.glGetUniformLocation(program, "v[0]"))
        #expect(try gl.glGetUniformLocation(program, "v[3]") == -1 && gl.glGetUniformLocation(program, "w") == -1)
        try gl.glUniform1fv(second, 5, [1, 0.5, 9, 9, 9])
        try gl.glUniform1f(-1, 3)
        try stage.fill()
        #expect(try stage.pixel(0, 0) == [0, 255, 128, 255])
        var size: GLint = 0, type: GLenum = 0, name = [CChar](repeating: 0, count: 16)
        try gl.glGetActiveUniform(program, 0, 16, nil, &size, &type, &name)
        #expect(size == 3 && type == GL_FLOAT && textOf(name) == "v[0]")
    }

    @Test("matrices are columns, or rows if they are transposed")
    func matrices() throws {
        let stage = try Stage(size: 2), gl = stage.gl
        let program = try stage.program("vec4(m[0], 0, m[1].x)", uniforms: "uniform mat2 m;"), place = try gl.glGetUniformLocation(program, "m")
        var values = [GLfloat](repeating: 0, count: 4)
        try gl.glUniformMatrix2fv(place, 1, 1, [0.2, 1, 0.4, 0.6])
        try gl.glGetUniformfv(program, place, &values)
        #expect(values == [0.2, 0.4, 1, 0.6])
        try stage.fill()
        #expect(try stage.pixel(0, 0) == [51, 102, 0, 255])
    }

    @Test("a draw has the values of its time, and linking again sets all to zero")
    func time() throws {
        let stage = try Stage(size: 2), gl = stage.gl
        let program = try stage.program("u", uniforms: "uniform vec4 u;"), place = try gl.glGetUniformLocation(program, "u")
        try gl.glEnable(GL_SCISSOR_TEST)
        try gl.glScissor(0, 0, 1, 2)
        try gl.glUniform4f(place, 1, 0, 0, 1)
        try stage.fill()
        try gl.glScissor(1, 0, 1, 2)
        try gl.glUniform4f(place, 0, 1, 0, 1)
        try stage.fill()
        #expect(try stage.pixels(0, 0, 2, 1) == [255, 0, 0, 255, 0, 255, 0, 255])
        try gl.glLinkProgram(program)
        var values = [GLfloat](repeating: 9, count: 4)
        try gl.glGetUniformfv(program, gl.glGetUniformLocation(program, "u"), &values)
        #expect(values == [0, 0, 0, 0])
    }

    @Test("blocks read the buffers of their bindings, from their offsets; a missing buffer gives zeros")
    func blocks() throws {
        let stage = try Stage(size: 2), gl = stage.gl
        let program = try stage.program("first + second", uniforms: "layout(std140) uniform A { vec4 first; }; layout(std140) uniform B { vec4 second; };")
        let a = try gl.glGetUniformBlockIndex(program, "A"), b = try gl.glGetUniformBlockIndex(program, "B")
        #expect(try gl.glGetUniformBlockIndex(program, "C") == GL_INVALID_INDEX)
        try gl.glUniformBlockBinding(program, a, 3)
        try gl.glUniformBlockBinding(program, b, 5)
        let buffer = try stage.buffer(GL_UNIFORM_BUFFER, [1, 0, 0, 1] + [Float](repeating: 0, count: 60) + [0, 0, 1, 0])
        try gl.glBindBufferBase(GL_UNIFORM_BUFFER, 3, buffer)
        try stage.fill()
        #expect(try stage.pixel(0, 0) == [255, 0, 0, 255])
        try gl.glBindBufferRange(GL_UNIFORM_BUFFER, 5, buffer, 256, 16)
        try stage.fill()
        #expect(try stage.pixel(0, 0) == [255, 0, 255, 255])
        #expect(try stage.int { try gl.glGetActiveUniformBlockiv(program, a, GL_UNIFORM_BLOCK_DATA_SIZE, $0) } == 16)
    }

    @Test("a failed link keeps the program in use, and its log has the reason")
    func failedLink() throws {
        let stage = try Stage(size: 2), gl = stage.gl
        let program = try stage.program("vec4(0, 1, 0, 1)")
        var shaders = [GLuint](repeating: 0, count: 2)
        try gl.glGetAttachedShaders(program, 2, nil, &shaders)
        try gl.glDetachShader(program, shaders[1])
        try gl.glAttachShader(program, stage.shader(GL_FRAGMENT_SHADER, "#version 300 es\nprecision highp float; in vec3 missing; out vec4 c; void main() { c = missing.xyzz; }"))
        try gl.glLinkProgram(program)
        #expect(try stage.int { try gl.glGetProgramiv(program, GL_LINK_STATUS, $0) } == 0)
        #expect(try stage.log(program).contains("missing"))
        try stage.fill()
        #expect(try stage.pixel(0, 0) == [0, 255, 0, 255])
    }

    @Test("a shader that does not compile tells the line and the fault")
    func compileLog() throws {
        let stage = try Stage(), gl = stage.gl
        let shader = try stage.shader(GL_FRAGMENT_SHADER, "#version 300 es\nprecision highp float;\nout vec4 c; void main() { c = colour; }")
        #expect(try stage.int { try gl.glGetShaderiv(shader, GL_COMPILE_STATUS, $0) } == 0)
        var text = [CChar](repeating: 0, count: 1000), length: GLsizei = 0
        try gl.glGetShaderInfoLog(shader, 1000, &length, &text)
        #expect(textOf(text).contains("colour") && textOf(text).contains("3"), "\(textOf(text))")
        #expect(try stage.int { try gl.glGetShaderiv(shader, GL_INFO_LOG_LENGTH, $0) } == length + 1)
    }
}
