import Raster

// Renderbuffers (OpenGL ES 3.0.6 §4.4.2 and §6.1.14).

extension GLContext {
    package func glGenRenderbuffers(_ n: GLsizei, _ renderbuffers: UnsafeMutablePointer<GLuint>?) throws(GLError) {
        try share.renderbuffers.generate(n, renderbuffers)
    }

    package func glDeleteRenderbuffers(_ n: GLsizei, _ renderbuffers: UnsafePointer<GLuint>?) throws(GLError) {
        guard n >= 0 else { throw .invalidValue("the number of names is negative") }
        guard let renderbuffers else { return }
        for i in 0..<Int(n) {
            guard let removed = share.renderbuffers.remove(renderbuffers[i]) else { continue }
            if renderbuffer === removed { renderbuffer = nil }
            for framebuffer in boundFramebuffers { framebuffer.detach { $0.renderbuffer === removed } }
        }
    }

    package func glIsRenderbuffer(_ renderbuffer: GLuint) throws(GLError) -> GLboolean { GLboolean(share.renderbuffers[renderbuffer] != nil) }

    package func glBindRenderbuffer(_ target: GLenum, _ renderbuffer: GLuint) throws(GLError) {
        guard target == GL_RENDERBUFFER else { throw .invalidEnum("target", target) }
        if renderbuffer == 0 {
            self.renderbuffer = nil
            return
        }
        if let object = share.renderbuffers[renderbuffer] {
            self.renderbuffer = object
            return
        }
        try checkGenerated(renderbuffer, share.renderbuffers.isUsed(renderbuffer))
        let object = RenderbufferObject(name: renderbuffer)
        share.renderbuffers.insert(object, renderbuffer)
        self.renderbuffer = object
    }

    package func glRenderbufferStorage(_ target: GLenum, _ internalFormat: GLenum, _ width: GLsizei, _ height: GLsizei) throws(GLError) {
        try glRenderbufferStorageMultisample(target, 0, internalFormat, width, height)
    }

    package func glRenderbufferStorageMultisample(_ target: GLenum, _ samples: GLsizei, _ internalFormat: GLenum, _ width: GLsizei,
                                                  _ height: GLsizei) throws(GLError) {
        guard target == GL_RENDERBUFFER else { throw .invalidEnum("target", target) }
        guard let format = renderbufferFormat(internalFormat) else { throw .invalidEnum("internalformat", internalFormat) }
        guard samples >= 0 else { throw .invalidValue("the number of samples is negative") }
        let sizes = 0...GLLimits.renderbufferSize
        guard sizes.contains(Int(width)), sizes.contains(Int(height)) else {
            throw .invalidValue("a renderbuffer of \(width)×\(height) pixels is negative or too large")
        }
        let most = !format.isInteger ? GLLimits.samples : version.hasES31 ? GLLimits.integerSamples : 0
        guard samples <= most else {
            throw .invalidOperation("a renderbuffer of this format cannot have \(samples) samples")
        }
        guard let renderbuffer else { throw .invalidOperation("no renderbuffer is bound") }
        let stored = samples == 0 ? 0 : GLLimits.sampleCount(atLeast: Int(samples))
        var image: Attachment?
        if width > 0 && height > 0 {
            let descriptor = TextureDescriptor(format: format.pixelFormat, width: Int(width), height: Int(height), samples: max(1, stored))
            image = Attachment(try GLError.rethrowing { try device.makeTexture(descriptor) })
        }
        renderbuffer.setImage(image, format: format, width: Int(width), height: Int(height), samples: stored)
    }

    package func glGetRenderbufferParameteriv(_ target: GLenum, _ pname: GLenum, _ params: UnsafeMutablePointer<GLint>?) throws(GLError) {
        guard target == GL_RENDERBUFFER else { throw .invalidEnum("target", target) }
        guard let renderbuffer else { throw .invalidOperation("no renderbuffer is bound") }
        let bits = renderbuffer.format?.bits ?? GLFormat.Bits()
        let value: Int
        switch pname {
        case GL_RENDERBUFFER_WIDTH: value = renderbuffer.width
        case GL_RENDERBUFFER_HEIGHT: value = renderbuffer.height
        case GL_RENDERBUFFER_INTERNAL_FORMAT: value = Int(renderbuffer.format?.internalFormat ?? GL_RGBA4)
        case GL_RENDERBUFFER_RED_SIZE: value = bits.red
        case GL_RENDERBUFFER_GREEN_SIZE: value = bits.green
        case GL_RENDERBUFFER_BLUE_SIZE: value = bits.blue
        case GL_RENDERBUFFER_ALPHA_SIZE: value = bits.alpha
        case GL_RENDERBUFFER_DEPTH_SIZE: value = bits.depth
        case GL_RENDERBUFFER_STENCIL_SIZE: value = bits.stencil
        case GL_RENDERBUFFER_SAMPLES where version.hasES3: value = renderbuffer.samples
        default: throw .invalidEnum("pname", pname)
        }
        params?.pointee = GLint(truncatingIfNeeded: value)
    }
}
