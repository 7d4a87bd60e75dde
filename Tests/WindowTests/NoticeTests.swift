// The messages of a window to its user, and the ways in which a window ends: notices, the full screen, a lost screen.

import Foundation
import Raster
import TestSupport
import Testing

@Suite("Notices of windows, and their ends", .enabled(if: Tool.arePresent, "Xvfb, xdotool or ImageMagick's import is not installed: the window is not tested"))
struct NoticeTests {
    @Test("the notice of a saved screenshot is shown over the picture for some seconds, and no screenshot contains it") func notice() throws {
        let screen = try VirtualScreen()
        let probe = try screen.probe(width: 200, height: 100, showing: "notice")
        _ = try probe.line(containing: "showing")
        let window = try screen.window(ofProgram: "window-probe"), expected = expectedPicture(width: 200, height: 100)
        try screen.run("xdotool", ["windowfocus", "--sync", window.id])
        for _ in 0..<2 {
            try screen.run("xdotool", ["key", "p"])
            let path = try probe.line(containing: "saved", onErrors: true).dropFirst("saved ".count)
            #expect(try probe.line(containing: "notice") == "notice saved \(path), 168 at most")
            #expect(try PictureComparison.difference("screenshot", expected: expected,
                                                     actual: Image.read(from: screen.folder.appendingPathComponent(String(path)).path)) == nil)
        }
        usleep(300_000)
        var told = expected
        for y in 64..<84 { for x in 80..<120 { told.bytes.replaceSubrange((y * 200 + x) * 3..<(y * 200 + x) * 3 + 3, with: [255, 0, 0]) } }
        #expect(try PictureComparison.difference("window with a notice", expected: told, actual: screen.screenshot(of: window)) == nil)
        var last = told
        for _ in 0..<100 where last != expected {
            usleep(200_000)
            last = try screen.screenshot(of: window)
        }
        #expect(last == expected, "it goes by itself")
    }

    @Test("without a painter the title bar shows the notice, and then the name again") func titleNotice() throws {
        let screen = try VirtualScreen()
        let probe = try screen.probe(width: 120, height: 90, showing: "still")
        let window = try screen.openedWindow(ofProgram: "window-probe")
        try screen.run("xdotool", ["windowfocus", "--sync", window.id])
        usleep(1_500_000)
        try screen.run("xdotool", ["key", "p"])
        let path = try probe.line(containing: "saved", onErrors: true).dropFirst("saved ".count)
        func title(becomes wanted: String) throws {
            var title = ""
            for _ in 0..<50 where title != wanted {
                usleep(200_000)
                title = try screen.text("xdotool", "getwindowname", window.id)
            }
            #expect(title == wanted)
        }
        try title(becomes: "window probe — saved \(path)")
        try title(becomes: "window probe")
    }

    @Test("Escape first leaves the full screen, and then closes the window") func escape() throws {
        let screen = try VirtualScreen()
        let probe = try screen.probe(width: 120, height: 90, showing: "controller")
        let window = try screen.openedWindow(ofProgram: "window-probe")
        func press(_ key: String) throws {
            try screen.run("xdotool", ["windowfocus", "--sync", window.id])
            try screen.run("xdotool", ["key", key])
            _ = try probe.line(containing: "keyDown(\"\(key.prefix(1).uppercased())")
        }
        try press("F11")
        _ = try probe.line(containing: "resized(width: 800, height: 600)")
        try press("Escape")
        usleep(300_000)
        // The window is still open and receives keys.
        try press("a")
        try screen.run("xdotool", ["windowfocus", "--sync", window.id])
        try screen.run("xdotool", ["key", "Escape"])
        _ = try probe.line(containing: "ended")
        #expect(try probe.exitStatus() == 0)
    }

    @Test("a window whose screen is lost throws an error that says so, whether it draws or rests",
          arguments: ["frames", "resting", "controller", "resting controller"])
    func lostScreen(what: String) throws {
        let screen = try VirtualScreen()
        let probe = try screen.probe(width: 120, height: 90, showing: what)
        _ = try screen.openedWindow(ofProgram: "window-probe")
        usleep(1_000_000)
        screen.kill()
        let line = try probe.line(containing: "error")
        #expect(line.contains("window 'window probe' has lost its screen") && line.contains("systemUnavailable"), "\(line)")
        #expect(try probe.exitStatus() == 3)
        #expect(try probe.rest(onErrors: true) == [], "Xlib says nothing of its own")
    }

    @Test("a demo's window reports saved and failed files and continues, and a lost screen ends it with a sentence") func demo() throws {
        let screen = try VirtualScreen()
        let probe = try Child(VirtualScreen.executable("demos"),
                              ["arrow", "--tip", "200", "--size", "400x240", "--no-panel", "--scale", "1", "--device", "reference"],
                              environment: screen.environment, folder: screen.folder.path)
        _ = try probe.line(containing: "Escape", onErrors: true)
        let window = try screen.openedWindow(ofProgram: "demos")
        try screen.run("xdotool", ["windowfocus", "--sync", window.id])
        func settled() throws -> Image {
            // A busy machine may take long for the coarse frame, and for the fine frame after it.
            var last = try screen.screenshot(of: window), same = 0
            for _ in 0..<80 {
                usleep(500_000)
                let now = try screen.screenshot(of: window)
                same = now == last && Set(now.bytes).count > 20 ? same + 1 : 0
                if same == 5 { return now }
                last = now
            }
            throw TestFailure("the picture does not stand still")
        }
        // A frame in the window's full resolution looks the same whether events arrive or not.
        let picture = try settled()
        try screen.run("xdotool", ["key", "F12"])
        let said = try probe.line(containing: "captured arrow-", onErrors: true), file = said.dropFirst("captured ".count).prefix { $0 != ";" }
        #expect(FileManager.default.fileExists(atPath: screen.folder.appendingPathComponent(String(file)).path), "\(said)")
        var changed: [Int] = []
        // A busy machine may take long to draw the notice.
        for _ in 0..<30 where changed.count <= 15 {
            usleep(100_000)
            let told = try screen.screenshot(of: window)
            changed = (0..<240).filter { y in told.bytes[y * 1200..<(y + 1) * 1200] != picture.bytes[y * 1200..<(y + 1) * 1200] }
        }
        #expect(changed.count > 15 && (changed.first ?? 0) > 120, "a notice lies over the lower part: rows \(changed)")
        usleep(3_500_000)
        #expect(try settled() == picture, "the notice is gone")

        // No file can be written into a folder that has been removed.
        try FileManager.default.removeItem(at: screen.folder)
        try screen.run("xdotool", ["key", "F12"])
        _ = try probe.line(containing: "no capture: ", onErrors: true)
        try screen.run("xdotool", ["key", "p"])
        _ = try probe.line(containing: "no screenshot: ", onErrors: true)
        var isTold = false
        for _ in 0..<30 where !isTold {
            usleep(100_000)
            isTold = try screen.screenshot(of: window) != picture
        }
        #expect(isTold, "it is told in the window, too")
        screen.kill()
        #expect(try probe.line(containing: "error", onErrors: true).contains("window 'arrow' has lost its screen"))
        #expect(try probe.exitStatus() == 1)
    }
}
