package import Raster

/// One recorded step of a `Canvas`, with all of the state that it was recorded under.
package enum CanvasCommand: Sendable {
    case draw(CanvasDraw)
    /// What follows is drawn into a transparent layer of its own until the matching `endLayer`, which composes it.
    case beginLayer(DrawState)
    case endLayer
}

/// State that applies to a draw or a layer as a whole.
package struct DrawState: Sendable {
    package var alpha: Double = 1
    package var blendMode: BlendMode = .sourceOver
    package var clip: Clip?
    package var shadows: [Shadow] = []
}

/// An object, as a canvas of thousands of draws hands each of them on several times.
package final class CanvasDraw: Sendable {
    package enum Shape: Sendable {
        case fill(Path, FillRule)
        case stroke(Path, StrokeStyle)
        case glyphs(GlyphRun)
        case image(Image, in: Rectangle, isSmooth: Bool)
        /// Everything that the clip leaves.
        case everything
    }
    package let shape: Shape
    package let paint: Paint
    /// From user space to base space (points, y down).
    package let transform: AffineTransform
    package let state: DrawState
    /// The same where it is a plain shape; nil where it is none.
    let plain: PlainDraw?

    package init(shape: Shape, paint: Paint, transform: AffineTransform, state: DrawState) {
        self.shape = shape; self.paint = paint; self.transform = transform; self.state = state
        plain = PlainDraw(shape, paint, state)
    }
}
