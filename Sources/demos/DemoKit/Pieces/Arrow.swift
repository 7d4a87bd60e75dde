// arrow: two texts that can be dragged anywhere, and a bent arrow between them. The scene has 640 × 360 points, or 360 × 640 points
// in tall pictures. The scene is scaled to fit the picture.

import ArgumentParser
import Canvas
import Panels
import Raster
import Scenes2D

struct ArrowCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "arrow", abstract: "A double-headed arrow of S-curves between two texts, which can be dragged.",
        discussion: "Keys: " + ArrowDemo.keys.joined(separator: "; ") + ".")

    @Option(name: .long, parsing: .unconditional,
            help: ArgumentHelp("The distance of the right text's middle from the scene's top, 0 to 360 points; without it, the text moves until it is dragged.", valueName: "points"))
    var tip: Double?
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Thickness of the shaft, 1 to 38 points.", valueName: "points"))
    var shaft = 16.0
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if let tip, !(0...360).contains(tip) { throw ValidationError("--tip must be between 0 and 360, not \(tip).") }
        guard (1...38).contains(shaft) else { throw ValidationError("--shaft must be between 1 and 38, not \(shaft).") }
    }
    func makeDemo(device: Device) throws -> ArrowDemo { try ArrowDemo(device: device, tip: tip, shaft: shaft) }
}

package final class ArrowDemo: Demo {
    /// A text in a box.
    private struct Note {
        let title: String
        let text: String
        let color: Color
        /// The middle of the text's box, as fractions of the scene's width and height.
        var place: Point
    }
    private static let size = Size(width: 168, height: 104)
    /// The minimum distance between the texts, which leaves room for the arrow.
    private static let clearance = 78.0

    private let view: CanvasView
    private let font: Font
    private let bold: Font
    private var arrow = BezierArrow()
    private var notes = [
        Note(title: "From here …", text: "Drag this text anywhere. The arrow leaves it on the side that faces the other one.", color: Color(hex: 0xF2766B),
             place: Point(0.2, 0.3)),
        Note(title: "… to there", text: "It bends as an S of even thickness, and covers neither of the two.", color: Color(hex: 0x3E8BF2),
             place: Point(0.79, 0.62)),
    ]
    private var scene = Size(width: 640, height: 360)
    /// True until the user first touches a text: until then, the second text moves by itself.
    private var movesByItself: Bool
    private var hasShadows = true
    /// The index of the text that the user holds, and the vector from the pointer to the middle of that text.
    private var held: (number: Int, grip: Point)?
    private var isPressed = false
    /// The part of the picture that the panel covers.
    private var covered: PixelRect?

    package init(device: Device, tip: Double? = nil, shaft: Double = 16) throws {
        view = try CanvasView(device: device)
        font = try Font(named: "DejaVu Sans")
        bold = try Font(named: "DejaVu Sans", style: .bold)
        movesByItself = tip == nil
        arrow.shaftWidth = shaft
        arrow.upperColor = Color(hex: 0x86B4FF)
        arrow.fillColor = Color(hex: 0x2B55C4)
        if let tip { notes[1].place.y = tip / 360 }
    }

    package static let keys = ["drag: move a text", "arrows: move the second text", "click: start, stop the automatic motion"]

    // MARK: the texts

    /// Returns the frame of a text in the scene. The frame is always completely inside of the picture. If the panel would cover the frame,
    /// and there is room beside the panel, the frame is moved to that room.
    package func frame(of number: Int) -> Rectangle {
        let wanted = frame(around: Point(notes[number].place.x * scene.width, notes[number].place.y * scene.height))
        guard let hidden, ArrowDemo.overlap(wanted, hidden) else { return wanted }
        let size = ArrowDemo.size, center = wanted.center, first = number == 0 ? nil : frame(of: 0)
        let beside = [Point(hidden.minX - size.width / 2, center.y), Point(hidden.maxX + size.width / 2, center.y),
                      Point(center.x, hidden.minY - size.height / 2), Point(center.x, hidden.maxY + size.height / 2)].map(frame(around:))
        let free = beside.filter { place in !ArrowDemo.overlap(place, hidden) && (first.map { ArrowDemo.areApart($0, place) } ?? true) }
        func way(_ place: Rectangle) -> Double { ((place.center - center) * (place.center - center)).sum() }
        return free.min { way($0) < way($1) } ?? wanted
    }
    /// Returns a text's frame around a point. If a part of this frame would be outside of the picture, returns the nearest frame that is
    /// completely inside of the picture.
    private func frame(around middle: Point) -> Rectangle {
        let size = ArrowDemo.size, margin = 12.0
        let area = view.visible.width > 1 ? view.visible : Rectangle(x: 0, y: 0, width: scene.width, height: scene.height)
        func inside(_ value: Double, _ low: Double, _ high: Double) -> Double { low < high ? min(max(value, low), high) : (low + high) / 2 }
        let x = inside(middle.x, area.minX + size.width / 2 + margin, area.maxX - size.width / 2 - margin)
        let y = inside(middle.y, area.minY + size.height / 2 + margin, area.maxY - size.height / 2 - margin)
        return Rectangle(x: x - size.width / 2, y: y - size.height / 2, width: size.width, height: size.height)
    }
    /// The part of the scene that the panel covers, with a small margin.
    private var hidden: Rectangle? {
        guard let covered else { return nil }
        let corner = view.place(Float(covered.x), Float(covered.y + covered.height))
        return Rectangle(x: corner.x, y: corner.y, width: Double(covered.width) / view.scale, height: Double(covered.height) / view.scale).inset(dx: -6, dy: -6)
    }
    /// Returns whether two areas share more than an edge.
    private static func overlap(_ a: Rectangle, _ b: Rectangle) -> Bool {
        a.minX < b.maxX - 0.01 && b.minX < a.maxX - 0.01 && a.minY < b.maxY - 0.01 && b.minY < a.maxY - 0.01
    }
    /// Moves a text's middle to a point. If there is no room for the arrow at that point, moves the text beside the other text.
    private func put(_ number: Int, at point: Point) {
        guard point.x.isFinite, point.y.isFinite, abs(point.x) < 1e6, abs(point.y) < 1e6 else { return }
        let before = notes[number].place
        func set(_ point: Point) { notes[number].place = Point(point.x / scene.width, point.y / scene.height) }
        let other = frame(of: 1 - number).center, size = ArrowDemo.size
        let (least, most) = (Point(size.width, size.height) + ArrowDemo.clearance, point - other)
        set(point)
        guard !isApart else { return }
        // Moves the text along x or along y; the shorter of the two moves is tried first. If there is no room at the new position, the text
        // is moved along the other axis.
        let beside = Point(other.x + (most.x < 0 ? -least.x : least.x), point.y), above = Point(point.x, other.y + (most.y < 0 ? -least.y : least.y))
        let ways = abs(beside.x - point.x) < abs(above.y - point.y) ? [beside, above] : [above, beside]
        for way in ways {
            set(way)
            if isApart { return }
        }
        notes[number].place = before
    }
    /// Returns whether there is room for an arrow between the texts.
    private var isApart: Bool { ArrowDemo.areApart(frame(of: 0), frame(of: 1)) }
    private static func areApart(_ a: Rectangle, _ b: Rectangle) -> Bool {
        let least = clearance - 0.5
        return max(b.minX - a.maxX, a.minX - b.maxX) >= least || max(b.minY - a.maxY, a.minY - b.maxY) >= least
    }
    /// The arrow between the texts, in points of the scene.
    package var connection: BezierArrow {
        var connection = arrow
        connection.connect(frame(of: 0), frame(of: 1))
        if !hasShadows { (connection.innerShadow, connection.outerShadow) = (nil, nil) }
        return connection
    }

    package func handle(_ event: DemoEvent, at time: Double) {
        switch event {
        case .pointer(let x, let y, let pressed):
            let place = view.place(x, y)
            if pressed, !isPressed {
                settle(at: time)
                if let number = [1, 0].first(where: { frame(of: $0).contains(place) }) {
                    movesByItself = false
                    held = (number, frame(of: number).center - place)
                }
            } else if pressed, let held {
                put(held.number, at: place + held.grip)
            } else if !pressed {
                held = nil
            }
            isPressed = pressed
        case .arrow(let dx, let dy): nudge(Point(Double(min(max(dx, -100), 100)), -Double(min(max(dy, -100), 100))) * 6, at: time)
        case .wheel(let steps) where !steps.isNaN: nudge(Point(0, -6 * Double(min(max(steps, -10), 10))), at: time)
        case .tap:
            settle(at: time)
            movesByItself.toggle()
        default: break
        }
    }
    private func nudge(_ way: Point, at time: Double) {
        settle(at: time)
        movesByItself = false
        put(1, at: frame(of: 1).center + way)
    }
    /// Moves the second text to the position that it has at the given time.
    private func settle(at time: Double) {
        guard movesByItself else { return }
        let (slow, fast) = (PortableMath.sine(time * 0.9 + 0.5), PortableMath.sine(time * 2.1))
        notes[1].place = scene.width > scene.height ? Point(0.79, 0.5 + 0.24 * slow + 0.08 * fast) : Point(0.5 + 0.2 * slow + 0.06 * fast, 0.76)
    }

    package func timeUntilNextChange(at time: Double) -> Double? { movesByItself ? 0 : nil }

    package static let hasOptions = true
    package var gainsFromSamples: Bool { false }
    package static let panelCorner = SIMD2<Float>(16, 340)
    package func panelCovers(_ area: PixelRect?) { covered = area }
    package func addOptions(to panel: PanelBuilder, at time: Double) {
        panel.slider("shaft", &arrow.shaftWidth, in: 1...38, decimals: 0, unit: " pt")
        panel.slider("outline", &arrow.lineWidth, in: 0...4)
        var upper = SIMD3(Float(arrow.upperColor.red), Float(arrow.upperColor.green), Float(arrow.upperColor.blue))
        if panel.color("upper side", &upper) { arrow.upperColor = Color(Double(upper.x), Double(upper.y), Double(upper.z)) }
        var lower = SIMD3(Float(arrow.fillColor.red), Float(arrow.fillColor.green), Float(arrow.fillColor.blue))
        if panel.color("lower side", &lower) { arrow.fillColor = Color(Double(lower.x), Double(lower.y), Double(lower.z)) }
        panel.checkbox("shadows", &hasShadows)
        panel.checkbox("moves by itself", &movesByItself)
        let middle = frame(of: 1).center
        panel.note("second text at (\(Int(middle.x.rounded())), \(Int(middle.y.rounded())))")
    }

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        let isWide = frame.target.width >= frame.target.height
        if isWide != (scene.width > scene.height) {
            scene = isWide ? Size(width: 640, height: 360) : Size(width: 360, height: 640)
            for number in notes.indices { notes[number].place = Point(notes[number].place.y, notes[number].place.x) }
        }
        try view.draw(scene, to: frame.target, into: &encoder) { canvas in
            settle(at: frame.time)
            drawPaper(on: &canvas)
            for (number, note) in notes.enumerated() { try draw(note, self.frame(of: number), isHeld: held?.number == number, on: &canvas) }
            connection.draw(on: &canvas)
        }
    }
    /// Draws dotted paper that extends beyond the scene's edges.
    private func drawPaper(on canvas: inout Canvas) {
        let whole = view.visible, reach = max(whole.width, whole.height)
        canvas.fill(Path(rectangle: whole),
                    with: .gradient(.radial(center: Point(whole.center.x, whole.y + 0.4 * whole.height), radius: 0.75 * reach,
                                            [Color(hex: 0xFDFCFA), Color(hex: 0xDCE3F0)])))
        // In extremely wide or tall pictures, the paper has no dots.
        guard reach < 8000 else { return }
        var dots = Path()
        let columns = Int((whole.width / 20).rounded(.up)) + 1, rows = Int((whole.height / 20).rounded(.up)) + 1
        let (left, top) = ((whole.x / 20).rounded(.down) * 20, (whole.y / 20).rounded(.down) * 20)
        for row in 0...rows {
            for column in 0...columns {
                dots.append(Path(rectangle: Rectangle(x: left + Double(column) * 20 - 0.6, y: top + Double(row) * 20 - 0.6, width: 1.2, height: 1.2)))
            }
        }
        canvas.fill(dots, with: .color(Color(hex: 0x9AA5BC, alpha: 0.45)))
    }
    private func draw(_ note: Note, _ frame: Rectangle, isHeld: Bool, on canvas: inout Canvas) throws {
        let shape = Path(roundedRectangle: frame, cornerRadius: 10)
        canvas.saved { canvas in
            canvas.shadows = [Shadow(offset: Point(0, isHeld ? 7 : 3), blur: isHeld ? 20 : 10, color: Color(hex: 0x26324A, alpha: isHeld ? 0.36 : 0.24))]
            canvas.fill(shape, with: .color(.white))
        }
        canvas.saved { canvas in
            canvas.clip(to: shape)
            canvas.fill(Rectangle(x: frame.x, y: frame.y, width: 6, height: frame.height), with: .color(note.color))
        }
        if isHeld { canvas.stroke(shape, with: .color(note.color), style: StrokeStyle(width: 2)) }
        let left = frame.x + 18
        canvas.draw(try TextLayout(note.title, font: bold, size: 14, paint: .color(note.color)), at: Point(left, frame.y + 12))
        let text = try TextLayout(note.text, font: font, size: 10.5, paint: .color(Color(hex: 0x3A4256)),
                                  options: TextLayout.Options(width: frame.width - 32, lineHeight: .multiple(1.15)))
        canvas.draw(text, at: Point(left, frame.y + 35))
    }
}
