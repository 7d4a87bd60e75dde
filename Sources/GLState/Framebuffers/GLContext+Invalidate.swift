import Raster

// The functions with which a program states that it no longer needs the contents of a framebuffer (OpenGL ES 3.0.6 §4.5,
// GL_EXT_discard_framebuffer). The contents become undefined, so the functions may leave the contents unchanged.

extension GLContext {
    package func glInvalidateFramebuffer(_ target: GLenum, _ numAttachments: GLsizei, _ attachments: UnsafePointer<GLenum>?) throws(GLError) {
        try checkInvalidation(framebuffer(target), numAttachments, attachments)
    }

    package func glInvalidateSubFramebuffer(_ target: GLenum, _ numAttachments: GLsizei, _ attachments: UnsafePointer<GLenum>?, _ x: GLint, _ y: GLint,
                                            _ width: GLsizei, _ height: GLsizei) throws(GLError) {
        let object = try framebuffer(target)
        guard width >= 0, height >= 0 else { throw .invalidValue("the size \(width)×\(height) of the rectangle is negative") }
        try checkInvalidation(object, numAttachments, attachments)
    }

    package func glDiscardFramebufferEXT(_ target: GLenum, _ numAttachments: GLsizei, _ attachments: UnsafePointer<GLenum>?) throws(GLError) {
        guard target == GL_FRAMEBUFFER else { throw .invalidEnum("target", target) }
        try checkInvalidation(drawFramebuffer, numAttachments, attachments)
    }

    private func checkInvalidation(_ object: FramebufferObject?, _ count: GLsizei, _ attachments: UnsafePointer<GLenum>?) throws(GLError) {
        guard count >= 0 else { throw .invalidValue("the number of attachments is negative") }
        guard let attachments else { return }
        for i in 0..<Int(count) {
            if object != nil {
                _ = try attachmentPoint(attachments[i])
            } else {
                guard [GL_COLOR, GL_DEPTH, GL_STENCIL].contains(attachments[i]) else { throw .invalidEnum("attachments", attachments[i]) }
            }
        }
    }
}
