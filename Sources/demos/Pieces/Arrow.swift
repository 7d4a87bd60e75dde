// arrow: a bent arrow with two heads; its right one is dragged to one of five targets. The scene is 640 by 360 points, as large as fits the picture.

import ArgumentParser
import Canvas
import Panels
import Raster
import Scenes2D

struct ArrowCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "arrow", abstract: "A double-headed arrow of S-curves whose right head is dragged to a target.",
        discussion: "Keys: " + ArrowDemo.keys.joined(separator: "; ") + ".")

    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Height of the right tip in the scene, 0 to 360 points from its upper side; without it the head moves by itself until it is held.", valueName: "points"))
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
    package static let scene = Size(width: 640, height: 360)
    /// Where the arrow's space begins in the scene.
    private static let origin = Point(150, 60)
    private let view: CanvasView
    private var arrow = BezierArrow()
    /// Whether nobody has touched the head yet.
    private var movesByItself: Bool
    private var hasShadows = true
    /// The target that the head was let go at, and when; nil before.
    package private(set) var chosen: Int?
    /// Where it was let go, in the scene.
    package private(set) var released: Point?
    private var releaseTime = -Double.infinity
    private var isPressed = false

    package init(device: Device, tip: Double? = nil, shaft: Double = 16) throws {
        view = try CanvasView(device: device)
        movesByItself = tip == nil
        arrow.transform = .translation(ArrowDemo.origin.x, ArrowDemo.origin.y)
        arrow.shaftWidth = shaft
        arrow.dragRange = 24 - ArrowDemo.origin.y ... ArrowDemo.scene.height - 24 - ArrowDemo.origin.y
        if let tip { arrow.rightTip.y = tip - ArrowDemo.origin.y }
        arrow.onRelease = { [unowned self] place in release(at: place) }
    }
    private func release(at place: Point) {
        released = place
        chosen = ArrowDemo.target(nearest: place)
    }

    package static let keys = ["drag the right head: up and down", "Up, Down: move it", "click: let it move by itself, hold it"]

    // MARK: the targets

    static let targetCount = 5
    static func targetFrame(_ index: Int) -> Rectangle { Rectangle(x: 468, y: 36 + Double(index) * 59, width: 140, height: 46) }
    static func target(nearest place: Point) -> Int {
        min(max(Int(((place.y - 59) / 59).rounded()), 0), targetCount - 1)
    }

    package func handle(_ event: DemoEvent, at time: Double) {
        switch event {
        case .pointer(let x, let y, let pressed):
            let place = view.place(x, y)
            if pressed, !isPressed {
                settle(at: time)
                if arrow.pointerDown(at: place) { movesByItself = false }
            } else if pressed {
                arrow.pointerMoved(to: place)
            } else if arrow.isDragging {
                releaseTime = time
                arrow.pointerUp(at: place)
            }
            isPressed = pressed
        case .arrow(_, let dy): nudge(-6 * Double(dy), at: time)
        case .wheel(let steps) where !steps.isNaN: nudge(-6 * Double(min(max(steps, -10), 10)), at: time)
        case .tap: if !arrow.isDragging, released == nil || movesByItself { settle(at: time); movesByItself.toggle() }
        case .key, .drag, .wheel: break
        }
    }
    private func nudge(_ points: Double, at time: Double) {
        settle(at: time)
        movesByItself = false
        // As if it was held and let go.
        let tip = arrow.transform.apply(arrow.rightTip) - Point(4, 0)
        if arrow.pointerDown(at: tip) {
            releaseTime = time
            arrow.pointerUp(at: tip + Point(0, points))
        }
    }
    /// Puts the head where it is seen at a time.
    private func settle(at time: Double) {
        if movesByItself { arrow.rightTip.y = 130 + 66 * Elementary.sine(time * 0.9) + 30 * Elementary.sine(time * 2.1) }
    }

    package func timeUntilNextChange(at time: Double) -> Double? {
        // The ring around the place where the head was let go.
        movesByItself || (released != nil && time - releaseTime < 1) ? 0 : nil
    }

    package static let hasOptions = true
    package var gainsFromSamples: Bool { false }
    /// Below the card on the left.
    package static let panelCorner = SIMD2<Float>(16, 300)
    package func addOptions(to panel: PanelBuilder, at time: Double) {
        var y = arrow.transform.apply(arrow.rightTip).y
        if panel.slider("tip", &y, in: 24...ArrowDemo.scene.height - 24, decimals: 0, unit: " pt") {
            movesByItself = false
            arrow.rightTip.y = y - ArrowDemo.origin.y
        }
        panel.slider("shaft", &arrow.shaftWidth, in: 1...38, decimals: 0, unit: " pt")
        panel.slider("outline", &arrow.lineWidth, in: 0...4)
        var upper = SIMD3(Float(arrow.upperColor.red), Float(arrow.upperColor.green), Float(arrow.upperColor.blue))
        if panel.color("upper side", &upper) { arrow.upperColor = Color(Double(upper.x), Double(upper.y), Double(upper.z)) }
        var lower = SIMD3(Float(arrow.fillColor.red), Float(arrow.fillColor.green), Float(arrow.fillColor.blue))
        if panel.color("lower side", &lower) { arrow.fillColor = Color(Double(lower.x), Double(lower.y), Double(lower.z)) }
        panel.checkbox("shadows", &hasShadows)
        panel.checkbox("moves by itself", &movesByItself)
        panel.note(released.map { "let go at (\(Int($0.x.rounded())), \(Int($0.y.rounded()))) of the scene" } ?? "not let go yet")
    }

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        settle(at: frame.time)
        try view.draw(ArrowDemo.scene, to: frame.target, into: &encoder) { drawScene(on: &$0, at: frame.time) }
    }
    private func drawScene(on canvas: inout Canvas, at time: Double) {
        let whole = view.visible
        // Paper with dots, to beyond the scene's edges.
        canvas.fill(Path(rectangle: whole), with: .gradient(.radial(center: Point(320, 150), radius: 480, [Color(hex: 0xFBFCFE), Color(hex: 0xD9DEE9)])))
        var dots = Path()
        let columns = Int((whole.width / 20).rounded(.up)) + 1, rows = Int((whole.height / 20).rounded(.up)) + 1
        let (left, top) = ((whole.x / 20).rounded(.down) * 20, (whole.y / 20).rounded(.down) * 20)
        for row in 0...rows {
            for column in 0...columns { dots.append(Path(rectangle: Rectangle(x: left + Double(column) * 20 - 0.6, y: top + Double(row) * 20 - 0.6, width: 1.2, height: 1.2))) }
        }
        canvas.fill(dots, with: .color(Color(hex: 0x9AA5BC, alpha: 0.5)))

        let tip = arrow.transform.apply(arrow.rightTip), aimed = ArrowDemo.target(nearest: tip)
        drawCard(Rectangle(x: 24, y: 26, width: 132, height: 108), on: &canvas, isLit: false, isChosen: false)
        // The card on the left has a picture: hills and a sun.
        let picture = Rectangle(x: 32, y: 34, width: 116, height: 92)
        canvas.saved { canvas in
            canvas.clip(to: Path(roundedRectangle: picture, cornerRadius: 7))
            canvas.fill(Path(rectangle: picture), with: .gradient(.linear(from: Point(0, picture.minY), to: Point(0, picture.maxY), [Color(hex: 0x8EC5FF), Color(hex: 0xFFE3C2)])))
            canvas.fill(Path(circleAt: Point(118, 62), radius: 11), with: .color(Color(hex: 0xFFF3B8)))
            for (x, y, radius, color) in [(52.0, 150.0, 52.0, 0x7C9DC9), (112, 160, 56, 0x5D82B5), (80, 178, 62, 0x44648F)] as [(Double, Double, Double, UInt32)] {
                canvas.fill(Path(circleAt: Point(x, y), radius: radius), with: .color(Color(hex: color)))
            }
        }
        for index in 0..<ArrowDemo.targetCount {
            let frame = ArrowDemo.targetFrame(index), isChosen = chosen == index
            drawCard(frame, on: &canvas, isLit: index == aimed, isChosen: isChosen)
            let tint = Color(Color.HSB(hue: 0.56 + Double(index) * 0.07, saturation: 0.5, brightness: 0.86))
            canvas.fill(Path(circleAt: Point(frame.x + 23, frame.center.y), radius: 11), with: .color(index == aimed || isChosen ? tint : tint.withAlpha(0.45)))
            for (row, width) in [(0, 72.0), (1, 48.0)] {
                canvas.fill(Path(roundedRectangle: Rectangle(x: frame.x + 44, y: frame.center.y - 9 + Double(row) * 12, width: width, height: 6), cornerRadius: 3), with: .color(Color(hex: 0x5B6780, alpha: row == 0 ? 0.55 : 0.28)))
            }
        }
        var shown = arrow
        if !hasShadows { (shown.innerShadow, shown.outerShadow) = (nil, nil) }
        shown.draw(on: &canvas)
        // A ring spreads from where it was let go.
        let age = (time - releaseTime) / 0.7
        if let released, age >= 0, age < 1 {
            canvas.stroke(Path(circleAt: released, radius: 4 + 26 * age), with: .color(Color(hex: 0x2F7BF6, alpha: 1 - age)), style: StrokeStyle(width: 3 * (1 - age) + 0.5))
        }
    }
    private func drawCard(_ frame: Rectangle, on canvas: inout Canvas, isLit: Bool, isChosen: Bool) {
        let shape = Path(roundedRectangle: frame, cornerRadius: 10)
        canvas.saved { canvas in
            canvas.shadows = [Shadow(offset: Point(0, isLit ? 5 : 2), blur: isLit ? 16 : 7, color: Color(hex: 0x26324A, alpha: isLit ? 0.34 : 0.22))]
            canvas.fill(shape, with: .color(.white))
        }
        if isLit || isChosen { canvas.stroke(shape, with: .color(Color(hex: 0x2F7BF6, alpha: isChosen ? 1 : 0.5)), style: StrokeStyle(width: isChosen ? 2.5 : 1.5)) }
    }
}
