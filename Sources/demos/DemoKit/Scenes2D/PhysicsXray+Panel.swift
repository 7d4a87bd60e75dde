// PhysicsXray+Panel: the command-line option and the widgets for the X-ray view, which shows the physics of a picture.

import ArgumentParser
import Canvas
import Panels
import Scenes2D

/// The command-line options that all demos with physics have.
struct PhysicsLookOptions: ParsableArguments {
    @Option(name: .long, parsing: .unconditional,
            help: ArgumentHelp("X-ray of the physics: -1 shows only the program, 0 both, 1 only the physics.", valueName: "fade"))
    var physics: Double?

    func validate() throws {
        if let physics, !(-1...1).contains(physics) { throw ValidationError("--physics must be between -1 and 1, not \(physics).") }
    }
}

extension PhysicsXray {
    /// The line about the X-ray view in each demo's list of keys.
    static let key = "X: X-ray of the physics"

    /// Returns an X-ray view that also shows numbers. If the command line gives a fade between picture and X-ray view, the view is on and
    /// has this fade.
    static func look(fade: Double?) throws(CanvasError) -> PhysicsXray {
        var xray = PhysicsXray()
        xray.font = try Font(named: "DejaVu Sans")
        xray.legendCorner = Point(0, 0)
        if let fade { (xray.isOn, xray.crossFade) = (true, fade) }
        return xray
    }
    /// Draws the X-ray view, with its legend in a corner without bodies. `offset` is the position of the world's origin on the
    /// stage.
    func draw(_ world: PhysicsWorld, into canvas: inout Canvas, stage: CanvasStage, offset: Point) throws(CanvasError) {
        var placed = self
        if legendCorner != nil {
            placed.legendCorner = freeLegendCorner(in: Rectangle(x: -offset.x, y: -offset.y, width: stage.width, height: stage.height), of: world)
        }
        try placed.draw(world, into: &canvas)
    }

    mutating func addOptions(to panel: PanelBuilder) {
        panel.header("X-ray of the physics (X)", open: isOn) {
            panel.checkbox("on", &isOn)
            panel.slider("fade", &crossFade, in: -1...1)
            panel.note("-1 shows the program, 0 both, 1 the physics")
            panel.checkbox("bodies", &showsBodies)
            panel.sameLine()
            panel.checkbox("joints", &showsJoints)
            panel.checkbox("boundaries", &showsBoundaries)
            panel.sameLine()
            panel.checkbox("contacts", &showsContacts)
            panel.checkbox("forces", &showsForces)
            panel.sameLine()
            panel.checkbox("numbers", &showsNumbers)
            var showsLegend = legendCorner != nil
            if panel.checkbox("legend", &showsLegend) { legendCorner = showsLegend ? Point(0, 0) : nil }
            panel.slider("weight's arrow", &weightLength, in: 5...120, decimals: 0, unit: " pt")
            panel.slider("lines", &lineWidth, in: 0.5...4, decimals: 1, unit: " pt")
        }
    }
}
