import Raster

/// The texels of a buffer texture. The texels lie in a buffer of the program (glTexBuffer, OpenGL 3.3 §3.8.5, EXT_texture_buffer).
final class BufferTexture {
    let object: BufferObject
    let format: GLFormat
    /// The number of bytes before the first texel.
    let offset: Int
    /// The number of bytes of the texels; nil for all bytes that the buffer contains at the time of a draw (glTexBuffer).
    let byteCount: Int?
    /// Raster's texture for the texels, and the buffer for which the texture was made; nil until a draw needs the texture. If glBufferData
    /// has given the buffer object another buffer, a new texture is needed.
    private(set) var made: (texture: Texture, buffer: Buffer)?

    init(_ object: BufferObject, _ format: GLFormat, offset: Int = 0, byteCount: Int? = nil) {
        self.object = object; self.format = format; self.offset = offset; self.byteCount = byteCount
    }

    /// The number of texels that the buffer has now.
    var texelCount: Int {
        let bytes = min(byteCount ?? .max, object.byteCount - offset)
        return max(0, min(bytes / format.pixelFormat.bytesPerTexel, Device.maximumBufferTextureSize))
    }
    /// Returns a texture of the buffer's texels; nil if the buffer contains no texels.
    func texture(on device: Device) throws(GLError) -> Texture? {
        guard let buffer = object.buffer else { return nil }
        if let made, made.buffer === buffer { return made.texture }
        let count = texelCount
        guard count > 0 else { return nil }
        let texture = try GLError.rethrowing {
            try device.makeTexture(reading: buffer, as: format.pixelFormat, offset: offset, byteCount: count * format.pixelFormat.bytesPerTexel)
        }
        made = (texture, buffer)
        return texture
    }

    /// Returns the format of texels in a buffer; nil if buffers have no such texels.
    static func format(_ internalFormat: GLenum) -> GLFormat? {
        threeIntegers[internalFormat] ?? (formats.contains(internalFormat) ? FormatTable.sized(internalFormat) : nil)
    }
    /// The formats that texels of buffers can have (table 3.15, and OpenGL ES 3.2 table 8.18).
    private static let formats: Set<GLenum> = [
        GL_R8, GL_R16, GL_R16F, GL_R32F, GL_R8I, GL_R16I, GL_R32I, GL_R8UI, GL_R16UI, GL_R32UI, GL_RG8, GL_RG16, GL_RG16F, GL_RG32F, GL_RG8I, GL_RG16I,
        GL_RG32I, GL_RG8UI, GL_RG16UI, GL_RG32UI, GL_RGBA8, GL_RGBA16, GL_RGBA16F, GL_RGBA32F, GL_RGBA8I, GL_RGBA16I, GL_RGBA32I, GL_RGBA8UI, GL_RGBA16UI,
        GL_RGBA32UI, GL_RGB32F,
    ]
    /// The formats of texels with three integers. In a program's buffer, each of these texels has only three components. In images, Raster
    /// adds a fourth component, so the formats of `FormatTable` do not fit buffers.
    private static let threeIntegers = [
        GL_RGB32I: GLFormat(GL_RGB32I, .rgb, .rgb32Int), GL_RGB32UI: GLFormat(GL_RGB32UI, .rgb, .rgb32Uint),
    ]
}

extension GLContext {
    package func glTexBuffer(_ target: GLenum, _ internalFormat: GLenum, _ buffer: GLuint) throws(GLError) {
        let (texture, format, object) = try bufferTexture(target, internalFormat, buffer)
        texture.bufferTexels = object.map { BufferTexture($0, format) }
    }
    /// Gives a texture the texels of a buffer. A name of 0 removes the buffer; the range is then ignored (ARB_texture_buffer_range).
    package func glTexBufferRange(_ target: GLenum, _ internalFormat: GLenum, _ buffer: GLuint, _ offset: Int, _ size: Int) throws(GLError) {
        let (texture, format, object) = try bufferTexture(target, internalFormat, buffer)
        guard let object else { texture.bufferTexels = nil; return }
        guard offset >= 0, size > 0, offset <= object.byteCount, size <= object.byteCount - offset else {
            throw .invalidValue("the range of \(size) bytes from \(offset) on does not lie in the buffer of \(object.byteCount) bytes")
        }
        let alignment = Device.bufferTextureOffsetAlignment
        guard offset % alignment == 0 else { throw .invalidValue("the offset \(offset) is no multiple of \(alignment)") }
        texture.bufferTexels = BufferTexture(object, format, offset: offset, byteCount: size)
    }
    private func bufferTexture(_ target: GLenum, _ internalFormat: GLenum,
                               _ buffer: GLuint) throws(GLError) -> (texture: TextureObject, format: GLFormat, object: BufferObject?) {
        guard TextureKind(target: target, version) == .buffer else { throw .invalidEnum("target", target) }
        guard let format = BufferTexture.format(internalFormat) else { throw .invalidEnum("internalformat", internalFormat) }
        guard buffer == 0 || share.buffers[buffer] != nil else { throw .invalidOperation("there is no buffer \(buffer)") }
        return (boundTexture(.buffer), format, share.buffers[buffer])
    }
    /// Returns the texels that a draw reads through a samplerBuffer, and notes that the pending commands use the buffer; nil if the buffer
    /// contains no texels.
    func bufferBinding(_ object: TextureObject) -> TextureBinding? {
        guard let texels = object.bufferTexels else { return nil }
        do throws(GLError) {
            guard let texture = try texels.texture(on: device) else { return nil }
            texels.object.use.mark(commands)
            return TextureBinding(TextureView(texture, swizzle: texels.format.swizzle), sampler: .nearest)
        } catch {
            record(error, in: "a draw")
            return nil
        }
    }
}
