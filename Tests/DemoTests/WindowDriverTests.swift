// Decisions of the window driver, such as the resolution of the picture, and whether a press is a tap or a drag.

import DemoKit
import Panels
import Raster
import Testing
import Window

@Test("the resolution gets as fine as the wanted frame time allows, and stays there", arguments: [0.0, 0.01, 0.03, 0.2], [0.001, 0.02, 0.2, 2, 20])
func windowScale(fixedCost: Double, fullSize: Double) {
    var windowScale = WindowScale(factor: 8)
    func cost() -> Double { fixedCost + fullSize / (windowScale.factor * windowScale.factor) }
    for _ in 0..<20 { windowScale.frameTook(cost()) }
    let settled = windowScale.factor
    for _ in 0..<5 {
        windowScale.frameTook(cost())
        #expect(windowScale.factor == settled)
    }
    #expect((1...8).contains(settled))
    // If frames are too slow, the driver changes to a coarser resolution, unless no coarser resolution exists or a coarser resolution would
    // save little time.
    let limit = max(WindowScale.wantedFrameTime, 1.5 * fixedCost) * 1.41
    #expect(cost() <= limit || settled == 8)
    if fixedCost + fullSize < WindowScale.wantedFrameTime * 0.6 { #expect(settled == 1) }
}

@Test("a press and release in place is a tap, a press that moves is a drag")
func tapsAndDrags() {
    var input = PointerInput()
    #expect(input.translate(.mouseDown(.left, x: 40, y: 20), factor: 2) == [.pointer(x: 20, y: 10, pressed: true)])
    #expect(input.translate(.mouseUp(.left, x: 41, y: 20), factor: 2) == [.pointer(x: 20.5, y: 10, pressed: false), .tap])
    _ = input.translate(.mouseDown(.right, x: 0, y: 0), factor: 1)
    #expect(input.translate(.mouseMoved(x: 9, y: 0, dx: 9, dy: 0), factor: 1)
        == [.pointer(x: 9, y: 0, pressed: false), .drag(dx: 9, dy: 0, secondary: true)])
    #expect(input.translate(.mouseDown(.left, x: 9, y: 0), factor: 1) == [])
    #expect(input.translate(.mouseUp(.right, x: 9, y: 0), factor: 1) == [.pointer(x: 9, y: 0, pressed: false)])
    #expect(input.translate(.keyDown("Space", isRepeat: false), factor: 1) == [.tap])
    #expect(input.translate(.keyDown("W", isRepeat: false), factor: 1) == [.key("w")])
    #expect(input.translate(.keyDown("W", isRepeat: true), factor: 1) == [])
    #expect(input.translate(.keyDown("Escape", isRepeat: false), factor: 1) == [])
    #expect(input.translate(.wheel(x: 0, y: -2), factor: 1) == [.wheel(-2)])
}

@Test("a stopped clock stands still or steps by frames, and continues at the time at which it stopped")
func demoClock() {
    var clock = DemoClock()
    #expect(clock.time(at: 2) == 2 && !clock.isPaused)
    clock.move(frames: 5)
    #expect(clock.time(at: 3) == 3, "a running clock does not step")
    clock.togglePause(at: 3)
    #expect(clock.isPaused && clock.time(at: 10) == 3)
    clock.move(frames: 30)
    clock.move(frames: -60)
    #expect(abs(clock.time(at: 11) - 2.5) < 1e-9)
    clock.move(frames: -1000)
    #expect(clock.time(at: 11) == 0, "never before its beginning")
    clock.togglePause(at: 11)
    #expect(!clock.isPaused && clock.time(at: 12) == 1)
}

@Test("a panel is never wider than a small window, and starts folded there") func smallWindows() throws {
    final class Plain: Demo {
        static var hasOptions: Bool { true }
        func draw(_ frame: Frame, into encoder: inout CommandEncoder) {}
        func addOptions(to panel: PanelBuilder, at time: Double) { for number in 0..<12 { panel.text("option \(number)") } }
    }
    let device = Device(.reference), target = try device.makeFramebuffer(width: 200, height: 300)
    func darkened(folds: Bool) throws -> Int {
        let panel = try DemoPanel(device: device, title: "small")
        for _ in 0..<2 { try panel.update(Plain(), width: 200, height: 300, delta: 0.1, time: 0, folds: folds) }
        var frame = device.makeCommandEncoder()
        frame.render(to: target, clear: .color(1, 1, 1)) { _ in }
        try panel.context.draw(into: &frame, target: target)
        try device.submit(frame)
        let image = try target.readImage()
        #expect((0..<300).allSatisfy { image[198, $0].x == 255 }, "a margin stays at the right")
        return (0..<300).reduce(0) { $0 + (image[60, $1].x < 128 ? 1 : 0) }
    }
    let folded = try darkened(folds: true), open = try darkened(folds: false)
    #expect(folded > 5 && folded < 60 && open > 150)
}

@Test("a panel has the same width in points at every scale, and leaves a margin in a narrow window") func textBetweenScales() throws {
    final class Plain: Demo {
        static var hasOptions: Bool { true }
        func draw(_ frame: Frame, into encoder: inout CommandEncoder) {}
        func addOptions(to panel: PanelBuilder, at time: Double) { panel.text("option") }
    }
    func width(scale: Float, window: Int) throws -> Int? {
        let panel = try DemoPanel(device: Device(.reference), title: "plain", scale: scale)
        for _ in 0..<2 { try panel.update(Plain(), width: window, height: 600, delta: 0.1, time: 0) }
        return panel.context.area(ofWindow: "plain")?.width
    }
    #expect(try width(scale: 1, window: 1200) == 320 && width(scale: 2, window: 1200) == 640)
    #expect(try width(scale: 1.5, window: 1200) == 480)
    let narrow = try #require(try width(scale: 1.5, window: 400))
    #expect((351...353).contains(narrow), "16 points stay on each side")
}

@Test("edges in a window are smoothed while a smooth picture takes less time than a frame of the screen; after it took longer, smoothing is not tried again")
func smoothing() {
    func settle(single: Double, four: Double, factor: Double = 1) -> Int {
        var smoothing = Smoothing()
        for _ in 0..<200 { smoothing.frameTook(smoothing.samples == 4 ? four : single, factor: factor) }
        return smoothing.samples
    }
    #expect(settle(single: 0.002, four: 0.006) == 4)
    #expect(settle(single: 0.002, four: 0.02) == 1)
    #expect(settle(single: 0.012, four: 0.013) == 1)
    #expect(settle(single: 0.002, four: 0.006, factor: 2) == 1)
}

@Test("Escape and P go to a user who types; otherwise Escape leaves a full screen first, then closes the list of keys, then the window")
func keysOfTheWindow() {
    func keys(isTyping: Bool = false, showsKeys: Bool = false, isFullScreen: Bool = false) -> Set<OwnKey> {
        WindowDriver.ownKeys(isTyping: isTyping, showsKeys: showsKeys, isFullScreen: isFullScreen)
    }
    #expect(keys() == OwnKey.all && keys(isFullScreen: true) == OwnKey.all)
    #expect(keys(showsKeys: true) == [.controlQ, .f11, .p])
    #expect(keys(showsKeys: true, isFullScreen: true) == OwnKey.all)
    for (showsKeys, isFullScreen) in [(false, false), (true, false), (false, true), (true, true)] {
        #expect(keys(isTyping: true, showsKeys: showsKeys, isFullScreen: isFullScreen) == [.controlQ, .f11])
    }
}
