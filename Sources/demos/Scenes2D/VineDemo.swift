// vine: a line drawn with the mouse grows branches and leaves.

import ArgumentParser
import Canvas
import Panels
import Raster
import Scenes2D

struct VineCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "vine", abstract: "A drawn line grows branches with leaves, each in a second.",
        discussion: "Keys: " + VineDemo.keys.joined(separator: "; ") + ".")

    @Option(name: .long, help: ArgumentHelp("What leaves are: \(Vine.Leaf.allCases.map(\.rawValue).joined(separator: " or ")).", valueName: "kind"))
    var leaves = Vine.Leaf.circle
    @Flag(name: .long, inversion: .prefixedNo, help: "Begin with a vine that draws itself.")
    var script = true
    @OptionGroup var common: CommonOptions

    var defaultTime: Double { 6 }

    func makeDemo(device: Device) throws -> VineDemo { try VineDemo(device: device, leaf: leaves, script: script, seed: common.seed) }
}
extension Vine.Leaf: ExpressibleByArgument {}

package final class VineDemo: Demo {
    private let stage: CanvasStage
    private let seed: UInt64
    private var vine: Vine
    private var style: Vine.Style { get { vine.style } set { vine.style = newValue } }
    private var hasShadow = true
    private var isPressed = false

    package init(device: Device, leaf: Vine.Leaf = .circle, script: Bool = true, seed: UInt64 = 1) throws {
        stage = try CanvasStage(device: device, minimumWidth: 960)
        self.seed = seed
        vine = Vine(seed: seed)
        vine.style.leaf = leaf
        if script { try drawScript() }
    }

    /// A wave from the lower left corner to the upper right one and a second that meets it, drawn in some seconds.
    private func drawScript() throws {
        try draw(from: 0.2, for: 5) { t in
            let wave = 120 * Elementary.sine(t * 6.6 + 0.4), hook = 90 * t * t * Elementary.sine(t * 3)
            return Point(-20 + 1010 * t, 400 - 170 * t + wave - hook)
        }
        try draw(from: 1.6, for: 3) { t in Point(985 - 560 * t, 520 - 90 * t - 70 * Elementary.sine(t * 7)) }
    }
    private func draw(from start: Double, for duration: Double, _ point: (Double) -> Point) throws {
        try vine.begin(at: point(0), time: start)
        for i in 1...120 { try vine.extend(to: point(Double(i) / 120), time: start + duration * Double(i) / 120) }
    }

    /// Where the script's 540 points of height lie in a higher frame: in the middle.
    private var offset: Point { Point(0, (stage.height - 540) / 2) }

    package static let keys = ["drag: draw", "L: leaves as circles or natural", "C: clear", "S: shadow on, off"]
    package static let hasOptions = true
    package var gainsFromSamples: Bool { false }

    package func handle(_ event: DemoEvent, at time: Double) throws {
        switch event {
        case .pointer(let x, let y, let pressed):
            let point = stage.point(x, y) - offset
            if pressed, !isPressed { try vine.begin(at: point, time: time) } else if pressed { try vine.extend(to: point, time: time) }
            isPressed = pressed
        case .key("l"): style.leaf = style.leaf == .circle ? .natural : .circle
        case .key("c"): vine.removeAll()
        case .key("s"): hasShadow.toggle()
        default: break
        }
    }
    package func timeUntilNextChange(at time: Double) -> Double? { vine.isGrowing(at: time) ? 0 : nil }
    package func addOptions(to panel: PanelBuilder, at time: Double) throws {
        panel.combo("leaves", &style.leaf, of: Vine.Leaf.allCases) { $0.rawValue }
        panel.slider("every", &style.branchDistance, in: 10...400, decimals: 0, unit: " pt")
        panel.slider("branch up to", &style.branchLength, in: 0...200, decimals: 0, unit: " pt")
        panel.slider("leaf", &style.leafSize, in: 0...40, decimals: 0, unit: " pt")
        panel.slider("width", &style.width, in: 1...20, decimals: 1, unit: " pt")
        panel.slider("grows in", &style.growth, in: 0.1...5, unit: " s")
        var color = SIMD3(Float(style.color.red), Float(style.color.green), Float(style.color.blue))
        if panel.color("colour", &color) { style.color = Color(Double(color.x), Double(color.y), Double(color.z)) }
        panel.checkbox("shadow", &hasShadow)
        panel.sameLine()
        if panel.button("clear") { vine.removeAll() }
        panel.note("\(vine.branches.count) branches")
    }

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        stage.begin(frame.target)
        var canvas = Canvas()
        canvas.fillEverything(with: .gradient(.linear(from: Point(0, 0), to: Point(stage.width * 0.2, stage.height), [Color(hex: 0xFFFCF2), Color(hex: 0xDDEBDF)])))
        // Light from the upper left.
        canvas.fillEverything(with: .gradient(.radial(center: Point(stage.width * 0.25, -40), radius: stage.width * 0.8, [Color(1, 1, 0.95, 0.9), Color(1, 1, 0.95, 0)])))
        var drawing = Canvas()
        drawing.translate(offset.x, offset.y)
        vine.draw(into: &drawing, at: frame.time)
        canvas.shadows = hasShadow ? [Shadow(offset: Point(5, 9), blur: 9, color: Color(0.09, 0.22, 0.2, 0.28))] : []
        canvas.draw(drawing)
        try stage.draw(canvas, to: frame.target, clear: .white, into: &encoder)
    }
}
