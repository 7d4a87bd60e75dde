// OpenGL ES 3.1: vertex bindings, indirect draws, framebuffers without images, program pipelines, queries of programs (OpenGL ES 3.1 §7, §9, §10).

import GLState
import Testing

@Suite("OpenGL ES 3.1") struct ES31Tests {
    private static let vertex = "#version 310 es\nlayout(location = 0) in vec2 a; void main() { gl_Position = vec4(a, 0, 1); }"
    private static func fragment(_ color: String, _ uniforms: String = "") -> String {
        "#version 310 es\nprecision highp float; layout(location = 0) out vec4 color; \(uniforms) void main() { color = \(color); }"
    }

    @Test("a context tells its version and limits")
    func version() throws {
        let gl = try Stage(.es31).gl
        #expect(String(cString: try #require(try gl.glGetString(GL_VERSION))).hasPrefix("OpenGL ES 3.1"))
        #expect(String(cString: try #require(try gl.glGetString(GL_SHADING_LANGUAGE_VERSION))) == "OpenGL ES GLSL ES 3.10 Raster")
        // The minimum values of the limits of a context (tables 20.40 to 20.49).
        let least: [(GLenum, GLint)] = [
            (GL_MAX_VERTEX_ATTRIB_BINDINGS, 16), (GL_MAX_VERTEX_ATTRIB_RELATIVE_OFFSET, 2047), (GL_MAX_VERTEX_ATTRIB_STRIDE, 2048),
            (GL_MAX_FRAMEBUFFER_WIDTH, 2048), (GL_MAX_UNIFORM_LOCATIONS, 1024), (GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, 48),
            (GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS, 4), (GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS, 4), (GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS, 128),
            (GL_MAX_COMPUTE_SHARED_MEMORY_SIZE, 16384), (GL_MAX_IMAGE_UNITS, 4), (GL_MAX_COMPUTE_ATOMIC_COUNTERS, 8),
        ]
        for (name, value) in least {
            var number: GLint = 0
            try gl.glGetIntegerv(name, &number)
            #expect(number >= value, "\(name.hexadecimal)")
        }
    }

    // MARK: Vertices

    @Test("formats and buffers apart draw what pointers draw")
    func vertexBindings() throws {
        let stage = try Stage(.es31, size: 4), gl = stage.gl
        try stage.program(Self.vertex, Self.fragment("vec4(1, 0, 0, 1)"))
        try gl.glBindVertexArray(stage.name(gl.glGenVertexArrays))
        // No attribute reads the two floats in front of each vertex.
        let buffer = try stage.buffer(GL_ARRAY_BUFFER, [7, 7, -1, -1, 7, 7, 1, -1, 7, 7, -1, 1, 7, 7, 1, 1] as [Float])
        try gl.glVertexAttribFormat(0, 2, GL_FLOAT, 0, 4)
        try gl.glVertexAttribBinding(0, 5)
        try gl.glBindVertexBuffer(5, buffer, 4, 16)
        try gl.glEnableVertexAttribArray(0)
        try stage.clear()
        try gl.glDrawArrays(GL_TRIANGLE_STRIP, 0, 4)
        #expect(try stage.pixel(3, 3) == [255, 0, 0, 255])
        #expect(try stage.int { try gl.glGetVertexAttribiv(0, GL_VERTEX_ATTRIB_BINDING, $0) } == 5)
        #expect(try stage.int { try gl.glGetVertexAttribiv(0, GL_VERTEX_ATTRIB_RELATIVE_OFFSET, $0) } == 4)
        #expect(try stage.int { try gl.glGetIntegeri_v(GL_VERTEX_BINDING_STRIDE, 5, $0) } == 16)
        // After glVertexAttribPointer, the attribute uses the binding whose number is the attribute's number.
        try gl.glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, nil)
        #expect(try stage.int { try gl.glGetVertexAttribiv(0, GL_VERTEX_ATTRIB_BINDING, $0) } == 0)
        #expect(try stage.int { try gl.glGetIntegeri_v(GL_VERTEX_BINDING_STRIDE, 0, $0) } == 8)
    }

    @Test("an indirect draw draws what its buffer says when it is called")
    func indirect() throws {
        let stage = try Stage(.es31, size: 4), gl = stage.gl
        try stage.program(Self.vertex, Self.fragment("vec4(0, 1, 0, 1)"))
        try gl.glBindVertexArray(stage.name(gl.glGenVertexArrays))
        try stage.buffer(GL_ARRAY_BUFFER, [-1, -1, 1, -1, -1, 1, 1, 1] as [Float])
        try gl.glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, nil)
        try gl.glEnableVertexAttribArray(0)
        try stage.buffer(GL_DRAW_INDIRECT_BUFFER, [99, 4, 1, 0, 0] as [UInt32])
        try stage.clear()
        try gl.glDrawArraysIndirect(GL_TRIANGLE_STRIP, UnsafeRawPointer(bitPattern: 4))
        try gl.glBufferSubData(GL_DRAW_INDIRECT_BUFFER, 4, 4, [0] as [UInt32])
        #expect(try stage.pixel(0, 3) == [0, 255, 0, 255])
        try stage.buffer(GL_ELEMENT_ARRAY_BUFFER, [0, 1, 2, 3] as [UInt16])
        try stage.buffer(GL_DRAW_INDIRECT_BUFFER, [3, 1, 1, 0, 0] as [UInt32])
        try stage.clear()
        try gl.glDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_SHORT, nil)
        #expect(try stage.pixel(3, 3) == [0, 255, 0, 255] && stage.pixel(0, 0) == [128, 128, 128, 128])
    }

    @Test("a framebuffer without images counts samples")
    func withoutImages() throws {
        let stage = try Stage(.es31, size: 4), gl = stage.gl
        try stage.program(Self.vertex, Self.fragment("vec4(1)"))
        try gl.glBindFramebuffer(GL_FRAMEBUFFER, stage.name(gl.glGenFramebuffers))
        #expect(try gl.glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT)
        try gl.glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_WIDTH, 3)
        try gl.glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_HEIGHT, 2)
        #expect(try gl.glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE)
        let query = try stage.name(gl.glGenQueries)
        try gl.glBeginQuery(GL_ANY_SAMPLES_PASSED, query)
        try stage.fill()
        try gl.glEndQuery(GL_ANY_SAMPLES_PASSED)
        var passed: GLuint = 9
        try gl.glGetQueryObjectuiv(query, GL_QUERY_RESULT, &passed)
        #expect(passed == 1)
    }

    // MARK: Programs

    private func separable(_ stage: Stage, _ type: GLenum, _ text: String) throws -> GLuint {
        let name = try text.withCString { text in
            var strings: [UnsafePointer<CChar>?] = [text]
            return try stage.gl.glCreateShaderProgramv(type, 1, &strings)
        }
        let log = try stage.log(name)
        #expect(try stage.int { try stage.gl.glGetProgramiv(name, GL_LINK_STATUS, $0) } == 1, "\(log)")
        return name
    }

    @Test("a pipeline draws with the stages of two programs, whose uniforms of one name stay apart")
    func pipelines() throws {
        let stage = try Stage(.es31, size: 4), gl = stage.gl
        let vertex = try separable(stage, GL_VERTEX_SHADER, """
            #version 310 es
            layout(location = 0) in vec2 a; uniform float value; layout(location = 1) out highp float v;
            void main() { gl_Position = vec4(a, 0, 1); v = value; }
            """)
        let text = """
            #version 310 es
            layout(location = 1) in highp float w; uniform highp float value; out highp vec4 color;
            void main() { color = vec4(w, value, 0, 1); }
            """
        let fragment = try separable(stage, GL_FRAGMENT_SHADER, text), other = try separable(stage, GL_FRAGMENT_SHADER, Self.fragment("vec4(0, 0, 1, 1)"))
        let pipeline = try stage.name(gl.glGenProgramPipelines)
        #expect(try gl.glIsProgramPipeline(pipeline) == 0)
        try gl.glUseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, vertex)
        try gl.glUseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, fragment)
        try gl.glBindProgramPipeline(pipeline)
        try gl.glProgramUniform1f(vertex, gl.glGetUniformLocation(vertex, "value"), 0.2)
        try gl.glActiveShaderProgram(pipeline, fragment)
        try gl.glUniform1f(gl.glGetUniformLocation(fragment, "value"), 0.6)
        try stage.fill()
        #expect(try stage.pixel(1, 1) == [51, 153, 0, 255])
        // The new fragment shader has no input for the vertex shader's output, so the stages do not match.
        try gl.glUseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, other)
        #expect(try GLError.code { try stage.fill() } == GL_INVALID_OPERATION)
        try gl.glValidateProgramPipeline(pipeline)
        #expect(try stage.int { try gl.glGetProgramPipelineiv(pipeline, GL_VALIDATE_STATUS, $0) } == 0)
        #expect(try stage.int { try gl.glGetProgramPipelineiv(pipeline, GL_INFO_LOG_LENGTH, $0) } > 0)
    }

    @Test("members of a structure match only with the same precision", arguments: ["mediump", "highp"])
    func precisionOfMembers(precision: String) throws {
        let stage = try Stage(.es31, size: 4), gl = stage.gl, pipeline = try stage.name(gl.glGenProgramPipelines)
        let vertex = try separable(stage, GL_VERTEX_SHADER, """
            #version 310 es
            struct Values { highp vec2 a; highp float b; }; layout(location = 0) out Values v; void main() { v = Values(vec2(1), 0.5); gl_Position = vec4(0); }
            """)
        let fragment = try separable(stage, GL_FRAGMENT_SHADER, """
            #version 310 es
            struct Values { highp vec2 a; \(precision) float b; }; layout(location = 0) in Values v; out highp vec4 color; void main() { color = vec4(v.a, v.b, 1); }
            """)
        try gl.glUseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, vertex)
        try gl.glUseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, fragment)
        try gl.glValidateProgramPipeline(pipeline)
        #expect(try stage.int { try gl.glGetProgramPipelineiv(pipeline, GL_VALIDATE_STATUS, $0) } == (precision == "highp" ? 1 : 0))
    }

    @Test("uniforms have the locations and bindings that the shader states")
    func statedPlaces() throws {
        let stage = try Stage(.es31, size: 4), gl = stage.gl
        let uniforms = "layout(location = 7) uniform float x[2]; uniform float y; layout(location = 3, binding = 5) uniform highp sampler2D s; "
            + "layout(std140, binding = 4) uniform Block { vec4 z; };"
        let program = try stage.program(Self.vertex, Self.fragment("vec4(x[0], x[1], y, 1) + texture(s, vec2(0)) + z", uniforms))
        #expect(try gl.glGetUniformLocation(program, "x[1]") == 8 && gl.glGetUniformLocation(program, "s") == 3)
        let free = try gl.glGetUniformLocation(program, "y")
        #expect(free >= 0 && ![3, 7, 8].contains(free))
        #expect(try stage.int { try gl.glGetUniformiv(program, 3, $0) } == 5)
        #expect(try stage.int { try gl.glGetActiveUniformBlockiv(program, 0, GL_UNIFORM_BLOCK_BINDING, $0) } == 4)
        #expect(try GLError.code { try gl.glUniform1f(4090, 1) } == GL_INVALID_OPERATION)
    }

    @Test("queries describe inputs, outputs, uniforms, and variables of storage blocks")
    func interfaces() throws {
        let stage = try Stage(.es31), gl = stage.gl
        let program = try stage.program(Self.vertex, Self.fragment("vec4(u) + items[1].place", """
            uniform float u; struct Item { vec4 place; float weight; };
            layout(std430, binding = 2) readonly buffer List { int count; Item items[]; };
            """))
        func index(_ interface: GLenum, _ name: String) throws -> GLuint { try gl.glGetProgramResourceIndex(program, interface, name) }
        func value(_ interface: GLenum, _ name: String, _ property: GLenum) throws -> GLint {
            var value: GLint = -99
            try gl.glGetProgramResourceiv(program, interface, index(interface, name), 1, [property], 1, nil, &value)
            return value
        }
        #expect(try value(GL_PROGRAM_INPUT, "a", GL_TYPE) == GLint(GL_FLOAT_VEC2) && value(GL_PROGRAM_OUTPUT, "color", GL_LOCATION) == 0)
        #expect(try value(GL_UNIFORM, "u", GL_REFERENCED_BY_FRAGMENT_SHADER) == 1 && value(GL_UNIFORM, "u", GL_REFERENCED_BY_VERTEX_SHADER) == 0)
        #expect(try value(GL_SHADER_STORAGE_BLOCK, "List", GL_BUFFER_BINDING) == 2 && value(GL_SHADER_STORAGE_BLOCK, "List", GL_NUM_ACTIVE_VARIABLES) == 3)
        #expect(try value(GL_BUFFER_VARIABLE, "items[0].weight", GL_OFFSET) == 32)
        #expect(try value(GL_BUFFER_VARIABLE, "items[0].weight", GL_TOP_LEVEL_ARRAY_STRIDE) == 32)
        #expect(try index(GL_BUFFER_VARIABLE, "items[1].weight") == GL_INVALID_INDEX)
        #expect(try GLError.code { _ = try value(GL_UNIFORM, "u", GL_BUFFER_BINDING) } == GL_INVALID_OPERATION)
        #expect(try GLError.code { _ = try value(GL_UNIFORM, "u", GL_RGBA) } == GL_INVALID_ENUM)
    }

    @Test("queries list the members of blocks of inputs and outputs, once for an array, and without the block's name if it has no instance name")
    func blocks() throws {
        let stage = try Stage(.es31), gl = stage.gl
        let head = "#version 310 es\n#extension GL_EXT_shader_io_blocks : require\nprecision highp float;\n"
        let vertex = try separable(stage, GL_VERTEX_SHADER, """
            \(head)
            out Plain { vec4 free; };
            layout(location = 3) out Placed { vec2 first; mat2 second; float third; } instance;
            out Apart { layout(location = 9) vec4 ninth; layout(location = 8) vec4 eighth; } other;
            void main() {
                gl_Position = vec4(1); free = vec4(1); other.ninth = other.eighth = vec4(1);
                instance.first = vec2(1); instance.second = mat2(1); instance.third = 1.0;
            }
            """)
        let fragment = try separable(stage, GL_FRAGMENT_SHADER, """
            \(head)in Many { vec4 value; float list[3]; } many[2];
            out vec4 color;
            void main() { color = many[0].value + many[1].value * many[1].list[2]; }
            """)
        func names(_ program: GLuint, _ interface: GLenum) throws -> [String: GLint] {
            var result: [String: GLint] = [:]
            for index in 0 ..< GLuint(try stage.int { try gl.glGetProgramInterfaceiv(program, interface, GL_ACTIVE_RESOURCES, $0) }) {
                var text = [CChar](repeating: 0, count: 64), length: GLsizei = 0, location: GLint = -99
                try gl.glGetProgramResourceName(program, interface, index, 64, &length, &text)
                try gl.glGetProgramResourceiv(program, interface, index, 1, [GL_LOCATION], 1, nil, &location)
                let name = String(decoding: text.prefix(Int(length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
                #expect(result.updateValue(location, forKey: name) == nil, "\(name) is listed twice")
            }
            return result
        }
        let placed: [String: GLint] = ["Placed.first": 3, "Placed.second": 4, "Placed.third": 6, "Apart.ninth": 9, "Apart.eighth": 8]
        #expect(try names(vertex, GL_PROGRAM_OUTPUT) == placed.merging(["gl_Position": -1, "free": -1]) { first, _ in first })
        #expect(try names(fragment, GL_PROGRAM_INPUT) == ["Many.value": -1, "Many.list[0]": -1])
    }

    @Test("members of a block match only with the same precision", arguments: ["mediump", "highp"])
    func precisionOfBlocks(precision: String) throws {
        let stage = try Stage(.es31), gl = stage.gl
        func block(_ direction: String, _ precision: String) -> String {
            "#version 310 es\n#extension GL_EXT_shader_io_blocks : require\n\(direction) Pair { highp vec4 one; \(precision) float two; } pair;"
        }
        let vertex = try separable(stage, GL_VERTEX_SHADER, """
            \(block("out", "mediump"))
            void main() { gl_Position = vec4(1); pair.one = vec4(1); pair.two = 1.0; }
            """)
        let fragment = try separable(stage, GL_FRAGMENT_SHADER, """
            \(block("in", precision)) layout(location = 0) out highp vec4 color;
            void main() { color = pair.one * pair.two; }
            """)
        let pipeline = try stage.name(gl.glGenProgramPipelines)
        try gl.glUseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, vertex)
        try gl.glUseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, fragment)
        try gl.glValidateProgramPipeline(pipeline)
        #expect(try stage.int { try gl.glGetProgramPipelineiv(pipeline, GL_VALIDATE_STATUS, $0) } == (precision == "mediump" ? 1 : 0))
    }
}
