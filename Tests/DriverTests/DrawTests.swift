// Draws: vertex arrays, indices, instances, client memory, restart, queries, transform feedback (OpenGL ES 3.0.6 §2.8 to §2.15).

import GLState
import Testing

@Suite("Draws of OpenGL") struct DrawTests {
    /// Draws a white point for each vertex. The point is in column a + b of the picture; `a` is attribute 0.
    private static let points = (vertex: """
        #version 300 es
        in float a; in float b;
        void main() { gl_Position = vec4((a + b + .5) / 4. - 1., .125, 0, 1); gl_PointSize = 1.; }
        """, fragment: "#version 300 es\nprecision highp float; out vec4 c; void main() { c = vec4(1); }")

    /// Returns the columns of the white pixels in row 4. The row has 8 pixels.
    private func row(_ stage: Stage) throws -> [Int] {
        let bytes = try stage.pixels(0, 4, 8, 1)
        return (0..<8).filter { bytes[4 * $0] == 255 }
    }
    private func stage() throws -> Stage {
        let stage = try Stage(size: 8)
        try stage.program(Self.points.vertex, Self.points.fragment)
        try stage.gl.glEnableVertexAttribArray(0)
        try stage.buffer(GL_ARRAY_BUFFER, [0, 1, 2, 3, 4, 5, 6, 7] as [Float])
        try stage.gl.glVertexAttribPointer(0, 1, GL_FLOAT, 0, 0, nil)
        return stage
    }

    @Test("a draw takes the vertices of its range, with stride and offset")
    func arrays() throws {
        let stage = try stage(), gl = stage.gl
        try gl.glDrawArrays(GL_POINTS, 2, 3)
        #expect(try row(stage) == [2, 3, 4])
        try gl.glClear(GL_COLOR_BUFFER_BIT)
        try gl.glVertexAttribPointer(0, 1, GL_FLOAT, 0, 12, UnsafeRawPointer(bitPattern: 4))
        try gl.glDrawArrays(GL_POINTS, 0, 3)
        #expect(try row(stage) == [1, 4, 7])
    }

    @Test("a stride of more than 65,535 bytes is a layout of its own, whatever the divisor of an earlier draw")
    func longStrides() throws {
        let stage = try stage(), gl = stage.gl
        var numbers = [Float](repeating: 3, count: 16_389)
        numbers[0] = 1
        numbers[16_388] = 6
        try stage.buffer(GL_ARRAY_BUFFER, numbers)
        try gl.glVertexAttribPointer(0, 1, GL_FLOAT, 0, 16, nil)
        try gl.glVertexAttribDivisor(0, 1)
        try gl.glDrawArrays(GL_POINTS, 0, 2)
        #expect(try row(stage) == [1])
        try gl.glVertexAttribDivisor(0, 0)
        try gl.glVertexAttribPointer(0, 1, GL_FLOAT, 0, 65_552, nil)
        try gl.glDrawArrays(GL_POINTS, 0, 2)
        #expect(try row(stage) == [1, 6])
    }

    @Test("indices of every type come from a buffer or from memory, and a base is added")
    func indices() throws {
        let stage = try stage(), gl = stage.gl
        try gl.glDrawElements(GL_POINTS, 2, GL_UNSIGNED_BYTE, [7, 0] as [UInt8])
        #expect(try row(stage) == [0, 7])
        try gl.glClear(GL_COLOR_BUFFER_BIT)
        try gl.glDrawElements(GL_POINTS, 2, GL_UNSIGNED_INT, [1, 3] as [UInt32])
        try stage.buffer(GL_ELEMENT_ARRAY_BUFFER, [0, 5, 6] as [UInt16])
        try gl.glDrawElements(GL_POINTS, 2, GL_UNSIGNED_SHORT, UnsafeRawPointer(bitPattern: 2))
        #expect(try row(stage) == [1, 3, 5, 6])
        try gl.glClear(GL_COLOR_BUFFER_BIT)
        try gl.glDrawElementsBaseVertex(GL_POINTS, 1, GL_UNSIGNED_SHORT, nil, 4)
        #expect(try row(stage) == [4])
    }

    @Test("the largest index of a type starts a new primitive")
    func restart() throws {
        let stage = try stage(), gl = stage.gl
        try gl.glEnable(GL_PRIMITIVE_RESTART_FIXED_INDEX)
        // The restart index 255 divides the strip into two lines, so the pixels between the lines stay empty.
        try gl.glDrawElements(GL_LINE_STRIP, 5, GL_UNSIGNED_BYTE, [0, 2, 255, 5, 7] as [UInt8])
        #expect(try row(stage) == [0, 1, 5, 6])
    }

    @Test("a divisor advances an attribute by instances")
    func instances() throws {
        let stage = try stage(), gl = stage.gl
        let place = try GLuint(gl.glGetAttribLocation(GLuint(stage.int(GL_CURRENT_PROGRAM)), "b"))
        try stage.buffer(GL_ARRAY_BUFFER, [0, 4] as [Float])
        try gl.glEnableVertexAttribArray(place)
        try gl.glVertexAttribPointer(place, 1, GL_FLOAT, 0, 0, nil)
        try gl.glVertexAttribDivisor(place, 2)
        try gl.glDrawArraysInstanced(GL_POINTS, 0, 2, 3)
        #expect(try row(stage) == [0, 1, 4, 5])
    }

    @Test("an attribute without an array has its current value")
    func currentValues() throws {
        let stage = try stage(), gl = stage.gl
        let place = try GLuint(gl.glGetAttribLocation(GLuint(stage.int(GL_CURRENT_PROGRAM)), "b"))
        try gl.glVertexAttrib1f(place, 3)
        try gl.glDrawArrays(GL_POINTS, 0, 1)
        try gl.glVertexAttrib1f(place, 6)
        try gl.glDrawArrays(GL_POINTS, 0, 1)
        #expect(try row(stage) == [3, 6])
    }

    @Test("memory of the program may change after the draw")
    func clientMemory() throws {
        let stage = try stage(), gl = stage.gl
        try gl.glBindBuffer(GL_ARRAY_BUFFER, 0)
        var places: [Float] = [1, 2]
        try places.withUnsafeMutableBytes { memory in
            try gl.glVertexAttribPointer(0, 1, GL_FLOAT, 0, 0, memory.baseAddress)
            try gl.glDrawArrays(GL_POINTS, 0, 2)
            memory.storeBytes(of: 6, as: Float.self)
            try gl.glDrawArrays(GL_POINTS, 0, 1)
        }
        #expect(try row(stage) == [1, 2, 6])
    }

    @Test("vertex array objects keep their arrays and their index buffer")
    func vertexArrays() throws {
        let stage = try stage(), gl = stage.gl
        let name = try stage.name(gl.glGenVertexArrays)
        try gl.glBindVertexArray(name)
        try stage.buffer(GL_ARRAY_BUFFER, [6, 7] as [Float])
        try stage.buffer(GL_ELEMENT_ARRAY_BUFFER, [1, 0] as [UInt8])
        try gl.glEnableVertexAttribArray(0)
        try gl.glVertexAttribPointer(0, 1, GL_FLOAT, 0, 0, nil)
        try gl.glBindVertexArray(0)
        #expect(try stage.int(GL_ELEMENT_ARRAY_BUFFER_BINDING) == 0)
        try gl.glDrawArrays(GL_POINTS, 0, 1)
        try gl.glBindVertexArray(name)
        try gl.glDrawElements(GL_POINTS, 1, GL_UNSIGNED_BYTE, nil)
        #expect(try row(stage) == [0, 7])
    }

    @Test("a buffer that is too short, or deleted, gives vertices of zeros, and no error")
    func shortBuffers() throws {
        let stage = try stage(), gl = stage.gl
        try gl.glDrawArrays(GL_POINTS, 7, 100)
        try gl.glDrawElements(GL_POINTS, 1, GL_UNSIGNED_INT, [UInt32.max - 1])
        #expect(try row(stage) == [0, 7])
    }

    @Test("a query tells whether samples passed, with the draws between begin and end")
    func occlusion() throws {
        let stage = try stage(), gl = stage.gl
        let query = try stage.name(gl.glGenQueries)
        func result(_ draw: () throws -> Void) throws -> GLuint {
            try gl.glBeginQuery(GL_ANY_SAMPLES_PASSED, query)
            try draw()
            try gl.glEndQuery(GL_ANY_SAMPLES_PASSED)
            var result: GLuint = 9
            try gl.glGetQueryObjectuiv(query, GL_QUERY_RESULT, &result)
            return result
        }
        #expect(try result { try gl.glDrawArrays(GL_POINTS, 0, 1) } == 1)
        try gl.glEnable(GL_DEPTH_TEST)
        try gl.glDepthFunc(GL_NEVER)
        #expect(try result { try gl.glDrawArrays(GL_POINTS, 0, 8) } == 0)
        #expect(try result {} == 0)
    }

    @Test("transform feedback writes the outputs, counts primitives, and discards pixels if it is told to")
    func feedback() throws {
        let stage = try stage(), gl = stage.gl
        let program = try stage.program("#version 300 es\nin float a; flat out int n; out float f; void main() { n = gl_VertexID * 3; f = a / 2.; gl_Position = vec4(0, 0, 0, 1); }",
                                        Self.points.fragment, capturing: ["f", "n"])
        var size: GLsizei = 0, type: GLenum = 0, name = [CChar](repeating: 0, count: 8)
        try gl.glGetTransformFeedbackVarying(program, 1, 8, nil, &size, &type, &name)
        #expect(size == 1 && type == GL_INT && textOf(name) == "n")
        try stage.buffer(GL_TRANSFORM_FEEDBACK_BUFFER, [UInt32](repeating: 99, count: 8))
        try gl.glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, GLuint(stage.int(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING)))
        let query = try stage.name(gl.glGenQueries)
        try gl.glBeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query)
        try gl.glEnable(GL_RASTERIZER_DISCARD)
        try gl.glBeginTransformFeedback(GL_POINTS)
        try gl.glDrawArrays(GL_POINTS, 1, 1)
        try gl.glPauseTransformFeedback()
        try gl.glDrawArrays(GL_POINTS, 0, 1)
        try gl.glResumeTransformFeedback()
        try gl.glDrawArrays(GL_POINTS, 3, 2)
        try gl.glEndTransformFeedback()
        try gl.glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN)
        var written: GLuint = 0
        try gl.glGetQueryObjectuiv(query, GL_QUERY_RESULT, &written)
        #expect(written == 3)
        let memory = try #require(try gl.glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 32, GL_MAP_READ_BIT))
        let words = (0..<8).map { memory.load(fromByteOffset: 4 * $0, as: UInt32.self) }
        #expect(words == [Float(0.5).bitPattern, 3, Float(1.5).bitPattern, 9, Float(2).bitPattern, 12, 99, 99])
        _ = try gl.glUnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER)
        #expect(try row(stage) == [])
    }

    @Test("as many vertices are drawn as the last transform feedback of an object has written")
    func drawsOfFeedback() throws {
        let stage = try stage(), gl = stage.gl
        let points = try #require(gl.program?.name)
        try stage.program("#version 300 es\nin float a; out float f; void main() { f = 7. - a; gl_Position = vec4(0, 0, 0, 1); }", Self.points.fragment,
                          capturing: ["f"])
        let written = try stage.buffer(GL_TRANSFORM_FEEDBACK_BUFFER, [Float](repeating: 0, count: 8))
        try gl.glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, stage.name(gl.glGenTransformFeedbacks))
        try gl.glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, written)
        let object = GLuint(try stage.int(GL_TRANSFORM_FEEDBACK_BINDING))
        try gl.glEnable(GL_RASTERIZER_DISCARD)
        for counts in [[4], [1, 2]] {
            try gl.glBeginTransformFeedback(GL_POINTS)
            for count in counts { try gl.glDrawArrays(GL_POINTS, 0, GLsizei(count)) }
            try gl.glEndTransformFeedback()
        }
        try gl.glDisable(GL_RASTERIZER_DISCARD)
        try gl.glUseProgram(points)
        try gl.glBindBuffer(GL_ARRAY_BUFFER, written)
        try gl.glVertexAttribPointer(0, 1, GL_FLOAT, 0, 0, nil)
        try gl.glDrawTransformFeedback(GL_POINTS, object)
        #expect(try row(stage) == [6, 7])
        try gl.glDrawTransformFeedbackInstanced(GL_LINES, object, 0)
        #expect(try row(stage) == [6, 7])
    }

    @Test("a draw sees what the shaders of the draw before it wrote, with the same target")
    func storageOrder() throws {
        // The target has four tiles, which two threads draw in any order.
        let size = 96, stage = try Stage(.es31, size: size, kind: .jit), gl = stage.gl
        let buffer = try stage.buffer(GL_SHADER_STORAGE_BUFFER, [UInt32](repeating: 0, count: size * size))
        try gl.glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer)
        let vertex = "#version 310 es\nin vec2 a; void main() { gl_Position = vec4(a, 0, 1); }"
        let fragment = "#version 310 es\nprecision highp float; layout(std430, binding = 0) buffer B { uint marks[]; }; out vec4 color;\n"
            + "void main() { ivec2 p = ivec2(gl_FragCoord.xy); "
        let write = try stage.program(vertex, fragment + "marks[\(size * size - 1) - p.x - \(size) * p.y] = uint(p.x); color = vec4(0); }")
        let read = try stage.program(vertex, fragment + "color = vec4(float(marks[p.x + \(size) * p.y]) / 255.0); }")
        try stage.buffer(GL_ARRAY_BUFFER, [-1, -1, 3, -1, -1, 3] as [Float])
        try gl.glEnableVertexAttribArray(0)
        try gl.glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, nil)
        for program in [write, read] {
            try gl.glUseProgram(program)
            try gl.glDrawArrays(GL_TRIANGLES, 0, 3)
            try gl.glMemoryBarrier(GL_ALL_BARRIER_BITS)
        }
        let row = try stage.pixels(0, 4, size, 1)
        #expect((0..<size).map { row[4 * $0] } == (0..<size).map { UInt8(size - 1 - $0) })
    }

    @Test("mapped memory becomes the buffer's contents, or only what was flushed is promised")
    func mapping() throws {
        let stage = try stage(), gl = stage.gl
        try gl.glDrawArrays(GL_POINTS, 0, 1)
        // The recorded draw uses the value that the buffer had when the draw was recorded.
        let memory = try #require(try gl.glMapBufferRange(GL_ARRAY_BUFFER, 0, 4, GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT))
        memory.storeBytes(of: 5, as: Float.self)
        #expect(try gl.glUnmapBuffer(GL_ARRAY_BUFFER) == 1)
        try gl.glDrawArrays(GL_POINTS, 0, 1)
        #expect(try row(stage) == [0, 5])
    }
}
