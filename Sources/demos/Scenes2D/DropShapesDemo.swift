// drop-shapes: lines drawn with the mouse fall as bodies when they are let go.

import ArgumentParser
import Canvas
import Panels
import Raster
import Scenes2D

struct DropShapesCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop-shapes", abstract: "Drawn lines become bodies that fall and pile up; an X-ray shows their physics.",
        discussion: "Keys: " + DropShapesDemo.keys.joined(separator: "; ") + ".")

    @Option(name: .long, help: ArgumentHelp("What lines become: \(DropShapes.BodyKind.allCases.map(\.rawValue).joined(separator: " or ")).", valueName: "kind"))
    var bodies = DropShapes.BodyKind.hull
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Lines that draw themselves at first, 0 to 200.", valueName: "count"))
    var lines = 12
    @OptionGroup var look: PhysicsLookOptions
    @OptionGroup var common: CommonOptions

    var defaultTime: Double { 7 }

    func validate() throws {
        guard (0...200).contains(lines) else { throw ValidationError("--lines must be between 0 and 200, not \(lines).") }
    }
    func makeDemo(device: Device) throws -> DropShapesDemo { try DropShapesDemo(device: device, kind: bodies, lines: lines, physics: look.physics, seed: common.seed) }
}
extension DropShapes.BodyKind: ExpressibleByArgument {}

package final class DropShapesDemo: Demo {
    private enum Pointer { case free, drawing, holding(PhysicsJoint) }
    private let stage: CanvasStage
    private let scene: DropShapes
    private var xray: PhysicsXray
    private let script: [ScriptedLine]
    private var nextLine = 0
    private var pointer = Pointer.free
    private var isPressed = false
    private var place = Point(0, 0)
    private var grabs = false
    private var gravity = SIMD2<Float>(0, -7)

    package init(device: Device, kind: DropShapes.BodyKind = .hull, lines: Int = 12, physics: Double? = nil, seed: UInt64 = 1) throws {
        stage = try CanvasStage(device: device, minimumWidth: 860)
        scene = try DropShapes(bounds: stage.bounds)
        scene.kind = kind
        script = ScriptedLine.all(lines, seed: seed)
        xray = try .look(fade: physics)
    }

    package static let keys = ["drag: draw a line, which falls when it is let go", "G: drag bodies instead", "click: push a body up", "E: exact bodies or hulls", "C: clear",
                               "arrows: turn gravity", PhysicsXray.key]
    package static let hasOptions = true
    package var gainsFromSamples: Bool { false }

    package func handle(_ event: DemoEvent, at time: Double) throws {
        try advance(to: time)
        switch event {
        case .pointer(let x, let y, let pressed):
            place = stage.point(x, y)
            try move(pressed)
        case .tap:
            if let body = scene.world.body(at: place) { try body.strike(Point(0, -4.5 * body.mass), at: place) }
        case .key("x"): xray.isOn.toggle()
        case .key("g"): grabs.toggle()
        case .key("e"): scene.kind = scene.kind == .hull ? .exact : .hull
        case .key("c"): try clear()
        case .arrow(let dx, let dy):
            gravity = SIMD2(min(max(gravity.x + Float(dx), -20), 20), min(max(gravity.y + Float(dy), -20), 20))
            try setGravity()
        default: break
        }
    }
    private func move(_ pressed: Bool) throws {
        switch pointer {
        case .free:
            guard pressed, !isPressed else { break }
            if grabs, let body = scene.world.body(at: place) {
                pointer = .holding(try scene.world.snap(body, at: place))
            } else {
                try scene.begin(at: place)
                pointer = .drawing
            }
        case .drawing:
            if pressed { try scene.extend(to: place) } else { try endLine() }
        case .holding(let snap):
            if pressed { try snap.setTarget(place) } else { try scene.world.remove(snap) }
        }
        if !pressed { pointer = .free }
        isPressed = pressed
    }
    private func endLine() throws {
        // A world that is full takes no more; what is there goes on.
        do { try scene.end() } catch {
            guard error.code == .tooManyBodies else { throw error }
            printError("\(error)")
        }
    }
    private func clear() throws {
        if case .holding(let snap) = pointer { try scene.world.remove(snap) }
        pointer = .free
        try scene.removeAll()
        nextLine = script.count
    }
    private func setGravity() throws { try scene.world.setGravity(Point(Double(gravity.x), -Double(gravity.y))) }

    package func timeUntilNextChange(at time: Double) -> Double? {
        if scene.world.isMoving { return 0 }
        return nextLine < script.count ? max(0, script[nextLine].start - time) : nil
    }

    package func addOptions(to panel: PanelBuilder, at time: Double) throws {
        panel.combo("lines become", &scene.kind, of: DropShapes.BodyKind.allCases) { $0.rawValue }
        panel.checkbox("drag bodies instead of drawing (G)", &grabs)
        if panel.slider("gravity", &gravity, in: -20...20, decimals: 1) { try setGravity() }
        panel.slider("stroke", &scene.style.width, in: 1...12, decimals: 1, unit: " pt")
        if panel.button("clear") { try clear() }
        panel.note("\(scene.shapes.count) bodies of \(scene.shapes.reduce(0) { $0 + $1.body.shapes.count }) parts")
        panel.separator()
        xray.addOptions(to: panel)
    }

    /// Draws the lines of the script that were drawn until then, each when its time comes.
    private func advance(to time: Double) throws {
        while nextLine < script.count, script[nextLine].end <= time {
            scene.advance(to: script[nextLine].end)
            _ = try scene.add(line: script[nextLine].points)
            nextLine += 1
        }
        scene.advance(to: time)
    }
    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        stage.begin(frame.target)
        // In a frame that is narrower than a room may be, or wider, walls stay where they are.
        if (10...5000).contains(stage.width) { try scene.setBounds(stage.bounds) }
        try advance(to: frame.time)
        var canvas = Canvas()
        scene.draw(into: &canvas)
        if nextLine < script.count { script[nextLine].draw(into: &canvas, at: frame.time, style: scene.style) }
        try xray.draw(scene.world, into: &canvas, stage: stage)
        try stage.draw(canvas, to: frame.target, clear: .white, into: &encoder)
    }
}
