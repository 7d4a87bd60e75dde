// Geometry shaders in contexts of OpenGL 3.3 and OpenGL ES 3.1: objects, queries, draws, transform feedback, pipelines, and errors.

import GLState
import Raster
import Testing

@Suite("Geometry shaders in the driver") struct GeometryShaderTests {
    private static let vertex = "#version 330\nin vec2 a; void main() { gl_Position = vec4(a, 0, 1); }"
    /// Turns each point into a square whose sides are a quarter of the picture's width.
    private static let squares = """
        #version 330
        layout(points) in; layout(triangle_strip, max_vertices = 4) out;
        uniform vec2 size; out vec2 place;
        void main() {
            for (int i = 0; i < 4; i++) {
                place = vec2(i & 1, i >> 1);
                gl_Position = gl_in[0].gl_Position + vec4((place - .5) * size, 0, 0);
                EmitVertex();
            }
        }
        """
    private static let fragment = "#version 330\nout vec4 color; void main() { color = vec4(1, 0.6, 0, 1); }"

    private func stage(_ version: GLVersion = .core33, kind: Device.Kind = .reference) throws -> Stage {
        let stage = try Stage(version, size: 16, kind: kind)
        try stage.gl.glBindVertexArray(stage.name(stage.gl.glGenVertexArrays))
        return stage
    }
    /// Links a program. If linking succeeds, uses the program.
    private func program(_ stage: Stage, _ geometry: String, vertex: String = vertex, fragment: String? = fragment, capturing: [String] = []) throws -> GLuint {
        let gl = stage.gl, name = try gl.glCreateProgram()
        try gl.glAttachShader(name, stage.shader(GL_VERTEX_SHADER, vertex))
        try gl.glAttachShader(name, stage.shader(GL_GEOMETRY_SHADER, geometry))
        if let fragment { try gl.glAttachShader(name, stage.shader(GL_FRAGMENT_SHADER, fragment)) }
        try gl.glBindAttribLocation(name, 0, "a")
        if !capturing.isEmpty {
            try Stage.withStrings(capturing) { try gl.glTransformFeedbackVaryings(name, GLsizei(capturing.count), $0, GL_INTERLEAVED_ATTRIBS) }
        }
        try gl.glLinkProgram(name)
        if try value(stage, name, GL_LINK_STATUS) == 1 { try gl.glUseProgram(name) }
        return name
    }
    private func value(_ stage: Stage, _ program: GLuint, _ name: GLenum) throws -> GLint { try stage.int { try stage.gl.glGetProgramiv(program, name, $0) } }
    private func points(_ stage: Stage, _ places: [Float]) throws {
        try stage.buffer(GL_ARRAY_BUFFER, places)
        try stage.gl.glEnableVertexAttribArray(0)
        try stage.gl.glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, nil)
    }

    @Test("points become squares, whose size is a uniform; queries count the emitted triangles", arguments: Device.Kind.allCases)
    func draws(kind: Device.Kind) throws {
        let stage = try stage(kind: kind), gl = stage.gl, program = try program(stage, Self.squares)
        try points(stage, [-0.5, -0.5, 0.5, 0.5])
        try gl.glUniform2f(gl.glGetUniformLocation(program, "size"), 0.5, 0.5)
        try stage.clear()
        let query = try stage.name(gl.glGenQueries)
        try gl.glBeginQuery(GL_PRIMITIVES_GENERATED, query)
        try gl.glDrawArrays(GL_POINTS, 0, 2)
        try gl.glEndQuery(GL_PRIMITIVES_GENERATED)
        #expect(try stage.int { try gl.glGetQueryObjectiv(query, GL_QUERY_RESULT, $0) } == 4)
        for (x, y, isDrawn) in [(4, 4, true), (12, 12, true), (4, 12, false), (12, 4, false), (1, 1, false)] {
            #expect(try (stage.pixel(x, y)[0] == 255) == isDrawn, "(\(x), \(y))")
        }
    }

    @Test("a program tells what its geometry shader reads and makes, and which stages read its uniforms")
    func queries() throws {
        let stage = try stage(), gl = stage.gl, name = try program(stage, Self.squares)
        #expect(try value(stage, name, GL_GEOMETRY_VERTICES_OUT) == 4 && value(stage, name, GL_GEOMETRY_INPUT_TYPE) == GLint(GL_POINTS))
        #expect(try value(stage, name, GL_GEOMETRY_OUTPUT_TYPE) == GLint(GL_TRIANGLE_STRIP) && value(stage, name, GL_ATTACHED_SHADERS) == 3)
        let index = try "size".withCString { try gl.glGetProgramResourceIndex(name, GL_UNIFORM, $0) }
        var properties = [GL_REFERENCED_BY_VERTEX_SHADER, GL_REFERENCED_BY_GEOMETRY_SHADER, GL_REFERENCED_BY_FRAGMENT_SHADER], readers: [GLint] = [-1, -1, -1]
        try gl.glGetProgramResourceiv(name, GL_UNIFORM, index, 3, &properties, 3, nil, &readers)
        #expect(readers == [0, 1, 0])
        let plain = try stage.program(Self.vertex, Self.fragment)
        #expect(try GLError.code { _ = try value(stage, plain, GL_GEOMETRY_VERTICES_OUT) } == GL_INVALID_OPERATION)
        #expect(try stage.int(GL_MAX_GEOMETRY_OUTPUT_VERTICES) >= 256 && stage.int(GL_MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS) >= 1024)
        #expect(try stage.int(GL_MAX_GEOMETRY_UNIFORM_BLOCKS) >= 12 && stage.int(GL_MAX_GEOMETRY_TEXTURE_IMAGE_UNITS) >= 16)
        let es = try Stage(.es3)
        #expect(try GLError.code { _ = try es.gl.glCreateShader(GL_GEOMETRY_SHADER) } == GL_INVALID_ENUM)
        #expect(try GLError.code { _ = try es.int(GL_MAX_GEOMETRY_OUTPUT_VERTICES) } == GL_INVALID_ENUM)
    }

    @Test("draws need the primitives that the geometry shader reads; without one, adjacency is ignored")
    func modes() throws {
        let stage = try stage(), gl = stage.gl
        _ = try program(stage, Self.squares)
        try points(stage, [-1, -1, 0, 0, 3, -1, 0, 0, -1, 3, 0, 0])
        #expect(try GLError.code { try gl.glDrawArrays(GL_TRIANGLES, 0, 3) } == GL_INVALID_OPERATION)
        #expect(try GLError.code { try gl.glDrawArrays(GL_TRIANGLES_ADJACENCY, 0, 6) } == GL_INVALID_OPERATION)
        #expect(try GLError.code { try gl.glDrawArrays(GL_POINTS, 0, 3) } == GL_NO_ERROR)
        try stage.program(Self.vertex, Self.fragment)
        try stage.clear()
        try gl.glDrawArrays(GL_TRIANGLES_ADJACENCY, 0, 6)
        #expect(try stage.pixel(8, 8)[0] == 255)
        let es = try Stage(.es3)
        try es.program("vec4(1)")
        #expect(try GLError.code { try es.gl.glDrawArrays(GL_LINES_ADJACENCY, 0, 4) } == GL_INVALID_ENUM)
    }

    @Test("transform feedback writes the emitted primitives, and draws of the written vertices know their number", arguments: Device.Kind.allCases)
    func feedback(kind: Device.Kind) throws {
        let stage = try stage(kind: kind), gl = stage.gl
        _ = try program(stage, """
            #version 330
            layout(points) in; layout(line_strip, max_vertices = 3) out; out vec2 moved;
            void main() {
                for (int i = 0; i < (gl_PrimitiveIDIn == 0 ? 3 : 2); i++) { moved = gl_in[0].gl_Position.xy + float(i); gl_Position = vec4(0); EmitVertex(); }
            }
            """, capturing: ["moved"])
        try points(stage, [10, 20, 30, 40])
        let buffer = try stage.buffer(GL_TRANSFORM_FEEDBACK_BUFFER, [Float](repeating: -1, count: 16)), query = try stage.name(gl.glGenQueries)
        try gl.glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer)
        try gl.glBeginTransformFeedback(GL_POINTS)
        #expect(try GLError.code { try gl.glDrawArrays(GL_POINTS, 0, 2) } == GL_INVALID_OPERATION, "the shader makes lines")
        try gl.glEndTransformFeedback()
        try gl.glBeginTransformFeedback(GL_LINES)
        try gl.glBeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query)
        try gl.glDrawArrays(GL_POINTS, 0, 2)
        try gl.glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN)
        try gl.glEndTransformFeedback()
        #expect(try stage.int { try gl.glGetQueryObjectiv(query, GL_QUERY_RESULT, $0) } == 3)
        var written = [Float](repeating: 0, count: 16)
        try gl.glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 64, &written)
        #expect(written == [10, 20, 11, 21, 11, 21, 12, 22, 30, 40, 31, 41, -1, -1, -1, -1])
        // The transform feedback wrote three lines, which have six vertices. The shader makes two triangles from each vertex.
        let counter = try stage.name(gl.glGenQueries)
        _ = try program(stage, Self.squares)
        try gl.glBeginQuery(GL_PRIMITIVES_GENERATED, counter)
        try gl.glDrawTransformFeedback(GL_POINTS, 0)
        try gl.glEndQuery(GL_PRIMITIVES_GENERATED)
        #expect(try stage.int { try gl.glGetQueryObjectiv(counter, GL_QUERY_RESULT, $0) } == 12)
    }

    @Test("a geometry shader chooses the layers of a cube")
    func layers() throws {
        let stage = try stage(), gl = stage.gl, cube = try stage.name(gl.glGenTextures)
        try gl.glBindTexture(GL_TEXTURE_CUBE_MAP, cube)
        try gl.glTexStorage2D(GL_TEXTURE_CUBE_MAP, 1, GL_RGBA8, 8, 8)
        try gl.glBindFramebuffer(GL_FRAMEBUFFER, stage.name(gl.glGenFramebuffers))
        try gl.glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, cube, 0)
        try gl.glViewport(0, 0, 8, 8)
        _ = try program(stage, """
            #version 330
            layout(points) in; layout(triangle_strip, max_vertices = 18) out; flat out float number;
            void main() {
                for (int i = 0; i < 18; i++) {
                    gl_Layer = i / 3; number = float(i / 3 + 1) / 51.0;
                    gl_Position = vec4(i % 3 == 1 ? 3 : -1, i % 3 == 2 ? 3 : -1, 0, 1);
                    EmitVertex();
                    if (i % 3 == 2) EndPrimitive();
                }
            }
            """, fragment: "#version 330\nflat in float number; out vec4 color; void main() { color = vec4(number, 0, 0, 1); }")
        try points(stage, [0, 0])
        try gl.glDrawArrays(GL_POINTS, 0, 1)
        let reds = try (0..<6 as Range<GLenum>).map { face in
            try gl.glBindFramebuffer(GL_READ_FRAMEBUFFER, stage.name(gl.glGenFramebuffers))
            try gl.glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, cube, 0)
            return try stage.pixel(4, 4)[0]
        }
        #expect(reds == [5, 10, 15, 20, 25, 30])
    }

    @Test("programs that cannot be linked say why")
    func links() throws {
        let stage = try stage(), gl = stage.gl
        func log(_ geometry: String, vertex: String = Self.vertex) throws -> String {
            let name = try program(stage, geometry, vertex: vertex)
            #expect(try value(stage, name, GL_LINK_STATUS) == 0)
            return try stage.log(name)
        }
        #expect(try !log("#version 330\nlayout(points) in; layout(points, max_vertices = 1) out; in float x[]; void main() { gl_PointSize = x[0]; EmitVertex(); }").isEmpty)
        #expect(try !log("#version 330\nlayout(points) in; layout(points, max_vertices = 300) out; void main() { EmitVertex(); }").isEmpty)
        let alone = try gl.glCreateProgram()
        try gl.glAttachShader(alone, stage.shader(GL_GEOMETRY_SHADER, Self.squares))
        try gl.glLinkProgram(alone)
        #expect(try value(stage, alone, GL_LINK_STATUS) == 0)
        #expect(try stage.log(alone).contains("vertex"))
    }

    // MARK: OpenGL ES 3.1

    private static func es(_ text: String) -> String {
        text.replacing("#version 330", with: "#version 310 es\n#extension GL_EXT_geometry_shader : require\nprecision highp float;")
            .replacing("in vec2 a;", with: "layout(location = 0) in vec2 a;").replacing("place - .5", with: "place - 0.5")
    }

    @Test("OpenGL ES 3.1 draws with geometry shaders, counts their primitives, and knows layers", arguments: Device.Kind.allCases)
    func embedded(kind: Device.Kind) throws {
        let stage = try stage(.es31, kind: kind), gl = stage.gl
        let program = try program(stage, Self.es(Self.squares), vertex: Self.es(Self.vertex), fragment: Self.es(Self.fragment))
        let log = try stage.log(program)
        #expect(try value(stage, program, GL_LINK_STATUS) == 1, "\(log)")
        #expect(try value(stage, program, GL_GEOMETRY_VERTICES_OUT) == 4 && value(stage, program, GL_GEOMETRY_OUTPUT_TYPE) == GLint(GL_TRIANGLE_STRIP))
        try points(stage, [-0.5, -0.5, 0.5, 0.5])
        try gl.glUniform2f(gl.glGetUniformLocation(program, "size"), 0.5, 0.5)
        try stage.clear()
        let query = try stage.name(gl.glGenQueries)
        try gl.glBeginQuery(GL_PRIMITIVES_GENERATED, query)
        try gl.glDrawArrays(GL_POINTS, 0, 2)
        try gl.glEndQuery(GL_PRIMITIVES_GENERATED)
        var count: GLuint = 0
        try gl.glGetQueryObjectuiv(query, GL_QUERY_RESULT, &count)
        #expect(count == 4)
        #expect(try [stage.pixel(4, 4), stage.pixel(12, 12), stage.pixel(4, 12)].map { $0[0] } == [255, 255, 128])
        #expect(try GLError.code { try gl.glDrawArrays(GL_LINES_ADJACENCY, 0, 4) } == GL_INVALID_OPERATION)
        #expect(try stage.int(GL_MAX_GEOMETRY_OUTPUT_VERTICES) >= 256 && stage.int(GL_MAX_FRAMEBUFFER_LAYERS) >= 256)
        #expect(try stage.int(GL_LAYER_PROVOKING_VERTEX) == GLint(GL_LAST_VERTEX_CONVENTION))
    }

    @Test("in OpenGL ES 3.1 transform feedback also takes indices and strips, and drops primitives that do not fit")
    func embeddedFeedback() throws {
        let stage = try stage(.es31), gl = stage.gl
        try stage.program(Self.es(Self.vertex), Self.es(Self.fragment), capturing: ["gl_Position"])
        try points(stage, [1, 2, 3, 4, 5, 6])
        let buffer = try stage.buffer(GL_TRANSFORM_FEEDBACK_BUFFER, [Float](repeating: -1, count: 8))
        try stage.buffer(GL_ELEMENT_ARRAY_BUFFER, [0, 2, 1] as [UInt8])
        try gl.glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer)
        try gl.glBeginTransformFeedback(GL_LINES)
        try gl.glDrawElements(GL_LINE_STRIP, 3, GL_UNSIGNED_BYTE, nil)
        try gl.glEndTransformFeedback()
        let written = try #require(try gl.glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 32, GL_MAP_READ_BIT)).assumingMemoryBound(to: Float.self)
        #expect((0..<8).map { written[$0] } == [1, 2, 0, 1, 5, 6, 0, 1])
    }

    @Test("a pipeline draws with three programs, whose uniforms of one name stay apart")
    func pipeline() throws {
        let stage = try stage(.es31), gl = stage.gl, pipeline = try stage.name(gl.glGenProgramPipelines)
        func part(_ type: GLenum, _ body: String) throws -> GLuint {
            let text = Self.es("#version 330\nuniform float value;\n" + body)
            let name = try gl.glCreateProgram()
            try gl.glProgramParameteri(name, GL_PROGRAM_SEPARABLE, 1)
            try gl.glAttachShader(name, stage.shader(type, text))
            try gl.glLinkProgram(name)
            let log = try stage.log(name)
            #expect(try value(stage, name, GL_LINK_STATUS) == 1, "\(log)")
            return name
        }
        let vertex = try part(GL_VERTEX_SHADER, """
            in vec2 a; layout(location = 1) out float v; void main() { gl_Position = vec4(a, 0, 1); v = value; }
            """)
        let geometry = try part(GL_GEOMETRY_SHADER, """
            layout(points) in; layout(triangle_strip, max_vertices = 3) out; layout(location = 1) in float v[]; layout(location = 0) out vec2 both;
            void main() {
                for (int i = 0; i < 3; i++) { both = vec2(v[0], value); gl_Position = vec4(i == 1 ? 3 : -1, i == 2 ? 3 : -1, 0, 1); EmitVertex(); }
            }
            """)
        let fragment = try part(GL_FRAGMENT_SHADER, "layout(location = 0) in vec2 both; out vec4 color; void main() { color = vec4(both, value, 1); }")
        try gl.glUseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, vertex)
        try gl.glUseProgramStages(pipeline, GL_GEOMETRY_SHADER_BIT, geometry)
        try gl.glUseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, fragment)
        try gl.glBindProgramPipeline(pipeline)
        for (program, value) in [(vertex, 0.2), (geometry, 0.4), (fragment, 0.6)] as [(GLuint, Float)] {
            try gl.glProgramUniform1f(program, gl.glGetUniformLocation(program, "value"), value)
        }
        #expect(try stage.int { try gl.glGetProgramPipelineiv(pipeline, GL_GEOMETRY_SHADER, $0) } == GLint(geometry))
        // The inputs of a geometry shader are arrays over the vertices of a primitive; this shader does not read gl_in.
        #expect(try "v[0]".withCString { try gl.glGetProgramResourceIndex(geometry, GL_PROGRAM_INPUT, $0) } == 0)
        #expect(try stage.int { try gl.glGetProgramInterfaceiv(geometry, GL_PROGRAM_INPUT, GL_ACTIVE_RESOURCES, $0) } == 1)
        try points(stage, [0, 0])
        try gl.glDrawArrays(GL_POINTS, 0, 1)
        #expect(try stage.pixel(8, 8) == [51, 102, 153, 255])
        #expect(try GLError.code { try gl.glDrawArrays(GL_LINES, 0, 2) } == GL_INVALID_OPERATION, "the geometry shader reads points")
        // Without the vertex shader, the pipeline cannot draw.
        try gl.glUseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, 0)
        #expect(try GLError.code { try gl.glDrawArrays(GL_POINTS, 0, 1) } == GL_INVALID_OPERATION)
    }
}
