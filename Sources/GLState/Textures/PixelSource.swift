// PixelSource: finds the new pixels of a texture, in the program's memory or in the pixel unpack buffer (OpenGL ES 3.0.6 §3.7.1).

import Raster

extension GLContext {
    /// Returns the address of pixels that a call of glTexImage2D or a similar function reads; nil if the program passes no pixels. The
    /// pixels are valid until the call returns.
    /// - Parameters:
    ///   - pointer: The address, or the offset in the pixel unpack buffer.
    ///   - byteCount: The number of bytes that the call reads.
    ///   - typeSize: The size of the pixels' type. An offset must be a multiple of `typeSize`.
    func pixelSource(_ pointer: UnsafeRawPointer?, byteCount: Int, typeSize: Int) throws(GLError) -> UnsafeRawPointer? {
        guard let object = buffers.pixelUnpack else { return pointer }
        let offset = UInt(bitPattern: pointer)
        guard object.map == nil else { throw .invalidOperation("the pixel unpack buffer is mapped") }
        guard offset % UInt(typeSize) == 0 else { throw .invalidOperation("the offset \(offset) is no multiple of the type's \(typeSize) bytes") }
        let size = UInt(object.byteCount)
        guard offset <= size, UInt(byteCount) <= size - offset else {
            throw .invalidOperation("the pixel unpack buffer has \(size) bytes, but the call reads \(byteCount) from byte \(offset)")
        }
        guard let buffer = object.buffer else { return nil }
        object.use.finish()
        return UnsafeRawPointer(buffer.base) + Int(offset)
    }
}

/// The box of an image that a call replaces.
struct ImageBox {
    var x = 0, y = 0, z = 0
    var width: Int, height: Int, depth: Int
    init(x: Int = 0, y: Int = 0, z: Int = 0, width: Int, height: Int, depth: Int = 1) {
        self.x = x; self.y = y; self.z = z; self.width = width; self.height = height; self.depth = depth
    }
}

extension GLContext {
    /// The largest size, in bytes, of a box whose new texels are kept in separate memory until the pending commands have run.
    private static let largestStagedByteCount = 4 << 20

    /// Replaces a box of a texture's image by pixels of the program. If pending draws still read the old texels, the new texels are written
    /// to a separate texture, and a copy from this texture is recorded. For example, programs add glyphs to an atlas between draws; waiting
    /// for the draws would break a frame into many small parts.
    func replace(_ box: ImageBox, of texture: TextureObject, level: Int, face: Int, _ source: UnsafeRawPointer, _ layout: PixelLayout) throws(GLError) {
        guard let image = texture.image(level: level, face: face), let target = image.texture, layout.byteCount > 0 else { return }
        let byteCount = box.width * box.height * box.depth * target.format.bytesPerTexel
        guard texture.use.isPending(in: commands), byteCount <= Self.largestStagedByteCount else {
            texture.use.finish()
            try target.unpack(source, layout, to: image.format, level: image.textureLevel, x: box.x, y: box.y, z: image.textureSlice + box.z)
            return
        }
        let descriptor = TextureDescriptor(type: box.depth > 1 ? .d2Array : .d2, format: target.format, width: box.width, height: box.height, depth: box.depth)
        let staged = try GLError.rethrowing { try device.makeTexture(descriptor) }
        try staged.unpack(source, layout, to: image.format, level: 0, x: 0, y: 0, z: 0)
        let region = TextureRegion(width: box.width, height: box.height, depth: box.depth)
        commands.append(.copyTexture(CopyTextureCommand(source: staged, sourceLevel: 0, sourceRegion: region, destination: target,
                                                        destinationLevel: image.textureLevel, destinationX: box.x, destinationY: box.y,
                                                        destinationZ: image.textureSlice + box.z)))
        commands.retainedByteCount += byteCount
        texture.use.mark(commands)
    }
}

extension Texture {
    /// Writes pixels of the program to a box that begins at (x, y, z).
    fileprivate func unpack(_ source: UnsafeRawPointer, _ layout: PixelLayout, to format: GLFormat, level: Int, x: Int, y: Int, z: Int) throws(GLError) {
        try GLError.rethrowing {
            try changeTexels { storage in
                PixelTransfer.unpack(source, layout, to: format) { slice, row in storage.address(level: level, slice: z + slice, x: x, y: y + row) }
            }
        }
    }
}
