// emitter: a stream of lights from one point. The scene has only one particle. A replicator layer shows this particle a hundred times in
// one draw call.
//
// The view's shorter side is 720 points long, whatever the size of the view in pixels. The origin of coordinates is at the upper left.

import ArgumentParser
import Canvas
import Panels
import Raster
import Scenes2D

struct EmitterCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "emitter", abstract: "A turning stream of lights: a replicator layer, one instanced draw call.",
        discussion: "Keys: " + EmitterDemo.keys.joined(separator: "; ") + ".")

    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Particles, 0 to 20000.", valueName: "count"))
    var count = 100
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Turn of each particle against the previous one, -7 to 7 radians.", valueName: "radians"))
    var rotator = SimpleEmitter().rotator
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Turn of the whole stream, -7 to 7 radians.", valueName: "radians"))
    var angle = SimpleEmitter().angle
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("The time of a particle's flight, 0.05 to 60 seconds.", valueName: "seconds"))
    var cycle = 1.0
    @Option(name: .long, parsing: .unconditional,
            help: ArgumentHelp("The length of a particle's flight, 0 to 1000 points; the picture's shorter side is 720 points.", valueName: "points"))
    var length = EmitterDemo.length
    @Option(name: .long, parsing: .unconditional,
            help: ArgumentHelp("Offset of each particle along x before its turn, -50 to 50 points.", valueName: "points"))
    var xAdjust = 0.0
    @Option(name: .long, parsing: .unconditional,
            help: ArgumentHelp("Offset of each particle along y before its turn, -50 to 50 points.", valueName: "points"))
    var yAdjust = 0.0
    @Option(name: .long, help: ArgumentHelp("Colour of the first particle: #FFF, orange, hsl(30 100% 50%), or any other form of the colour picker.",
                                            valueName: "colour"))
    var color = Color(hex: EmitterDemo.firstColor).text(.hex) ?? ""
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Changes of red, green and blue, each -1 to 1, separated by commas.", valueName: "r,g,b"))
    var offsets = EmitterDemo.offsets
    @Option(name: .long, help: ArgumentHelp("The span of the changes: 'stream', from the first particle to the last, or 'instance', from each particle to the next.", valueName: "span"))
    var span = SimpleEmitter.ColorSpan.stream
    @Option(name: .long, help: ArgumentHelp("The look of a particle: glow or disc.", valueName: "look"))
    var look = EmitterDemo.Look.glow
    @OptionGroup var common: CommonOptions

    var defaultTime: Double { 2.4 }

    func validate() throws {
        guard (0...20_000).contains(count) else { throw ValidationError("--count must be between 0 and 20000, not \(count).") }
        guard (-7...7).contains(rotator) else { throw ValidationError("--rotator must be between -7 and 7, not \(rotator).") }
        guard (-7...7).contains(angle) else { throw ValidationError("--angle must be between -7 and 7, not \(angle).") }
        guard (0.05...60).contains(cycle) else { throw ValidationError("--cycle must be between 0.05 and 60, not \(cycle).") }
        guard (0...1000).contains(length) else { throw ValidationError("--length must be between 0 and 1000, not \(length).") }
        guard (-50...50).contains(xAdjust) else { throw ValidationError("--x-adjust must be between -50 and 50, not \(xAdjust).") }
        guard (-50...50).contains(yAdjust) else { throw ValidationError("--y-adjust must be between -50 and 50, not \(yAdjust).") }
    }
    func makeDemo(device: Device) throws -> EmitterDemo {
        var emitter = EmitterDemo.standard
        (emitter.count, emitter.rotator, emitter.angle, emitter.cycleTime, emitter.length) = (count, rotator, angle, cycle, length)
        (emitter.xAdjust, emitter.yAdjust, emitter.colorSpan, emitter.color) = (xAdjust, yAdjust, span, try Color(text: color))
        (emitter.redOffset, emitter.greenOffset, emitter.blueOffset) = (offsets.red, offsets.green, offsets.blue)
        return try EmitterDemo(device: device, emitter: emitter, look: look)
    }
}

extension SimpleEmitter.ColorSpan: ExpressibleByArgument {}

/// Offsets of red, green and blue, written -0.5,-0.1,-0.1.
struct ColorOffsets: ExpressibleByArgument, CustomStringConvertible {
    var red: Double, green: Double, blue: Double
    init(red: Double, green: Double, blue: Double) { self.red = red; self.green = green; self.blue = blue }
    init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }.filter { (-1...1).contains($0) }
        guard numbers.count == 3, argument.filter({ $0 == "," }).count == 2 else { return nil }
        self.init(red: numbers[0], green: numbers[1], blue: numbers[2])
    }
    var description: String { "\(red),\(green),\(blue)" }
    var defaultValueDescription: String { description }
}

package final class EmitterDemo: Demo {
    package enum Look: String, ExpressibleByArgument, CaseIterable, Sendable { case glow, disc }

    static let extent = 720.0, length = 330.0, firstColor: UInt32 = 0xFF5AA8
    /// The colour offsets that lead from the first colour to a bright blue.
    static let offsets = ColorOffsets(red: -0.8, green: 0.42, blue: 0.34)
    private let renderer: ParticleRenderer
    /// The emitter. The stream's position is in points, relative to the view's middle.
    private var emitter: SimpleEmitter
    private var look: Look
    /// The size of the view in the last frame, in points.
    private var view = Size(width: 1280, height: EmitterDemo.extent)
    private var pixelsPerPoint = 1.0
    /// The vector from the stream's position to the pointer during a drag; nil otherwise.
    private var grip: Point?

    /// The emitter with the command line's defaults.
    package static var standard: SimpleEmitter {
        var emitter = SimpleEmitter()
        (emitter.length, emitter.colorSpan, emitter.color) = (length, .stream, Color(hex: firstColor))
        (emitter.redOffset, emitter.greenOffset, emitter.blueOffset) = (offsets.red, offsets.green, offsets.blue)
        (emitter.particleSize, emitter.growth, emitter.fade) = (78, 2.4, 0.1)
        return emitter
    }
    package init(device: Device, emitter: SimpleEmitter = EmitterDemo.standard, look: Look = .glow) throws {
        renderer = try ParticleRenderer(device: device)
        self.emitter = emitter
        self.look = look
    }

    package static let keys = ["drag: move the stream", "click: stop, start", "wheel: longer, shorter", "Left, Right: turn the stream",
                               "Up, Down: more, fewer turns", "L: lights or discs"]

    package func handle(_ event: DemoEvent, at time: Double) {
        switch event {
        case .tap: if emitter.isEmitting { emitter.stop(at: time) } else { emitter.start(at: time) }
        case .pointer(let x, let y, let pressed):
            let pointer = Point(Double(x), -Double(y)) / pixelsPerPoint, limit = Point(view.width / 2, view.height / 2)
            if pressed, let grip {
                let place = pointer - grip
                if place.x.isFinite, place.y.isFinite { emitter.position = Point(min(max(place.x, -limit.x), limit.x), min(max(place.y, -limit.y), limit.y)) }
            }
            // While the user drags the stream, the vector from the stream to the pointer stays the same.
            grip = pressed ? grip ?? pointer - emitter.position : nil
        case .wheel(let steps) where !steps.isNaN: emitter.length = min(max(emitter.length + 12 * Double(min(max(steps, -20), 20)), 0), 1000)
        case .arrow(let dx, let dy):
            emitter.angle = (emitter.angle + 0.05 * Double(dx)).remainder(dividingBy: 2 * .pi)
            emitter.rotator = min(max(emitter.rotator + 0.002 * Double(dy), -7), 7)
        case .key("l"): look = look == .glow ? .disc : .glow
        default: break
        }
    }

    package func timeUntilNextChange(at time: Double) -> Double? {
        emitter.count > 0 && (emitter.isEmitting || emitter.opacity(at: time) > 0) ? 0 : nil
    }

    package static let hasOptions = true
    package var gainsFromSamples: Bool { false }
    package func addOptions(to panel: PanelBuilder, at time: Double) {
        panel.slider("count", &emitter.count, in: 0...5000)
        panel.slider("cycle time", &emitter.cycleTime, in: 0.05...10, unit: " s", logarithmic: true)
        panel.slider("rotator", &emitter.rotator, in: -Double.pi ... Double.pi, decimals: 4)
        panel.slider("angle", &emitter.angle, in: -Double.pi ... Double.pi)
        panel.slider("length", &emitter.length, in: 0...1000, decimals: 0, unit: " pt")
        panel.slider("x adjust", &emitter.xAdjust, in: -20...20, unit: " pt")
        panel.slider("y adjust", &emitter.yAdjust, in: -20...20, unit: " pt")
        panel.separator()
        var color = SIMD4(Float(emitter.color.red), Float(emitter.color.green), Float(emitter.color.blue), Float(emitter.color.alpha))
        if panel.color("first colour", &color) { emitter.color = Color(Double(color.x), Double(color.y), Double(color.z), Double(color.w)) }
        panel.slider("red offset", &emitter.redOffset, in: -1...1)
        panel.slider("green offset", &emitter.greenOffset, in: -1...1)
        panel.slider("blue offset", &emitter.blueOffset, in: -1...1)
        panel.slider("alpha offset", &emitter.alphaOffset, in: -1...1)
        panel.combo("offsets over", &emitter.colorSpan)
        panel.separator()
        panel.combo("look", &look)
        panel.slider("size", &emitter.particleSize, in: 1...120, decimals: 0, unit: " pt")
        panel.slider("growth", &emitter.growth, in: 0...6)
        panel.slider("fade", &emitter.fade, in: 0...0.5)
        if panel.button(emitter.isEmitting ? "stop" : "start") { handle(.tap, at: time) }
        panel.sameLine()
        if panel.button("reset") {
            let position = emitter.position
            emitter = EmitterDemo.standard
            emitter.position = position
        }
        panel.note("\(renderer.particleCount) particles, 1 draw call")
    }

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        pixelsPerPoint = Double(min(frame.target.width, frame.target.height)) / EmitterDemo.extent
        view = Size(width: Double(frame.target.width) / pixelsPerPoint, height: Double(frame.target.height) / pixelsPerPoint)
        var placed = emitter
        placed.position = Point(view.width / 2, view.height / 2) + emitter.position
        // A glow is bright only near its middle, but a disc is visible up to its rim. Discs are drawn smaller than glows, because discs
        // of the size of glows would hide each other and would extend beyond the picture's edges.
        if look == .disc { placed.particleSize *= 0.3 }
        try renderer.prepare(placed.particles(at: frame.time), into: &encoder)
        let background: ClearValues = look == .glow ? .color(0.02, 0.022, 0.05, 1) : .color(0.1, 0.12, 0.17, 1)
        encoder.render(to: frame.target, clear: background, label: "emitter") { pass in
            renderer.draw(in: &pass, size: view, content: look == .glow ? .glow : .disc)
        }
    }
}
