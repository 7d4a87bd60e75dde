import Raster

// Reads of pixels (OpenGL ES 3.0.6 §4.3.2).

extension GLContext {
    package func glReadPixels(_ x: GLint, _ y: GLint, _ width: GLsizei, _ height: GLsizei, _ format: GLenum, _ type: GLenum,
                              _ pixels: UnsafeMutableRawPointer?) throws(GLError) {
        try read(x, y, width, height, ReadFormat(format: format, type: type), byteCount: nil, pixels)
        endFrameWithoutWindow()
    }

    package func glReadnPixels(_ x: GLint, _ y: GLint, _ width: GLsizei, _ height: GLsizei, _ format: GLenum, _ type: GLenum, _ bufSize: GLsizei,
                               _ data: UnsafeMutableRawPointer?) throws(GLError) {
        try read(x, y, width, height, ReadFormat(format: format, type: type), byteCount: Int(bufSize), data)
        endFrameWithoutWindow()
    }

    /// Returns the values of GL_IMPLEMENTATION_COLOR_READ_FORMAT and GL_IMPLEMENTATION_COLOR_READ_TYPE. Throws `invalidOperation` if the
    /// framebuffer for reads is not complete or has no colour image for reads.
    package func implementationReadFormat() throws(GLError) -> ReadFormat {
        guard try framebufferStatus(reads: true).isComplete, let image = readColor else {
            throw .invalidOperation("the read framebuffer is incomplete or has no colour image that is read")
        }
        return .best(for: image.format, version)
    }

    /// - Parameter byteCount: The size of the memory that receives the pixels; nil if the size is not known.
    private func read(_ x: GLint, _ y: GLint, _ width: GLsizei, _ height: GLsizei, _ form: ReadFormat, byteCount: Int?,
                      _ pixels: UnsafeMutableRawPointer?) throws(GLError) {
        guard width >= 0, height >= 0 else { throw .invalidValue("the size \(width)×\(height) of the rectangle is negative") }
        if version.isDesktop { try DesktopFormat.check(form.format, form.type, version) } else { try form.checkNames() }
        try checkFramebuffer(reads: true)
        guard let color = form.isDepthOrStencil ? readDepthOrStencil(form.format) : readColor else { throw .invalidOperation("there is no image that is read") }
        guard !color.isMultisampled || readFramebuffer == nil else { throw .invalidOperation("the framebuffer that is read is multisampled") }
        guard version.isDesktop ? DesktopFormat.fits(form.format, color.format) : form.fits(color.format, version) else {
            throw .invalidOperation("format \(form.format.hexadecimal) and type \(form.type.hexadecimal) do not fit an image of \(color.image.texture.format)")
        }
        let layout = try PixelLayout(pixelStore.pack, form.format, form.type, width: Int(width), height: Int(height))
        if let byteCount, layout.byteCount > byteCount {
            throw .invalidOperation("the pixels have \(layout.byteCount) bytes, but there is memory for \(byteCount) bytes")
        }
        let area = PixelRect(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
        guard let object = buffers.pixelPack else {
            guard let pixels, layout.byteCount > 0 else { return }
            let image = try color.readable()
            let reader = PixelReader(image, to: form, desktop: version.isDesktop ? color.format : nil, swapsBytes: layout.swapsBytes)
            return reader.copy(area, to: pixels, layout)
        }
        let offset = Int(bitPattern: pixels)
        guard object.map == nil else { throw .invalidOperation("the pixel pack buffer is mapped") }
        guard offset >= 0, offset % layout.typeSize == 0 else { throw .invalidOperation("the offset \(offset) is no multiple of \(layout.typeSize)") }
        guard layout.byteCount <= object.byteCount, offset <= object.byteCount - layout.byteCount else {
            throw .invalidOperation("the pixels reach beyond the end of the pixel pack buffer")
        }
        guard layout.byteCount > 0, let buffer = object.buffer else { return }
        let image = try color.readable()
        object.use.finish()
        let reader = PixelReader(image, to: form, desktop: version.isDesktop ? color.format : nil, swapsBytes: layout.swapsBytes)
        try GLError.rethrowing {
            try buffer.write(as: UInt8.self) { reader.copy(area, to: UnsafeMutableRawPointer($0) + offset, layout) }
        }
    }
    /// Returns the image of depth or stencil values that pixels of the format are read from; nil if the framebuffer has no such image. In
    /// OpenGL ES, the result is nil, because only desktop OpenGL can read such an image (OpenGL 3.3 §4.3.1).
    private func readDepthOrStencil(_ format: GLenum) -> FramebufferImage? {
        guard version.isDesktop else { return nil }
        switch format {
        case GL_STENCIL_INDEX: return readStencil
        case GL_DEPTH_STENCIL: return readStencil == nil ? nil : readDepth
        default: return readDepth
        }
    }
}

extension ReadFormat {
    fileprivate var isDepthOrStencil: Bool { format == GL_DEPTH_COMPONENT || format == GL_STENCIL_INDEX || format == GL_DEPTH_STENCIL }
}
