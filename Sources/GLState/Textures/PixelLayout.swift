// PixelLayout: the places of an image's pixels in the program's memory (OpenGL ES 3.0.6 §3.7.2, §4.3.2).

import Raster

/// The format, type and places of an image's pixels in the program's memory or in a pixel buffer.
package struct PixelLayout {
    package let format: GLenum
    package let type: GLenum
    package let width: Int, height: Int, depth: Int
    package let bytesPerPixel: Int
    /// `bytesPerRow`: the number of bytes from a row to the next row. `bytesPerImage`: the number of bytes from an image of a
    /// three-dimensional box to the next image.
    package let bytesPerRow: Int, bytesPerImage: Int
    /// The number of bytes before the first pixel.
    package let offset: Int
    /// The number of bytes from the start of the memory to the end of the last pixel; 0 if there are no pixels.
    package let byteCount: Int
    /// The size of a component in bytes; for a packed type, the size of a whole pixel. The offset of pixels in a buffer must be a multiple
    /// of `typeSize`.
    package let typeSize: Int
    /// Whether the bytes of each number are exchanged (GL_UNPACK_SWAP_BYTES).
    package let swapsBytes: Bool

    /// - Throws: `invalidValue` if the parameters of glPixelStorei are too large for the address space.
    package init(_ store: PixelStore.Layout, _ format: GLenum, _ type: GLenum, width: Int, height: Int, depth: Int = 1,
                 isVolume: Bool = false) throws(GLError) {
        self.format = format; self.type = type
        self.width = width; self.height = height; self.depth = depth
        typeSize = Self.size(ofType: type)
        bytesPerPixel = Self.bytesPerPixel(format, type)
        swapsBytes = store.swapsBytes && typeSize > 1
        let rowLength = store.rowLength > 0 ? store.rowLength : width
        let imageHeight = isVolume && store.imageHeight > 0 ? store.imageHeight : height
        // Each factor is a 32-bit integer, so only a product of three factors can overflow.
        let row = (rowLength * bytesPerPixel + store.alignment - 1) / store.alignment * store.alignment
        func product(_ a: Int, _ b: Int) throws(GLError) -> Int {
            let (result, overflow) = a.multipliedReportingOverflow(by: b)
            guard !overflow, result < 1 << 60 else { throw .invalidValue("the pixel store describes rows that are too long") }
            return result
        }
        let image = try product(row, imageHeight)
        bytesPerRow = row; bytesPerImage = image
        let skippedImages = isVolume ? try product(image, store.skipImages) : 0
        offset = skippedImages + (try product(row, store.skipRows)) + store.skipPixels * bytesPerPixel
        byteCount = width == 0 || height == 0 || depth == 0 ? 0
            : offset + (try product(image, depth - 1)) + (try product(row, height - 1)) + width * bytesPerPixel
    }

    static func bytesPerPixel(_ format: GLenum, _ type: GLenum) -> Int { size(ofType: type) * (isPacked(type) ? 1 : componentCount(format)) }
    /// Returns the number of components of a pixel.
    package static func componentCount(_ format: GLenum) -> Int {
        switch format {
        case GL_RGBA, GL_RGBA_INTEGER, GL_BGRA_EXT, GL_BGRA_INTEGER, GL_SRGB_ALPHA_EXT: 4
        case GL_RGB, GL_RGB_INTEGER, GL_BGR, GL_BGR_INTEGER, GL_SRGB_EXT: 3
        case GL_RG, GL_RG_INTEGER, GL_LUMINANCE_ALPHA: 2
        default: 1
        }
    }
    /// Returns the number of bytes of a component, or of a whole pixel of a packed type.
    package static func size(ofType type: GLenum) -> Int {
        switch type {
        case GL_BYTE, GL_UNSIGNED_BYTE, GL_UNSIGNED_BYTE_3_3_2, GL_UNSIGNED_BYTE_2_3_3_REV: 1
        case GL_SHORT, GL_UNSIGNED_SHORT, GL_HALF_FLOAT, GL_HALF_FLOAT_OES, GL_UNSIGNED_SHORT_4_4_4_4, GL_UNSIGNED_SHORT_5_5_5_1, GL_UNSIGNED_SHORT_5_6_5,
             GL_UNSIGNED_SHORT_4_4_4_4_REV_EXT, GL_UNSIGNED_SHORT_1_5_5_5_REV_EXT, GL_UNSIGNED_SHORT_5_6_5_REV: 2
        case GL_FLOAT_32_UNSIGNED_INT_24_8_REV: 8
        default: 4
        }
    }
    /// Returns whether one number of the type holds all components of a pixel.
    package static func isPacked(_ type: GLenum) -> Bool {
        switch type {
        case GL_UNSIGNED_SHORT_4_4_4_4, GL_UNSIGNED_SHORT_5_5_5_1, GL_UNSIGNED_SHORT_5_6_5, GL_UNSIGNED_SHORT_4_4_4_4_REV_EXT,
             GL_UNSIGNED_SHORT_1_5_5_5_REV_EXT,
             GL_UNSIGNED_INT_2_10_10_10_REV, GL_UNSIGNED_INT_10F_11F_11F_REV, GL_UNSIGNED_INT_5_9_9_9_REV, GL_UNSIGNED_INT_24_8,
             GL_FLOAT_32_UNSIGNED_INT_24_8_REV, GL_UNSIGNED_BYTE_3_3_2, GL_UNSIGNED_BYTE_2_3_3_REV, GL_UNSIGNED_SHORT_5_6_5_REV, GL_UNSIGNED_INT_8_8_8_8,
             GL_UNSIGNED_INT_8_8_8_8_REV, GL_UNSIGNED_INT_10_10_10_2: true
        default: false
        }
    }
}
