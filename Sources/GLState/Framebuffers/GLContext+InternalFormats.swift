import Raster

// Queries about the formats of renderbuffers and of multisampled textures (OpenGL ES 3.1 §20.3).

extension GLContext {
    package func glGetInternalformativ(_ target: GLenum, _ internalFormat: GLenum, _ pname: GLenum, _ bufSize: GLsizei,
                                       _ params: UnsafeMutablePointer<GLint>?) throws(GLError) {
        guard target == GL_RENDERBUFFER || TextureKind(target: target, version)?.isMultisampled == true else { throw .invalidEnum("target", target) }
        guard let format = renderbufferFormat(internalFormat) else { throw .invalidEnum("internalformat", internalFormat) }
        // In OpenGL ES 3.0, images of integers cannot be multisampled.
        let counts = !format.isInteger || version.hasES31 ? GLLimits.sampleCounts.reversed().map { GLint($0) } : []
        let values: [GLint]
        switch pname {
        case GL_NUM_SAMPLE_COUNTS: values = [GLint(counts.count)]
        case GL_SAMPLES: values = counts
        default: throw .invalidEnum("pname", pname)
        }
        guard bufSize >= 0 else { throw .invalidValue("the size of the memory is negative") }
        guard let params else { return }
        for (i, value) in values.prefix(Int(bufSize)).enumerated() { params[i] = value }
    }

    /// Returns the format of a renderbuffer with this internal format; nil if renderbuffers cannot have this internal format.
    func renderbufferFormat(_ internalFormat: GLenum) -> GLFormat? {
        if version.isDesktop { return DesktopFormat.image(internalFormat).flatMap { $0.isRenderbufferFormat(version) ? $0 : nil } }
        // GL_EXT_texture_format_BGRA8888 allows the unsized name GL_BGRA_EXT for renderbuffers too.
        guard let format = FormatTable.sized(internalFormat == GL_BGRA_EXT ? GL_BGRA8_EXT : internalFormat) else { return nil }
        return format.isRenderbufferFormat(version) ? format : nil
    }
}
