import Raster

/// The texels of a texture that lie in a buffer (glTexBuffer, OpenGL 3.3 §3.8.5). Raster reads texels from textures alone, so draws read a copy,
/// which is made again when the buffer's bytes have changed.
final class BufferTexture {
    /// The texels of a row of the copy; `BufferSamplers` has the same number.
    static let widthBits = 12, width = 1 << widthBits
    static let largestTexelCount = width * GLLimits.textureSize

    let object: BufferObject
    let format: GLFormat
    private var copy: (texture: Texture, buffer: Buffer, version: UInt64)?

    init(_ object: BufferObject, _ format: GLFormat) { self.object = object; self.format = format }

    /// Returns a texture with the present bytes of the buffer; nil if there are none.
    func texture(on device: Device) throws(GLError) -> Texture? {
        guard let buffer = object.buffer else { return nil }
        if object.isWrittenByCommands { object.use.finish() }
        let version = UInt64(buffer.hostVersion)
        if let copy, copy.buffer === buffer, copy.version == version { return copy.texture }
        let size = format.pixelFormat.bytesPerTexel, count = min(buffer.byteCount / size, Self.largestTexelCount)
        guard count > 0 else { return nil }
        let width = min(count, Self.width), height = (count + Self.width - 1) / Self.width
        let texture = try GLError.rethrowing {
            let texture = try device.makeTexture(TextureDescriptor(format: format.pixelFormat, width: width, height: height))
            try texture.changeTexels { storage in
                for row in 0..<height {
                    let texels = min(width, count - row * width)
                    storage.address(level: 0, slice: 0, x: 0, y: row).copyMemory(from: buffer.base + row * width * size, byteCount: texels * size)
                }
            }
            return texture
        }
        copy = (texture, buffer, version)
        return texture
    }

    /// The formats that texels of buffers can have (table 3.15).
    static let formats: Set<GLenum> = [
        GL_R8, GL_R16, GL_R16F, GL_R32F, GL_R8I, GL_R16I, GL_R32I, GL_R8UI, GL_R16UI, GL_R32UI, GL_RG8, GL_RG16, GL_RG16F, GL_RG32F, GL_RG8I, GL_RG16I,
        GL_RG32I, GL_RG8UI, GL_RG16UI, GL_RG32UI, GL_RGBA8, GL_RGBA16, GL_RGBA16F, GL_RGBA32F, GL_RGBA8I, GL_RGBA16I, GL_RGBA32I, GL_RGBA8UI, GL_RGBA16UI,
        GL_RGBA32UI, GL_RGB32F,
    ]
}

extension GLContext {
    package func glTexBuffer(_ target: GLenum, _ internalFormat: GLenum, _ buffer: GLuint) throws(GLError) {
        guard target == GL_TEXTURE_BUFFER else { throw .invalidEnum("target", target) }
        guard BufferTexture.formats.contains(internalFormat), let format = FormatTable.sized(internalFormat) else {
            throw .invalidEnum("internalformat", internalFormat)
        }
        guard buffer == 0 || share.buffers[buffer] != nil else { throw .invalidOperation("there is no buffer \(buffer)") }
        guard let texture = textureUnits[activeUnit].buffer else { throw .invalidOperation("no texture is bound to GL_TEXTURE_BUFFER") }
        texture.bufferTexels = share.buffers[buffer].map { BufferTexture($0, format) }
    }
    /// The place of the texture of a target whose textures have no default texture: GL_TEXTURE_2D_MULTISAMPLE, and of desktop OpenGL
    /// GL_TEXTURE_BUFFER and others.
    func desktopTexturePath(_ target: GLenum) -> WritableKeyPath<TextureUnit, TextureObject?>? {
        switch target {
        case GL_TEXTURE_BUFFER where version.isDesktop: \.buffer
        case GL_TEXTURE_2D_MULTISAMPLE where version.hasES31: \.multisampled
        case GL_TEXTURE_1D where version.isDesktop: \.linear
        default: nil
        }
    }
    /// Binds a texture to such a target, and makes it if its name is bound for the first time.
    func bindDesktopTexture(_ name: GLuint, _ target: GLenum, _ path: WritableKeyPath<TextureUnit, TextureObject?>) throws(GLError) {
        guard name != 0 else { textureUnits[activeUnit][keyPath: path] = nil; return }
        let known = share.textures[name]
        guard known == nil || known?.target == target else { throw .invalidOperation("texture \(name) belongs to another target") }
        if known == nil { try checkGenerated(name, share.textures.isUsed(name)) }
        let object = known ?? TextureObject(name: name, target: target, type: .d2)
        if known == nil { share.textures.insert(object, name) }
        textureUnits[activeUnit][keyPath: path] = object
    }
    /// Returns the texels that a draw reads through a sampler of buffers; nil if there are none.
    func bufferBinding(unit: Int) -> TextureBinding? {
        guard textureUnits.indices.contains(unit), let texels = textureUnits[unit].buffer?.bufferTexels else { return nil }
        do throws(GLError) {
            return try texels.texture(on: device).map { TextureBinding(TextureView($0, swizzle: texels.format.swizzle), sampler: .nearest) }
        } catch {
            record(error, in: "a draw")
            return nil
        }
    }
}
