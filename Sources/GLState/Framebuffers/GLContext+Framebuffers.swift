import Raster

// Framebuffer objects and their attachments (OpenGL ES 3.0.6 §4.4.1 and §4.4.2).

extension GLContext {
    package func glGenFramebuffers(_ n: GLsizei, _ framebuffers: UnsafeMutablePointer<GLuint>?) throws(GLError) {
        try self.framebuffers.generate(n, framebuffers)
    }

    package func glDeleteFramebuffers(_ n: GLsizei, _ framebuffers: UnsafePointer<GLuint>?) throws(GLError) {
        guard n >= 0 else { throw .invalidValue("the number of names is negative") }
        guard let framebuffers else { return }
        for i in 0..<Int(n) {
            guard let removed = self.framebuffers.remove(framebuffers[i]) else { continue }
            if drawFramebuffer === removed { drawFramebuffer = nil }
            if readFramebuffer === removed { readFramebuffer = nil }
        }
        drawCache.isStateDirty = true
    }

    package func glIsFramebuffer(_ framebuffer: GLuint) throws(GLError) -> GLboolean { GLboolean(framebuffers[framebuffer] != nil) }

    package func glBindFramebuffer(_ target: GLenum, _ framebuffer: GLuint) throws(GLError) {
        let (draws, reads) = try framebufferUse(target)
        var object: FramebufferObject?
        if framebuffer != 0 {
            object = framebuffers[framebuffer]
            if object == nil {
                try checkGenerated(framebuffer, framebuffers.isUsed(framebuffer))
                let new = FramebufferObject(name: framebuffer)
                framebuffers.insert(new, framebuffer)
                object = new
            }
        }
        if draws { drawFramebuffer = object }
        if reads { readFramebuffer = object }
        drawCache.isStateDirty = true
    }

    /// Returns whether a target names the binding for draws, the binding for reads, or both. OpenGL ES 2 has only one binding for draws and
    /// reads.
    private func framebufferUse(_ target: GLenum) throws(GLError) -> (draws: Bool, reads: Bool) {
        switch target {
        case GL_FRAMEBUFFER: (true, true)
        case GL_DRAW_FRAMEBUFFER where version.hasES3: (true, false)
        case GL_READ_FRAMEBUFFER where version.hasES3: (false, true)
        default: throw .invalidEnum("target", target)
        }
    }
    /// Returns the framebuffer object that is bound to a target; nil if the surface is bound.
    package func framebuffer(_ target: GLenum) throws(GLError) -> FramebufferObject? {
        try framebufferUse(target).draws ? drawFramebuffer : readFramebuffer
    }
    /// The framebuffer objects that are bound. An object that is bound for draws and for reads occurs only once.
    package var boundFramebuffers: [FramebufferObject] {
        if let drawFramebuffer, let readFramebuffer, drawFramebuffer === readFramebuffer { return [drawFramebuffer] }
        return [drawFramebuffer, readFramebuffer].compactMap { $0 }
    }
    /// When a texture is deleted, detaches the texture from the framebuffers that are bound.
    package func framebuffersDetach(texture: TextureObject) {
        for framebuffer in boundFramebuffers { framebuffer.detach { $0.texture === texture } }
    }

    // MARK: Attachments

    package static let colorAttachments = GL_COLOR_ATTACHMENT0...GL_COLOR_ATTACHMENT31

    /// Returns the attachment point that a constant names.
    package func attachmentPoint(_ attachment: GLenum) throws(GLError) -> FramebufferObject.Point {
        switch attachment {
        // In OpenGL ES 2, GL_EXT_draw_buffers adds further colour attachments.
        case Self.colorAttachments:
            let index = Int(attachment - GL_COLOR_ATTACHMENT0)
            guard index < GLLimits.colorAttachments else { throw .invalidOperation("a framebuffer has \(GLLimits.colorAttachments) colour attachments") }
            return .color(index)
        case GL_DEPTH_ATTACHMENT: return .depth
        case GL_STENCIL_ATTACHMENT: return .stencil
        case GL_DEPTH_STENCIL_ATTACHMENT where version.hasES3: return .depthAndStencil
        default: throw .invalidEnum("attachment", attachment)
        }
    }
    /// Returns the framebuffer object of a target, and the attachment point that a constant names.
    private func attachmentPlace(_ target: GLenum, _ attachment: GLenum) throws(GLError) -> (FramebufferObject, FramebufferObject.Point) {
        let framebuffer = try framebuffer(target), point = try attachmentPoint(attachment)
        guard let framebuffer else { throw .invalidOperation("the surface's images cannot be replaced") }
        return (framebuffer, point)
    }

    package func glFramebufferRenderbuffer(_ target: GLenum, _ attachment: GLenum, _ renderbuffertarget: GLenum, _ renderbuffer: GLuint) throws(GLError) {
        let (framebuffer, point) = try attachmentPlace(target, attachment)
        guard renderbuffertarget == GL_RENDERBUFFER else { throw .invalidEnum("renderbuffertarget", renderbuffertarget) }
        guard renderbuffer != 0 else { return framebuffer.attach(nil, to: point) }
        guard let object = share.renderbuffers[renderbuffer] else { throw .invalidOperation("there is no renderbuffer \(renderbuffer)") }
        framebuffer.attach(FramebufferAttachment(object), to: point)
    }

    package func glFramebufferTexture2D(_ target: GLenum, _ attachment: GLenum, _ textarget: GLenum, _ texture: GLuint, _ level: GLint) throws(GLError) {
        try attachImage(target, attachment, texture, level) { kind throws(GLError) in
            if FramebufferAttachment.cubeFaces.contains(textarget) { return kind == .cube ? textarget : nil }
            guard let wanted = TextureKind(target: textarget, version), [.d2, .rectangle, .multisampled].contains(wanted) else {
                throw .invalidEnum("textarget", textarget)
            }
            return kind == wanted ? textarget : nil
        }
    }
    /// Attaches an image of a texture. A level of the texture has one image, or one image for each face of a cube.
    /// - Parameter imageTarget: Returns the target of the image, given the texture's kind; nil if the call names a target of another kind.
    func attachImage(_ target: GLenum, _ attachment: GLenum, _ texture: GLuint, _ level: GLint,
                     _ imageTarget: (TextureKind) throws(GLError) -> GLenum?) throws(GLError) {
        let (framebuffer, point) = try attachmentPlace(target, attachment)
        guard texture != 0 else { return framebuffer.attach(nil, to: point) }
        let object = share.textures[texture], image = try imageTarget(object?.kind ?? .d2)
        guard let object else { throw .invalidOperation("there is no texture \(texture)") }
        guard let image else { throw .invalidOperation("texture \(texture) was bound to another target than the one that the call names") }
        // In OpenGL ES 2, GL_OES_fbo_render_mipmap allows levels above 0.
        try checkLevel(object.kind, level)
        framebuffer.attach(FramebufferAttachment(object, target: image, level: Int(level)), to: point)
    }

    package func glFramebufferTextureLayer(_ target: GLenum, _ attachment: GLenum, _ texture: GLuint, _ level: GLint, _ layer: GLint) throws(GLError) {
        let (framebuffer, point) = try attachmentPlace(target, attachment)
        guard texture != 0 else { return framebuffer.attach(nil, to: point) }
        guard let object = share.textures[texture] else { throw .invalidOperation("there is no texture \(texture)") }
        guard object.kind.hasLayers else { throw .invalidOperation("texture \(texture) has no layers") }
        guard layer >= 0, layer < GLLimits.textureDepth(object.kind) else {
            throw .invalidValue("there is no layer \(layer)")
        }
        try checkLevel(object.kind, level)
        framebuffer.attach(FramebufferAttachment(object, target: object.target, level: Int(level), layer: Int(layer)), to: point)
    }

    /// Attaches all layers, slices or faces of a level.
    func attachLayers(of texture: TextureObject, _ target: GLenum, _ attachment: GLenum, _ level: GLint) throws(GLError) {
        let (framebuffer, point) = try attachmentPlace(target, attachment)
        try checkLevel(texture.kind, level)
        framebuffer.attach(FramebufferAttachment(layersOf: texture, level: Int(level)), to: point)
    }

    // MARK: Draw and read buffers (§4.2.1 and §4.3.1)

    package func glDrawBuffers(_ n: GLsizei, _ bufs: UnsafePointer<GLenum>?) throws(GLError) {
        guard n >= 0, n <= GLLimits.colorAttachments else { throw .invalidValue("the number \(n) of draw buffers is negative or too large") }
        var buffers: [GLenum] = []
        if let bufs { buffers = (0..<Int(n)).map { bufs[$0] } }
        for buffer in buffers where buffer != GL_NONE && !isSurfaceBuffer(buffer) && !Self.colorAttachments.contains(buffer) {
            throw .invalidEnum("bufs", buffer)
        }
        if let drawFramebuffer {
            for (i, buffer) in buffers.enumerated() where buffer != GL_NONE {
                guard version.isDesktop ? isAttachment(buffer) && !buffers[..<i].contains(buffer) : buffer == GL_COLOR_ATTACHMENT0 + GLenum(i) else {
                    throw .invalidOperation("draw buffer \(i) cannot be \(buffer.hexadecimal)")
                }
            }
            drawFramebuffer.setDrawBuffers(buffers)
        } else {
            let surface = buffers.filter { $0 != GL_NONE }
            guard version.isDesktop ? surface.count <= 1 : buffers.count == 1, surface.allSatisfy(isSurfaceBuffer) else {
                throw .invalidOperation("a surface has one draw buffer: GL_BACK or GL_NONE")
            }
            surfaceBuffers.draw = surface.first ?? GL_NONE
        }
        drawCache.isStateDirty = true
    }

    /// Sets one draw buffer, and sets all other draw buffers to GL_NONE (OpenGL 3.3 §4.2.1).
    package func glDrawBuffer(_ buf: GLenum) throws(GLError) {
        var buffer = buf
        try glDrawBuffers(1, &buffer)
    }
    /// Returns whether a constant names the colours of a surface. Desktop OpenGL has names for several colour images of a surface, but all
    /// surfaces of this driver have only one colour image.
    private func isSurfaceBuffer(_ buffer: GLenum) -> Bool {
        switch buffer {
        case GL_BACK: true
        case GL_FRONT, GL_LEFT, GL_FRONT_LEFT, GL_BACK_LEFT, GL_FRONT_AND_BACK: version.isDesktop
        default: false
        }
    }
    private func isAttachment(_ buffer: GLenum) -> Bool {
        buffer >= GL_COLOR_ATTACHMENT0 && buffer < GL_COLOR_ATTACHMENT0 + GLenum(GLLimits.colorAttachments)
    }

    package func glReadBuffer(_ src: GLenum) throws(GLError) {
        guard src == GL_NONE || isSurfaceBuffer(src) || Self.colorAttachments.contains(src) else { throw .invalidEnum("src", src) }
        if let readFramebuffer {
            guard src == GL_NONE || isAttachment(src) else {
                throw .invalidOperation("a framebuffer object has no buffer \(src.hexadecimal)")
            }
            readFramebuffer.readBuffer = src
        } else {
            guard src == GL_NONE || isSurfaceBuffer(src) else { throw .invalidOperation("a surface has no colour attachments") }
            surfaceBuffers.read = src
        }
    }

    /// Returns the value of GL_DRAW_BUFFERi.
    package func drawBuffer(_ index: Int) -> GLenum { drawFramebuffer?.drawBuffers[index] ?? (index == 0 ? surfaceBuffers.draw : GL_NONE) }
    /// The value of GL_READ_BUFFER.
    package var readBuffer: GLenum { readFramebuffer?.readBuffer ?? surfaceBuffers.read }
}

/// The buffers of the surface that a context draws and reads. In OpenGL ES, each property is GL_BACK or GL_NONE. In desktop OpenGL, the
/// properties may also be other names of the surface's only colour image, such as GL_FRONT.
package struct SurfaceBuffers {
    package var draw = GL_BACK, read = GL_BACK
    /// The surface's images as a target of draws; nil until a draw needs the target. The target was made for the colours `color` and the
    /// draw buffer `buffer`.
    package var target: (framebuffer: Framebuffer, color: Texture, buffer: GLenum)?
}
