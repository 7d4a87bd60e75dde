// VirtualScreen: an X server without a screen (Xvfb) on a separate display, which shows the tested program. Instead of a user, xdotool
// presses keys and moves the pointer, and ImageMagick takes pictures of the screen.

import Foundation
import Glibc
import Workers

package enum Tool {
    package static func path(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
    package static let arePresent = ["Xvfb", "xdotool", "import"].allSatisfy { path($0) != nil }
}

/// A failure that ends a test before the test has checked its expectations.
package struct TestFailure: Error, CustomStringConvertible {
    package let description: String
    package init(_ text: String) { description = text }
}

/// A child process whose output is read line by line, with a time limit.
package final class Child {
    private let process: ChildProcess
    private let outputs: [Bool: Int32]
    private var buffered: [Bool: [UInt8]] = [:]
    package private(set) var lines: [String] = []

    package init(_ executable: String, _ arguments: [String], environment: [String: String], folder: String = "/") throws {
        var ends: [(reading: Int32, writing: Int32)] = []
        defer { ends.forEach { close($0.writing) } }
        process = try ChildProcess([executable] + arguments, environment: environment, folder: folder) { () throws(ChildProcess.StartFailure) in
            for _ in 0..<2 { ends.append(try ChildProcess.pipe()) }
            return [0: .nothing, 1: .ours(ends[0].writing), 2: .ours(ends[1].writing)]
        }
        outputs = [false: ends[0].reading, true: ends[1].reading]
    }
    deinit { outputs.values.forEach { close($0) } }

    /// Returns the next line of standard output, or standard error, that contains `text` (any line for "").
    package func line(containing text: String, onErrors: Bool = false, seconds: Double = 30) throws -> String {
        let descriptor = outputs[onErrors]!
        let deadline = Date().addingTimeInterval(seconds)
        var bytes = buffered[onErrors] ?? []
        defer { buffered[onErrors] = bytes }
        while true {
            while let end = bytes.firstIndex(of: 10) {
                let line = String(decoding: bytes[..<end], as: UTF8.self)
                bytes.removeFirst(end + 1)
                lines.append(line)
                if text.isEmpty || line.contains(text) { return line }
            }
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let left = deadline.timeIntervalSinceNow
            guard left > 0, poll(&request, 1, Int32(left * 1000) + 1) > 0 else {
                throw TestFailure("no line with '\(text)' came in \(seconds) s after \(lines)")
            }
            var chunk = [UInt8](repeating: 0, count: 4096)
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else {
                let status = try exitStatus(), complaints = onErrors ? "" : String(decoding: (try? rest(onErrors: true)) ?? [], as: UTF8.self)
                throw TestFailure("the program ended with status \(status) before a line with '\(text)' came; it said \(lines), and on standard error: \(complaints)")
            }
            bytes += chunk[..<count]
        }
    }
    /// Returns the rest of standard output, or of standard error, up to its end. Throws if the output does not end in time.
    package func rest(onErrors: Bool = false, seconds: Double = 60) throws -> [UInt8] {
        let deadline = Date().addingTimeInterval(seconds)
        var bytes = buffered[onErrors] ?? []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var request = pollfd(fd: outputs[onErrors]!, events: Int16(POLLIN), revents: 0)
            let left = deadline.timeIntervalSinceNow
            guard left > 0, poll(&request, 1, Int32(left * 1000) + 1) > 0 else { throw TestFailure("the program's output did not end in \(seconds) s") }
            let count = read(outputs[onErrors]!, &chunk, chunk.count)
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
        }
    }
    /// Returns the exit status, or minus the number of the signal that ended the process. Throws if the process has not ended in
    /// time.
    package func exitStatus(seconds: Double = 30) throws -> Int32 {
        let deadline = Date().addingTimeInterval(seconds)
        while true {
            switch process.poll() {
            case .status(let status): return status
            case .signal(let signal): return -signal
            case nil: break
            }
            guard Date() < deadline else { throw TestFailure("the program did not end in \(seconds) s") }
            usleep(10_000)
        }
    }
    package func interrupt() { process.send(SIGINT) }
    package func kill() { process.send(SIGKILL) }
}

package final class VirtualScreen {
    private let server: Child
    package let environment: [String: String]
    /// The folder in which the programs run. The folder and the files in it are removed at the end.
    package let folder: URL

    package init() throws {
        // Without -noreset, the server restarts when the last program disconnects, and refuses programs that connect at that moment.
        server = try Child(Tool.path("Xvfb")!, ["-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp", "-noreset"],
                           environment: ["PATH": "/usr/bin:/bin"])
        let display = try server.line(containing: "")
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("raster-window-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var environment = ProcessInfo.processInfo.environment
        environment["DISPLAY"] = ":\(display)"
        environment["WAYLAND_DISPLAY"] = nil
        environment["SDL_VIDEODRIVER"] = "x11"
        self.environment = environment
    }
    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Ends the server while programs have windows on its screen.
    package func kill() { server.kill() }

    /// Runs a tool on this screen and returns its output.
    @discardableResult package func run(_ tool: String, _ arguments: [String]) throws -> [UInt8] {
        let child = try Child(Tool.path(tool)!, arguments, environment: environment)
        let output: [UInt8]
        do { output = try child.rest() } catch { throw TestFailure("\(tool) \(arguments): \(error)") }
        let status = try child.exitStatus()
        guard status == 0 else { throw TestFailure("\(tool) \(arguments) failed with \(status)") }
        return output
    }
    package func text(_ tool: String, _ arguments: String...) throws -> String {
        String(decoding: try run(tool, arguments), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
    /// Waits until the window of a program is on the screen, and returns the window. `openedWindow` is for programs that print nothing
    /// when their window appears.
    package func openedWindow(ofProgram name: String, seconds: Double = 30) throws -> (id: String, x: Int, y: Int, width: Int, height: Int) {
        let deadline = Date().addingTimeInterval(seconds)
        while Date() < deadline {
            if let found = try? window(ofProgram: name), found.width > 0 { return found }
            usleep(50_000)
        }
        throw TestFailure("no window of \(name) came in \(seconds) s")
    }
    /// Returns the X window of a program, and its place on the screen.
    package func window(ofProgram name: String) throws -> (id: String, x: Int, y: Int, width: Int, height: Int) {
        let id = try text("xdotool", "search", "--class", name).split(separator: "\n").last.map(String.init) ?? ""
        var values: [String: Int] = [:]
        for line in try text("xdotool", "getwindowgeometry", "--shell", id).split(separator: "\n") {
            let parts = line.split(separator: "=")
            if parts.count == 2 { values[String(parts[0])] = Int(parts[1]) }
        }
        return (id, values["X"] ?? -1, values["Y"] ?? -1, values["WIDTH"] ?? -1, values["HEIGHT"] ?? -1)
    }
}
