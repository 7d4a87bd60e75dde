// CanvasSurface: draws a demo's canvas to a target. A canvas has soft edges without multisampling, and cannot be drawn to a multisampled
// target. For a multisampled target, the canvas is first drawn to a picture with one sample. The picture with one sample replaces the
// target's contents or, if `clear` is nil, is blended over the contents.

import Canvas
import Raster

final class CanvasSurface {
    let renderer: CanvasRenderer
    private let device: Device
    private let cover: StretchPass
    private var over: SpritePass
    private var single: Framebuffer?

    init(device: Device) throws {
        self.device = device
        renderer = try CanvasRenderer(device: device)
        cover = try StretchPass(device: device)
        over = try SpritePass(device: device)
    }
    /// Draws the canvas over the colour `clear` or, if `clear` is nil, over the target's contents.
    func draw(_ canvas: Canvas, to target: Framebuffer, scale: Double = 1, clear: Color?, into encoder: inout CommandEncoder) throws {
        guard target.samples > 1 else { return try renderer.draw(canvas, into: &encoder, target: target, scale: scale, clear: clear) }
        if single?.width != target.width || single?.height != target.height {
            single = try device.makeFramebuffer(width: target.width, height: target.height, color: [.rgba8], label: "canvas")
        }
        guard let single, let picture = single.color[0]?.texture else { preconditionFailure("the framebuffer was just made") }
        try renderer.draw(canvas, into: &encoder, target: single, scale: scale, clear: clear ?? .clear)
        guard clear == nil else { return cover.draw(picture, to: target, into: &encoder) }
        over.size = SIMD2(Float(target.width), Float(target.height))
        encoder.render(to: target, label: "canvas") { pass in over.draw(picture, at: .zero, over.size, in: &pass, label: "canvas") }
    }
}
