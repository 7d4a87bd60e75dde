// The code of the page "Getting started" that shows its scene in a window. Tests only compile this code, because running it needs a
// screen.

import Effects
import Raster
import Window

/// A controller that rests if nothing moves.
final class DoorController: ViewController {
    private var angle = 1.2
    /// Shuts the door at one radian a second.
    override func update() { angle = max(0, angle - timeSinceLastUpdate) }
    override var timeUntilNextChange: Double? { angle > 0 ? 0 : nil }
    func open() {
        angle = 1.2
        setNeedsDisplay()
    }
}

func showTorus() throws {
    let window = try Window(name: "torus", width: 1280, height: 720)
    let controller = try TorusController(device: Device(), width: window.width, height: window.height)
    controller.preferredFramesPerSecond = 60
    try window.run(controller)
}
