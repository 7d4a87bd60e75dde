// fluid: coloured ink in a fluid that fountains and the pointer stir. Compute shaders move the fluid, and a draw shows it.

import ArgumentParser
import Panels
import Raster

struct FluidCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "fluid", abstract: "Glowing smoke, or ink in water, that the pointer stirs; moved by compute shaders.",
        discussion: "Keys: " + FluidDemo.keys.joined(separator: "; ") + ".")

    @Option(name: .long, help: ArgumentHelp("The look: glow (smoke that shines at night) or ink (ink over paper).", valueName: "look"))
    var look = FluidDemo.Look.glow
    @Option(name: .long, help: ArgumentHelp("Rows of cells of the fluid, 16 to 512. The ink has two and a half times as many.", valueName: "count"))
    var rows = FluidDemo.rows
    @Option(name: .long, help: ArgumentHelp("Strength of small swirls, 0 to 1.", valueName: "number"))
    var swirl = FluidDemo.swirl
    @Option(name: .long, help: ArgumentHelp("Seconds in which half of the ink fades, 0.2 to 60.", valueName: "seconds"))
    var fade = FluidDemo.fade
    @Flag(name: .long, inversion: .prefixedNo, help: "Let four fountains wander through the fluid.")
    var fountains = true
    @OptionGroup var common: CommonOptions

    var defaultTime: Double { 8 }

    func validate() throws {
        guard (16...512).contains(rows) else { throw ValidationError("--rows must be between 16 and 512, not \(rows).") }
        guard (0...1).contains(swirl) else { throw ValidationError("--swirl must be between 0 and 1, not \(swirl).") }
        guard (0.2...60).contains(fade) else { throw ValidationError("--fade must be between 0.2 and 60 seconds, not \(fade).") }
    }
    func makeDemo(device: Device) throws -> FluidDemo {
        try FluidDemo(device: device, look: look, rows: rows, swirl: swirl, fade: fade, fountains: fountains, seed: common.seed)
    }
}

package final class FluidDemo: Demo {
    package enum Look: String, ExpressibleByArgument, CaseIterable, Sendable { case glow, ink }

    static let rows = 144, swirl: Float = 0.25, fade: Float = 5
    /// `warmUp` is the maximum number of steps that are computed before the first picture. `catchUp` is the maximum number of steps between
    /// two later pictures; if a window is so slow that more steps would be needed, the further steps are skipped.
    private static let warmUp = 20 * Fluid.stepsPerSecond, catchUp = Fluid.stepsPerSecond / 2
    private let fluid: Fluid
    private let pipeline: Pipeline
    private let triangle: Buffer
    private var look: Look
    private var swirl: Float, fade: Float
    private var glow: Float = 0.9
    private var hasFountains: Bool
    private let fountains: [Fountain]
    /// The number of steps from time 0 to the last picture, skipped steps included; nil before the first picture.
    private var stepCount: Int?
    /// The pointer's position at the last picture and now, in pixels; nil until the first pointer event.
    private var pointer: (last: SIMD2<Float>, now: SIMD2<Float>, isPressed: Bool)?

    package init(device: Device, look: Look = .glow, rows: Int = FluidDemo.rows, swirl: Float = FluidDemo.swirl, fade: Float = FluidDemo.fade,
                 fountains: Bool = true, seed: UInt64 = 1) throws {
        (self.look, self.swirl, self.fade, hasFountains) = (look, swirl, fade, fountains)
        fluid = try Fluid(device: device, rows: rows)
        self.fountains = Fountain.all(seed: seed)
        let program = try device.makeProgram(vertex: EmbeddedShader.source("stretch.vert"), fragment: EmbeddedShader.source("fluid.frag"), label: "fluid")
        pipeline = try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 8, VertexAttribute("position", .float2)), label: "fluid")
        triangle = try device.makeBuffer([-1, -1, 3, -1, -1, 3] as [Float], label: "fluid")
    }

    package static let keys = ["drag: pour ink", "move the pointer: stir", "L: glow or ink", "F: fountains on, off", "C: clear"]

    package func handle(_ event: DemoEvent, at time: Double) {
        switch event {
        case .pointer(let x, let y, let pressed):
            let place = SIMD2(x, y)
            if x.isFinite, y.isFinite { pointer = (pointer?.last ?? place, place, pressed) }
        case .key("l"): look = look == .glow ? .ink : .glow
        case .key("f"): hasFountains.toggle()
        case .key("c"): fluid.clear()
        default: break
        }
    }

    package var remembersFrames: Bool { true }
    package var gainsFromSamples: Bool { false }
    package static let hasOptions = true
    package static var foldsPanel: Bool { true }
    package func addOptions(to panel: PanelBuilder, at time: Double) {
        panel.combo("look", &look)
        panel.slider("swirls", &swirl, in: 0...1)
        panel.slider("half-life", &fade, in: 0.2...60, unit: " s", logarithmic: true)
        if look == .glow { panel.slider("glow", &glow, in: 0...2) }
        panel.checkbox("fountains", &hasFountains)
        if panel.button("clear") { fluid.clear() }
        panel.note("\(fluid.rows) rows of cells, \(Fluid.stepsPerSecond) steps a second")
    }

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        let size = SIMD2(Float(frame.target.width), Float(frame.target.height))
        try fluid.fit(width: frame.target.width, height: frame.target.height, into: &encoder)
        let wanted = Int((frame.time * Double(Fluid.stepsPerSecond) + 1e-6).rounded(.down))
        let first = max(stepCount ?? 0, wanted - (stepCount == nil ? FluidDemo.warmUp : FluidDemo.catchUp))
        if first < wanted {
            // The share of the ink that remains after one step. With this share, half of the ink remains after `fade` seconds.
            let keep = Float(PortableMath.power(0.5, 1 / (Double(fade) * Double(Fluid.stepsPerSecond))))
            for number in first..<wanted {
                var stirrers = hasFountains ? fountains.map { $0.stirrer(at: number, aspect: fluid.aspect) } : []
                if let stirrer = pointerStirrer(step: number - first, of: wanted - first, at: number, size) { stirrers.append(stirrer) }
                fluid.step(stirrers, swirling: swirl, keep: keep, into: &encoder)
            }
        }
        // The steps that were computed above have already used the pointer's movement, so the next frame starts from the pointer's present
        // position. While the demo's time is stopped, the pointer's movements are dropped, so that these movements do not stir the fluid
        // later.
        if first < wanted || frame.delta == 0, let place = pointer?.now { pointer?.last = place }
        stepCount = max(stepCount ?? 0, wanted)
        guard let ink = fluid.ink else { preconditionFailure("the fluid has a shape") }
        encoder.generateMipmaps(ink)
        encoder.render(to: frame.target, clear: .color(0, 0, 0), label: "fluid") { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(triangle)
            pass.setTexture("ink", ink, .trilinear)
            pass.setUniform("glow", glow)
            pass.setUniform("isInk", look == .ink)
            pass.draw(count: 3, label: "ink")
        }
    }

    /// Returns the pointer's stirrer for step number `step` of the `count` steps before a picture. During each step, the stirrer moves
    /// along an equal part of the pointer's way since the last picture. `number` counts steps from time 0. Returns nil if the pointer
    /// neither moves nor pours.
    private func pointerStirrer(step: Int, of count: Int, at number: Int, _ size: SIMD2<Float>) -> Fluid.Stirrer? {
        guard let pointer, pointer.isPressed || pointer.last != pointer.now else { return nil }
        // Positions are limited, because the squares of very large coordinates would overflow.
        func limited(_ place: SIMD2<Float>) -> SIMD2<Float> { (place / size).clamped(lowerBound: -.one, upperBound: .one * 2) * SIMD2(fluid.aspect, 1) }
        let last = limited(pointer.last), now = limited(pointer.now)
        func place(_ share: Float) -> SIMD2<Float> { last + (now - last) * share }
        let from = place(Float(step) / Float(count)), to = place(Float(step + 1) / Float(count))
        let speed = (to - from) * Float(Fluid.stepsPerSecond), limit = SIMD2<Float>(repeating: 3)
        let ink = pointer.isPressed ? Fountain.color(Double(number) / Double(4 * Fluid.stepsPerSecond)) * 0.12 : .zero
        return Fluid.Stirrer(from: from, to: to, push: (speed * 0.3).clamped(lowerBound: -limit, upperBound: limit), ink: ink, radius: 0.03)
    }
}
