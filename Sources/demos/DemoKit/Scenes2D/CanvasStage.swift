// CanvasStage: a canvas with the same height in points for frames of any size in pixels. In a narrow frame, the canvas is taller in points,
// so that the canvas is as wide as the scene needs. The stage also converts the pointer's position to points.

import Canvas
import Raster

final class CanvasStage {
    private let surface: CanvasSurface
    var renderer: CanvasRenderer { surface.renderer }
    /// `width`: the width of the last frame in points. `height`: the height of the last frame in points.
    private(set) var width: Double
    private(set) var height: Double
    private let wantedHeight: Double
    private let minimumWidth: Double
    /// The maximum height in points. In extremely narrow frames, the scene would need a taller canvas, so a part of the scene is cut off.
    private static let maximumHeight = 5000.0
    /// Pixels per point in the last frame.
    private(set) var scale = 1.0

    init(device: Device, height: Double = 540, minimumWidth: Double) throws {
        surface = try CanvasSurface(device: device)
        wantedHeight = height
        self.minimumWidth = minimumWidth
        self.height = height
        width = height * 16 / 9
    }
    var bounds: Rectangle { Rectangle(x: 0, y: 0, width: width, height: height) }

    /// Computes the size of the canvas and the scale for a frame's target. Call this method before the canvas of the frame is made.
    func begin(_ target: Framebuffer) {
        height = max(wantedHeight, min(minimumWidth * Double(target.height) / Double(target.width), CanvasStage.maximumHeight))
        scale = Double(target.height) / height
        width = Double(target.width) / scale
    }
    /// Converts an event's position in the window, in pixels from the bottom left, to a point.
    func point(_ x: Float, _ y: Float) -> Point { Point(Double(x) / scale, height - Double(y) / scale) }
    /// Draws the canvas over the colour `clear` or, if `clear` is nil, over the target's contents.
    func draw(_ canvas: Canvas, to target: Framebuffer, clear: Color? = nil, into encoder: inout CommandEncoder) throws {
        try surface.draw(canvas, to: target, scale: scale, clear: clear, into: &encoder)
    }
}
