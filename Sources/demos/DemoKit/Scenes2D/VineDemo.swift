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

    @Option(name: .long, help: ArgumentHelp("The leaves: \(Vine.Leaf.allCases.map(\.rawValue).joined(separator: " or ")).", valueName: "kind"))
    var leaves = Vine.Leaf.natural
    @Flag(name: .long, inversion: .prefixedNo, help: "Begin with a vine that grows automatically.")
    var script = true
    @OptionGroup var common: CommonOptions

    var defaultTime: Double { 6 }

    func makeDemo(device: Device) throws -> VineDemo { try VineDemo(device: device, leaf: leaves, script: script, seed: common.seed) }
}
extension Vine.Leaf: ExpressibleByArgument {}

package final class VineDemo: Demo {
    private let stage: CanvasStage
    private let seed: UInt64
    /// The vine that the demo draws without the user, laid out for the stage's size. `scripted` is nil if the demo draws no vine itself, or
    /// if the user has removed this vine.
    private var scripted: Vine?
    private var scriptSize = Size(width: 0, height: 0)
    private let drawsItself: Bool
    private var isCleared = false
    /// The vine that was drawn by hand.
    private var vine: Vine
    private var style: Vine.Style {
        get { vine.style }
        set {
            let isLaidOutAnew = newValue.branchDistance != vine.style.branchDistance || newValue.branchLength != vine.style.branchLength
            vine.style = newValue
            scripted?.style = newValue
            if isLaidOutAnew { scriptSize = Size(width: 0, height: 0) }
        }
    }
    private var hasShadow = true
    private var isPressed = false

    package init(device: Device, leaf: Vine.Leaf = .natural, script: Bool = true, seed: UInt64 = 1) throws {
        stage = try CanvasStage(device: device, minimumWidth: 540)
        self.seed = seed
        drawsItself = script
        vine = Vine(seed: seed &+ 1)
        vine.style.leaf = leaf
        (vine.style.leafSize, vine.style.branchDistance, vine.style.branchLength) = (leaf == .natural ? 22 : 20, 62, 56)
    }

    /// If the stage's size has changed, lays out the vine that the demo draws without the user. The lines of this vine run along the longer
    /// side of the picture; each line is a wave in its own band.
    private func layOutScript() throws {
        let size = Size(width: stage.width, height: stage.height)
        guard drawsItself, !isCleared, size != scriptSize else { return }
        scriptSize = size
        var new = Vine(seed: seed)
        new.style = vine.style
        let isWide = size.width >= size.height, (long, short) = isWide ? (min(size.width, 100_000), size.height) : (min(size.height, 100_000), size.width)
        // In a very long picture, the line has more waves, and the branches are farther apart, because the number of branches is
        // limited.
        new.style.branchDistance = max(new.style.branchDistance, long / 2000)
        let waves = min(max(0.62 * long / short, 1), 40)
        func grow(from start: Double, for duration: Double, _ point: (Double) -> Point) throws {
            func place(_ t: Double) -> Point {
                // x runs along the picture's longer side, from the left or from below. y is perpendicular to that side.
                let p = point(t)
                return isWide ? Point(p.x * long, p.y * short) : Point(p.y * short, (1 - p.x) * long)
            }
            let steps = Int(120 * waves.rounded(.up))
            try new.begin(at: place(0), time: start)
            for i in 1...steps { try new.extend(to: place(Double(i) / Double(steps)), time: start + duration * Double(i) / Double(steps)) }
        }
        let turns = 2 * Double.pi * waves
        try grow(from: 0.2, for: 5) { t in Point(-0.02 + 1.04 * t, 0.5 + (0.23 + 0.05 * t) * PortableMath.sine(turns * t - 0.4)) }
        try grow(from: 1.2, for: 4) { t in Point(1.02 - 0.98 * t, 0.79 + 0.12 * PortableMath.sine(turns * 1.15 * t + 2.4) - 0.1 * t * t) }
        try grow(from: 1.8, for: 3.6) { t in Point(0.04 + 0.98 * t, 0.2 + 0.11 * PortableMath.sine(turns * 1.1 * t + 4.4) + 0.06 * t * t) }
        scripted = new
    }

    package static let keys = ["drag: draw", "L: round or natural leaves", "C: clear", "S: shadow on, off"]
    package static let hasOptions = true
    package var gainsFromSamples: Bool { false }

    package func handle(_ event: DemoEvent, at time: Double) throws {
        switch event {
        case .pointer(let x, let y, let pressed):
            let point = stage.point(x, y)
            if pressed, !isPressed { try vine.begin(at: point, time: time) } else if pressed { try vine.extend(to: point, time: time) }
            isPressed = pressed
        case .key("l"): style.leaf = style.leaf == .circle ? .natural : .circle
        case .key("c"): clear()
        case .key("s"): hasShadow.toggle()
        default: break
        }
    }
    package func timeUntilNextChange(at time: Double) -> Double? {
        vine.isGrowing(at: time) || (scripted?.isGrowing(at: time) ?? false) ? 0 : nil
    }
    private func clear() {
        vine.removeAll()
        scripted = nil
        isCleared = true
    }
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
        if panel.button("clear") { clear() }
        panel.note("\(vine.branches.count + (scripted?.branches.count ?? 0)) branches")
    }

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        stage.begin(frame.target)
        try layOutScript()
        var canvas = Canvas()
        canvas.fillEverything(with: .gradient(.linear(from: Point(0, 0), to: Point(stage.width * 0.2, stage.height),
                                                      [Color(hex: 0xFFFCEE), Color(hex: 0xD3E6D6)])))
        // A light that shines from the upper left.
        canvas.fillEverything(with: .gradient(.radial(center: Point(stage.width * 0.25, -40), radius: max(stage.width, stage.height) * 0.8,
                                                      [Color(1, 1, 0.93, 0.9), Color(1, 1, 0.95, 0)])))
        var drawing = Canvas()
        scripted?.draw(into: &drawing, at: frame.time)
        vine.draw(into: &drawing, at: frame.time)
        canvas.shadows = hasShadow ? [Shadow(offset: Point(5, 9), blur: 9, color: Color(0.09, 0.22, 0.2, 0.28))] : []
        canvas.draw(drawing)
        try stage.draw(canvas, to: frame.target, clear: .white, into: &encoder)
    }
}
