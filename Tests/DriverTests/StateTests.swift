// State: initial values, conversions of queries, strings, extensions (OpenGL ES 3.0.6 chapter 6).

import GLState
import Testing

@Suite("State of OpenGL") struct StateTests {
    @Test("the initial values are those of the specification's tables")
    func initial() throws {
        let stage = try Stage(size: 16)
        let values: [(GLenum, [GLint])] = [
            (GL_VIEWPORT, [0, 0, 16, 16]), (GL_SCISSOR_BOX, [0, 0, 16, 16]), (GL_CULL_FACE_MODE, [GLint(GL_BACK)]), (GL_FRONT_FACE, [GLint(GL_CCW)]),
            (GL_DEPTH_FUNC, [GLint(GL_LESS)]), (GL_DEPTH_WRITEMASK, [1]), (GL_STENCIL_FUNC, [GLint(GL_ALWAYS)]), (GL_STENCIL_VALUE_MASK, [-1]),
            (GL_STENCIL_WRITEMASK, [-1]), (GL_BLEND_SRC_RGB, [GLint(GL_ONE)]), (GL_BLEND_DST_ALPHA, [0]), (GL_BLEND_EQUATION_RGB, [GLint(GL_FUNC_ADD)]),
            (GL_UNPACK_ALIGNMENT, [4]), (GL_PACK_ALIGNMENT, [4]), (GL_UNPACK_ROW_LENGTH, [0]), (GL_ACTIVE_TEXTURE, [GLint(GL_TEXTURE0)]),
            (GL_COLOR_WRITEMASK, [1, 1, 1, 1]), (GL_DRAW_BUFFER0, [GLint(GL_BACK)]), (GL_READ_BUFFER, [GLint(GL_BACK)]), (GL_LINE_WIDTH, [1]),
            (GL_MAJOR_VERSION, [3]), (GL_MINOR_VERSION, [0]), (GL_GENERATE_MIPMAP_HINT, [GLint(GL_DONT_CARE)]),
        ]
        for (name, expected) in values {
            var found = [GLint](repeating: -99, count: 4)
            try stage.gl.glGetIntegerv(name, &found)
            #expect(Array(found.prefix(expected.count)) == expected, "\(name.hexadecimal)")
        }
        #expect(try stage.gl.glIsEnabled(GL_DITHER) == 1 && stage.gl.glIsEnabled(GL_BLEND) == 0)
    }

    /// Compares the driver's limits with the minimum values that the specification requires (tables 6.28 to 6.35).
    @Test("the limits are at least those that the specification asks for")
    func limits() throws {
        let stage = try Stage()
        let least: [(GLenum, GLint)] = [
            (GL_MAX_TEXTURE_SIZE, 2048), (GL_MAX_3D_TEXTURE_SIZE, 256), (GL_MAX_ARRAY_TEXTURE_LAYERS, 256), (GL_MAX_CUBE_MAP_TEXTURE_SIZE, 2048),
            (GL_MAX_RENDERBUFFER_SIZE, 2048), (GL_MAX_DRAW_BUFFERS, 4), (GL_MAX_COLOR_ATTACHMENTS, 4), (GL_MAX_SAMPLES, 4), (GL_MAX_VERTEX_ATTRIBS, 16),
            (GL_MAX_VERTEX_UNIFORM_VECTORS, 256), (GL_MAX_FRAGMENT_UNIFORM_VECTORS, 224), (GL_MAX_VARYING_VECTORS, 15), (GL_MAX_TEXTURE_IMAGE_UNITS, 16),
            (GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS, 16), (GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, 32), (GL_MAX_UNIFORM_BUFFER_BINDINGS, 24),
            (GL_MAX_UNIFORM_BLOCK_SIZE, 16384), (GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS, 4), (GL_MAX_ELEMENTS_INDICES, 1), (GL_SUBPIXEL_BITS, 4),
        ]
        for (name, value) in least { #expect(try stage.int(name) >= value, "\(name.hexadecimal)") }
    }

    @Test("queries convert between booleans, whole numbers and floats as section 6.1.2 says")
    func conversions() throws {
        let gl = try Stage().gl
        try gl.glClearColor(1, 0.5, -0.25, 0)
        try gl.glClearDepthf(0.5)
        try gl.glLineWidth(2.5)
        var integers = [GLint](repeating: 7, count: 4), floats = [GLfloat](repeating: 7, count: 4), booleans = [GLboolean](repeating: 7, count: 4)
        try gl.glGetIntegerv(GL_COLOR_CLEAR_VALUE, &integers)
        // If a colour is queried as integers, the component 1 becomes the largest integer.
        #expect(integers[0] == .max && abs(Int(integers[1]) - 0x4000_0000) <= 1 && abs(Int(integers[2]) + 0x2000_0000) <= 1 && integers[3] == 0)
        try gl.glGetBooleanv(GL_COLOR_CLEAR_VALUE, &booleans)
        #expect(booleans == [1, 1, 1, 0])
        try gl.glGetIntegerv(GL_LINE_WIDTH, &integers)
        #expect(integers[0] == 3)
        try gl.glGetFloatv(GL_VIEWPORT, &floats)
        #expect(floats == [0, 0, 16, 16])
        try gl.glGetFloatv(GL_DEPTH_WRITEMASK, &floats)
        #expect(floats[0] == 1)
        var wide: Int64 = 0
        try gl.glGetInteger64v(GL_DEPTH_FUNC, &wide)
        #expect(wide == Int64(GL_LESS))
    }

    @Test("what is set is what a query returns, also beyond the range of drawing")
    func roundTrip() throws {
        let stage = try Stage(), gl = stage.gl
        try gl.glStencilFuncSeparate(GL_BACK, GL_GEQUAL, -5, 0xF0)
        #expect(try stage.int(GL_STENCIL_BACK_REF) == 0 && stage.int(GL_STENCIL_BACK_VALUE_MASK) == 0xF0 && stage.int(GL_STENCIL_FUNC) == GLint(GL_ALWAYS))
        try gl.glScissor(-3, -4, 5, 6)
        var box = [GLint](repeating: 0, count: 4)
        try gl.glGetIntegerv(GL_SCISSOR_BOX, &box)
        #expect(box == [-3, -4, 5, 6])
        try gl.glDepthRangef(2, -1)
        var range = [GLfloat](repeating: 7, count: 2)
        try gl.glGetFloatv(GL_DEPTH_RANGE, &range)
        #expect(range == [1, 0])
        try gl.glViewport(1, 2, .max, .max)
        var viewport = [GLint](repeating: 0, count: 4)
        try gl.glGetIntegerv(GL_VIEWPORT, &viewport)
        #expect(viewport == [1, 2, 16384, 16384])
    }

    @Test("the strings name the version, and each extension is told once", arguments: [2, 3])
    func strings(major: Int) throws {
        let stage = try Stage(major == 2 ? .es2 : .es3), gl = stage.gl
        func text(_ name: GLenum) throws -> String { try String(cString: #require(try gl.glGetString(name))) }
        #expect(try text(GL_VERSION).hasPrefix("OpenGL ES \(major).0 ") && text(GL_VENDOR) == "Raster")
        #expect(try text(GL_SHADING_LANGUAGE_VERSION).hasPrefix("OpenGL ES GLSL ES \(major == 2 ? "1.00" : "3.00")"))
        let extensions = try text(GL_EXTENSIONS).split(separator: " ").map(String.init)
        #expect(Set(extensions).count == extensions.count && extensions.contains("GL_KHR_debug"))
        guard major == 3 else { return }
        let listed = try (0..<stage.int(GL_NUM_EXTENSIONS)).map { try String(cString: #require(try gl.glGetStringi(GL_EXTENSIONS, GLuint($0)))) }
        #expect(listed == extensions)
    }
    @Test("shaders have the precision of 32 bits in every precision")
    func precision() throws {
        let gl = try Stage(.es2).gl
        for type in [GL_VERTEX_SHADER, GL_FRAGMENT_SHADER] {
            for kind in [GL_LOW_FLOAT, GL_MEDIUM_FLOAT, GL_HIGH_FLOAT] {
                var range: [GLint] = [0, 0], bits: GLint = 0
                try gl.glGetShaderPrecisionFormat(type, kind, &range, &bits)
                #expect(range == [127, 127] && bits == 23)
            }
            var range: [GLint] = [0, 0], bits: GLint = 5
            try gl.glGetShaderPrecisionFormat(type, GL_HIGH_INT, &range, &bits)
            #expect(range[0] >= 30 && range[1] >= 30 && bits == 0)
        }
    }
}
