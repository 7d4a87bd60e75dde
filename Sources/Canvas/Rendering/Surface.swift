import Raster

/// An image that is drawn to: the target, or an image for a layer, shadow or copy.
final class Surface {
    let framebuffer: Framebuffer
    let texture: Texture
    /// The pixels of the image, counted from the canvas's origin. The first pixel of the box lies in the upper left corner of the
    /// image, which may be larger than the box.
    let box: PixelBox
    /// The colour that fills the image before the first draw; nil to keep the stored colours.
    var clear: SIMD4<Float>?
    /// Draws that are not yet in a step.
    var jobs: [PieceJob] = []
    var batches: [Batch] = []
    /// Surfaces that the draws in `jobs` and `batches` read. When these draws become a step, the surfaces become free.
    var borrowed: [Surface] = []

    init(framebuffer: Framebuffer, texture: Texture, box: PixelBox, clear: SIMD4<Float>?) {
        self.framebuffer = framebuffer; self.texture = texture; self.box = box; self.clear = clear
    }
    var width: Int { framebuffer.width }
    var height: Int { framebuffer.height }
    var byteCount: Int { texture.width * texture.height * texture.format.bytesPerTexel }

    /// Returns the offset from a pixel's position on `self` to the position of the same canvas pixel in `other`, moved by
    /// `offset`. Both positions are counted from the lower left.
    func shift(to other: Surface, offset: SIMD2<Int> = .zero) -> SIMD2<Int32> {
        // On a surface, column c and row r from the bottom show the canvas pixel x = c + box.x0, y = box.y0 + height − 1 − r.
        SIMD2(Int32(box.x0 - other.box.x0 - offset.x), Int32(other.height - height - box.y0 + other.box.y0 + offset.y))
    }
    /// The position of the image's lower left corner on the canvas. The pixel in column x and row y from the bottom has its centre
    /// at (x + 0.5 + place.x, place.y − y − 0.5).
    var place: SIMD2<Float> { SIMD2(Float(box.x0), Float(box.y0 + height)) }
}
