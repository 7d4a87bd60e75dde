// Objects: names, binding, deletion while in use, sharing between contexts (OpenGL ES 3.0.6 §2.9 to §2.11 and appendix D).

import GLState
import Testing

@Suite("Objects of OpenGL") struct ObjectTests {
    @Test("a generated name has no object until it is bound; a deleted name is free again")
    func names() throws {
        let stage = try Stage(), gl = stage.gl
        var names = [GLuint](repeating: 0, count: 3)
        try gl.glGenTextures(3, &names)
        #expect(Set(names).count == 3 && !names.contains(0))
        #expect(try gl.glIsTexture(names[0]) == 0)
        try gl.glBindTexture(GL_TEXTURE_2D, names[0])
        #expect(try gl.glIsTexture(names[0]) == 1 && gl.glIsTexture(0) == 0)
        // Names that do not exist, and 0, are ignored.
        try gl.glDeleteTextures(3, [0, names[0], 12345])
        #expect(try gl.glIsTexture(names[0]) == 0 && stage.int(GL_TEXTURE_BINDING_2D) == 0)
        // A program may also use a name that no glGen function has returned.
        try gl.glBindTexture(GL_TEXTURE_2D, 4_000_000_000)
        #expect(try gl.glIsTexture(4_000_000_000) == 1)
    }

    @Test("deleting what is bound unbinds it in the current context")
    func deletion() throws {
        let stage = try Stage(), gl = stage.gl
        let buffer = try stage.buffer(GL_ARRAY_BUFFER, [Float](repeating: 0, count: 16))
        try gl.glVertexAttribPointer(0, 4, GL_FLOAT, 0, 0, nil)
        try gl.glBindBufferBase(GL_UNIFORM_BUFFER, 2, buffer)
        try gl.glDeleteBuffers(1, [buffer])
        #expect(try stage.int(GL_ARRAY_BUFFER_BINDING) == 0)
        #expect(try stage.int { try gl.glGetVertexAttribiv(0, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, $0) } == 0)
        #expect(try stage.int { try gl.glGetIntegeri_v(GL_UNIFORM_BUFFER_BINDING, 2, $0) } == 0)
        let framebuffer = try stage.framebuffer(GL_RGBA8, size: 4), image = try GLuint(stage.int(GL_RENDERBUFFER_BINDING))
        try gl.glDeleteRenderbuffers(1, [image])
        #expect(try gl.glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT)
        try gl.glDeleteFramebuffers(1, [framebuffer])
        #expect(try stage.int(GL_FRAMEBUFFER_BINDING) == 0)
    }

    @Test("shaders and programs that are deleted while in use live until they are not")
    func programs() throws {
        let stage = try Stage(), gl = stage.gl
        let program = try stage.program("vec4(1, 0, 0, 1)")
        var shaders = [GLuint](repeating: 0, count: 2), count: GLsizei = 0
        try gl.glGetAttachedShaders(program, 2, &count, &shaders)
        #expect(count == 2)
        try gl.glDeleteShader(shaders[0])
        try gl.glDeleteProgram(program)
        #expect(try stage.int { try gl.glGetShaderiv(shaders[0], GL_DELETE_STATUS, $0) } == 1)
        #expect(try gl.glIsProgram(program) == 1 && stage.int { try gl.glGetProgramiv(program, GL_DELETE_STATUS, $0) } == 1)
        try stage.fill()
        #expect(try stage.pixel(3, 3) == [255, 0, 0, 255])
        try gl.glUseProgram(0)
        #expect(try gl.glIsProgram(program) == 0 && gl.glIsShader(shaders[0]) == 0 && gl.glIsShader(shaders[1]) == 1)
    }

    @Test("recorded draws use what buffers and textures had at the draw, not what they have later")
    func order() throws {
        let stage = try Stage(size: 4), gl = stage.gl
        try stage.program("texture(s, p)", uniforms: "uniform sampler2D s;")
        let red: [UInt8] = [255, 0, 0, 255], blue: [UInt8] = [0, 0, 255, 255]
        let texture = try stage.texture(width: 1, height: 1, red)
        try gl.glEnable(GL_SCISSOR_TEST)
        try gl.glScissor(0, 0, 1, 4)
        try stage.fill()
        try gl.glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, blue)
        try gl.glScissor(1, 0, 1, 4)
        try stage.fill()
        // The third draw still shows the square. After the third draw, the buffer's vertices are moved out of the picture, so the fourth
        // draw shows nothing. At last, the buffer is deleted.
        try gl.glScissor(2, 0, 1, 4)
        try stage.fill()
        try gl.glBufferSubData(GL_ARRAY_BUFFER, 0, 32, [Float](repeating: 9, count: 8))
        try gl.glScissor(3, 0, 1, 4)
        try stage.fill()
        try gl.glDeleteBuffers(1, [GLuint(stage.int(GL_ARRAY_BUFFER_BINDING))])
        try gl.glDeleteTextures(1, [texture])
        #expect(try stage.pixels(0, 2, 4, 1) == red + blue + blue + [0, 0, 0, 0])
    }

    @Test("contexts of a share group see each other's objects, but not framebuffers, vertex arrays and queries")
    func sharing() throws {
        let one = try Stage(size: 4), two = try Stage(size: 4, sharing: one)
        let texture = try one.texture(width: 1, height: 1, [0, 255, 0, 255]), framebuffer = try one.framebuffer(GL_RGBA8, size: 4)
        #expect(try two.gl.glIsTexture(texture) == 1 && two.gl.glIsFramebuffer(framebuffer) == 0)
        // The second context draws with the texture that the first context has cleared to blue.
        try one.gl.glBindFramebuffer(GL_FRAMEBUFFER, framebuffer)
        try one.gl.glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0)
        try one.gl.glClearColor(0, 0, 1, 1)
        try one.gl.glClear(GL_COLOR_BUFFER_BIT)
        // After glFinish, the change is complete, so the other context sees the change when the other context binds the texture (appendix D.3).
        try one.gl.glFinish()
        try two.program("texture(s, p)", uniforms: "uniform sampler2D s;")
        try two.gl.glBindTexture(GL_TEXTURE_2D, texture)
        try two.fill()
        #expect(try two.pixel(1, 1) == [0, 0, 255, 255])
        // A texture that one context deletes still exists while the texture is bound in another context.
        try one.gl.glDeleteTextures(1, [texture])
        try two.fill()
        #expect(try two.pixel(2, 2) == [0, 0, 255, 255])
    }

    @Test("fences are signalled when the commands before them have run")
    func fences() throws {
        let stage = try Stage(), gl = stage.gl
        try stage.clear()
        let fence = try gl.glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0)
        #expect(try gl.glIsSync(fence) == 1)
        #expect(try gl.glClientWaitSync(fence, 0, 0) == GL_TIMEOUT_EXPIRED)
        #expect(try gl.glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, 1) == GL_CONDITION_SATISFIED)
        #expect(try gl.glClientWaitSync(fence, 0, 0) == GL_ALREADY_SIGNALED)
        try gl.glDeleteSync(fence)
        #expect(try gl.glIsSync(fence) == 0)
    }
}
