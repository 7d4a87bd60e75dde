// CanvasView: a canvas as a demo's picture: a scene of a size in points, as large as fits, in the middle.

import Canvas
import Raster

final class CanvasView {
    private let surface: CanvasSurface
    /// Pixels for a point of the last frame.
    private(set) var scale = 1.0
    /// What the last frame shows, in points of the scene: the whole scene, and what is beside it.
    private(set) var visible = Rectangle(x: 0, y: 0, width: 1, height: 1)

    init(device: Device) throws { surface = try CanvasSurface(device: device) }
    /// A place of the frame, in pixels from the bottom left, as a point of the scene.
    func place(_ x: Float, _ y: Float) -> Point { Point(visible.x + Double(x) / scale, visible.maxY - Double(y) / scale) }

    /// Draws what the closure records in the scene's points over all of the target.
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
