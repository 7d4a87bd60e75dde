// The window driver's two decisions: how coarse to draw, and what is a tap and what a drag.

import Testing
import Window
import demos

@Test("a slow frame makes the next one coarser, a quick one finer, and a fitting one changes nothing")
func drawingFactor() {
    #expect(WindowDriver.nextFactor(1, seconds: 0.8) == 4)
    #expect(WindowDriver.nextFactor(8, seconds: 0.0001) == 1)
    #expect(WindowDriver.nextFactor(2, seconds: WindowDriver.wantedFrameTime) == 2)
    #expect(WindowDriver.nextFactor(16, seconds: 100) == 16)
    // Settles: a frame's cost per pixel given, the factor reached is kept.
    for perPixel in [0.001, 0.01, 0.1, 1, 10.0] {
        var factor = 8.0
        for _ in 0..<10 { factor = WindowDriver.nextFactor(factor, seconds: perPixel / (factor * factor)) }
        #expect(WindowDriver.nextFactor(factor, seconds: perPixel / (factor * factor)) == factor)
    }
}

@Test("a press and release in place is a tap, a moved one a drag")
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
