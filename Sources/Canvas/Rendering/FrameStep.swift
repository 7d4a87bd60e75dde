import Raster

/// A corner of a pixel rectangle, in the layout that the vertex shader reads.
struct PieceVertex: BitwiseCopyable {
    /// Pixels from the surface's upper left corner.
    var x: Int16, y: Int16
    /// The coverage of the pixel in column x and row y, counted from the surface's lower left corner, is texel maskBase + x · stepX
    /// + y · stepY of the mask.
    var maskBase: Int32
    var stepX: Int16, stepY: Int16
    /// The premultiplied colour, 65535 for 1. Other paint is multiplied by the alpha. Four separate numbers, because a vector would
    /// need an alignment of 8 bytes.
    var red: UInt16, green: UInt16, blue: UInt16, alpha: UInt16

    init(x: Int16, y: Int16, maskBase: Int32, stepX: Int16, stepY: Int16, color: SIMD4<UInt16>) {
        self.x = x; self.y = y; self.maskBase = maskBase; self.stepX = stepX; self.stepY = stepY
        (red, green, blue, alpha) = (color.x, color.y, color.z, color.w)
    }
}

/// The state that the draws of one draw call share. A different key begins a new draw call.
struct BatchKey: Equatable {
    var paint: BatchPaint
    var composite: Composite
}

/// Paint in the form that a program reads. Coordinates are in pixels.
enum BatchPaint: Equatable {
    case color
    case gradient(GradientUniforms)
    case pattern(PatternUniforms)
    case layer(LayerUniforms)
    case shadow(ShadowUniforms)
    case blur(BlurUniforms)
    case shrink(ShrinkUniforms)
}

struct Batch {
    var key: BatchKey
    /// The range of the pass's jobs.
    var jobs: Range<Int>
    /// A copy of the stored colours, for blend modes that read them; otherwise nil.
    var backdrop: Backdrop?
}

/// A copy of a part of a surface.
struct Backdrop {
    var surface: Surface
    /// The offset from a pixel's place on the surface to its place in the copy. Both count from the lower left.
    var shift: SIMD2<Int32>
}

/// A recorded step of a frame.
enum FrameStep {
    case pass(PassStep)
    case copy(from: Surface, box: PixelBox, to: Surface)
}

struct PassStep {
    var surface: Surface
    var clear: SIMD4<Float>?
    var jobs: [PieceJob]
    var batches: [Batch]
}

/// An image that is drawn to: the target, or an image for a layer, shadow or copy.
final class Surface {
    let framebuffer: Framebuffer
    let texture: Texture
    /// The pixels of the image, counted from the canvas's origin. The first lies in the upper left corner of the image, which may
    /// be larger than the box.
    let box: PixelBox
    /// The colour to clear to before the first draw; nil to keep the stored colours.
    var clear: SIMD4<Float>?
    /// Draws that are not yet in a step.
    var jobs: [PieceJob] = []
    var batches: [Batch] = []
    /// Surfaces that these draws read. They become free with the step that holds the draws.
    var borrowed: [Surface] = []

    init(framebuffer: Framebuffer, texture: Texture, box: PixelBox, clear: SIMD4<Float>?) {
        self.framebuffer = framebuffer; self.texture = texture; self.box = box; self.clear = clear
    }
    var width: Int { framebuffer.width }
    var height: Int { framebuffer.height }
    var byteCount: Int { texture.width * texture.height * texture.format.bytesPerTexel }

    /// Returns the offset from a pixel's place on `self` to the place in `other` of the same canvas pixel, moved by `offset`. Both
    /// count from the lower left.
    func shift(to other: Surface, offset: SIMD2<Int> = .zero) -> SIMD2<Int32> {
        // x = column + box.x0, y = box.y0 + height − 1 − row.
        SIMD2(Int32(box.x0 - other.box.x0 - offset.x), Int32(other.height - height - box.y0 + other.box.y0 + offset.y))
    }
    /// The place of the image's lower left corner on the canvas. The pixel in column x and row y from the bottom has its centre at
    /// (x + 0.5 + place.x, place.y − y − 0.5).
    var place: SIMD2<Float> { SIMD2(Float(box.x0), Float(box.y0 + height)) }
}
