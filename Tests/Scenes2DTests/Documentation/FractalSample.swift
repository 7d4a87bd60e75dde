// The code of the page on fractals.

import Canvas
import Foundation
import Scenes2D

/// Draws half of a fern, and writes it as SVG into the working folder.
func fractalSample() throws -> Canvas {
    var fern = FractalLibrary.system(named: "fern")!
    fern.angle = 22
    var stages = FractalStages()
    let drawing = try stages.drawing(of: fern)

    var canvas = Canvas()
    drawing.draw(into: &canvas, in: Rectangle(x: 0, y: 0, width: 400, height: 300), progress: 0.5)
    try drawing.svg(width: 400, height: 300).write(toFile: "fern.svg", atomically: true, encoding: .utf8)
    return canvas
}
