import Effects
import Raster
import Testing

/// Records the calls in their order, and draws the number of updates as a colour.
private final class Recorder: ViewController {
    var log: [String] = []
    var updates = 0
    var action: (Recorder) throws -> Void = { _ in }
    var untilNextChange: Double? = 0
    override var timeUntilNextChange: Double? { untilNextChange }

    private func times() -> String {
        [timeSinceFirstResume, timeSinceLastResume, timeSinceLastUpdate, timeSinceLastDraw].map { "\(($0 * 1000).rounded() / 1000)" }.joined(separator: " ")
    }
    override func update() throws {
        log.append("update \(times())")
        updates += 1
        try action(self)
    }
    override func view(_ view: View, draw encoder: inout CommandEncoder, into drawable: Framebuffer) {
        log.append("draw \(times())")
        encoder.render(to: drawable, clear: .color(Float(updates) / 255, 0, 0, 1)) { _ in }
    }
}

@Suite("View controller") struct ViewControllerTests {
    let device = Device(.reference)
    let clock = ManualFrameClock(seconds: 100)
    private func makeRecorder() throws -> Recorder { Recorder(view: try View(device: device, width: 2, height: 2), clock: clock) }

    @Test("the defaults are those of GLKit")
    func defaults() throws {
        let controller = ViewController(view: try View(device: device, width: 2, height: 2), clock: clock)
        #expect(controller.preferredFramesPerSecond == 30 && controller.framesPerSecond == 30)
        #expect(controller.framesDisplayed == 0 && !controller.isPaused)
        #expect(controller.timeSinceFirstResume == 0 && controller.timeSinceLastResume == 0)
        #expect(controller.timeSinceLastUpdate == 0 && controller.timeSinceLastDraw == 0)
        clock.advance(by: 5)
        #expect(controller.timeSinceFirstResume == 0)
        #expect(try controller.step() && controller.framesDisplayed == 1)
    }

    @Test("a frame is an update, then a draw, and both see the same time")
    func order() throws {
        let controller = try makeRecorder()
        try controller.step()
        clock.advance(by: 0.5)
        try controller.step()
        clock.advance(by: 0.25)
        controller.action = { _ in clock.advance(by: 0.125) }   // the controller ignores time that passes inside a frame
        try controller.step()
        controller.action = { _ in }
        try controller.step()
        // The four numbers are the times since the first resume, the last resume, the last update and the last draw.
        #expect(controller.log == ["update 0.0 0.0 0.0 0.0", "draw 0.0 0.0 0.0 0.0",
                                   "update 0.5 0.5 0.5 0.5", "draw 0.5 0.5 0.0 0.5",
                                   "update 0.75 0.75 0.25 0.25", "draw 0.75 0.75 0.0 0.25",
                                   "update 0.875 0.875 0.125 0.125", "draw 0.875 0.875 0.0 0.125"])
        #expect(controller.framesDisplayed == 4)
    }

    @Test("between frames the properties follow the clock")
    func betweenFrames() throws {
        let controller = try makeRecorder()
        try controller.step()
        clock.advance(by: 2)
        #expect(controller.timeSinceFirstResume == 2 && controller.timeSinceLastResume == 2)
        #expect(controller.timeSinceLastUpdate == 2 && controller.timeSinceLastDraw == 2)
    }

    @Test("while paused, nothing is updated or drawn; resuming does not jump")
    func pause() throws {
        let controller = try makeRecorder()
        try controller.step()
        clock.advance(by: 1)
        controller.isPaused = true
        #expect(try controller.step() == false)
        #expect(controller.timeUntilNextFrame == nil && controller.framesDisplayed == 1)
        clock.advance(by: 10)
        #expect(controller.timeSinceFirstResume == 11)
        controller.isPaused = false
        #expect(controller.timeUntilNextFrame == 0)
        clock.advance(by: 0.25)
        try controller.step()
        #expect(controller.log.suffix(2) == ["update 11.25 0.25 0.25 0.25", "draw 11.25 0.25 0.0 0.25"])
    }

    @Test("a scene that does not change rests until a frame is requested, and does not jump after the rest")
    func rest() throws {
        let controller = try makeRecorder()
        controller.untilNextChange = nil
        #expect(controller.timeUntilNextFrame == 0 && !controller.isResting, "the first frame comes all the same")
        try controller.step()
        #expect(controller.timeUntilNextFrame == nil && controller.isResting)
        clock.advance(by: 10)
        #expect(controller.timeUntilNextFrame == nil && controller.timeSinceLastUpdate == 10)
        controller.setNeedsDisplay()
        #expect(controller.timeUntilNextFrame == 0 && !controller.isResting)
        clock.advance(by: 0.25)
        try controller.step()
        #expect(controller.log.suffix(2) == ["update 10.25 10.25 0.25 0.25", "draw 10.25 10.25 0.0 0.25"])
        #expect(controller.isResting, "one frame for one call")
        controller.isPaused = true
        controller.setNeedsDisplay()
        #expect(controller.timeUntilNextFrame == nil, "a pause is stronger")
        controller.isPaused = false
        #expect(controller.timeUntilNextFrame == 0, "what was changed during a pause is shown after it")
        // A request for a draw that is made during a draw leads to another frame.
        controller.action = { $0.setNeedsDisplay() }
        try controller.step()
        #expect(!controller.isResting)
        controller.action = { _ in }
        try controller.step()
        #expect(controller.isResting)
    }

    @Test("a frame is due when the scene changes next, but not before the screen's next frame; invalid numbers mean at once")
    func nextChange() throws {
        let controller = try makeRecorder()
        controller.preferredFramesPerSecond = 10
        func due(_ untilNextChange: Double?) throws -> Double? {
            controller.untilNextChange = untilNextChange
            try controller.step()
            let due = controller.timeUntilNextFrame.map { ($0 * 1000).rounded() / 1000 }
            clock.advance(by: 5)
            return due
        }
        #expect(try due(0) == 0.1 && due(0.03) == 0.1 && due(2) == 2 && due(.infinity) == nil)
        #expect(try due(-3) == 0.1 && due(.nan) == 0.1 && due(-.infinity) == 0.1)
        controller.untilNextChange = 2
        try controller.step()
        clock.advance(by: 1.5)
        #expect(controller.timeUntilNextFrame == 0.5)
        controller.setNeedsDisplay()
        #expect(controller.timeUntilNextFrame == 0, "an event comes first")
    }

    @Test("a delegate may return the time until the next change; without this method the scene always changes")
    func delegateRest() throws {
        final class Always: ViewControllerDelegate { func viewControllerUpdate(_ controller: ViewController) {} }
        final class Still: ViewControllerDelegate {
            func viewControllerUpdate(_ controller: ViewController) {}
            func viewControllerTimeUntilNextChange(_ controller: ViewController) -> Double? { nil }
        }
        let controller = ViewController(view: try View(device: device, width: 2, height: 2), clock: clock), always = Always(), still = Still()
        controller.delegate = always
        try controller.step()
        #expect(!controller.isResting)
        controller.delegate = still
        try controller.step()
        #expect(controller.isResting)
    }

    @Test("for a controller that starts paused, the first resume is when the pause ends")
    func startsPaused() throws {
        let controller = try makeRecorder()
        controller.isPaused = true
        clock.advance(by: 3)
        #expect(try controller.step() == false && controller.timeSinceFirstResume == 0)
        controller.isPaused = false
        clock.advance(by: 1)
        #expect(controller.timeSinceFirstResume == 1)
    }

    @Test("a pause during an update still draws that frame")
    func pauseInside() throws {
        let controller = try makeRecorder()
        controller.action = { $0.isPaused = true }
        #expect(try controller.step() && controller.framesDisplayed == 1)
        #expect(try controller.step() == false)
    }

    @Test("frames are due on a grid; missed frames are skipped")
    func schedule() throws {
        let controller = try makeRecorder()
        controller.preferredFramesPerSecond = 10
        func wait() -> Double { (controller.timeUntilNextFrame! * 1e6).rounded() / 1e6 }
        #expect(wait() == 0)
        try controller.step()
        #expect(wait() == 0.1)
        clock.advance(by: 0.04)
        #expect(wait() == 0.06)
        clock.advance(by: 0.06)
        #expect(wait() == 0)
        try controller.step()
        clock.advance(by: 0.13)         // this frame is late by 0.03 s; the next frame is due 0.07 s later
        #expect(wait() == 0)
        try controller.step()
        #expect(wait() == 0.07)
        clock.advance(by: 0.57)         // five frames are missed
        try controller.step()
        #expect(wait() == 0.1)
        controller.preferredFramesPerSecond = 50
        #expect(wait() == 0.02)
    }

    @Test("at any rate a minute has the right number of frames, and none is drawn twice", arguments: [1, 24, 30, 60, 144])
    func minute(rate: Int) throws {
        let controller = ViewController(view: try View(device: device, width: 1, height: 1), clock: clock)
        controller.preferredFramesPerSecond = rate
        var last = -1.0
        while clock.seconds < 110 - 1e-6 {
            if let wait = controller.timeUntilNextFrame, wait > 0 { clock.advance(by: wait) }
            guard clock.seconds < 110 - 1e-6 else { break }
            #expect(clock.seconds > last)
            last = clock.seconds
            try controller.step()
        }
        #expect(controller.framesDisplayed == 10 * rate)
    }

    @Test("the rate is the divisor of the screen's rate nearest to the preferred rate",
          arguments: [(30, 60, 30), (35, 60, 30), (45, 60, 30), (50, 60, 60), (60, 60, 60), (120, 60, 60), (24, 60, 20), (1, 60, 1), (30, 144, 29), (0, 60, 1),
                      (-7, 60, 1)])
    func rates(preferred: Int, screen: Int, expected: Int) throws {
        let controller = ViewController(view: try View(device: device, width: 1, height: 1), clock: clock)
        controller.preferredFramesPerSecond = preferred
        controller.screenFramesPerSecond = screen
        #expect(controller.framesPerSecond == expected)
        controller.screenFramesPerSecond = nil
        #expect(controller.framesPerSecond == max(1, preferred))
        controller.screenFramesPerSecond = 0
        #expect(controller.framesPerSecond == max(1, preferred))
    }

    @Test("rates beyond those of all screens are clamped")
    func extremeRates() throws {
        let controller = try makeRecorder()
        for (preferred, screen, expected) in [(Int.max, nil, 1_000_000), (Int.min, nil, 1), (Int.max, Int.max, 1_000_000), (30, Int.max, 30),
                                              (30, Int.min, 30)] as [(Int, Int?, Int)] {
            controller.preferredFramesPerSecond = preferred
            controller.screenFramesPerSecond = screen
            #expect(controller.framesPerSecond == expected)
            try controller.step()
        }
    }

    @Test("if the clock goes backwards or returns no finite number, time stands still")
    func badClock() throws {
        let controller = try makeRecorder()
        try controller.step()
        clock.advance(by: 1)
        #expect(controller.timeSinceFirstResume == 1)
        for seconds: Double in [50, -Double.infinity, Double.infinity, Double.nan] {
            clock.seconds = seconds
            try controller.step()
            #expect(controller.timeSinceFirstResume == 1 && controller.timeSinceLastUpdate == 0)
        }
    }

    private final class Hearer: ViewControllerDelegate {
        var log: [String] = []
        func viewControllerUpdate(_ controller: ViewController) { log.append("update") }
        func viewController(_ controller: ViewController, willPause pauses: Bool) { log.append("\(controller.isPaused) to \(pauses)") }
    }

    @Test("a delegate is called for updates instead of the controller, and before isPaused changes")
    func delegate() throws {
        let controller = try makeRecorder(), hearer = Hearer()
        controller.delegate = hearer
        try controller.step()
        controller.isPaused = true
        controller.isPaused = true
        controller.isPaused = false
        #expect(hearer.log == ["update", "false to true", "true to false"])
        #expect(controller.updates == 0)
    }

    @Test("a view's own drawing is kept")
    func ownDrawing() throws {
        let view = try View(device: device, width: 1, height: 1)
        view.drawing = { _, encoder, target in encoder.render(to: target, clear: .color(0, 0, 1, 1)) { _ in } }
        let controller = Recorder(view: view, clock: clock)
        try controller.step()
        #expect(controller.updates == 1 && view.delegate == nil)
        #expect(try view.displayed().readImage()[0, 0] == [0, 0, 255, 255])
    }

    @Test("an error in update or draw is thrown, and the frame does not count")
    func errors() throws {
        struct Refused: Error {}
        let controller = try makeRecorder()
        controller.action = { _ in throw Refused() }
        #expect(throws: Refused.self) { try controller.step() }
        #expect(controller.framesDisplayed == 0)
        controller.action = { _ in }
        try controller.step()
        #expect(controller.framesDisplayed == 1)
    }

    @Test("the same steps give the same pictures")
    func deterministic() throws {
        func pictures() throws -> [Image] {
            let clock = ManualFrameClock()
            let view = try View(device: device, width: 4, height: 4)
            var angle: Double = 0
            let controller = ViewController(view: view, clock: clock)
            // The controller retains the view, so the view must not retain the controller.
            view.drawing = { [unowned controller] _, encoder, target in
                angle += controller.timeSinceLastDraw
                encoder.render(to: target, clear: .color(Float(angle), Float(controller.timeSinceFirstResume), 0, 1)) { _ in }
            }
            return try (0..<5).map { _ in
                try controller.step()
                clock.advance(by: 1.0 / 30)
                return try view.displayed().readImage()
            }
        }
        let first = try pictures()
        #expect(try pictures() == first && Set(first).count == 5)
    }

    @Test("the system clock advances")
    func systemClock() throws {
        let controller = ViewController(view: try View(device: device, width: 1, height: 1))
        try controller.step()
        let first = controller.timeSinceFirstResume
        #expect(first >= 0 && controller.timeSinceFirstResume >= first)
    }
}
