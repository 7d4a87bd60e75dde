// GLResources+Samples: reads the samples of a multisampled texture. In OpenGL, only a shader can read the samples of a multisampled
// texture, so each sample is drawn into another texture first.

import CSystemGL
import Raster

extension GLResources {
    /// Copies each sample of every pixel into a single-sampled texture and reads this texture back. Throws `unsupported` for
    /// formats with stencil, because a shader cannot write stencil. The call changes OpenGL's state.
    func readSamples(_ texture: Texture, _ twin: TextureTwin) throws(RasterError) {
        guard !texture.format.hasStencil else {
            throw RasterError(.unsupported, texture.name, "is a multisampled \(texture.format); the system's OpenGL cannot return its stencil",
                              remedy: "use a depth format without stencil, or resolve it by a blit")
        }
        let program = try sampleProgram(texture.format.kind)
        let storage = texture.storage, level = storage.levels[0]
        let target = GLenum(GL_TEXTURE_2D)
        var plane: GLuint = 0, vertexArray: GLuint = 0, formerVertexArray: GLint = 0
        gl.genTextures(1, &plane)
        gl.activeTexture(GLenum(GL_TEXTURE0))
        gl.bindTexture(target, plane)
        gl.texStorage2D(target, 1, GLPixelFormat(texture.format).internalFormat, GLsizei(level.width), GLsizei(level.height))
        gl.bindTexture(twin.target, twin.name)
        gl.bindSampler(0, 0)
        // This draw must not use the vertex array object that all other draws share, because some attribute arrays of this object may be enabled.
        gl.getIntegerv(GLenum(GL_VERTEX_ARRAY_BINDING), &formerVertexArray)
        gl.genVertexArrays(1, &vertexArray)
        gl.bindVertexArray(vertexArray)
        defer {
            gl.bindVertexArray(GLuint(formerVertexArray))
            delete(vertexArray, gl.deleteVertexArrays)
            delete(plane, gl.deleteTextures)
        }
        bindScratch(plane: plane, isDepth: texture.format.hasDepth)
        prepareState(width: level.width, height: level.height)
        gl.useProgram(program)
        let location = gl.getUniformLocation(program, "index")
        for sample in 0..<storage.samples {
            gl.uniform1iv(location, 1, [GLint(sample)])
            gl.drawArraysInstancedBaseInstance(GLenum(GL_TRIANGLES), 0, 3, 1, 0)
            readImage(target, level: 0, texture.format, to: storage.base + level.offset + sample * level.bytesPerPlane, byteCount: level.bytesPerPlane)
        }
        if let problem = gl.pendingError() {
            throw RasterError(.unsupported, texture.name, "cannot be read back: the system's OpenGL reports \(problem)", remedy: "resolve it into a single-sampled texture")
        }
    }

    private func prepareState(width: Int, height: Int) {
        for capability in [GL_SCISSOR_TEST, GL_CULL_FACE, GL_STENCIL_TEST, GL_SAMPLE_MASK, GL_SAMPLE_ALPHA_TO_COVERAGE, GL_BLEND] {
            gl.disable(GLenum(capability))
        }
        for i in 0..<8 { gl.disable(GLenum(GL_CLIP_DISTANCE0 + Int32(i))) }
        gl.polygonMode(GLenum(GL_FRONT_AND_BACK), GLenum(GL_FILL))
        gl.colorMaski(0, 1, 1, 1, 1)
        gl.enable(GLenum(GL_DEPTH_TEST))
        gl.depthFunc(GLenum(GL_ALWAYS))
        gl.depthMask(1)
        gl.depthRangef(0, 1)
        gl.viewportIndexedf(0, 0, 0, GLfloat(width), GLfloat(height))
    }

    private func sampleProgram(_ kind: PixelFormat.ChannelKind) throws(RasterError) -> GLuint {
        if let program = samplePrograms[kind] { return program }
        let prefix = switch kind { case .int: "i"; case .uint: "u"; default: "" }
        let vertex = """
            #version 330
            void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }
            """
        let output = kind == .depth ? "gl_FragDepth" : "texel"
        let fragment = """
            #version 330
            uniform \(prefix)sampler2DMS image;
            uniform int index;
            out \(prefix)vec4 texel;
            void main() { \(output) = texelFetch(image, ivec2(gl_FragCoord.xy), index)\(kind == .depth ? ".r" : ""); }
            """
        let program = try GLProgram.link(vertex: vertex, fragment: fragment, name: "the program that reads samples", gl: gl)
        samplePrograms[kind] = program
        return program
    }
}
