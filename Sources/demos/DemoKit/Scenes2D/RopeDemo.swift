// rope: a button on a rope that swings in front of a brick wall, and a lamp on another rope that lights the wall.
//
// The scene has 960 × 540 points and is centred. If the frame has other proportions, more of the wall around the scene is visible.

import ArgumentParser
import Canvas
import Effects
import Panels
import Raster
import Scenes2D

struct RopeCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "rope", abstract: "A button swings on a rope, a lamp on another one; press it, drag it, see an X-ray of the physics.",
        discussion: "Keys: " + RopeDemo.keys.joined(separator: "; ") + ".")

    @Flag(name: .long, inversion: .prefixedNo, help: "Hang a lamp on a second rope.")
    var lamp = true
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Links of the rope, 2 to 60.", valueName: "count"))
    var segments = 15
    @OptionGroup var look: PhysicsLookOptions
    @OptionGroup var common: CommonOptions

    var defaultTime: Double { 1.3 }

    func validate() throws {
        guard (2...60).contains(segments) else { throw ValidationError("--segments must be between 2 and 60, not \(segments).") }
    }
    func makeDemo(device: Device) throws -> RopeDemo { try RopeDemo(device: device, lamp: lamp, segments: segments, physics: look.physics) }
}

package final class RopeDemo: Demo {
    private let device: Device
    private let stage: CanvasStage
    private let world: PhysicsWorld
    private let rope: Rope
    private let button: HangingButton
    private let lamp: HangingLamp?
    private let wall: LitWall
    private var xray: PhysicsXray
    private var color = SIMD3<Float>(1, 0.80, 0.52)
    private var range = 620.0
    private var isLit = true
    private var lampHeld: PhysicsJoint?
    private var isPressed = false
    /// The times at which the wind begins and ends; nil if no wind is planned. The first wind starts without a key.
    private var wind: (from: Double, to: Double)? = (0.2, 0.75)

    package init(device: Device, lamp hasLamp: Bool = true, segments: Int = 15, physics: Double? = nil) throws {
        self.device = device
        stage = try CanvasStage(device: device, minimumWidth: 640)
        world = try PhysicsWorld(gravity: Point(0, 9.81), pointsPerMeter: 100)
        rope = try Rope(in: world, segments: segments)
        button = try HangingButton(on: rope)
        lamp = hasLamp ? try HangingLamp(in: world, frame: Rectangle(x: 640, y: 60, width: 3, height: 130)) : nil
        wall = try LitWall(device: device)
        xray = try .look(fade: physics)
        button.face = RopeDemo.drawPowerSign
    }
    /// Draws the power symbol: a ring that is open at the top, with a line in the gap.
    private static func drawPowerSign(into canvas: inout Canvas) {
        let ring = (3...33).map { AffineTransform.rotation(Double($0) * .pi / 18).applyToOffset(Point(0, -9)) }
        var path = Path(ring.enumerated().map { $0.offset == 0 ? .move(to: $0.element) : .line(to: $0.element) })
        path.move(to: Point(0, -11))
        path.line(to: Point(0, -2))
        canvas.translate(0, 3)
        canvas.stroke(path, with: .color(Color(0.35, 0.08, 0, 0.35)), style: StrokeStyle(width: 4.5, cap: .round, join: .round))
        canvas.stroke(path, with: .color(.white), style: StrokeStyle(width: 3, cap: .round, join: .round))
    }

    package static let keys = ["click the button: lamp on, off", "drag: pull the button or the lamp", "W: a gust of wind", "L: lamp on, off", PhysicsXray.key]
    package static let hasOptions = true
    package var gainsFromSamples: Bool { false }

    private var sceneOffset: Point { Point(stage.width - 960, stage.height - 540) / 2 }

    package func handle(_ event: DemoEvent, at time: Double) throws {
        try advance(to: time)
        switch event {
        case .pointer(let x, let y, let pressed):
            let point = stage.point(x, y) - sceneOffset
            if pressed, !isPressed {
                if try !button.press(at: point), let lamp, lamp.body.contains(point) { lampHeld = try world.snap(lamp.body, at: point) }
            } else if pressed {
                try button.drag(to: point)
                try lampHeld?.setTarget(point)
            } else {
                if try button.release() { isLit.toggle() }
                if let held = lampHeld { try world.remove(held) }
                lampHeld = nil
            }
            isPressed = pressed
        case .key("w"): wind = (time, time + 0.45)
        case .key("l"): isLit.toggle()
        case .key("x"): xray.isOn.toggle()
        default: break
        }
    }
    package func timeUntilNextChange(at time: Double) -> Double? {
        world.isMoving ? 0 : wind.map { max(0, $0.from - time) }
    }
    package func addOptions(to panel: PanelBuilder, at time: Double) throws {
        if lamp != nil {
            panel.checkbox("lamp", &isLit)
            panel.slider("range", &range, in: 100...1000, decimals: 0, unit: " pt")
            panel.color("light", &color)
        }
        if panel.button("a gust of wind (W)") { wind = (time, time + 0.45) }
        panel.note("The button was pressed \(button.tapCount == 1 ? "once" : "\(button.tapCount) times").")
        panel.separator()
        xray.addOptions(to: panel)
    }

    /// Advances the simulation to the given time. The wind begins and ends exactly with a step of the simulation, so the motion does not
    /// depend on the frame rate.
    private func advance(to time: Double) throws {
        if let blows = wind, time >= blows.from {
            if world.time < blows.to {
                world.advance(to: blows.from)
                try button.body.setPushes([.init(Point(0.85 * 9.81 * button.body.mass, 0))])
                if let lamp { try lamp.body.setPushes([.init(Point(0.5 * 9.81 * lamp.body.mass, 0))]) }
                world.advance(to: min(blows.to, time))
            }
            if time >= blows.to {
                try button.body.setPushes([])
                try lamp?.body.setPushes([])
                wind = nil
            }
        }
        world.advance(to: time)
    }

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        stage.begin(frame.target)
        try advance(to: frame.time)
        let light = isLit ? lamp.map { lamp in
            let place = lamp.bulb + sceneOffset
            return PointLight(position: SIMD2(Float(place.x), Float(stage.height - place.y)), intensity: 1.05, range: Float(range), color: color)
        } : nil
        rope.style.shadow = light == nil ? Shadow(offset: Point(4, 8), blur: 8, color: Color(white: 0, alpha: 0.4)) : nil

        // The objects that cast shadows: the rope and the button.
        var casters = Canvas()
        casters.translate(sceneOffset.x, sceneOffset.y)
        rope.draw(into: &casters)
        button.draw(into: &casters)
        try wall.draw(light: light, casters: casters, stage: stage, to: frame.target, into: &encoder)

        var canvas = Canvas()
        canvas.translate(sceneOffset.x, sceneOffset.y)
        RopeDemo.drawNail(at: Point(rope.frame.center.x, rope.frame.minY + rope.linkHeight / 2), into: &canvas)
        rope.draw(into: &canvas)
        button.draw(into: &canvas)
        if let lamp {
            RopeDemo.drawNail(at: Point(lamp.rope.frame.center.x, lamp.rope.frame.minY + lamp.rope.linkHeight / 2), into: &canvas)
            lamp.draw(color: light == nil ? nil : Color(Double(color.x), Double(color.y), Double(color.z)), into: &canvas)
        }
        try xray.draw(world, into: &canvas, stage: stage, offset: sceneOffset)
        try stage.draw(canvas, to: frame.target, into: &encoder)
    }
    private static func drawNail(at point: Point, into canvas: inout Canvas) {
        canvas.fill(HangingLamp.disc(point, 7), with: .gradient(.radial(center: point - 2, radius: 9, [Color(hex: 0xD8DCE2), Color(hex: 0x4A4F57)])))
    }
}
