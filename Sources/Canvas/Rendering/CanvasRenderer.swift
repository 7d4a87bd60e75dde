public import Raster

/// Draws canvases by the pipeline of a device. Keep one as long as the device: it keeps programs, prepared paths and glyphs between frames.
public final class CanvasRenderer {
    /// The device that draws.
    public let device: Device
    /// A renderer without prepared paths.
    public init(device: Device) throws { self.device = device }

    /// Records the passes that draw a canvas.
    /// - Parameters:
    ///   - canvas: What to draw.
    ///   - encoder: Where passes are recorded. Unchanged where this throws.
    ///   - target: Where to draw: colour 0 is an `rgba8` image, premultiplied. The canvas' origin is its upper left corner.
    ///   - scale: Pixels for a point.
    ///   - clear: The colour that fills the target first; nil draws over what is there.
    /// - Throws: `CanvasError` for numbers that are not finite and what exceeds a limit, `RasterError` as the encoder does.
    public func draw(_ canvas: Canvas, into encoder: inout CommandEncoder, target: Framebuffer, scale: Double = 1, clear: Color? = nil) throws {}
}
