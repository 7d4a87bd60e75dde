// A window in which nothing changes sleeps. Events, wakers, known times and requested frames wake the window.

import Foundation
import TestSupport
import Testing

@Suite("Windows at rest", .enabled(if: Tool.arePresent, "Xvfb, xdotool or ImageMagick's import is not installed: the window is not tested"))
struct RestTests {
    @Test("a resting picture is not requested again until something happens") func rest() throws {
        let screen = try VirtualScreen()
        let probe = try screen.probe(width: 120, height: 90, showing: "resting")
        let window = try screen.openedWindow(ofProgram: "window-probe")
        try screen.run("xdotool", ["windowfocus", "--sync", window.id])
        func calls(_ line: String) throws -> Int { try Int(#require(line.firstMatch(of: /at (\d+) calls/), "\(line)").1)! }
        func pressed(_ key: String) throws -> Int {
            try screen.run("xdotool", ["key", key])
            return try calls(probe.line(containing: "keyDown(\"\(key.uppercased())"))
        }
        usleep(1_200_000)
        let before = try pressed("a")
        usleep(1_500_000)
        let after = try pressed("b")
        // The allowed calls are for the release of one key, the press of the next key, and perhaps other events of the system.
        #expect(after - before <= 8, "\(after - before) calls while nothing happened")

        _ = try pressed("m")
        usleep(1_000_000)
        #expect(try pressed("c") > after + 12, "what moves is drawn frame after frame")

        let waiting = try pressed("t"), alarm = try probe.line(containing: "alarm")
        #expect(try calls(alarm) - waiting <= 8, "\(alarm)")
        _ = try pressed("w")
        _ = try probe.line(containing: "called at", seconds: 20)

        try screen.run("xdotool", ["windowsize", "--sync", window.id, "150", "110"])
        _ = try probe.line(containing: "resized(width: 150, height: 110)")
        probe.interrupt()
        _ = try probe.line(containing: "ended")
        #expect(try probe.exitStatus() == 0)
    }

    @Test("a resting controller draws frames only for events") func restingController() throws {
        let screen = try VirtualScreen()
        let probe = try screen.probe(width: 120, height: 90, showing: "resting controller")
        let window = try screen.openedWindow(ofProgram: "window-probe")
        try screen.run("xdotool", ["windowfocus", "--sync", window.id])
        func frames(_ key: String) throws -> Int {
            try screen.run("xdotool", ["key", key])
            let line = try probe.line(containing: "keyDown(\"\(key.uppercased())")
            return try Int(#require(line.firstMatch(of: /at (\d+) frames/), "\(line)").1)!
        }
        usleep(1_500_000)
        let before = try frames("a")
        #expect(before > 3, "it moved at first")
        usleep(2_000_000)
        let after = try frames("b")
        #expect(after > before && after - before <= 8, "\(after - before) frames while nothing happened")
        #expect(try screen.text("xdotool", "getwindowname", window.id) == "window probe", "a picture that rests has no frame time")
    }
}
