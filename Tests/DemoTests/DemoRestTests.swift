// Demos in windows: the times at which pictures are drawn again. If a demo says that nothing changes, its picture must not change.

import DemoKit
import Foundation
import Raster
import Scenes2D
import TestSupport
import Testing

@Suite struct DemoRestTests {
    /// A demo, its first events, and the time from which the demo rests.
    struct Case: Sendable {
        var name: String, from: Double
        var make: @Sendable (Device) throws -> any Demo
        var events: [DemoEvent] = []
    }
    static let resting: [Case] = [
        Case(name: "an arrow that is held", from: 0) { try ArrowDemo(device: $0, tip: 200) },
        Case(name: "a vine that has grown", from: 8) { try VineDemo(device: $0) },
        Case(name: "a vine that was cleared", from: 0.1, make: { try VineDemo(device: $0) }, events: [.key("c")]),
        Case(name: "shapes that have fallen", from: 75) { try DropShapesDemo(device: $0) },
        Case(name: "shapes that have fallen, seen through", from: 75) { try DropShapesDemo(device: $0, kind: .exact, physics: 0) },
        Case(name: "a rope without wind", from: 60) { try RopeDemo(device: $0) },
        Case(name: "a rope without a lamp", from: 60) { try RopeDemo(device: $0, lamp: false) },
        Case(name: "a picker of a colour", from: 0) { try PickerDemo(device: $0, color: .init(hex: 0xFF7A18)) },
        Case(name: "a picker after copying", from: 1, make: { try PickerDemo(device: $0, color: .init(hex: 0xFF7A18)) }, events: [.key("c")]),
        Case(name: "an emitter that was stopped", from: 3, make: { try EmitterDemo(device: $0) }, events: [.tap]),
        Case(name: "frames that were played once", from: 2) { try FramesDemo(device: $0, repeats: false, count: 6) },
        Case(name: "filters", from: 0) { try FiltersDemo(device: $0, image: "checker") },
        Case(name: "a model", from: 0) { try ModelViewer(device: $0, model: StillLife.model) },
        Case(name: "a shader without time", from: 0) { try ShaderViewer(device: $0, path: stillShader()) },
        Case(name: "one moment of a transition", from: 0) { try transition(device: $0, progress: 0.4) },
        Case(name: "a gallery of transitions for a picture", from: 0) { try segues(device: $0, still: 0.4) },
        Case(name: "a gallery of fractals for a picture", from: 0) { try FractalDemo(device: $0) },
        Case(name: "a fractal of the gallery that was marked by a key", from: 3, make: { try FractalDemo(device: $0) }, events: [.arrow(dx: 1, dy: 0)]),
        Case(name: "a transition that somebody moved", from: 0.5, make: { try transition(device: $0) }, events: [.arrow(dx: 1, dy: 0)]),
    ]
    static let moving: [Case] = [
        Case(name: "an arrow that nobody holds", from: 0) { try ArrowDemo(device: $0) },
        Case(name: "a vine that grows", from: 1) { try VineDemo(device: $0) },
        Case(name: "shapes that fall", from: 3) { try DropShapesDemo(device: $0) },
        Case(name: "a rope in the wind", from: 1) { try RopeDemo(device: $0) },
        Case(name: "a picker that changes by itself", from: 1) { try PickerDemo(device: $0) },
        Case(name: "an emitter", from: 1) { try EmitterDemo(device: $0) },
        Case(name: "a shader with time", from: 1) { try ShaderViewer(device: $0, path: "plasma") },
        Case(name: "materials", from: 1) { try MaterialsDemo(device: $0) },
        Case(name: "a live gallery of transitions", from: 1) { try segues(device: $0, still: nil) },
        Case(name: "a live gallery of fractals", from: 1) { try FractalDemo(device: $0, isLive: true) },
        Case(name: "a transition by itself", from: 0.1) { try transition(device: $0) },
        Case(name: "triangles", from: 1) { try TrianglesDemo(device: $0) },
    ]
    private static func stillShader() throws -> String {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("still-\(UUID().uuidString).frag").path
        try "uniform vec2 u_resolution;\nvoid main() { gl_FragColor = vec4(gl_FragCoord.xy / u_resolution, 0.5, 1.0); }\n".write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }
    private static func segues(device: Device, still: Double?) throws -> SeguesDemo {
        try SeguesDemo(device: device, from: SegueScreens.overview, to: SegueScreens.photo, still: still)
    }
    private static func transition(device: Device, progress: Double? = nil) throws -> TransitionDemo {
        try TransitionDemo(device: device, transition: TransitionDemo.transition(named: "fade", device: device),
                           from: Image(width: 8, height: 8, bytes: [UInt8](repeating: 255, count: 256)),
                           to: Image(width: 8, height: 8, bytes: [UInt8](repeating: 90, count: 256)), progress: progress)
    }
    private func draw(_ demo: any Demo, _ device: Device, at time: Double) throws -> Image {
        try HeadlessDriver(device: device, size: PixelSize(width: 128, height: 72), samples: 1).render(demo, time: time)
    }

    @Test("a demo in which nothing moves says so, and its picture stays", arguments: resting.indices)
    func rests(index: Int) throws {
        let device = Device(.reference), test = DemoRestTests.resting[index], demo = try test.make(device)
        _ = try draw(demo, device, at: 0)
        for event in test.events { try demo.handle(event, at: 0) }
        // Like a window, this function draws the frames between the two times, because physics continues step by step.
        for second in stride(from: 0.5, to: test.from, by: 0.5) where test.from < 10 { _ = try draw(demo, device, at: second) }
        let picture = try draw(demo, device, at: test.from)
        #expect(demo.timeUntilNextChange(at: test.from) == nil, "\(test.name)")
        for later in [0.3, 2, 30] { #expect(try draw(demo, device, at: test.from + later) == picture, "\(test.name) after \(later) s") }
        #expect(demo.timeUntilNextChange(at: test.from + 30) == nil)
    }

    @Test("a demo in which something moves says so, and its picture changes", arguments: moving.indices)
    func moves(index: Int) throws {
        let device = Device(.reference), test = DemoRestTests.moving[index], demo = try test.make(device)
        _ = try draw(demo, device, at: 0)
        let picture = try draw(demo, device, at: test.from)
        #expect(demo.timeUntilNextChange(at: test.from) == 0, "\(test.name)")
        #expect(try draw(demo, device, at: test.from + 0.3) != picture, "\(test.name)")
    }

    @Test("frames of an animation are due when they begin") func frames() throws {
        let device = Device(.reference), demo = try FramesDemo(device: device, rate: 4, count: 6)
        let first = try draw(demo, device, at: 0.1)
        #expect(abs((demo.timeUntilNextChange(at: 0.1) ?? 9) - 0.15) < 1e-9)
        #expect(try draw(demo, device, at: 0.24) == first && draw(demo, device, at: 0.26) != first)
    }

    @Test("a picture is drawn while something changes, twice for panels to follow, once at full resolution, and then only after the next change")
    func schedule() {
        var redraw = RedrawSchedule()
        func step(_ time: Double, changes: Bool = false, until next: Double? = nil, finest: Bool = false) -> RedrawSchedule.Step {
            let step = redraw.step(at: time, changes: changes)
            if step != .stays { redraw.frameDrawn(at: time, untilNextChange: next, isFinest: finest) }
            return step
        }
        #expect(redraw.timeUntilNextFrame(at: 0) == 0)
        #expect(step(0) == .moves, "the first frame comes by itself")
        #expect(redraw.timeUntilNextFrame(at: 0) == 0)
        #expect(step(0.01) == .moves && step(0.02) == .moves)
        #expect(step(0.03) == .stays)
        #expect(abs((redraw.timeUntilNextFrame(at: 0.03) ?? 9) - 0.22) < 1e-9)
        #expect(step(0.25) == .settles)
        #expect(redraw.timeUntilNextFrame(at: 0.25) == nil && step(100) == .stays)
        // If the frames after an event already have the full resolution, no further frame is drawn.
        #expect(step(101, changes: true, finest: true) == .moves && step(101.01, finest: true) == .moves && step(101.02, finest: true) == .moves)
        #expect(redraw.timeUntilNextFrame(at: 101.02) == nil && step(102) == .stays)
        // A moving picture is drawn frame by frame. If the time of the next change is known, the picture is drawn once at full resolution,
        // and then not again before this time.
        #expect((0..<60).allSatisfy { step(103 + Double($0) / 60, changes: $0 == 0, until: 0) == .moves })
        #expect(step(104, until: 5) == .moves && step(104.01, until: 4.99) == .moves && step(104.02, until: 4.98) == .moves && step(104.03) == .stays
                    && step(104.3, until: 4.7) == .settles)
        #expect(abs((redraw.timeUntilNextFrame(at: 105) ?? 9) - 4) < 1e-9 && step(108) == .stays && step(109, until: nil) == .moves)
    }
}
