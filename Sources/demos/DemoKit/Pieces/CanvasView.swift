// CanvasView: shows a scene as the picture of a demo. The size of the scene is given in points. The scene is centred, and scaled to fit the frame.

import Canvas
import Raster

final class CanvasView {
    private let surface: CanvasSurface
    /// Pixels per point in the last frame.
    private(set) var scale = 1.0
    /// The visible area of the last frame, in points of the scene. The area also contains the parts of the frame that lie beside
    /// the scene.
    private(set) var visible = Rectangle(x: 0, y: 0, width: 1, height: 1)

    init(device: Device) throws { surface = try CanvasSurface(device: device) }
    /// Converts a position in the frame, in pixels from the bottom left, to a point of the scene.
    func place(_ x: Float, _ y: Float) -> Point { Point(visible.x + Double(x) / scale, visible.maxY - Double(y) / scale) }

    /// Fills the whole target with a scene. The closure draws the scene; its coordinates are points of the scene.
    func draw(_ scene: Size, to target: Framebuffer, into encoder: inout CommandEncoder, _ record: (inout Canvas) throws -> Void) throws {
        let (width, height) = (Double(target.width), Double(target.height))
        scale = min(width / scene.width, height / scene.height)
        visible = Rectangle(x: (scene.width - width / scale) / 2, y: (scene.height - height / scale) / 2, width: width / scale, height: height / scale)
        var canvas = Canvas()
        canvas.translate(-visible.x, -visible.y)
        try record(&canvas)
        try surface.draw(canvas, to: target, scale: scale, clear: .black, into: &encoder)
    }
}
