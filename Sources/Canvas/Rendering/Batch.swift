/// The state that all draws of one draw call have in common. A draw with another key begins a new draw call.
struct BatchKey: Equatable {
    var paint: BatchPaint
    var composite: Composite
}

/// Paint in the form that a shader program reads. Coordinates are in pixels.
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
    /// The range of the batch's jobs among the jobs of the pass.
    var jobs: Range<Int>
    /// A copy of the stored colours for a blend mode that reads these colours; nil for other blend modes.
    var backdrop: Backdrop?
}

/// A copy of a part of a surface.
struct Backdrop {
    var surface: Surface
    /// The offset from a pixel's position on the surface to the pixel's position in the copy. Both positions are counted from the lower left.
    var shift: SIMD2<Int32>
}
