import Foundation
import Raster
import TestSupport
import Testing

/// Returns the picture that window-probe shows, its top row first.
func expectedPicture(width: Int, height: Int) -> Image {
    var bytes: [UInt8] = []
    for row in 0..<height {
        let y = height - 1 - row
        for x in 0..<width { bytes += [x, y, x * 3 + y * 5].map { UInt8($0 & 255) } }
    }
    return Image(width: width, height: height, format: .rgb8, bytes: bytes)
}

/// The numbers that the view controller of window-probe prints with every event.
private struct ControllerState {
    let frames: Int, milliseconds: Int, isPaused: Bool, size: String, rate: Int
    init(_ line: String) throws {
        let match = try #require(line.firstMatch(of: /at (\d+) frames, (\d+) ms, paused (true|false), (\d+×\d+), rate (\d+)/), "\(line)")
        frames = Int(match.1)!; milliseconds = Int(match.2)!; isPaused = match.3 == "true"; size = String(match.4); rate = Int(match.5)!
    }
}

extension VirtualScreen {
    /// Returns the path of an executable of this package, in the folder of the test bundle.
    static func executable(_ name: String) -> String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent(name).path
    }
    func probe(width: Int, height: Int, showing what: String = "picture", environment extra: [String: String] = [:]) throws -> Child {
        try Child(Self.executable("window-probe"), ["\(width)", "\(height)", what], environment: environment.merging(extra) { $1 }, folder: folder.path)
    }

    /// Returns the part of a screenshot of the whole screen that contains the window.
    func screenshot(of window: (id: String, x: Int, y: Int, width: Int, height: Int)) throws -> Image {
        let screen = try Image.read(bytes: try run("import", ["-window", "root", "png:-"])).converted(to: .rgb8)
        try #require(window.x >= 0 && window.y >= 0 && window.x + window.width <= screen.width && window.y + window.height <= screen.height)
        var bytes: [UInt8] = []
        for y in window.y..<(window.y + window.height) {
            let start = (y * screen.width + window.x) * 3
            bytes += screen.bytes[start..<(start + window.width * 3)]
        }
        return Image(width: window.width, height: window.height, format: .rgb8, bytes: bytes)
    }
}

@Suite("The window, on a virtual screen", .enabled(if: Tool.arePresent, "Xvfb, xdotool or ImageMagick's import is not installed: the window is not tested"))
struct WindowTests {
    @Test("the screen shows the framebuffer's pixels, row 0 at the bottom, before and after a resize", arguments: ["", "opengl", "software"])
    func picture(driver: String) throws {
        let screen = try VirtualScreen()
        let probe = try screen.probe(width: 321, height: 203, environment: driver.isEmpty ? [:] : ["SDL_RENDER_DRIVER": driver])
        _ = try probe.line(containing: "showing 321×203")
        var window = try screen.window(ofProgram: "window-probe")
        #expect((window.width, window.height) == (321, 203))
        #expect(try PictureComparison.difference("window", expected: expectedPicture(width: 321, height: 203), actual: screen.screenshot(of: window)) == nil)

        try screen.run("xdotool", ["windowsize", "--sync", window.id, "260", "311"])
        _ = try probe.line(containing: "resized(width: 260, height: 311)")
        // Waits, because the first frame of the new size comes after the event.
        usleep(500_000)
        window = try screen.window(ofProgram: "window-probe")
        #expect((window.width, window.height) == (260, 311))
        #expect(try PictureComparison.difference("window", expected: expectedPicture(width: 260, height: 311), actual: screen.screenshot(of: window)) == nil)
    }

    @Test("keys and mouse arrive, P saves the shown picture without overwriting files, the title shows the frame time, Escape ends")
    func input() throws {
        let screen = try VirtualScreen()
        let probe = try screen.probe(width: 200, height: 100)
        _ = try probe.line(containing: "showing")
        let window = try screen.window(ofProgram: "window-probe")
        try screen.run("xdotool", ["windowfocus", "--sync", window.id])

        try screen.run("xdotool", ["mousemove", "--window", window.id, "10", "20"])
        _ = try probe.line(containing: "mouseMoved(x: 10.5, y: 79.5")
        try screen.run("xdotool", ["click", "3"])
        _ = try probe.line(containing: "mouseDown(Window.MouseButton.right, x: 10.5, y: 79.5)")
        _ = try probe.line(containing: "mouseUp(Window.MouseButton.right")
        try screen.run("xdotool", ["click", "4"])
        _ = try probe.line(containing: "wheel(x: 0.0, y: 1.0)")
        try screen.run("xdotool", ["key", "a"])
        _ = try probe.line(containing: "keyDown(\"A\", isRepeat: false)")
        // The text of a key is a separate event. The text depends on the keyboard layout and on Shift.
        _ = try probe.line(containing: "text(\"a\")")
        _ = try probe.line(containing: "keyUp(\"A\")")
        try screen.run("xdotool", ["key", "numbersign"])
        _ = try probe.line(containing: "text(\"#\")")

        var paths: [String] = []
        for _ in 0..<3 {
            try screen.run("xdotool", ["key", "p"])
            let line = try probe.line(containing: "saved", onErrors: true)
            paths.append(String(line.dropFirst("saved ".count)))
        }
        #expect(Set(paths).count == 3)
        for path in paths {
            #expect(path.wholeMatch(of: /window-probe-\d{8}-\d{6}(-\d)?\.png/) != nil, "\(path)")
            #expect(try PictureComparison.difference("window", expected: expectedPicture(width: 200, height: 100),
                                                     actual: Image.read(from: screen.folder.appendingPathComponent(path).path)) == nil)
        }

        // At first the title still shows the name of the last screenshot.
        var title = ""
        for _ in 0..<50 where title.contains("saved") || title.isEmpty {
            usleep(200_000)
            title = try screen.text("xdotool", "getwindowname", window.id)
        }
        #expect(title.wholeMatch(of: /window probe — \d+\.\d ms \(\d+(\.\d)? fps\)/) != nil, "\(title)")

        try screen.run("xdotool", ["key", "Escape"])
        _ = try probe.line(containing: "ended")
        #expect(try probe.exitStatus() == 0)
    }

    @Test("a view controller runs at its rate, fills the window, pauses by key, saves screenshots, and draws a new size while paused")
    func controller() throws {
        let screen = try VirtualScreen()
        let probe = try screen.probe(width: 120, height: 90, showing: "controller")
        func press(_ key: String) throws -> ControllerState {
            try screen.run("xdotool", ["key", key])
            return try ControllerState(probe.line(containing: "keyDown(\"\(key.prefix(1).uppercased())"))
        }
        var window = try screen.openedWindow(ofProgram: "window-probe")
        try screen.run("xdotool", ["windowfocus", "--sync", window.id])
        func expectPicture(width: Int, height: Int) throws {
            let expected = Image(width: width, height: height, format: .rgb8, bytes: (0..<(width * height)).flatMap { _ in [255, 255, UInt8(width & 255)] })
            #expect(try PictureComparison.difference("window", expected: expected, actual: screen.screenshot(of: window)) == nil)
        }

        let first = try press("a")
        #expect(first.size == "120×90" && !first.isPaused && (1...30).contains(first.rate))
        usleep(1_500_000)
        let second = try press("b")
        // At most as many frames are drawn as fit into the time at the screen's rate. On a busy machine, fewer frames may be drawn.
        let room = Double(second.milliseconds - first.milliseconds) / 1000 * Double(second.rate)
        #expect(Double(second.frames - first.frames) <= room + 2 && Double(second.frames - first.frames) >= room / 4, "\(first) \(second)")
        try expectPicture(width: 120, height: 90)

        try screen.run("xdotool", ["key", "p"])
        let path = try probe.line(containing: "saved", onErrors: true).dropFirst("saved ".count)
        #expect(try Image.read(from: screen.folder.appendingPathComponent(String(path)).path).width == 120)

        let paused = try press("space")
        #expect(paused.isPaused)
        usleep(300_000)
        let still = try press("c")
        #expect(still.isPaused && still.frames == paused.frames && still.milliseconds > paused.milliseconds)
        try screen.run("xdotool", ["windowsize", "--sync", window.id, "200", "70"])
        #expect(try ControllerState(probe.line(containing: "resized(width: 200, height: 70)")).size == "200×70")
        usleep(300_000)
        window = try screen.window(ofProgram: "window-probe")
        // The picture was drawn without an update, so it has no green.
        #expect(try screen.screenshot(of: window) == Image(width: 200, height: 70, format: .rgb8, bytes: (0..<(200 * 70)).flatMap { _ in [255, 0, 200] }))
        #expect(try press("d").frames == paused.frames)

        #expect(try press("space").isPaused == false)
        usleep(500_000)
        let resumed = try press("e")
        #expect(resumed.frames > paused.frames && !resumed.isPaused)
        try expectPicture(width: 200, height: 70)

        try screen.run("xdotool", ["key", "Escape"])
        _ = try probe.line(containing: "ended")
        #expect(try probe.exitStatus() == 0)
    }

    @Test("F11 fills the screen, a hidden window draws nothing, Ctrl-Q closes the window")
    func fullScreenAndHidden() throws {
        let screen = try VirtualScreen()
        let probe = try screen.probe(width: 120, height: 90, showing: "controller")
        let window = try screen.openedWindow(ofProgram: "window-probe")
        func press(_ key: String) throws -> ControllerState {
            try screen.run("xdotool", ["windowfocus", "--sync", window.id])
            try screen.run("xdotool", ["key", key])
            return try ControllerState(probe.line(containing: "keyDown(\"\(key.prefix(1).uppercased())"))
        }
        _ = try press("a")
        try screen.run("xdotool", ["key", "F11"])
        // The window keeps its size afterwards: restoring the size needs a window manager, which this screen does not have.
        let full = try probe.line(containing: "resized")
        #expect(full.contains("resized(width: 800, height: 600)"))

        try screen.run("xdotool", ["windowunmap", "--sync", window.id])
        usleep(300_000)
        // While the window is hidden, the program prints nothing. The next line comes from the key that is pressed when the window
        // is visible again.
        usleep(1_500_000)
        try screen.run("xdotool", ["windowmap", "--sync", window.id])
        usleep(200_000)
        let back = try press("b")
        let shown = Double(back.frames) * 1000 / Double(back.rate)
        #expect(shown < Double(back.milliseconds) - 1000, "a frame was drawn for nobody: \(back)")

        try screen.run("xdotool", ["key", "ctrl+q"])
        _ = try probe.line(containing: "ended")
        #expect(try probe.exitStatus() == 0)
    }

    @Test("a window covered by another one draws nothing, and continues when it is visible again", arguments: ["controller", "frames"])
    func covered(what: String) throws {
        let screen = try VirtualScreen()
        let probe = try screen.probe(width: 120, height: 90, showing: what)
        let window = try screen.openedWindow(ofProgram: "window-probe")
        /// Presses a key for which the program prints the number of frames that it has drawn so far, and returns this number.
        func frames(_ key: String) throws -> Int {
            // Gives the keyboard focus back to this window, because the other window takes the focus when it opens.
            try screen.run("xdotool", ["windowfocus", "--sync", window.id])
            try screen.run("xdotool", ["key", key])
            let line = try probe.line(containing: "keyDown(\"\(key.uppercased())")
            return try Int(#require(line.firstMatch(of: /at (\d+) frames/), "\(line)").1)!
        }
        let first = try frames("a")
        usleep(500_000)
        let seen = try frames("b")
        #expect(seen > first + 2)
        let other = try screen.probe(width: 400, height: 300)
        _ = try other.line(containing: "showing")
        // Waits for frames that were in progress when the other window opened.
        usleep(300_000)
        let before = try frames("c")
        usleep(1_000_000)
        let after = try frames("d")
        // A few frames are allowed, because pressing and releasing a key draw frames.
        #expect(after <= before + 6, "\(after - before) frames were drawn for nobody")
        other.interrupt()
        #expect(try other.exitStatus() == 0)
        usleep(800_000)
        #expect(try frames("e") > after + 6)
    }

    @Test("the time of frames stands still while the window is hidden") func hiddenTime() throws {
        let screen = try VirtualScreen()
        let probe = try screen.probe(width: 120, height: 90, showing: "frames")
        let window = try screen.openedWindow(ofProgram: "window-probe")
        func told(_ key: String) throws -> (milliseconds: Int, longest: Int) {
            try screen.run("xdotool", ["windowfocus", "--sync", window.id])
            try screen.run("xdotool", ["key", key])
            let line = try probe.line(containing: "keyDown(\"\(key.uppercased())"),
                match = try #require(line.firstMatch(of: /(\d+) ms, longest (\d+) ms/), "\(line)")
            return (Int(match.1)!, Int(match.2)!)
        }
        let start = Date(), before = try told("a")
        try screen.run("xdotool", ["windowunmap", "--sync", window.id])
        usleep(4_000_000)
        try screen.run("xdotool", ["windowmap", "--sync", window.id])
        let after = try told("b")
        let passed = Date().timeIntervalSince(start) * 1000
        #expect(Double(after.milliseconds - before.milliseconds) < passed - 3000, "\(before) \(after) in \(passed) ms")
        #expect(after.longest < 3000, "\(after)")
    }

    @Test("a still picture is requested about 20 times a second, and its title shows no frame time") func still() throws {
        let screen = try VirtualScreen()
        let probe = try screen.probe(width: 120, height: 90, showing: "still")
        let window = try screen.openedWindow(ofProgram: "window-probe")
        try screen.run("xdotool", ["windowfocus", "--sync", window.id])
        // The title shows the frame time while frames are drawn. A busy machine may change the title late.
        func title() throws -> String { try screen.text("xdotool", "getwindowname", window.id) }
        let deadline = Date().addingTimeInterval(60)
        usleep(3_000_000)
        while try title() != "window probe", Date() < deadline { usleep(500_000) }
        #expect(try title() == "window probe")
        func told(_ key: String) throws -> (calls: Int, milliseconds: Int) {
            try screen.run("xdotool", ["key", key])
            let line = try probe.line(containing: "keyDown(\"\(key.uppercased())"),
                match = try #require(line.firstMatch(of: /at (\d+) frames, (\d+) ms/), "\(line)")
            return (Int(match.1)!, Int(match.2)!)
        }
        let before = try told("a")
        usleep(2_000_000)
        let after = try told("b")
        // A few more calls are allowed, for the events.
        #expect(after.calls - before.calls <= (after.milliseconds - before.milliseconds) / 50 + 6, "\(before) \(after)")
    }

    @Test("a paused controller draws once for setNeedsDisplay, and not again") func needsDisplay() throws {
        let screen = try VirtualScreen()
        let probe = try screen.probe(width: 120, height: 90, showing: "controller")
        let window = try screen.openedWindow(ofProgram: "window-probe")
        try screen.run("xdotool", ["windowfocus", "--sync", window.id])
        func draws(_ key: String) throws -> (draws: Int, isPaused: Bool) {
            try screen.run("xdotool", ["key", key])
            let line = try probe.line(containing: "keyDown(\"\(key.prefix(1).uppercased())")
            return (Int(try #require(line.firstMatch(of: /drawn (\d+)/), "\(line)").1)!, try ControllerState(line).isPaused)
        }
        #expect(try draws("space").isPaused)
        usleep(200_000)
        let still = try draws("a").draws
        usleep(300_000)
        #expect(try draws("b").draws == still, "a paused controller draws nothing by itself")
        // The key N makes the program call setNeedsDisplay.
        _ = try draws("n")
        usleep(300_000)
        #expect(try draws("c").draws == still + 1)
        usleep(300_000)
        let last = try draws("d")
        #expect(last.draws == still + 1 && last.isPaused)
    }

    @Test("a program may control the keys and the title, ask for held keys, capture the cursor, and look for gamepads")
    func ownership() throws {
        let screen = try VirtualScreen()
        let probe = try screen.probe(width: 200, height: 100, showing: "own")
        _ = try probe.line(containing: "showing")
        let window = try screen.window(ofProgram: "window-probe")
        try screen.run("xdotool", ["windowfocus", "--sync", window.id])
        #expect(try screen.text("xdotool", "getwindowname", window.id) == "a title of its own")
        for key in ["Escape", "p", "ctrl+q"] { try screen.run("xdotool", ["key", key]) }
        _ = try probe.line(containing: "keyDown(\"Escape\"")
        _ = try probe.line(containing: "keyDown(\"Q\"")
        try screen.run("xdotool", ["keydown", "a"])
        try screen.run("xdotool", ["keydown", "b"])
        #expect(try probe.line(containing: "keyDown(\"B\", isRepeat: false)").contains("with [\"A\", \"B\"]"))
        try screen.run("xdotool", ["keyup", "a"])
        #expect(try probe.line(containing: "keyUp(\"A\")").contains("with [\"B\"]"))
        try screen.run("xdotool", ["keyup", "b"])
        try screen.run("xdotool", ["key", "c"])
        let captured = try probe.line(containing: "keyDown(\"C\"")
        #expect(captured.contains("captured true") && captured.contains(" gamepads"))
        try screen.run("xdotool", ["key", "x"])
        _ = try probe.line(containing: "ended")
        #expect(try probe.exitStatus() == 0)
        #expect(!probe.lines.contains { $0.contains("saved") })
    }

    @Test("a program may give its window another size, which is at least 64 pixels") func resize() throws {
        let screen = try VirtualScreen()
        let probe = try screen.probe(width: 200, height: 100)
        _ = try probe.line(containing: "showing 200×100")
        try screen.run("xdotool", ["windowfocus", "--sync", screen.window(ofProgram: "window-probe").id])
        try screen.run("xdotool", ["key", "r"])
        _ = try probe.line(containing: "resized(width: 400, height: 64)")
    }

    @Test("a message that reaches a window too late does not end the program, unlike other errors of X11") func lateMessage() throws {
        let screen = try VirtualScreen()
        let probe = try screen.probe(width: 200, height: 100, showing: "stray")
        _ = try probe.line(containing: "goes on, 200 wide")
        _ = try probe.line(containing: "BadWindow", onErrors: true)
        #expect(try probe.exitStatus() == 1)
    }

    @Test("the example OwnWindow shows a knot that dragging turns, and closes with Q") func example() throws {
        let screen = try VirtualScreen()
        let example = try Child(VirtualScreen.executable("OwnWindow"), [], environment: screen.environment, folder: screen.folder.path)
        let window = try screen.openedWindow(ofProgram: "OwnWindow")
        try screen.run("xdotool", ["windowfocus", "--sync", window.id])
        #expect((window.width, window.height) == (480, 360))
        #expect(try screen.text("xdotool", "getwindowname", window.id) == "Drag the knot")
        /// Waits until the picture has more than one colour and no longer changes, and returns the picture.
        func picture() throws -> Image {
            var last: Image?
            for _ in 0..<50 {
                usleep(200_000)
                let now = try screen.screenshot(of: window)
                if now == last, Set(stride(from: 0, to: now.bytes.count, by: 30).map { now.bytes[$0] }).count > 8 { return now }
                last = now
            }
            throw TestFailure("the knot does not come")
        }
        let first = try picture()
        if let folder = ProcessInfo.processInfo.environment["RASTER_EXAMPLES"] { try first.writePNG(to: "\(folder)/own-window.png") }
        try screen.run("xdotool", ["mousemove", "--window", window.id, "200", "200"])
        try screen.run("xdotool", ["mousemove", "--window", window.id, "300", "150"])
        #expect(try picture() == first, "only a drag turns it")
        try screen.run("xdotool", ["mousedown", "1", "mousemove_relative", "--", "-90", "20", "mouseup", "1"])
        let turned = try picture()
        #expect(turned != first)
        try screen.run("xdotool", ["click", "4"])
        #expect(try picture() != turned, "the wheel brings it nearer")
        try screen.run("xdotool", ["key", "q"])
        #expect(try example.line(containing: "last picture").contains("480×360"))
        #expect(try example.exitStatus() == 0)
    }

    @Test("a copied text is found on the clipboard by the same program and by another one")
    func clipboard() throws {
        let screen = try VirtualScreen()
        let first = try screen.probe(width: 64, height: 64)
        _ = try first.line(containing: "showing")
        try screen.run("xdotool", ["windowfocus", "--sync", screen.window(ofProgram: "window-probe").id])
        try screen.run("xdotool", ["key", "c"])
        #expect(try first.line(containing: "clipboard") == "clipboard tomaté, #FF7A18")
        let second = try screen.probe(width: 80, height: 60)
        #expect(try second.line(containing: "clipboard") == "clipboard tomaté, #FF7A18")
    }

    @Test("an interrupt ends the loop cleanly")
    func interrupt() throws {
        let screen = try VirtualScreen()
        let probe = try screen.probe(width: 64, height: 64)
        _ = try probe.line(containing: "showing")
        probe.interrupt()
        _ = try probe.line(containing: "ended")
        #expect(try probe.exitStatus() == 0)
    }

    @Test("without a screen, opening fails with a typed error that names the correction")
    func noScreen() throws {
        var environment = ProcessInfo.processInfo.environment
        environment["DISPLAY"] = nil
        environment["WAYLAND_DISPLAY"] = nil
        environment["SDL_VIDEODRIVER"] = nil
        let probe = try Child(VirtualScreen.executable("window-probe"), ["64", "64"], environment: environment)
        let line = try probe.line(containing: "error")
        #expect(line.contains("systemUnavailable") && line.contains("headless"), "\(line)")
        #expect(try probe.exitStatus() == 3)
    }
}
