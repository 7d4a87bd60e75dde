// CanvasStage: a canvas as high as a fixed number of points, whatever the frame's pixels, and where the pointer is on it. In frames so narrow
// that something of the scene would be left out it is as wide as the scene needs, and higher.

import Canvas
import Raster

final class CanvasStage {
    private let surface: CanvasSurface
    var renderer: CanvasRenderer { surface.renderer }
    /// The last frame's size in points.
    private(set) var width: Double
    private(set) var height: Double
    private let wantedHeight: Double
    private let minimumWidth: Double
    /// Frames that are narrow beyond measure leave out something after all.
    private static let maximumHeight = 5000.0
    /// Pixels for a point in the last frame.
    private(set) var scale = 1.0

    init(device: Device, height: Double = 540, minimumWidth: Double) throws {
        surface = try CanvasSurface(device: device)
        wantedHeight = height
        self.minimumWidth = minimumWidth
        self.height = height
        width = height * 16 / 9
    }
    var bounds: Rectangle { Rectangle(x: 0, y: 0, width: width, height: height) }

    /// To be called before a frame's canvas is made.
    func begin(_ target: Framebuffer) {
        height = max(wantedHeight, min(minimumWidth * Double(target.height) / Double(target.width), CanvasStage.maximumHeight))
        scale = Double(target.height) / height
        width = Double(target.width) / scale
    }
    /// Where an event of the window is: its pixels are counted from the bottom left.
    func point(_ x: Float, _ y: Float) -> Point { Point(Double(x) / scale, height - Double(y) / scale) }
    /// Draws over what is there, or over a colour.
    func draw(_ canvas: Canvas, to target: Framebuffer, clear: Color? = nil, into encoder: inout CommandEncoder) throws {
        try surface.draw(canvas, to: target, scale: scale, clear: clear, into: &encoder)
    }
}
