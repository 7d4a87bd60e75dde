import Raster

// Queries about framebuffers (OpenGL ES 3.0.6 §4.4.4.2 and §6.1.13, OpenGL ES 2.0.25 §6.1.3).

extension GLContext {
    package func glCheckFramebufferStatus(_ target: GLenum) throws(GLError) -> GLenum {
        let object = try framebuffer(target)
        let status = if let object { try object.status(self) } else { try framebufferStatus(reads: target == GL_READ_FRAMEBUFFER) }
        return status.code
    }

    package func glGetFramebufferAttachmentParameteriv(_ target: GLenum, _ attachment: GLenum, _ pname: GLenum,
                                                       _ params: UnsafeMutablePointer<GLint>?) throws(GLError) {
        let value = if let object = try framebuffer(target) {
            try parameter(pname, of: attachment, in: object)
        } else {
            try surfaceParameter(pname, of: attachment, in: target == GL_READ_FRAMEBUFFER ? readSurface : drawSurface)
        }
        params?.pointee = GLint(truncatingIfNeeded: value)
    }

    private func parameter(_ pname: GLenum, of attachment: GLenum, in framebuffer: FramebufferObject) throws(GLError) -> Int {
        let point = try attachmentPoint(attachment)
        let attached: FramebufferAttachment?
        switch point {
        case .color(let index): attached = framebuffer.color[index]
        case .depth: attached = framebuffer.depth
        case .stencil: attached = framebuffer.stencil
        case .depthAndStencil:
            let isSame = if let depth = framebuffer.depth, let stencil = framebuffer.stencil { depth.isSameImage(as: stencil) } else {
                framebuffer.depth == nil && framebuffer.stencil == nil
            }
            guard isSame else { throw .invalidOperation("different images are attached for depth and for stencil") }
            guard pname != GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE else {
                throw .invalidOperation("depth and stencil have components of different types")
            }
            attached = framebuffer.depth
        }
        guard let attached else { return try parameterWithoutImage(pname) }
        switch pname {
        case GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE: return Int(attached.texture == nil ? GL_RENDERBUFFER : GL_TEXTURE)
        case GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME: return Int(attached.texture?.name ?? attached.renderbuffer?.name ?? 0)
        case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL where attached.texture != nil: return attached.level
        case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE where attached.texture != nil:
            return FramebufferAttachment.cubeFaces.contains(attached.textureTarget) ? Int(attached.textureTarget) : 0
        case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER where attached.texture != nil && version.hasES3: return attached.layer
        case GL_FRAMEBUFFER_ATTACHMENT_LAYERED where attached.texture != nil && version.hasGeometryShaders: return attached.isLayered ? 1 : 0
        default: return try formatParameter(pname, attached.format, isStencil: point == .stencil)
        }
    }

    private func surfaceParameter(_ pname: GLenum, of attachment: GLenum, in surface: DefaultFramebuffer?) throws(GLError) -> Int {
        guard version.hasES3 else { throw .invalidOperation("no framebuffer object is bound") }
        let image: Attachment?
        switch attachment {
        case GL_BACK: image = surface?.attachments?.color
        case GL_FRONT_LEFT, GL_BACK_LEFT, GL_FRONT:
            guard version.isDesktop else { throw .invalidEnum("attachment", attachment) }
            image = surface?.attachments?.color
        case GL_DEPTH: image = surface?.attachments?.depth
        case GL_STENCIL: image = surface?.attachments?.stencil
        default: throw .invalidEnum("attachment", attachment)
        }
        guard let surface, let image = FramebufferImage(image, of: surface) else { return try parameterWithoutImage(pname) }
        if pname == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE { return Int(GL_FRAMEBUFFER_DEFAULT) }
        return try formatParameter(pname, image.format, isStencil: attachment == GL_STENCIL)
    }

    private func parameterWithoutImage(_ pname: GLenum) throws(GLError) -> Int {
        switch pname {
        case GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE: return Int(GL_NONE)
        case GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME where version.hasES3: return 0
        default:
            guard version.hasES3 else { throw .invalidEnum("pname", pname) }
            throw .invalidOperation("no image is attached there")
        }
    }

    /// Returns a parameter that depends on the format of the image.
    private func formatParameter(_ pname: GLenum, _ format: GLFormat?, isStencil: Bool) throws(GLError) -> Int {
        // In OpenGL ES 2, the parameters for the component type and for the colour encoding come from GL_EXT_color_buffer_half_float and
        // GL_EXT_sRGB.
        guard version.hasES3 || pname == GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE || pname == GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING else {
            throw .invalidEnum("pname", pname)
        }
        let bits = format?.bits ?? GLFormat.Bits()
        switch pname {
        case GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE: return bits.red
        case GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE: return bits.green
        case GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE: return bits.blue
        case GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE: return bits.alpha
        case GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE: return bits.depth
        case GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE: return bits.stencil
        case GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE: return Int(isStencil ? GL_UNSIGNED_INT : format?.componentType ?? GL_NONE)
        case GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING: return Int(format?.isSRGB == true ? GL_SRGB : GL_LINEAR)
        default: throw .invalidEnum("pname", pname)
        }
    }
}
