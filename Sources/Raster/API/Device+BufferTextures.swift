/// The part of a buffer that contains the texels of a buffer texture.
package struct TexelSource: Sendable {
    nonisolated(unsafe) package let buffer: Buffer
    /// The number of bytes before the first texel.
    package let offset: Int
    package let byteCount: Int
}

extension Device {
    /// The offset of a buffer texture in its buffer must be a multiple of this number of bytes (GL_TEXTURE_BUFFER_OFFSET_ALIGNMENT).
    public static let bufferTextureOffsetAlignment = 16
    /// The maximum number of texels of a buffer texture (GL_MAX_TEXTURE_BUFFER_SIZE): 2²⁷.
    public static let maximumBufferTextureSize = 1 << 27

    /// Makes a texture whose texels are the elements of a buffer (glTexBufferRange, OpenGL 3.3 §3.8.4). Shaders read the texture through a
    /// `samplerBuffer` with texelFetch, and read and write the texture through an `imageBuffer`. The texture holds no copy of the buffer: a
    /// draw reads the bytes that the buffer contains at the time of the draw, and image writes change the buffer. A read out of range gives
    /// zeros, and a write out of range does nothing.
    /// - Parameters:
    ///   - buffer: The buffer. The texture keeps the buffer alive.
    ///   - format: The format of a texel. The format has one, two or four channels of 8 or 16 bits (unorm or integers), of 16-bit floats,
    ///     or of 32 bits (integers or floats); or the format has three channels of 32 bits.
    ///   - offset: The number of bytes before the first texel, a multiple of `bufferTextureOffsetAlignment`.
    ///   - byteCount: The number of bytes that the texels take; nil for the rest of the buffer. Bytes after the last whole texel are
    ///     not read.
    ///   - label: The texture's name in error messages.
    /// - Throws: `RasterError` with `invalidFormat` if `format` is not one of these formats, `bufferTooSmall` if the buffer does not have
    ///   the bytes, `invalidArgument` if `offset` is no multiple of `bufferTextureOffsetAlignment`, `invalidSize` for too many texels, or
    ///   `wrongDevice`.
    public func makeTexture(reading buffer: Buffer, as format: PixelFormat, offset: Int = 0, byteCount: Int? = nil, label: String = "") throws -> Texture {
        try newTexture(reading: buffer, as: format, offset: offset, byteCount: byteCount, label: label)
    }
    func newTexture(reading buffer: Buffer, as format: PixelFormat, offset: Int, byteCount: Int?, label: String) throws(RasterError) -> Texture {
        let subject = label.isEmpty ? "texture" : "texture '\(label)'"
        guard buffer.owner === self else { throw RasterError.wrongDevice(buffer.name) }
        guard format.isBufferTexel else {
            throw RasterError(.invalidFormat, subject, "reads \(buffer.name) as \(format)", remedy: "use a format such as .rgba32Float, .r32Uint or .rgba8")
        }
        let alignment = Device.bufferTextureOffsetAlignment
        guard offset >= 0, offset <= buffer.byteCount, byteCount ?? 0 >= 0, byteCount ?? 0 <= buffer.byteCount - offset else {
            throw RasterError(.bufferTooSmall, subject, "reads \(byteCount.map { "\($0) bytes" } ?? "bytes") at offset \(offset) of \(buffer.name), which has \(buffer.byteCount)",
                              remedy: "stay inside the buffer")
        }
        guard offset % alignment == 0 else {
            throw RasterError(.invalidArgument, subject, "reads \(buffer.name) at offset \(offset)", remedy: "use a multiple of \(alignment)")
        }
        let bytes = byteCount ?? buffer.byteCount - offset, count = bytes / format.bytesPerTexel
        guard count <= Device.maximumBufferTextureSize else {
            throw RasterError(.invalidSize, subject, "has \(count) texels", remedy: "use at most 2²⁷")
        }
        let descriptor = TextureDescriptor(type: .buffer, format: format, width: count, height: 1, label: label)
        let storage = TexelStorage(texels: count, of: format.bytesPerTexel, at: buffer.base + offset, owner: buffer)
        return Texture(descriptor: descriptor, device: self, storage: storage,
                       source: TexelSource(buffer: buffer, offset: offset, byteCount: bytes))
    }
}

extension PixelFormat {
    /// Whether a buffer texture may have this format (OpenGL 3.3 table 3.15, and the formats with three channels of OpenGL 4.0).
    package var isBufferTexel: Bool {
        switch self {
        case .r8, .rg8, .rgba8, .r16, .rg16, .rgba16, .r16Float, .rg16Float, .rgba16Float, .r32Float, .rg32Float, .rgb32Float, .rgba32Float,
             .r8Int, .rg8Int, .rgba8Int, .r8Uint, .rg8Uint, .rgba8Uint, .r16Int, .rg16Int, .rgba16Int, .r16Uint, .rg16Uint, .rgba16Uint,
             .r32Int, .rg32Int, .rgb32Int, .rgba32Int, .r32Uint, .rg32Uint, .rgb32Uint, .rgba32Uint: true
        default: false
        }
    }
}
