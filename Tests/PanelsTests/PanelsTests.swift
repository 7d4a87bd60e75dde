// Panels draw the right picture, the same on both renderers; clicks and drags change the values, and no argument traps.

import Panels
import Raster
import TestSupport
import Testing

@Test("Dear ImGui is linked")
func linked() { #expect(PanelContext.libraryVersion.hasPrefix("1.")) }

// MARK: pictures

@Test("a window, its button and the button's text are at the right places")
func buttonPixels() throws {
    let screen = try Screen()
    try screen.show { panel in
        panel.window("Test", x: 10, y: 10, width: 150) { panel.button("Press", width: 100) }
    }
    let image = try screen.picture()
    // Pixels outside of the window do not change.
    #expect(count(image, x: 0..<10, y: 0..<120) { $0 != background } == 0)
    #expect(count(image, x: 160..<200, y: 0..<120) { $0 != background } == 0)
    // Below the title bar and the padding, the button is blue everywhere, except for its bright text in the middle.
    let buttonX = 22..<122, buttonY = 41..<62
    let blue = count(image, x: buttonX, y: buttonY) { $0.z > 90 && Int($0.z) > Int($0.x) + 40 }
    let text = count(image, x: 50..<95, y: buttonY) { brightness($0) > 560 }
    #expect(blue > 1700)
    #expect(text > 40)
    #expect(count(image, x: 24..<48, y: 43..<60) { brightness($0) > 450 } == 0)
}

@Test("the window's contents are clipped by its scissor, to the pixel")
func clipped() throws {
    let screen = try Screen()
    // The line is far longer than the window's width.
    try screen.show { panel in
        panel.window("Test", x: 10, y: 10, width: 100) { panel.text(String(repeating: "W", count: 200)) }
    }
    let image = try screen.picture()
    #expect(count(image, x: 110..<200, y: 0..<120) { $0 != background } == 0)
    #expect(count(image, x: 80..<108, y: 33..<48) { brightness($0) > 450 } > 20, "the text reaches the window's edge")
}

@Test("a wrapped text breaks at a space and not after the point of a number")
func wrapped() throws {
    var number: Float = 0, all: Float = 0
    try Screen().show { panel in
        panel.window("Test", x: 10, y: 10, width: 150) {
            number = panel.width(of: "0.9295961")
            all = panel.width(of: "depth 0.9295961")
        }
    }
    #expect(number > 0 && all > number)
    // The window has room for its padding and for either "depth 0." or the number, but not for the whole text.
    let width = 24 + (number + all) / 2
    func picture(_ text: String) throws -> Image {
        let screen = try Screen()
        try screen.show { panel in
            panel.window("Test", x: 10, y: 10, width: width) { panel.text(text, wrapped: true) }
        }
        return try screen.picture()
    }
    #expect(try PictureComparison.difference("a number in a narrow window", expected: picture("depth\n0.9295961"), actual: picture("depth 0.9295961")) == nil)
}

@Test("both renderers draw the same bits", arguments: [1, 2] as [Float])
func sameBits(scale: Float) throws {
    func picture(_ kind: Device.Kind) throws -> Image {
        let screen = try Screen(kind, width: 420, height: 420, scale: scale)
        try screen.show([.pointerMoved(x: 60, y: 360)], everyWidget)
        return try screen.picture()
    }
    #expect(try PictureComparison.difference("widgets at scale \(scale)", expected: picture(.reference), actual: picture(.jit)) == nil)
}

/// Builds each widget once.
private func everyWidget(_ panel: PanelBuilder) {
    var on = true, number: Float = 0.4, count = 3, color = SIMD3<Float>(0.9, 0.5, 0.1), tint = SIMD4<Float>(0, 1, 1, 0.5), place = SIMD3<Float>(1, 2, 3)
    var choice = 1
    panel.window("Everything", width: 300) {
        panel.text("text with ümlauts, 20 °C")
        panel.note("a note that is long enough to be broken into two lines at least")
        panel.checkbox("checkbox", &on)
        panel.radio("one", &choice, is: 1)
        panel.sameLine()
        panel.radio("two", &choice, is: 2)
        panel.slider("slider", &number, in: 0...1, unit: " %")
        panel.slider("whole", &count, in: 0...10)
        panel.slider("vector", &place, in: 0...4)
        panel.drag("drag", &place)
        panel.color("colour", &color)
        panel.color("tint", &tint)
        panel.combo("combo", &choice, of: [1, 2, 3]) { "number \($0)" }
        panel.separator()
        panel.header("header", open: true) { panel.plot("plot", [0, 1, 0.5, .nan, 0.8], in: 0...1) }
        panel.disabled { panel.button("disabled") }
        panel.progress(0.4, overlay: "40 %")
        panel.tabs("tabs", ["first", "second"]) { panel.text("number \($0)") }
    }
}

@Test("a colour's numbers are visible to their last digit, at whole scales and between them", arguments: [1, 1.5, 2, 2.5] as [Float])
func colorNumbers(scale: Float) throws {
    // Draws a colour field, in which one number may differ in its last digit.
    func picture(_ changed: Int?) throws -> Image {
        let screen = try Screen(width: Int(360 * scale), height: Int(80 * scale), scale: scale)
        var color = SIMD4<Float>(repeating: 0.881)
        if let changed { color[changed] = 0.887 }
        try screen.show { panel in panel.window("Colours", width: 320) { panel.color("", &color) } }
        return try screen.picture()
    }
    let plain = try picture(nil)
    for i in 0..<4 {
        let other = try picture(i)
        // Counts only pixels with a large difference. A changed digit gives large differences; a changed shade of the field gives small
        // differences.
        let differing = zip(plain.bytes, other.bytes).count { abs(Int($0) - Int($1)) > 100 }
        #expect(differing > Int(12 * scale * scale), "number \(i + 1): \(differing)")
    }
}

@Test("the same frames give the same picture in another context")
func repeatable() throws {
    func picture() throws -> Image {
        let screen = try Screen(width: 340, height: 400)
        try screen.show(everyWidget)
        return try screen.picture()
    }
    #expect(try PictureComparison.difference("widgets once more", expected: picture(), actual: picture()) == nil)
}

@Test("an image widget shows a texture upright")
func imageIsUpright() throws {
    let screen = try Screen()
    // The top row is red, the bottom row is green.
    let picture = Image(width: 1, height: 2, bytes: [255, 0, 0, 255, 0, 255, 0, 255])
    let texture = try screen.device.makeTexture(from: picture, label: "flag")
    try screen.show { panel in panel.window("Test", x: 0, y: 0, width: 100) { panel.image(texture, width: 40, height: 40) } }
    let image = try screen.picture()
    let top = image[30, 36], bottom = image[30, 68]
    #expect(top.x > 200 && top.y < 50 && bottom.y > 200 && bottom.x < 50)
}

@Test("an sRGB target shows the same colours")
func encodingTarget() throws {
    func picture(_ format: PixelFormat) throws -> Image {
        let screen = try Screen(format: format)
        try screen.show { panel in panel.window("Test", x: 0, y: 0, width: 200) { panel.button("Press") } }
        return try screen.picture()
    }
    let plain = try picture(.rgba8), encoded = try picture(.srgb8Alpha8)
    // This pixel is on the button, away from blended edges.
    let a = plain[18, 44], b = encoded[18, 44]
    for k in 0..<3 { #expect(abs(Int(a[k]) - Int(b[k])) <= 1) }
}

@Test("a list that is too long for 16-bit indices is drawn in parts")
func manyVertices() throws {
    let screen = try Screen(width: 1600, height: 1200)
    try screen.show { panel in
        panel.window("Test", x: 0, y: 0, width: 1500) {
            for line in 0..<60 { panel.text(String(repeating: "x\(line % 10)", count: 200)) }
        }
        for column in 0..<6 {
            panel.window("More \(column)", x: Float(column * 200), y: 400, width: 180) { for _ in 0..<30 { panel.text("abcdefghijklmnopqrst") } }
        }
    }
    let image = try screen.picture()
    // The last lines of the first window are visible.
    #expect(count(image, x: 20..<1480, y: 1100..<1160) { brightness($0) > 600 } > 1000)
}

// MARK: input

@Test("a click on a checkbox changes its value")
func checkboxClick() throws {
    let screen = try Screen()
    var value = false
    let build: (PanelBuilder) -> Void = { panel in panel.window("Test", x: 10, y: 10, width: 150) { panel.checkbox("check", &value) } }
    try screen.show(build)
    try screen.click(32, 120 - 51, build)
    #expect(value)
    try screen.click(32, 120 - 51, build)
    #expect(!value)
    try screen.click(180, 10, build)
    #expect(!value, "a click beside it changes nothing")
}

@Test("a press and release within one frame is still a click")
func quickClick() throws {
    let screen = try Screen()
    var clicks = 0
    let build: (PanelBuilder) -> Void = { panel in panel.window("Test", x: 10, y: 10, width: 150) { if panel.button("Press") { clicks += 1 } } }
    try screen.show(build)
    try screen.frame([.pointerMoved(x: 40, y: 70), .buttonDown(.left), .buttonUp(.left), .pointerMoved(x: 190, y: 5)], build)
    while screen.panels.hasPendingInput { try screen.frame([], build) }
    #expect(clicks == 1)
}

@Test("dragging a slider sets its value, and the slider keeps the pointer while it is held")
func sliderDrag() throws {
    let screen = try Screen()
    var value: Float = 0
    let build: (PanelBuilder) -> Void = { panel in panel.window("Test", x: 0, y: 0, width: 200) { panel.slider("s", &value, in: 0...10) } }
    try screen.show(build)
    try screen.frame([.pointerMoved(x: 30, y: 120 - 41)], build)
    try screen.frame([.buttonDown(.left)], build)
    try screen.frame([.pointerMoved(x: 60, y: 120 - 41)], build)
    #expect(value > 2 && value < 7)
    try screen.frame([.pointerMoved(x: 199, y: 3)], build)
    #expect(value == 10)
    #expect(screen.panels.wantsPointer)
    try screen.frame([.buttonUp(.left)], build)
    try screen.frame([], build)
    #expect(!screen.panels.wantsPointer)
}

@Test("a window scrolls to a widget on request, and stays there once the widget is visible")
func scrolling() throws {
    let screen = try Screen()
    var pressed: [Int] = [], seen = false, asks = true
    let build: (PanelBuilder) -> Void = { panel in
        panel.window("Test", x: 0, y: 0, width: 200) {
            for number in 0..<100 {
                if panel.button("press \(number)", width: 150) { pressed.append(number) }
                if number == 70, asks { seen = panel.scrollHere() }
            }
        }
    }
    try screen.show(build)
    try screen.show(build)
    #expect(seen)
    for y: Float in [40, 50] { try screen.click(40, y, build) }
    #expect(!pressed.isEmpty && pressed.allSatisfy { (66...74).contains($0) }, "\(pressed)")
    // Without the request, the wheel scrolls back to the first widget.
    asks = false
    for _ in 0..<60 { try screen.frame([.wheel(x: 0, y: 5)], build) }
    pressed = []
    for y: Float in [40, 50] { try screen.click(40, y, build) }
    #expect(!pressed.isEmpty && pressed.allSatisfy { $0 < 6 }, "\(pressed)")
}

@Test("a combo opens, and its second entry can be chosen")
func comboChoice() throws {
    enum Fruit: String, CaseIterable { case apple, pear, plum }
    let screen = try Screen()
    var fruit = Fruit.apple
    let build: (PanelBuilder) -> Void = { panel in panel.window("Test", x: 0, y: 0, width: 200) { panel.combo("fruit", &fruit) } }
    try screen.show(build)
    try screen.click(40, 120 - 41, build)
    #expect(screen.panels.wantsPointer(atX: 190, y: 5), "an open list takes the press that closes it")
    try screen.click(40, 120 - 88, build)
    #expect(fruit == .pear)
}

@Test("points over a panel window belong to the panels, other points do not")
func placesOfPanels() throws {
    let screen = try Screen()
    try screen.show { panel in panel.window("Test", x: 10, y: 10, width: 100) { panel.text("text") } }
    #expect(screen.panels.wantsPointer(atX: 50, y: 100))
    #expect(!screen.panels.wantsPointer(atX: 150, y: 100))
    #expect(!screen.panels.wantsPointer(atX: 50, y: 5))
    #expect(!screen.panels.wantsPointer(atX: .nan, y: 5))
}

@Test("a number can be typed into a slider")
func typedNumber() throws {
    let screen = try Screen()
    var value: Float = 1
    let build: (PanelBuilder) -> Void = { panel in panel.window("Test", x: 0, y: 0, width: 200) { panel.slider("s", &value, in: 0...10) } }
    try screen.show(build)
    try screen.frame([.modifiers(control: true, shift: false, alt: false)], build)
    try screen.click(40, 120 - 41, build)
    try screen.frame([.modifiers(control: false, shift: false, alt: false)], build)
    #expect(screen.panels.wantsKeyboard)
    try screen.frame([.text("7.5")], build)
    try screen.frame([.keyDown(.return)], build)
    try screen.frame([.keyUp(.return)], build)
    #expect(value == 7.5)
}

// MARK: bad input

@Test("invalid sizes, times and scales are refused")
func refusedFrames() throws {
    let screen = try Screen()
    for (width, height) in [(0, 10), (10, -1), (100_000, 10), (10, Int.max)] {
        let error = #expect(throws: RasterError.self) { try screen.panels.update(width: width, height: height, delta: 0.1) { _ in } }
        #expect(error?.code == .invalidSize)
    }
    for delta in [-1, Double.nan, .infinity] {
        let error = #expect(throws: RasterError.self) { try screen.panels.update(width: 10, height: 10, delta: delta) { _ in } }
        #expect(error?.code == .invalidArgument)
    }
    for scale in [0, -1, 100, Float.nan] {
        #expect(throws: RasterError.self) { try PanelContext(device: screen.device, scale: scale) }
        #expect(throws: RasterError.self) { try screen.panels.setScale(scale) }
    }
}

@Test("a target of another size or device is refused, and nothing is drawn before the first frame")
func refusedTargets() throws {
    let screen = try Screen()
    #expect(try screen.picture()[0, 0] == background)
    try screen.show { panel in panel.window("Test") { panel.text("text") } }
    let other = try screen.device.makeFramebuffer(width: 50, height: 50)
    var encoder = screen.device.makeCommandEncoder()
    #expect(throws: RasterError.self) { try screen.panels.draw(into: &encoder, target: other) }
    let depthOnly = try screen.device.makeFramebuffer(width: 200, height: 120, color: [], depth: .depth16)
    #expect(throws: RasterError.self) { try screen.panels.draw(into: &encoder, target: depthOnly) }
    let otherDevice = Device(.reference)
    let foreign = try otherDevice.makeFramebuffer(width: 200, height: 120)
    #expect(throws: RasterError.self) { try screen.panels.draw(into: &encoder, target: foreign) }
}

@Test("no argument of a widget traps")
func hostileWidgets() throws {
    let screen = try Screen()
    var number = Float.nan, count = Int.max, vector = SIMD4<Float>(.infinity, -.infinity, .nan, 3), color = SIMD3<Float>(.nan, -5, 900), on = false
    for _ in 0..<3 {
        try screen.frame([.pointerMoved(x: .nan, y: 3), .wheel(x: .infinity, y: 0), .text("\u{0}\u{10FFFF}")]) { panel in
            panel.window("", x: .nan, y: .infinity, width: -.infinity) {
                panel.text("")
                panel.text("a\u{0}b %s %n")
                panel.text(String(repeating: "endless ", count: 100_000))
                panel.button("")
                panel.button("", width: .nan)
                panel.checkbox("%s%n", &on)
                panel.slider("", &number, in: 0...1, decimals: 9999, unit: "%s%n%%")
                panel.slider("same", &number, in: 1...1)
                panel.slider("same", &count, in: 0...3)
                panel.slider("vector", &vector, in: -1...1)
                panel.drag("drag", &vector)
                panel.color("colour", &color)
                panel.combo("none", &count, of: []) { "\($0)" }
                panel.plot("nothing", [])
                panel.plot("not numbers", [.nan, .infinity], in: 2...2)
                panel.progress(.nan)
                panel.header("", open: true) { panel.tree("", open: true) { panel.text("deep") } }
                panel.tabs("", ["", ""]) { _ in panel.text("a") }
                panel.tooltip(String(repeating: "x", count: 20_000))
            }
        }
    }
    _ = try screen.picture()
    #expect(number.isNaN && count == Int.max, "values stay until the user changes them")
}

@Test("misuse is a typed error that names the widget, and the frame still ends")
func typedErrors() throws {
    let screen = try Screen()
    var number: Float = 0
    var whole = 0
    func problem(_ build: (PanelBuilder) throws -> Void) -> String {
        do { try screen.frame([], build); return "" } catch { return "\(error)" }
    }
    #expect(problem { $0.button("Lost") }.contains("button 'Lost'"))
    #expect(problem { p in p.window("W") { p.slider("S", &number, in: -.infinity ... .infinity) } }.contains("slider 'S'"))
    #expect(problem { p in p.window("W") { p.slider("I", &whole, in: 0...Int.max) } }.contains("slider 'I'"))
    #expect(problem { p in p.window("W") { p.drag("D", &number, speed: .nan) } }.contains("drag 'D'"))
    let cube = try screen.device.makeTexture(TextureDescriptor(type: .cube, format: .rgba8, width: 4, height: 4, label: "sky"))
    #expect(problem { p in p.window("W") { p.image(cube, width: 10, height: 10) } }.contains("image 'sky'"))
    #expect(problem { _ in try screen.frame { _ in } }.contains("built already"))
    #expect(problem { _ in try screen.panels.setScale(2) }.contains("built already"))
    struct Own: Error {}
    #expect(throws: Own.self) { try screen.frame { p in try p.window("W") { try p.header("H", open: true) { throw Own() } } } }
    #expect(problem { p in p.window("W") { p.text("fine") } } == "")
    var kept: PanelBuilder?
    try screen.frame { kept = $0 }
    #expect(kept?.button("late") == false)
    kept?.window("late") { Issue.record("the frame is over") }
}

@Test("panels on several threads, and a panel built inside of another panel, do not affect each other")
func severalContexts() async throws {
    let pictures = try await withThrowingTaskGroup(of: Image.self) { group in
        for _ in 0..<4 {
            group.addTask {
                let screen = try Screen(width: 340, height: 300), other = try Screen()
                for _ in 0..<3 {
                    try screen.frame { panel in
                        try other.frame { inner in inner.window("Inner") { inner.text("inner") } }
                        everyWidget(panel)
                    }
                }
                return try screen.picture()
            }
        }
        return try await group.reduce(into: []) { $0.append($1) }
    }
    for picture in pictures { #expect(try PictureComparison.difference("widgets in several tasks", expected: pictures[0], actual: picture) == nil) }
}

@Test("a press selects a line of a list, and a line that is dragged over the next line changes places with it")
func reorderedLines() throws {
    let screen = try Screen(height: 160)
    var items = ["a", "b", "c", "d"], selection: Int?, changes = 0
    func build(_ panel: PanelBuilder) {
        panel.window("List", x: 0, y: 0, width: 150) {
            if panel.reorder("list", &items, selection: &selection, id: { $0 }, name: { "line \($0)" }) { changes += 1 }
        }
    }
    func frame(_ events: [PanelEvent]) throws { try screen.frame(events, build) }
    for _ in 0..<2 { try frame([]) }
    // Lines are 20 points apart; the first line's middle is 39 points below the window's top.
    func y(_ line: Int) -> Float { 160 - 39 - 20 * Float(line) }
    for events in [[.pointerMoved(x: 40, y: y(1))], [.buttonDown(.left)], []] as [[PanelEvent]] { try frame(events) }
    #expect(selection == 1 && items == ["a", "b", "c", "d"] && changes == 0)
    try frame([.pointerMoved(x: 40, y: y(3))])
    for _ in 0..<3 { try frame([]) }
    #expect(items == ["a", "c", "d", "b"] && selection == 3 && changes == 2)
    try frame([.pointerMoved(x: 40, y: 400)])
    for _ in 0..<5 { try frame([]) }
    #expect(items == ["b", "a", "c", "d"] && selection == 0)
    try frame([.buttonUp(.left)])
    try frame([.pointerMoved(x: 40, y: y(2))])
    #expect(items == ["b", "a", "c", "d"], "released, nothing moves")
    var nothing: [String] = []
    try screen.show { panel in
        panel.window("List", x: 0, y: 0, width: 150) { panel.reorder("list", &nothing, selection: &selection, id: { $0 }, name: { $0 }) }
    }
}
