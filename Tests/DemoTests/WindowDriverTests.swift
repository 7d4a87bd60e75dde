// The window driver's two decisions: how coarse to draw, and whether a press is a tap or a drag.

import DemoKit
import Testing
import Window

@Test("frames get as fine as the wanted time allows, and stay there", arguments: [0.0, 0.01, 0.03, 0.2], [0.001, 0.02, 0.2, 2, 20])
func coarseness(fixedCost: Double, fullSize: Double) {
    var coarseness = Coarseness(factor: 8)
    func cost() -> Double { fixedCost + fullSize / (coarseness.factor * coarseness.factor) }
    for _ in 0..<20 { coarseness.frameTook(cost()) }
    let settled = coarseness.factor
    for _ in 0..<5 {
        coarseness.frameTook(cost())
        #expect(coarseness.factor == settled)
    }
    #expect((1...8).contains(settled))
    // Too slow only where nothing coarser is allowed or would help.
    let limit = max(Coarseness.wantedFrameTime, 1.5 * fixedCost) * 1.41
    #expect(cost() <= limit || settled == 8)
    if fixedCost + fullSize < Coarseness.wantedFrameTime * 0.6 { #expect(settled == 1) }
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
