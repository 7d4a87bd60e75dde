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

/// Draws three systems next to each other, each on its own background, half grown and fully grown.
func fractalPicture(into canvas: inout Canvas) throws {
    var stages = FractalStages()
    for (i, (name, progress)) in [("fern", 0.5), ("gosper", 1), ("cherry tree", 1)].enumerated() {
        let place = Rectangle(x: Double(i) * 120, y: 0, width: 120, height: 220)
        guard let system = FractalLibrary.system(named: name) else { continue }
        canvas.fill(Path(rectangle: place), with: .gradient(.linear(from: Point(0, 0), to: Point(0, 220), system.background)))
        try stages.drawing(of: system).draw(into: &canvas, in: place.inset(dx: 8, dy: 12), progress: progress)
    }
}

/// Draws a rule editor while a tile is dragged. The page on editing rules shows this code.
func ruleEditorSample(into canvas: inout Canvas) throws {
    var editor = RuleEditor(FractalLibrary.system(named: "Koch snowflake")!)
    editor.font = try Font(named: "DejaVu Sans", style: .bold)
    editor.layOut(in: Rectangle(x: 0, y: 0, width: 360, height: 236))

    _ = editor.pointerDown(at: Point(114, 64))
    editor.pointerMoved(to: Point(236, 74))
    try editor.draw(on: &canvas)
}
