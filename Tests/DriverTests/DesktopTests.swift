// OpenGL 3.3: the features that OpenGL ES does not have, and the calls that the core profile refuses.

import GLState
import Testing

@Suite("OpenGL 3.3") struct DesktopTests {
    /// Makes a stage with a vertex array object, which the core profile requires, and a program that fills the surface.
    private func stage(_ version: GLVersion = .core33, _ color: String = "vec4(1, 0, 0, 1)", size: Int = 4) throws -> Stage {
        let stage = try Stage(version, size: size)
        try stage.gl.glBindVertexArray(stage.name(stage.gl.glGenVertexArrays))
        try stage.program("#version 330\nin vec2 a; void main() { gl_Position = vec4(a, 0, 1); }",
                          "#version 330\nout vec4 color; void main() { color = \(color); }")
        return stage
    }

    @Test("the core profile draws with a vertex array object and buffers, and refuses what is older")
    func core() throws {
        let stage = try stage(), gl = stage.gl
        try stage.fill()
        #expect(try stage.pixel(1, 1) == [255, 0, 0, 255])
        #expect(try GLError.code { try gl.glBindBuffer(GL_ARRAY_BUFFER, 77) } == GL_INVALID_OPERATION, "names must be generated")
        #expect(try GLError.code { _ = try gl.glGetString(GL_EXTENSIONS) } == GL_INVALID_ENUM)
        try gl.glBindVertexArray(0)
        #expect(try GLError.code { try gl.glDrawArrays(GL_TRIANGLES, 0, 3) } == GL_INVALID_OPERATION)
        #expect(try GLError.code { try gl.glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, nil) } == GL_INVALID_OPERATION)
    }

    @Test("the functions of GL_ARB_shader_objects take shaders and programs")
    func shaderObjects() throws {
        let stage = try Stage(.legacy33, size: 4), gl = stage.gl
        let program = try stage.program("attribute vec2 a; void main() { gl_Position = vec4(a, 0, 1); }", "void main() { gl_FragColor = vec4(1); }")
        let shader = try stage.shader(GL_VERTEX_SHADER, "void main() { gl_Position = x; }")
        func value(_ object: GLuint, _ name: GLenum) throws -> GLint { try stage.int { try gl.glGetObjectParameterivARB(object, name, $0) } }
        #expect(try value(program, 0x8B4E) == 0x8B40 && value(shader, 0x8B4E) == 0x8B48 && value(shader, 0x8B4F) == GLint(GL_VERTEX_SHADER))
        #expect(try value(program, GL_LINK_STATUS) == 1 && value(shader, GL_COMPILE_STATUS) == 0 && value(shader, GL_INFO_LOG_LENGTH) > 1)
        #expect(try GLError.code { _ = try value(program, 0x8B4F) } == GL_INVALID_ENUM)
        #expect(try GLError.code { _ = try value(99, 0x8B4E) } == GL_INVALID_VALUE)
        #expect(try gl.glGetHandleARB(0x8B40) == program)
        #expect(try GLError.code { _ = try gl.glGetHandleARB(GL_VERTEX_SHADER) } == GL_INVALID_ENUM)
        var log = [CChar](repeating: 0, count: 200), length: GLsizei = 0
        try gl.glGetInfoLogARB(shader, 200, &length, &log)
        #expect(length > 1)
        try gl.glDeleteObjectARB(shader)
        try gl.glDeleteObjectARB(0)
        #expect(try gl.glIsShader(shader) == 0)
        #expect(try GLError.code { try gl.glDeleteObjectARB(shader) } == GL_INVALID_VALUE)
    }

    @Test("fixed functions that draw are refused, and those that set state too in the core profile")
    func fixedFunctions() throws {
        let legacy = try Stage(.legacy33, size: 4).gl, core = try Stage(.core33, size: 4).gl
        #expect(try GLError.code { try legacy.refuseFixedFunction("glMatrixMode") } == GL_NO_ERROR)
        #expect(try GLError.code { try legacy.refuseFixedFunction("glBegin") } == GL_INVALID_OPERATION)
        #expect(try GLError.code { try core.refuseFixedFunction("glMatrixMode") } == GL_INVALID_OPERATION)
    }

    @Test("without a profile, older programs draw: vertex array 0, names of their own, memory of the program")
    func legacy() throws {
        let stage = try Stage(.legacy33, size: 4), gl = stage.gl
        try stage.program("attribute vec2 a; void main() { gl_Position = vec4(a, 0, 1); }", "void main() { gl_FragColor = vec4(0, 1, 0, 1); }")
        try gl.glEnableVertexAttribArray(0)
        try [Float](arrayLiteral: -1, -1, 1, -1, -1, 1, 1, 1).withUnsafeBytes { memory in
            try gl.glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, memory.baseAddress)
            try gl.glDrawArrays(GL_TRIANGLE_STRIP, 0, 4)
        }
        #expect(try stage.pixel(2, 2) == [0, 255, 0, 255])
        try gl.glBindBuffer(GL_ARRAY_BUFFER, 77)
        #expect(try gl.glIsBuffer(77) == 1)
    }

    @Test("the strings and numbers name 3.3")
    func version() throws {
        let stage = try stage()
        #expect(try stage.int(GL_MAJOR_VERSION) == 3 && stage.int(GL_MINOR_VERSION) == 3)
        #expect(try String(cString: #require(try stage.gl.glGetString(GL_VERSION))).hasPrefix("3.3"))
        #expect(try stage.int(GL_CONTEXT_PROFILE_MASK) == GLint(GL_CONTEXT_CORE_PROFILE_BIT))
    }

    @Test("a string lives on after its context, and all contexts have the same")
    func strings() throws {
        let former = try #require(try stage().gl.glGetString(GL_VERSION)), latter = try stage().gl.glGetString(GL_VERSION)
        #expect(former == latter && String(cString: former).hasPrefix("3.3"))
    }

    @Test("polygons are drawn as lines or points")
    func polygonMode() throws {
        let stage = try stage(size: 8), gl = stage.gl
        try gl.glPolygonMode(GL_FRONT_AND_BACK, GL_POINT)
        try stage.fill()
        let points = try stage.picture().filter { $0 == 255 }.count / 2
        try gl.glPolygonMode(GL_FRONT_AND_BACK, GL_FILL)
        try stage.fill()
        #expect(try points < 8 && stage.picture().filter { $0 == 255 }.count / 2 == 64, "\(points)")
        #expect(try GLError.code { try gl.glPolygonMode(GL_FRONT, GL_LINE) } == GL_INVALID_ENUM, "the core profile has one mode for both faces")
    }

    @Test("logic operations combine bits")
    func logic() throws {
        let stage = try stage(.core33, "vec4(15. / 255., 0, 1, 1)"), gl = stage.gl
        try gl.glClearColor(51 / 255, 1, 0, 1)
        try gl.glClear(GL_COLOR_BUFFER_BIT)
        try gl.glEnable(GL_COLOR_LOGIC_OP)
        try gl.glLogicOp(GL_XOR)
        try stage.fill()
        #expect(try stage.pixel(0, 0) == [51 ^ 15, 255, 255, 0])
    }

    @Test("a blend has its mask for each colour image, and draws of several parts take one call")
    func severalDraws() throws {
        let stage = try stage(size: 4), gl = stage.gl
        try gl.glColorMaski(0, 1, 0, 0, 0)
        try stage.buffer(GL_ARRAY_BUFFER, [-1, -1, 0, -1, -1, 1, 0, -1, 1, -1, 1, 1] as [Float])
        try gl.glEnableVertexAttribArray(0)
        try gl.glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, nil)
        try gl.glMultiDrawArrays(GL_TRIANGLES, [0, 3], [3, 3], 2)
        #expect(try stage.pixel(0, 0) == [255, 0, 0, 0] && stage.pixel(3, 0) == [255, 0, 0, 0])
    }

    @Test("levels of textures are read back, in other formats too")
    func textureImages() throws {
        let stage = try stage(), gl = stage.gl
        try gl.glBindTexture(GL_TEXTURE_2D, stage.name(gl.glGenTextures))
        try gl.glTexImage2D(GL_TEXTURE_2D, 0, GLint(GL_RGBA8), 1, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, [1, 2, 3, 4, 5, 6, 7, 8] as [UInt8])
        var bytes = [UInt8](repeating: 0, count: 8)
        try gl.glGetTexImage(GL_TEXTURE_2D, 0, GL_BGRA, GL_UNSIGNED_BYTE, &bytes)
        #expect(bytes == [3, 2, 1, 4, 7, 6, 5, 8])
        #expect(try stage.int { try gl.glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_HEIGHT, $0) } == 2)
    }

    @Test("draws depend on a query between begin and end")
    func conditionalRender() throws {
        let stage = try stage(), gl = stage.gl
        try stage.clear()
        let query = try stage.name(gl.glGenQueries)
        try gl.glBeginQuery(GL_SAMPLES_PASSED, query)
        try gl.glEndQuery(GL_SAMPLES_PASSED)
        try gl.glBeginConditionalRender(query, GL_QUERY_WAIT)
        try stage.fill()
        try gl.glEndConditionalRender()
        #expect(try stage.pixel(0, 0) == [128, 128, 128, 128])
        try gl.glBeginQuery(GL_SAMPLES_PASSED, query)
        try stage.fill()
        try gl.glEndQuery(GL_SAMPLES_PASSED)
        var count: GLuint = 0
        try gl.glGetQueryObjectuiv(query, GL_QUERY_RESULT, &count)
        #expect(count == 16)
    }

    @Test("the second colour of a fragment is a blend factor")
    func twoSources() throws {
        let stage = try Stage(.core33, size: 2), gl = stage.gl
        try gl.glBindVertexArray(stage.name(gl.glGenVertexArrays))
        try stage.program("#version 330\nin vec2 a; void main() { gl_Position = vec4(a, 0, 1); }", """
            #version 330
            layout(location = 0, index = 0) out vec4 one;
            layout(location = 0, index = 1) out vec4 two;
            void main() { one = vec4(.2, .2, .2, 1); two = vec4(1, 0, .5, 1); }
            """)
        try gl.glClearColor(0.4, 0.4, 0.4, 1)
        try gl.glClear(GL_COLOR_BUFFER_BIT)
        try gl.glEnable(GL_BLEND)
        try gl.glBlendFunc(GL_ONE, GL_SRC1_COLOR)
        try stage.fill()
        #expect(try stage.pixel(0, 0) == [153, 51, 102, 255])
    }
}
