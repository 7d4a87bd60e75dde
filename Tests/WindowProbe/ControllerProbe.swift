// ControllerProbe: a view controller that window-probe can show instead of its picture. The controller's picture encodes the number
// of its updates. The controller prints its events, one per line.

import Effects
import Raster
import Window

final class ControllerProbe: ViewController {
    private var updates = 0, draws = 0
    /// The number of seconds after which nothing changes any more.
    private var movesFor = Double.infinity
    override var timeUntilNextChange: Double? { timeSinceFirstResume < movesFor ? 0 : nil }

    override func update() { updates += 1 }
    /// Draws a picture. Blue encodes the view's width, and green is set if an update came before the draw.
    override func view(_ view: View, draw encoder: inout CommandEncoder, into drawable: Framebuffer) {
        draws += 1
        let isUpdated: Float = updates > framesDisplayed ? 1 : 0
        encoder.render(to: drawable, clear: .color(1, isUpdated, Float(view.drawableWidth & 255) / 255, 1)) { _ in }
    }

    static func show(width: Int, height: Int, movesFor: Double = .infinity) throws {
        let window = try Window(name: "window probe", width: width, height: height)
        let view = try View(device: Device(.reference), width: 1, height: 1)
        let controller = ControllerProbe(view: view)
        controller.movesFor = movesFor
        controller.preferredFramesPerSecond = 20
        try window.run(controller) { events in
            for event in events {
                if case .keyDown("N", isRepeat: false) = event { window.setNeedsDisplay() }
                WindowProbe.say("event \(event) at \(controller.framesDisplayed) frames, \(Int(controller.timeSinceFirstResume * 1000)) ms, "
                    + "paused \(controller.isPaused), \(view.drawableWidth)×\(view.drawableHeight), rate \(controller.framesPerSecond), drawn \(controller.draws)")
            }
        }
    }
}
