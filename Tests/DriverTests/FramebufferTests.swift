// Framebuffers: completeness, attachments, several targets, blits, samples, clears, reads (OpenGL ES 3.0.6 chapter 4).

import GLState
import Testing

@Suite("Framebuffers of OpenGL") struct FramebufferTests {
    private func status(_ stage: Stage) throws -> GLenum { try stage.gl.glCheckFramebufferStatus(GL_FRAMEBUFFER) }

    @Test("each cause of incompleteness has its status")
    func completeness() throws {
        let stage = try Stage(), gl = stage.gl
        #expect(try status(stage) == GL_FRAMEBUFFER_COMPLETE)
        try gl.glBindFramebuffer(GL_FRAMEBUFFER, stage.name(gl.glGenFramebuffers))
        #expect(try status(stage) == GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT)
        // Attaches a texture without an image.
        try gl.glBindTexture(GL_TEXTURE_2D, 1)
        try gl.glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 1, 0)
        #expect(try status(stage) == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT)
        // Gives the texture a format that cannot be drawn to.
        try gl.glTexImage2D(GL_TEXTURE_2D, 0, GLint(GL_RGB9_E5), 4, 4, 0, GL_RGB, GL_FLOAT, nil)
        #expect(try status(stage) == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT)
        try gl.glTexImage2D(GL_TEXTURE_2D, 0, GLint(GL_RGBA), 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nil)
        #expect(try status(stage) == GL_FRAMEBUFFER_COMPLETE)
        // The attachments have different sample counts.
        try gl.glBindRenderbuffer(GL_RENDERBUFFER, stage.name(gl.glGenRenderbuffers))
        try gl.glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_DEPTH_COMPONENT16, 4, 4)
        try gl.glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, 1)
        #expect(try status(stage) == GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE)
        // Gives the depth attachment a colour format.
        try gl.glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 4, 4)
        #expect(try status(stage) == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT)
        try gl.glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, 4, 4)
        #expect(try status(stage) == GL_FRAMEBUFFER_COMPLETE)
    }

    @Test("ES 2: images of different sizes are incomplete, in ES 3 the common part is drawn", arguments: [2, 3])
    func sizes(major: Int) throws {
        let stage = try Stage(major == 2 ? .es2 : .es3), gl = stage.gl
        try stage.framebuffer(GL_RGB565, size: 4)
        try gl.glBindRenderbuffer(GL_RENDERBUFFER, stage.name(gl.glGenRenderbuffers))
        try gl.glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, 3, 4)
        try gl.glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, 2)
        #expect(try status(stage) == (major == 2 ? GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS : GL_FRAMEBUFFER_COMPLETE))
    }

    @Test("glDrawBuffers sends outputs to attachments, and clears one of them alone")
    func severalTargets() throws {
        let stage = try Stage(size: 2), gl = stage.gl
        try stage.framebuffer(GL_RGBA8, size: 2)
        try gl.glBindRenderbuffer(GL_RENDERBUFFER, stage.name(gl.glGenRenderbuffers))
        try gl.glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8UI, 2, 2)
        try gl.glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_RENDERBUFFER, 2)
        try gl.glDrawBuffers(2, [GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1])
        try stage.program("#version 300 es\nin vec2 a; void main() { gl_Position = vec4(a, 0, 1); }", """
            #version 300 es
            precision highp float;
            layout(location = 0) out vec4 one;
            layout(location = 1) out highp uvec4 two;
            void main() { one = vec4(0, 1, 0, 1); two = uvec4(1, 2, 3, 4); }
            """)
        try stage.fill()
        func integers() throws -> [GLuint] {
            var values = [GLuint](repeating: 99, count: 4)
            try gl.glReadBuffer(GL_COLOR_ATTACHMENT1)
            try gl.glReadPixels(1, 1, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, &values)
            try gl.glReadBuffer(GL_COLOR_ATTACHMENT0)
            return values
        }
        #expect(try stage.pixel(1, 1) == [0, 255, 0, 255])
        #expect(try integers() == [1, 2, 3, 4])
        try gl.glClearBufferuiv(GL_COLOR, 1, [5, 6, 7, 8])
        #expect(try stage.pixel(1, 1) == [0, 255, 0, 255])
        #expect(try integers() == [5, 6, 7, 8])
    }

    @Test("clears obey the scissor, the colour mask and the stencil mask")
    func clears() throws {
        let stage = try Stage(size: 2), gl = stage.gl
        try stage.clear()
        try gl.glClearColor(1, 1, 1, 1)
        try gl.glEnable(GL_SCISSOR_TEST)
        try gl.glScissor(1, 0, 1, 1)
        try gl.glColorMask(1, 0, 0, 1)
        try gl.glStencilMask(0x0F)
        try gl.glClearStencil(0xFF)
        try gl.glClear(GL_COLOR_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
        #expect(try stage.pixels(0, 0, 2, 1) == [128, 128, 128, 128, 255, 128, 128, 255])
        // The draw changes only pixels whose stencil is 0x0F.
        try gl.glDisable(GL_SCISSOR_TEST)
        try gl.glColorMask(1, 1, 1, 1)
        try gl.glEnable(GL_STENCIL_TEST)
        try gl.glStencilFunc(GL_EQUAL, 0x0F, 0xFF)
        try stage.program("vec4(0)")
        try stage.fill()
        #expect(try stage.pixels(0, 0, 2, 1) == [128, 128, 128, 128, 0, 0, 0, 0])
    }

    @Test("a blit scales, mirrors and resolves samples")
    func blits() throws {
        let stage = try Stage(size: 4), gl = stage.gl
        let source = try stage.framebuffer(GL_RGBA8, size: 2)
        try gl.glEnable(GL_SCISSOR_TEST)
        for (x, color) in [(0, Float(1)), (1, 0.2)] {
            try gl.glScissor(GLint(x), 0, 1, 2)
            try gl.glClearColor(color, 0, 0, 1)
            try gl.glClear(GL_COLOR_BUFFER_BIT)
        }
        try gl.glDisable(GL_SCISSOR_TEST)
        try gl.glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0)
        try gl.glBlitFramebuffer(0, 0, 2, 2, 4, 0, 0, 4, GL_COLOR_BUFFER_BIT, GL_NEAREST)
        try gl.glBindFramebuffer(GL_FRAMEBUFFER, 0)
        #expect(try stride(from: 0, to: 16, by: 4).map { try stage.pixels(0, 1, 4, 1)[$0] } == [51, 51, 255, 255])
        _ = source

        let samples = try stage.framebuffer(GL_RGBA8, size: 4, samples: 4)
        try gl.glClearColor(0, 0, 0, 1)
        try gl.glClear(GL_COLOR_BUFFER_BIT)
        try stage.program("vec4(1)")
        // The edge of the triangle goes through the middles of the pixels on the diagonal.
        try stage.buffer(GL_ARRAY_BUFFER, [-1, -1, 1, -1, -1, 1] as [Float])
        try gl.glEnableVertexAttribArray(0)
        try gl.glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, nil)
        try gl.glDrawArrays(GL_TRIANGLES, 0, 3)
        #expect(try GLError.code { _ = try stage.pixel(0, 0) } == GL_INVALID_OPERATION, "samples cannot be read")
        try gl.glBindFramebuffer(GL_READ_FRAMEBUFFER, samples)
        try gl.glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0)
        #expect(try GLError.code { try gl.glBlitFramebuffer(0, 0, 4, 4, 0, 0, 2, 2, GL_COLOR_BUFFER_BIT, GL_NEAREST) } == GL_INVALID_OPERATION)
        try gl.glBlitFramebuffer(0, 0, 4, 4, 0, 0, 4, 4, GL_COLOR_BUFFER_BIT, GL_NEAREST)
        try gl.glBindFramebuffer(GL_FRAMEBUFFER, 0)
        let row = try stride(from: 0, to: 16, by: 4).map { try stage.pixels(0, 0, 4, 1)[$0] }
        #expect(row[0] == 255 && row[1] == 255 && row[2] == 255 && (64...192).contains(row[3]), "\(row)")
    }

    @Test("a surface with samples shows averages")
    func surfaceSamples() throws {
        let stage = try Stage(size: 4, samples: 4), gl = stage.gl
        #expect(try stage.int(GL_SAMPLES) == 4)
        try gl.glClearColor(0, 0, 0, 1)
        try gl.glClear(GL_COLOR_BUFFER_BIT)
        try stage.program("vec4(1)")
        try gl.glEnableVertexAttribArray(0)
        try [Float](arrayLiteral: -1, -1, 1, -1, -1, 1).withUnsafeBytes { memory in
            try gl.glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, memory.baseAddress)
            try gl.glDrawArrays(GL_TRIANGLES, 0, 3)
        }
        let row = try stage.pixels(0, 0, 4, 1)
        #expect(row[0] == 255 && (64...192).contains(row[12]), "\(row)")
    }

    @Test("the pixels of float images can be read as floats, of bytes as other formats")
    func reads() throws {
        let stage = try Stage(size: 2), gl = stage.gl
        try gl.glClearColor(1, 0.2, 0.4, 0.6)
        try gl.glClear(GL_COLOR_BUFFER_BIT)
        var bytes = [UInt8](repeating: 0, count: 4)
        try gl.glReadPixels(0, 0, 1, 1, GL_BGRA_EXT, GL_UNSIGNED_BYTE, &bytes)
        #expect(bytes == [102, 51, 255, 153])
        try stage.framebuffer(GL_RGBA16F, size: 2)
        try gl.glClearBufferfv(GL_COLOR, 0, [3, -2, 0.5, 1])
        var floats = [Float](repeating: 0, count: 4)
        try gl.glReadPixels(1, 1, 1, 1, GL_RGBA, GL_FLOAT, &floats)
        #expect(floats == [3, -2, 0.5, 1])
        // The formats of GL_EXT_texture_norm16.
        for format in [GL_R16_EXT, GL_RG16_EXT, GL_RGBA16_EXT] {
            try stage.framebuffer(format, size: 2)
            try gl.glClearBufferfv(GL_COLOR, 0, [0.4, 0.2, 1, 0])
            var shorts = [UInt16](repeating: 7, count: 4)
            try gl.glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_SHORT, &shorts)
            #expect(shorts == (format == GL_R16_EXT ? [26214, 0, 0, 65535] : format == GL_RG16_EXT ? [26214, 13107, 0, 65535] : [26214, 13107, 65535, 0]))
        }
    }

    @Test("reads beyond the edge leave the memory as it is")
    func readsBeyond() throws {
        let stage = try Stage(size: 2), gl = stage.gl
        try stage.clear()
        var bytes = [UInt8](repeating: 7, count: 4 * 9)
        try gl.glReadPixels(-1, 1, 3, 3, GL_RGBA, GL_UNSIGNED_BYTE, &bytes)
        let old = [UInt8](repeating: 7, count: 4), new = [UInt8](repeating: 128, count: 4)
        #expect(bytes == old + new + new + old + old + old + old + old + old)
    }

    @Test("layers of arrays, slices of volumes and faces of cubes are drawn to")
    func layers() throws {
        let stage = try Stage(size: 2), gl = stage.gl
        try gl.glBindTexture(GL_TEXTURE_2D_ARRAY, 1)
        try gl.glTexStorage3D(GL_TEXTURE_2D_ARRAY, 1, GL_RGBA8, 2, 2, 3)
        try gl.glBindTexture(GL_TEXTURE_CUBE_MAP, 2)
        try gl.glTexStorage2D(GL_TEXTURE_CUBE_MAP, 1, GL_RGBA8, 2, 2)
        try gl.glBindFramebuffer(GL_FRAMEBUFFER, stage.name(gl.glGenFramebuffers))
        for layer in 0..<3 {
            try gl.glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, 1, 0, GLint(layer))
            try gl.glClearBufferfv(GL_COLOR, 0, [Float(layer) / 5, 0, 0, 1])
        }
        try gl.glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, 1, 0, 2)
        #expect(try stage.pixel(0, 0) == [102, 0, 0, 255])
        try gl.glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, 1, 0, 1)
        #expect(try stage.pixel(0, 0) == [51, 0, 0, 255])
        for face in 0..<GLenum(6) {
            try gl.glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 2, 0)
            try gl.glClearBufferfv(GL_COLOR, 0, [0, Float(face) / 5, 0, 1])
        }
        try gl.glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP_POSITIVE_X + 3, 2, 0)
        #expect(try stage.pixel(0, 0) == [0, 153, 0, 255])
    }

    @Test("images of 16 bits in each component are read without loss", arguments: [GL_R16_EXT, GL_RG16_EXT, GL_RGBA16_EXT])
    func sixteenBits(format: GLenum) throws {
        let stage = try Stage(size: 4), gl = stage.gl, components = format == GL_R16_EXT ? 1 : format == GL_RG16_EXT ? 2 : 4
        try stage.framebuffer(format, size: 2)
        try gl.glClearColor(0.25, 0.5, 0.75, 0.125)
        try gl.glClear(GL_COLOR_BUFFER_BIT)
        var pixel: [UInt16] = [9, 9, 9, 9]
        try gl.glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_SHORT, &pixel)
        let missing: [UInt16] = [0, 0, 0, 0xFFFF]
        #expect(pixel == Array([16384, 32768, 49151, 8192][..<components]) + missing[components...])
        try stage.framebuffer(GL_RGBA8, size: 2)
        #expect(try GLError.code { try gl.glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_SHORT, &pixel) } == GL_INVALID_OPERATION)
    }

    @Test("a program of OpenGL ES can switch the encoding in sRGB off, for draws and clears", arguments: [GLVersion.es2, .es3])
    func sRGBWriteControl(version: GLVersion) throws {
        let stage = try Stage(version, size: 2), gl = stage.gl
        try stage.framebuffer(GL_SRGB8_ALPHA8, size: 2)
        try stage.program("vec4(0.5)")
        #expect(try gl.glIsEnabled(GL_FRAMEBUFFER_SRGB) == 1)
        // 0.5 of linear light has the code 188 in sRGB.
        for (isOn, code) in [(true, 188), (false, 128), (true, 188)] as [(Bool, UInt8)] {
            if isOn { try gl.glEnable(GL_FRAMEBUFFER_SRGB) } else { try gl.glDisable(GL_FRAMEBUFFER_SRGB) }
            try stage.fill()
            #expect(try stage.pixel(1, 1) == [code, code, code, 128])
            try gl.glClearColor(0.5, 0.5, 0.5, 1)
            try gl.glClear(GL_COLOR_BUFFER_BIT)
            #expect(try stage.pixel(1, 1) == [code, code, code, 255])
        }
    }
}
