package import Raster

/// A recorded step of a `Canvas`, with the whole state at the time of recording.
package enum CanvasCommand: Sendable {
    case draw(CanvasDraw)
    /// Begins a transparent layer: later commands are drawn into the layer. The matching `endLayer` composes the layer onto the surface
    /// below.
    case beginLayer(CanvasState)
    case endLayer
}

/// The part of the state that applies to a draw or a layer as a whole.
package struct CanvasState: Sendable {
    package var alpha: Double = 1
    package var blendMode: BlendMode = .sourceOver
    package var clip: Clip?
    package var shadows: [Shadow] = []
}

/// A recorded draw. A draw is an object, because a canvas may hold thousands of draws, and each draw is passed on several times. Passing a
/// reference takes less time than copying all properties.
package final class CanvasDraw: Sendable {
    package enum Shape: Sendable {
        case fill(Path, FillRule)
        case stroke(Path, StrokeStyle)
        case glyphs(GlyphRun)
        case image(Image, in: Rectangle, isSmooth: Bool)
        /// The whole area within the clip.
        case everything
    }
    package let shape: Shape
    package let paint: Paint
    /// The transform from user space to base space (points, y down).
    package let transform: AffineTransform
    package let state: CanvasState
    /// The draw as a plain shape; nil if the draw is not a plain shape.
    let plain: PlainDraw?

    package init(shape: Shape, paint: Paint, transform: AffineTransform, state: CanvasState) {
        self.shape = shape; self.paint = paint; self.transform = transform; self.state = state
        plain = PlainDraw(shape, paint, state)
    }
}
