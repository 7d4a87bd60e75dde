import Raster

// Renderbuffers that show images of EGL (GL_OES_EGL_image).

extension GLContext {
    package func glEGLImageTargetRenderbufferStorageOES(_ target: GLenum, _ image: UnsafeMutableRawPointer?) throws(GLError) {
        guard target == GL_RENDERBUFFER else { throw .invalidEnum("target", target) }
        guard let source = EGLImageSource.find(image) else { throw .invalidValue("there is no such image of EGL") }
        guard let renderbuffer else { throw .invalidOperation("no renderbuffer is bound") }
        guard source.format.isRenderbufferFormat(version) else { throw .invalidOperation("a renderbuffer cannot have the format of the image") }
        renderbuffer.show(source)
    }
}
