// PixelSource: where the new pixels of a texture come from: the program's memory, or the pixel unpack buffer (OpenGL ES 3.0.6 §3.7.1).

import Raster

extension GLContext {
    /// Returns the address of pixels that a call of glTexImage2D or a similar function reads; nil if the program gives none. The pixels
    /// are valid until the call returns.
    /// - Parameters:
    ///   - pointer: The address, or the offset in the pixel unpack buffer.
    ///   - byteCount: The number of bytes that the call reads.
    ///   - typeSize: The size of the pixels' type. An offset must be a multiple of it.
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
package struct ImageBox {
    package var x = 0, y = 0, z = 0
    package var width: Int, height: Int, depth: Int
    package init(x: Int = 0, y: Int = 0, z: Int = 0, width: Int, height: Int, depth: Int = 1) {
        self.x = x; self.y = y; self.z = z; self.width = width; self.height = height; self.depth = depth
    }
}

extension TextureObject {
    /// Replaces a box of an image by pixels of the program.
    func replace(_ box: ImageBox, level: Int, face: Int, _ source: UnsafeRawPointer, _ layout: PixelLayout) throws(GLError) {
        guard let image = image(level: level, face: face), let texture = image.texture, layout.byteCount > 0 else { return }
        use.finish()
        try GLError.rethrowing {
            try texture.changeTexels { storage in
                PixelTransfer.unpack(source, layout, to: image.format) { slice, row in
                    storage.address(level: image.textureLevel, slice: image.textureSlice + box.z + slice, x: box.x, y: box.y + row)
                }
            }
        }
    }
}
