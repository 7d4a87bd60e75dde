import Raster

/// A corner of a rectangle of pixels, as the vertex shader reads it.
struct PieceVertex: BitwiseCopyable {
    /// Pixels from the surface's upper left corner.
    var x: Int16, y: Int16
    /// The coverage of the pixel in column x and row y, counted from the surface's lower left corner, is texel maskBase + x · stepX + y · stepY of the mask.
    var maskBase: Int32
    var stepX: Int16, stepY: Int16
    /// Premultiplied colour, 65535 is 1. Paint other than a colour is multiplied by its alpha. Numbers of their own: a vector would begin at a multiple of 8 bytes.
    var red: UInt16, green: UInt16, blue: UInt16, alpha: UInt16

    init(x: Int16, y: Int16, maskBase: Int32, stepX: Int16, stepY: Int16, color: SIMD4<UInt16>) {
        self.x = x; self.y = y; self.maskBase = maskBase; self.stepX = stepX; self.stepY = stepY
        (red, green, blue, alpha) = (color.x, color.y, color.z, color.w)
    }
}

/// What the draws of one call share, and so what separates one draw call from the next.
struct BatchKey: Equatable {
    var paint: BatchPaint
    var composite: Composite
}

/// Paint as a program reads it. Coordinates are those of pixels.
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
    /// Of the pass's jobs.
    var jobs: Range<Int>
    /// The copy of what was there, which blend modes read; nil for the others.
    var backdrop: Backdrop?
}

/// A copy of a part of a surface.
struct Backdrop {
    var surface: Surface
    /// Added to a pixel's place on the surface, it gives its place in the copy. Both count from the lower left.
    var shift: SIMD2<Int32>
}

/// What is recorded for a frame, in order.
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

/// An image that is drawn to: the target, or one of its own for layers, shadows and copies.
final class Surface {
    let framebuffer: Framebuffer
    let texture: Texture
    /// The pixels that it holds, counted from the canvas' origin. The first one lies in the upper left corner of the image, which may be larger.
    let box: PixelBox
    /// The colour that it is given before the first draw; nil where it keeps what it has.
    var clear: SIMD4<Float>?
    /// What was not yet put into a step.
    var jobs: [PieceJob] = []
    var batches: [Batch] = []
    /// Surfaces that these draws read, free for others when the draws are done.
    var borrowed: [Surface] = []

    init(framebuffer: Framebuffer, texture: Texture, box: PixelBox, clear: SIMD4<Float>?) {
        self.framebuffer = framebuffer; self.texture = texture; self.box = box; self.clear = clear
    }
    var width: Int { framebuffer.width }
    var height: Int { framebuffer.height }
    var byteCount: Int { texture.width * texture.height * texture.format.bytesPerTexel }

    /// Added to a pixel's place on `self`, it gives the place in `other` of the same pixel of the canvas, moved by an offset. Both count from the lower left.
    func shift(to other: Surface, offset: SIMD2<Int> = .zero) -> SIMD2<Int32> {
        // x = column + box.x0, y = box.y0 + height − 1 − row.
        SIMD2(Int32(box.x0 - other.box.x0 - offset.x), Int32(other.height - height - box.y0 + other.box.y0 + offset.y))
    }
    /// Where the lower left corner of the image lies on the canvas: a pixel in column x, row y from below, has its centre at (x + place.x, place.y − y), both with + 0.5.
    var place: SIMD2<Float> { SIMD2(Float(box.x0), Float(box.y0 + height)) }
}
