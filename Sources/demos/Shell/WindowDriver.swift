// WindowDriver: shows a demo in a window, as many pixels as the device draws fluidly.
//
// A software renderer may need seconds for a large window. Each frame is therefore drawn at the window's size divided by
// a factor that follows the time frames take, and stretched. A demo that stands still is drawn again at full size, and
// with four samples, when nothing has happened for a moment. The panel is always drawn at the window's own size.

import Panels
import Raster
import Window

package struct WindowDriver {
    let demo: any Demo
    let device: Device
    let window: Window
    let options: CommonOptions
    /// The demo's options; nil for a demo that has none.
    let panel: DemoPanel?
    /// The key that captures a frame.
    static let captureKey = "F12"
    /// The names that SDL may give to the key with the question mark, and one that every keyboard has.
    private static let helpKeys: Set<String> = ["/", "?", "ß", "F1"]
    /// What the keys do in every demo's window, a line each.
    package static let keys = [
        "Space: pause and go on", "Left, Right: a frame back or on while it is paused", "F11: fill the screen", "P: save a screenshot",
        "\(captureKey): capture the frame", "\(XRay.key): see through it", "\(DemoPanel.key): show and hide the panel", "? or F1: these keys", "Escape, Ctrl-Q: close",
    ]

    /// The capture to make: of the frame that the command line names, or that in which the key was pressed.
    private func capture(in events: [WindowEvent], frame: Int) throws -> CapturedDemoFrame? {
        if options.capturedFrame?.number == frame { return options.capturedFrame }
        guard events.contains(where: { if case .keyDown(WindowDriver.captureKey, isRepeat: false) = $0 { true } else { false } }) else { return nil }
        let path = "\(window.name)-\(frame).rcap"
        printError("Capturing this frame as \(path); framescope shows what is in it.")
        return CapturedDemoFrame(path: path, number: frame)
    }

    func run() throws {
        let start = options.time ?? 0
        demo.willShow(in: window)
        var targets = RenderTargets(device: device)
        var composition = try PanelComposition(device: device)
        var router = PanelEventRouter()
        // The first frame is coarse, so that the window shows something at once.
        var coarseness = Coarseness(factor: options.scale ?? (options.device == .reference ? 8 : 2))
        var input = PointerInput()
        // Window pixels for each pixel of the frame that is seen, to which events belong: the next one may be coarser or finer.
        var shownFactor = coarseness.factor
        // Both are made when they are wanted first.
        var panel = self.panel
        var xray = try options.xray.map { try XRay(device: device, look: $0, isOn: true) }
        func showXRay() throws {
            panel = try panel ?? DemoPanel(device: device, title: window.name, scale: window.pixelsPerPoint)
            if let xray { xray.toggle() } else { xray = try XRay(device: device, isOn: true) }
        }
        if xray != nil { panel = try panel ?? DemoPanel(device: device, title: window.name, scale: window.pixelsPerPoint) }
        var lastChange = 0.0, isSettled = false, drawnSamples = 1
        var demoClock = DemoClock(), smoothing = Smoothing()
        let clock = ContinuousClock()
        /// Whether the event was one of the keys that stop and move the demo's time. The space bar goes to a demo that stands still by itself.
        func movesTime(_ event: WindowEvent, at seconds: Double) -> Bool {
            switch event {
            case .keyDown("Space", isRepeat: false) where demoClock.isPaused || demo.isAnimated: demoClock.togglePause(at: seconds)
            case .keyDown("Right", _) where demoClock.isPaused: demoClock.move(frames: 1)
            case .keyDown("Left", _) where demoClock.isPaused: demoClock.move(frames: -1)
            default: return false
            }
            window.title = demoClock.isPaused ? "\(window.name) — paused" : nil
            return true
        }

        func draw(_ time: FrameTime, _ events: [WindowEvent]) throws -> Framebuffer? {
            var now = start + demoClock.time(at: time.seconds)
            var panelEvents: [PanelEvent] = []
            for event in events {
                if case .keyDown(XRay.key, isRepeat: false) = event {
                    try showXRay()
                    continue
                }
                if case .keyDown(let key, isRepeat: false) = event, WindowDriver.helpKeys.contains(key), panel?.context.wantsKeyboard != true {
                    panel = try panel ?? DemoPanel(device: device, title: window.name, scale: window.pixelsPerPoint)
                    panel?.showsKeys.toggle()
                    continue
                }
                if let panel {
                    let routed = router.route(event, panel: panel)
                    panelEvents += routed.panel
                    guard routed.isForDemo else { continue }
                }
                if movesTime(event, at: time.seconds) {
                    now = start + demoClock.time(at: time.seconds)
                    continue
                }
                for demoEvent in input.translate(event, factor: shownFactor) { try demo.handle(demoEvent, at: now) }
            }
            let isAnother = try demo.update()
            var changes = xray?.advance(time.delta) == true || isAnother
            let stands = !demo.isAnimated || demoClock.isPaused
            if stands { changes = changes || !events.isEmpty || time.index == 0 || panel?.context.hasPendingInput == true }
            if changes { lastChange = time.seconds; isSettled = false }
            // Nothing moves, so that not even the panel need be built.
            if stands, isSettled { return nil }
            let settles = stands && time.seconds - lastChange > 0.25
            try panel?.context.setScale(window.pixelsPerPoint)
            try panel?.update(demo, xray: xray, width: window.width, height: window.height, delta: time.delta, time: now, events: panelEvents, folds: true)
            let scale = settles ? 1 : coarseness.factor
            let width = max(1, Int((Double(window.width) / scale).rounded())), height = max(1, Int((Double(window.height) / scale).rounded()))
            demo.panelCovers(panel?.area(inFrame: width, height, windowHeight: window.height))
            let begin = clock.now
            var shown: Framebuffer
            do {
                let samples = options.samples ?? (!demo.gainsFromSamples ? 1 : settles ? 4 : smoothing.samples)
                drawnSamples = samples
                func drawDemo() throws -> Framebuffer {
                    try targets.draw(demo, width: width, height: height, samples: samples, time: now, delta: demoClock.isPaused ? 0 : time.delta, number: time.index)
                }
                shown = try capture(in: events, frame: time.index)?.draw(frame: time.index, on: device, drawDemo) ?? drawDemo()
            } catch where demo.survives(error) {
                return nil
            }
            // Its time counts: the frame gets coarser where both together are slow.
            if let xray, xray.isVisible { shown = try xray.draw(demo, time: now, number: time.index, over: shown) }
            if settles {
                isSettled = true
            } else if options.scale == nil, time.index > 0 {
                // The first frame compiles; its time tells nothing.
                coarseness.frameTook((clock.now - begin) / .seconds(1))
            }
            shownFactor = scale
            if !settles, time.index > 0 { smoothing.frameTook((clock.now - begin) / .seconds(1), factor: scale) }
            guard let panel, panel.isShown || panel.showsKeys || demo.problem != nil else { return shown }
            panel.report(frameTime: (clock.now - begin) / .seconds(1), note: "\(width) × \(height) pixels\(drawnSamples == 4 ? " of four samples" : "")")
            return try composition.compose(shown, panel, width: window.width, height: window.height)
        }
        // The panel belongs to the frame of whoever captures it.
        try window.run { time, events in try device.frame(label: "frame \(time.index)") { try draw(time, events) } }
    }
}

/// Chooses how much coarser a window's frames are than the window, so that they come fast enough.
package struct Coarseness {
    /// The time that each frame should take, in seconds.
    package static let wantedFrameTime = 1.0 / 20
    private static let factors: [Double] = [1, 1.5, 2, 3, 4, 6, 8]

    /// Window pixels per drawn pixel, along each side.
    package private(set) var factor: Double
    /// The time in seconds that a frame takes however few its pixels are; learnt when the factor changes.
    private var fixedCost = 0.0
    private var last: (factor: Double, seconds: Double)?

    package init(factor: Double) { self.factor = factor }

    /// Takes the smallest factor expected to keep the wanted time, or one and a half fixed costs where those are larger.
    /// Stays unless frames are too slow, or a finer one leaves room to spare.
    package mutating func frameTook(_ seconds: Double) {
        let pixels = 1 / (factor * factor)
        if let last, last.factor != factor {
            let perPixel = max(0, (last.seconds - seconds) / (1 / (last.factor * last.factor) - pixels))
            fixedCost = max(0, seconds - perPixel * pixels)
        }
        last = (factor, seconds)
        let perPixel = max(0, seconds - fixedCost) / pixels
        func expected(_ f: Double) -> Double { fixedCost + perPixel / (f * f) }
        let wanted = max(Coarseness.wantedFrameTime, 1.5 * fixedCost)
        if seconds > wanted * 1.4 {
            factor = Coarseness.factors.first { expected($0) <= wanted } ?? Coarseness.factors[Coarseness.factors.count - 1]
        } else if let finer = Coarseness.factors.first(where: { $0 < factor && expected($0) < wanted * 0.7 }) {
            factor = finer
        }
    }
}

/// The framebuffers of the size drawn last.
private struct RenderTargets {
    let device: Device
    private var target: Framebuffer?
    private var resolved: Framebuffer?
    init(device: Device) { self.device = device }

    mutating func draw(_ demo: any Demo, width: Int, height: Int, samples: Int, time: Double, delta: Double, number: Int) throws -> Framebuffer {
        if target?.width != width || target?.height != height || target?.samples != samples {
            target = try device.makeFramebuffer(width: width, height: height, color: [.rgba8], depth: .depth32Float, samples: samples, label: "frame")
            resolved = samples == 1 ? target : try device.makeFramebuffer(width: width, height: height, color: [.rgba8], label: "picture")
        }
        guard let target, let resolved else { preconditionFailure("framebuffers were just made") }
        var encoder = device.makeCommandEncoder(label: "frame \(number)")
        try demo.draw(Frame(target: target, time: time, delta: delta, number: number), into: &encoder)
        if target !== resolved, let from = target.color[0], let to = resolved.color[0] { encoder.resolve(from, to: to) }
        try device.submit(encoder)
        return resolved
    }
}

/// The window's picture with the panel over it.
private struct PanelComposition {
    let device: Device
    private let stretch: StretchPass
    private var target: Framebuffer?
    init(device: Device) throws {
        self.device = device
        stretch = try StretchPass(device: device)
    }

    /// Draws over `shown` itself where it has the window's size: it is drawn anew for each frame.
    mutating func compose(_ shown: Framebuffer, _ panel: DemoPanel, width: Int, height: Int) throws -> Framebuffer {
        var encoder = device.makeCommandEncoder(label: "panel")
        var whole = shown
        if shown.width != width || shown.height != height, let picture = shown.color[0]?.texture {
            if target?.width != width || target?.height != height {
                target = try device.makeFramebuffer(width: width, height: height, color: [.rgba8], label: "window")
            }
            guard let target else { preconditionFailure("the framebuffer was just made") }
            stretch.draw(picture, to: target, into: &encoder)
            whole = target
        }
        try panel.context.draw(into: &encoder, target: whole)
        try device.submit(encoder)
        return whole
    }
}

/// Makes taps and drags of presses, moves and releases.
package struct PointerInput {
    package init() {}
    private var pressed: MouseButton?
    /// Window pixels travelled since the press.
    private var travelled: Float = 0

    private static let arrows: [String: (dx: Int, dy: Int)] = ["Left": (-1, 0), "Right": (1, 0), "Up": (0, 1), "Down": (0, -1)]

    /// `factor`: window pixels per frame pixel. Drags stay in window pixels, so that they turn the same at any factor.
    package mutating func translate(_ event: WindowEvent, factor: Double) -> [DemoEvent] {
        let scale = Float(1 / factor)
        switch event {
        case .keyDown(let name, let isRepeat):
            if name == "Space" { return isRepeat ? [] : [.tap] }
            if let arrow = PointerInput.arrows[name] { return [.arrow(dx: arrow.dx, dy: arrow.dy)] }
            guard !isRepeat, name.count == 1, let character = name.lowercased().first else { return [] }
            return [.key(character)]
        case .mouseDown(let button, let x, let y):
            guard pressed == nil else { return [] }
            pressed = button
            travelled = 0
            return [.pointer(x: x * scale, y: y * scale, pressed: button == .left)]
        case .mouseMoved(let x, let y, let dx, let dy):
            var events: [DemoEvent] = [.pointer(x: x * scale, y: y * scale, pressed: pressed == .left)]
            if let pressed {
                travelled += abs(dx) + abs(dy)
                events.append(.drag(dx: dx, dy: dy, secondary: pressed != .left))
            }
            return events
        case .mouseUp(let button, let x, let y):
            guard pressed == button else { return [] }
            pressed = nil
            let release = DemoEvent.pointer(x: x * scale, y: y * scale, pressed: false)
            return button == .left && travelled < 4 ? [release, .tap] : [release]
        case .wheel(_, let y): return [.wheel(y)]
        case .keyUp, .resized, .quit: return []
        }
    }
}
