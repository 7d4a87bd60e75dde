// How the page "Getting started" shows its scene: compiled, and run by whoever has a screen.

import Effects
import Raster
import Window

func showTorus() throws {
    let window = try Window(name: "torus", width: 1280, height: 720)
    let controller = try TorusController(device: Device(), width: window.width, height: window.height)
    controller.preferredFramesPerSecond = 60
    try window.run(controller)
}
