// WindowDriver: shows a demo in a window, with as many pixels as the device can draw smoothly.
//
// A software renderer may need seconds for a frame of a large window, so each frame is drawn at the window's size divided by a factor, and
// then stretched. The time that frames take determines the factor. If nothing moves for a moment, the demo is drawn again once, at full
// size and with four samples. After the frame at full size, the window sleeps (`RedrawSchedule`). The panel is always drawn at the window's
// own size.

import Panels
import Raster
import Terminal
import Window

package struct WindowDriver {
    let demo: any Demo
    let device: Device
    let window: Window
    let options: CommonOptions
    /// The panel with the demo's options; nil for a demo without options.
    let panel: DemoPanel?
    /// The key that captures a frame.
    static let captureKey = "F12"
    /// The keys that show the list of keys: F1, which every keyboard has, and the key with the question mark. SDL may give any of the other
    /// names to the key with the question mark.
    private static let helpKeys: Set<String> = ["/", "?", "ß", "F1"]
    /// The keys that the window of every demo handles, one per line.
    package static let keys = [
        "Space: pause, continue", "Left, Right: previous, next frame while paused", "F11: fill the screen", "P: save a screenshot",
        "\(captureKey): capture the frame", "\(XRay.key): X-ray view", "\(DemoPanel.key): show, hide the panel", "? or F1: these keys",
        "Escape: leave full screen, or close", "Ctrl-Q: close",
    ]
    /// Returns the keys that the window handles without the demo. During typing, Escape and P go to the text field. While the list of keys
    /// is shown in a window that does not fill the screen, Escape closes the list instead of the window.
    package static func ownKeys(isTyping: Bool, showsKeys: Bool, isFullScreen: Bool) -> Set<OwnKey> {
        if isTyping { return OwnKey.all.subtracting([.escape, .p]) }
        return showsKeys && !isFullScreen ? OwnKey.all.subtracting([.escape]) : OwnKey.all
    }

    /// Draws a frame. Captures the frame if the command line asks for a capture or the user pressed the capture key. If the user requested
    /// the capture with the key and the capture fails, the window shows the reason, and the demo continues.
    private func capturing(_ events: [WindowEvent], frame: Int, _ body: () throws -> Framebuffer) throws -> Framebuffer {
        if let wanted = options.capturedFrame, wanted.number == frame { return try wanted.draw(frame: frame, on: device, body) }
        guard events.contains(where: { if case .keyDown(WindowDriver.captureKey, isRepeat: false) = $0 { true } else { false } }) else { return try body() }
        let capture = CapturedDemoFrame(path: "\(window.name)-\(frame).rcap", number: frame)
        var problem: (any Error)?
        let result = try capture.draw(frame: frame, on: device, failed: { problem = $0 }, body)
        let text = problem.map { "no capture: \($0)" } ?? "captured \(capture.path); inspect it with framescope"
        printError(text)
        window.showNotice(text)
        return result
    }

    func run() throws {
        let start = options.time ?? 0
        demo.willShow(in: window)
        window.noticePainter = NoticePicture.make
        var targets = RenderTargets(device: device)
        var composition = try PanelComposition(device: device)
        var router = PanelEventRouter()
        // The first frame has few pixels, so that the window shows a picture immediately.
        var windowScale = WindowScale(factor: options.scale ?? (options.device == .reference ? 8 : 2))
        var input = PointerInput(), typing = TypingInput()
        // The number of window pixels per pixel of the visible frame. The positions of events refer to the visible frame; the next
        // frame may have another factor.
        var shownFactor = windowScale.factor
        // The panel and the X-ray view are created at their first use, so these variables change later.
        var panel = self.panel
        var xray = try options.xray.map { try XRay(device: device, look: $0, isOn: true) }
        func showXRay() throws {
            panel = try panel ?? DemoPanel(device: device, title: window.name, scale: window.pixelsPerPoint)
            if let xray { xray.toggle() } else { xray = try XRay(device: device, isOn: true) }
        }
        if xray != nil { panel = try panel ?? DemoPanel(device: device, title: window.name, scale: window.pixelsPerPoint) }
        var redraw = RedrawSchedule(), demoClock = DemoClock(), smoothing = Smoothing()
        // `hasDrawn`: whether the last call drew a frame. `hasFailed`: whether the demo survived an error in the last call; if so, the
        // next frame shows the error.
        var hasDrawn = false, hasFailed = false
        let clock = ContinuousClock()
        var lastCall = (instant: clock.now, seconds: 0.0)
        /// Handles the keys that stop and move the demo's time. Returns true if this function handled the event. If the demo does not move
        /// by itself, the space bar goes to the demo.
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
            // An event may change which keys the window handles itself. The window uses the changed list of keys after the events of this
            // call.
            defer {
                let isTyping = demo.takesText || panel?.context.wantsKeyboard == true
                window.ownKeys = WindowDriver.ownKeys(isTyping: isTyping, showsKeys: panel?.showsKeys == true, isFullScreen: window.isFullScreen)
            }
            for event in events {
                typing.follow(event)
                // During typing, no key has another meaning.
                if demo.takesText, panel?.context.wantsKeyboard != true, let typed = typing.translate(event) {
                    for demoEvent in typed { try demo.handle(demoEvent, at: now) }
                    continue
                }
                if case .keyDown(XRay.key, isRepeat: false) = event {
                    try showXRay()
                    continue
                }
                if case .keyDown(let key, isRepeat: false) = event, WindowDriver.helpKeys.contains(key), panel?.context.wantsKeyboard != true {
                    panel = try panel ?? DemoPanel(device: device, title: window.name, scale: window.pixelsPerPoint)
                    panel?.showsKeys.toggle()
                    continue
                }
                // While the list of keys is open, Escape is not among the window's own keys, because Escape closes the list.
                if case .keyDown("Escape", isRepeat: false) = event, !window.ownKeys.contains(.escape), let panel, panel.showsKeys,
                   !panel.context.wantsKeyboard {
                    panel.showsKeys = false
                    continue
                }
                if let panel {
                    let routed = router.route(event, panel: panel)
                    panelEvents += routed.panel
                    guard routed.isForDemo else { continue }
                }
                switch event {
                case .keyDown(let name, isRepeat: false): demo.keyChanged(name, isDown: true)
                case .keyUp(let name): demo.keyChanged(name, isDown: false)
                case .dropped(let path): demo.drop(path)
                default: break
                }
                if movesTime(event, at: time.seconds) {
                    now = start + demoClock.time(at: time.seconds)
                    continue
                }
                for demoEvent in input.translate(event, factor: shownFactor) { try demo.handle(demoEvent, at: now) }
            }
            typing.keep(window.pressedKeys)
            // `time.delta` is the time since the last call of this closure. If the last call drew no frame, the X-ray view's fade was not
            // running, and a fade that begins now must not advance by `time.delta`.
            let passed = hasDrawn ? time.delta : 0
            var changes = try demo.update() || !events.isEmpty || time.index == 0 || hasFailed || panel?.context.hasPendingInput == true
            if xray?.advance(passed) == true { changes = true }
            (hasDrawn, hasFailed) = (false, false)
            let step = redraw.step(at: time.seconds, changes: changes)
            guard step != .stays else { return nil }
            let settles = step == .settles
            try panel?.context.setScale(window.pixelsPerPoint)
            try panel?.update(demo, xray: xray, width: window.width, height: window.height, delta: passed, time: now, events: panelEvents, folds: true)
            let scale = settles ? 1 : windowScale.factor
            let width = max(1, Int((Double(window.width) / scale).rounded())), height = max(1, Int((Double(window.height) / scale).rounded()))
            demo.panelCovers(panel?.area(inFrame: width, height, windowHeight: window.height))
            let begin = clock.now
            let finestSamples = options.samples ?? (demo.gainsFromSamples ? 4 : 1),
                samples = settles ? finestSamples : min(finestSamples, options.samples ?? smoothing.samples)
            var shown: Framebuffer
            do {
                func drawDemo() throws -> Framebuffer {
                    try targets.draw(demo, width: width, height: height, samples: samples, time: now, delta: demoClock.isPaused ? 0 : time.delta,
                                     number: time.index)
                }
                shown = try capturing(events, frame: time.index, drawDemo)
            } catch where demo.survives(error) {
                hasFailed = true
                return nil
            }
            hasDrawn = true
            // The measured time includes the X-ray view, so the next frame has fewer pixels if the frame and the view together are slow.
            if let xray, xray.isVisible { shown = try xray.draw(demo, time: now, number: time.index, over: shown) }
            if !settles, options.scale == nil, time.index > 0 {
                // The time of the first frame is not used, because this time includes the compilation of shaders.
                windowScale.frameTook((clock.now - begin) / .seconds(1))
            }
            shownFactor = scale
            if !settles, time.index > 0 { smoothing.frameTook((clock.now - begin) / .seconds(1), factor: scale) }
            redraw.frameDrawn(at: time.seconds, untilNextChange: demoClock.isPaused ? nil : demo.timeUntilNextChange(at: now),
                              isFinest: scale == 1 && samples == finestSamples)
            guard let panel, panel.isShown || panel.showsKeys || demo.problem != nil else { return shown }
            panel.report(frameTime: (clock.now - begin) / .seconds(1), note: "\(width) × \(height) pixels\(samples == 4 ? " of four samples" : "")")
            return try composition.compose(shown, panel, width: window.width, height: window.height)
        }
        func timeUntilNextFrame() -> Double? {
            if hasFailed || panel?.context.hasPendingInput == true { return 0 }
            let next = redraw.timeUntilNextFrame(at: lastCall.seconds + (clock.now - lastCall.instant) / .seconds(1))
            return [next, demo.updateInterval].compactMap { $0 }.min()
        }
        // `device.frame` combines the commands of the demo and of the panel, so a captured frame contains the panel.
        try window.run(timeUntilNextFrame: timeUntilNextFrame) { time, events in
            lastCall = (clock.now, time.seconds)
            return try device.frame(label: "frame \(time.index)") { try draw(time, events) }
        }
    }
}

/// Chooses the number of window pixels per frame pixel, so that frames are drawn fast enough.
package struct WindowScale {
    /// The time that each frame should take, in seconds.
    package static let wantedFrameTime = 1.0 / 20
    private static let factors: [Double] = [1, 1.5, 2, 3, 4, 6, 8]

    /// The number of window pixels per drawn pixel, along each side.
    package private(set) var factor: Double
    /// The part of a frame's time that does not depend on the number of pixels, in seconds. `fixedCost` is computed from the times of two
    /// frames with different factors.
    private var fixedCost = 0.0
    private var last: (factor: Double, seconds: Double)?

    package init(factor: Double) { self.factor = factor }

    /// Chooses the next factor from the time that a frame took. If frames are too slow, chooses the smallest factor whose expected time
    /// is within a limit. The limit is the larger of two times: the wanted time, and one and a half times the fixed cost. If frames with
    /// a smaller factor are expected to be clearly faster than the limit, chooses this smaller factor. In all other cases, the factor
    /// stays.
    package mutating func frameTook(_ seconds: Double) {
        let pixels = 1 / (factor * factor)
        if let last, last.factor != factor {
            let perPixel = max(0, (last.seconds - seconds) / (1 / (last.factor * last.factor) - pixels))
            fixedCost = max(0, seconds - perPixel * pixels)
        }
        last = (factor, seconds)
        let perPixel = max(0, seconds - fixedCost) / pixels
        func expected(_ f: Double) -> Double { fixedCost + perPixel / (f * f) }
        let wanted = max(WindowScale.wantedFrameTime, 1.5 * fixedCost)
        if seconds > wanted * 1.4 {
            factor = WindowScale.factors.first { expected($0) <= wanted } ?? WindowScale.factors[WindowScale.factors.count - 1]
        } else if let finer = WindowScale.factors.first(where: { $0 < factor && expected($0) < wanted * 0.7 }) {
            factor = finer
        }
    }
}

/// The framebuffers for the size of the last frame.
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

/// Draws the panel over the window's picture.
private struct PanelComposition {
    let device: Device
    private let stretch: StretchPass
    private var target: Framebuffer?
    init(device: Device) throws {
        self.device = device
        stretch = try StretchPass(device: device)
    }

    /// Draws the panel over `shown` and returns the resulting picture. If `shown` has the window's size, the panel is drawn directly onto
    /// `shown`, because `shown` is drawn again for each frame.
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

/// Translates presses, moves and releases into taps and drags.
package struct PointerInput {
    package init() {}
    private var pressed: MouseButton?
    /// The distance since the press, in window pixels.
    private var travelled: Float = 0

    private static let controls: [String: Character] = ["Return": "\n", "Keypad Enter": "\n", "Backspace": "\u{8}", "Delete": "\u{7F}"]
    private static let arrows: [String: (dx: Int, dy: Int)] = ["Left": (-1, 0), "Right": (1, 0), "Up": (0, 1), "Down": (0, -1)]

    /// Translates an event. `factor` is the number of window pixels per frame pixel. The distance of a drag is in window pixels, so
    /// a drag turns an object by the same angle at any factor.
    package mutating func translate(_ event: WindowEvent, factor: Double) -> [DemoEvent] {
        let scale = Float(1 / factor)
        switch event {
        case .keyDown(let name, let isRepeat):
            if name == "Space" { return isRepeat ? [] : [.tap] }
            if let arrow = PointerInput.arrows[name] { return [.arrow(dx: arrow.dx, dy: arrow.dy)] }
            if let control = PointerInput.controls[name] { return [.key(control)] }
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
        case .keyUp, .text, .dropped, .resized, .quit: return []
        }
    }
}
