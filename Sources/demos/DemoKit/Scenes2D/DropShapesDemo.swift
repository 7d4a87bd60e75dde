// drop-shapes: lines drawn with the mouse become bodies and fall when the mouse button is released.

import ArgumentParser
import Canvas
import Panels
import Raster
import Scenes2D
import Terminal

struct DropShapesCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop-shapes", abstract: "Drawn lines become bodies that fall and pile up; an X-ray view shows their physics.",
        discussion: "Keys: " + DropShapesDemo.keys.joined(separator: "; ") + ".")

    @Option(name: .long, help: ArgumentHelp("The bodies that lines become: \(DropShapes.BodyKind.allCases.map(\.rawValue).joined(separator: " or ")).", valueName: "kind"))
    var bodies = DropShapes.BodyKind.exact
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("The number of lines that are drawn at the start, 0 to 200.", valueName: "count"))
    var lines = 12
    @Flag(name: .long, inversion: .prefixedNo, help: "Hang two shapes on springs beside the lines.")
    var springs = true
    @OptionGroup var look: PhysicsLookOptions
    @OptionGroup var common: CommonOptions

    var defaultTime: Double { 7 }

    func validate() throws {
        guard (0...200).contains(lines) else { throw ValidationError("--lines must be between 0 and 200, not \(lines).") }
    }
    func makeDemo(device: Device) throws -> DropShapesDemo {
        try DropShapesDemo(device: device, kind: bodies, lines: lines, springs: springs, physics: look.physics, seed: common.seed)
    }
}
extension DropShapes.BodyKind: ExpressibleByArgument {}

package final class DropShapesDemo: Demo {
    private enum Pointer { case free, drawing, holding(PhysicsJoint) }
    private let stage: CanvasStage
    /// The scene, for tests.
    package let scene: DropShapes
    private var board: Blackboard
    private var xray: PhysicsXray
    private let script: [ScriptedLine]
    /// The scripted lines that will hang on springs and that have not been added yet.
    private var hung: [ScriptedLine]
    private var nextLine = 0
    private var pointer = Pointer.free
    private var isPressed = false
    private var place = Point(0, 0)
    private var grabs = false
    private var gravity = SIMD2<Float>(0, -7)
    private var width = 6.0
    /// The number of lines begun so far. `lineCount` determines the next chalk.
    private var lineCount = 0
    /// The reason why the last line did not become a body.
    private var refusal: String?

    package init(device: Device, kind: DropShapes.BodyKind = .exact, lines: Int = 12, springs: Bool = true, physics: Double? = nil, seed: UInt64 = 1) throws {
        stage = try CanvasStage(device: device, minimumWidth: 540)
        xray = try .look(fade: physics)
        board = Blackboard(bounds: stage.bounds, legend: xray.legendSize)
        scene = try DropShapes(bounds: board.room)
        scene.kind = kind
        scene.style = Blackboard.style(0, width: width)
        script = ScriptedLine.all(lines, seed: seed)
        hung = springs && lines > 0 ? ScriptedLine.hung : []
    }

    package static let keys = ["drag: draw a line, which falls when released", "G: drag bodies instead", "click: push a body up",
                               "S: hang a body on a spring, or release it",
                               "E: exact bodies or hulls", "C: clear", "arrows: turn gravity", PhysicsXray.key]
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
        case .key("s"): if let body = scene.world.body(at: place) { try toggleSpring(of: body) }
        case .key("c"): try clear()
        case .arrow(let dx, let dy):
            gravity = SIMD2(min(max(gravity.x + Float(dx), -20), 20), min(max(gravity.y + Float(dy), -20), 20))
            try setGravity()
        default: break
        }
    }
    private func toggleSpring(of body: PhysicsBody) throws {
        let springs = scene.world.joints.filter { $0.kind == .spring && $0.second === body }
        for spring in springs { try scene.world.remove(spring) }
        if springs.isEmpty { try hang(body, at: place) } else { try body.setDamping(0) }
    }
    /// Connects a body to the board's upper edge with a spring. Damping brings the body to rest; without damping, the body would swing
    /// forever.
    private func hang(_ body: PhysicsBody, at point: Point) throws {
        guard point.y > scene.bounds.minY + 8 else { return }
        try scene.world.connect(nil, at: Point(point.x, scene.bounds.minY), body, at: point, frequency: 0.7, dampingRatio: 0.02)
        try body.setDamping(0.2)
    }
    private func move(_ pressed: Bool) throws {
        switch pointer {
        case .free:
            guard pressed, !isPressed else { break }
            if grabs, let body = scene.world.body(at: place) {
                pointer = .holding(try scene.world.snap(body, at: place))
            } else {
                takeChalk()
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
        // If the room or the physics world is full, no body is added. The existing bodies continue to move.
        do {
            try scene.end()
            refusal = nil
        } catch {
            guard error.code == .tooManyBodies || error.code == .noRoom else { throw error }
            refusal = "\(error.subject) \(error.problem); \(error.remedy)"
            printError("\(error)")
        }
    }
    /// Takes the next chalk, for a new line.
    private func takeChalk() {
        scene.style = Blackboard.style(lineCount, width: width)
        lineCount += 1
    }
    private func clear() throws {
        if case .holding(let snap) = pointer { try scene.world.remove(snap) }
        pointer = .free
        try scene.removeAll()
        nextLine = script.count
        hung = []
        refusal = nil
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
        panel.slider("stroke of the next line", &width, in: 1...16, decimals: 1, unit: " pt")
        if panel.button("clear") { try clear() }
        panel.note("\(scene.shapes.count) bodies of \(scene.shapes.reduce(0) { $0 + $1.body.shapes.count }) parts")
        if let refusal { panel.note(refusal) }
        panel.separator()
        xray.addOptions(to: panel)
    }

    /// Adds the lines of the script that are complete at the given time. Each line is added at the time at which it is complete.
    private func advance(to time: Double) throws {
        for line in hung { try add(line, isHung: true) }
        hung = []
        while nextLine < script.count, script[nextLine].end <= time {
            scene.advance(to: script[nextLine].end)
            try add(script[nextLine], isHung: false)
            nextLine += 1
        }
        scene.advance(to: time)
    }
    private func add(_ line: ScriptedLine, isHung: Bool) throws {
        let points = line.points(in: scene.bounds, count: isHung ? 1 : script.count, kind: scene.kind)
        takeChalk()
        // If the board is full, lines that do not fit are left out.
        do {
            guard let shape = try scene.add(line: points), isHung else { return }
            // Among the points near the middle, the spring holds the highest point, because the body then hangs upright.
            let middle = shape.body.position, top = points.filter { abs($0.x - middle.x) < 5 }.min { $0.y < $1.y } ?? middle
            try hang(shape.body, at: shape.body.transform.apply(top))
        } catch let error as PhysicsError where error.code == .noRoom || error.code == .tooManyBodies {}
    }
    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        stage.begin(frame.target)
        xray.legendWidth = Blackboard.legendWidth(stage.width)
        board = Blackboard(bounds: stage.bounds, legend: xray.legendSize)
        // A room must not be smaller or larger than certain limits. If the frame is too small or too large for a room, the walls stay in
        // place.
        if (60...5000).contains(stage.width), board.room.width >= 10, board.room.height >= 10 { try scene.setBounds(board.room) }
        try advance(to: frame.time)
        var canvas = Canvas()
        board.draw(into: &canvas)
        for joint in scene.world.joints where joint.kind == .spring { DropShapesDemo.draw(joint, into: &canvas) }
        scene.draw(into: &canvas)
        if nextLine < script.count {
            let line = script[nextLine]
            line.draw(line.points(in: scene.bounds, count: script.count, kind: scene.kind), into: &canvas, at: frame.time,
                      style: Blackboard.style(lineCount, width: width))
        }
        if xray.legendCorner != nil { xray.legendCorner = board.legendCorner(xray.legendSize) }
        try xray.draw(scene.world, into: &canvas)
        try stage.draw(canvas, to: frame.target, clear: .black, into: &encoder)
    }
    /// Draws a coil of wire from the board's edge to the body.
    private static func draw(_ spring: PhysicsJoint, into canvas: inout Canvas) {
        guard let state = spring.state else { return }
        let way = state.secondPoint - state.firstPoint, length = (way * way).sum().squareRoot()
        guard length > 1 else { return }
        let along = way / length, side = Point(-along.y, along.x), turns = 11, lead = min(10, length * 0.1)
        var coil = Path()
        coil.move(to: state.firstPoint)
        for i in 0...turns * 12 {
            let share = Double(i) / Double(turns * 12), turn = Double(i) * .pi / 6
            // The coil is drawn as seen slightly from below: in each turn, the wire runs back a little.
            let place = state.firstPoint + along * (lead + (length - 2 * lead) * share + 3.5 * (PortableMath.cosine(turn) - 1) * share * (1 - share) * 4)
            coil.line(to: place + side * (8 * PortableMath.sine(turn)))
        }
        coil.line(to: state.secondPoint)
        canvas.saved { canvas in
            canvas.shadows = [Shadow(offset: Point(2, 4), blur: 5, color: Color(white: 0, alpha: 0.4))]
            canvas.stroke(coil, with: .color(Color(hex: 0xC9D3D0)), style: StrokeStyle(width: 2.2, cap: .round, join: .round))
        }
        canvas.fill(Path(circleAt: state.firstPoint + Point(0, 2), radius: 4.5), with: .color(Color(hex: 0xE8D9BC)))
        canvas.fill(Path(circleAt: state.secondPoint, radius: 3), with: .color(Color(hex: 0xC9D3D0)))
    }
}
