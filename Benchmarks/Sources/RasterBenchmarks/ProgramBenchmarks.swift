// ProgramBenchmarks times glmark2-es2, a program that was not written for Raster, with Raster's driver and with Mesa's driver in turn. The
// two runs of a pair directly follow each other, so that both drivers run under the same conditions.

import Foundation

/// One scene's timings, in milliseconds per frame.
struct ProgramMeasurement: Codable {
    var scene: String
    var ours: Double
    var theirs: Double
    /// The median, over paired runs, of the other driver's time divided by Raster's time: how many times faster Raster is.
    var ratio: Double
}

/// glmark2-es2, which draws its scenes into an image and counts frames.
struct ProgramBenchmarks {
    let width: Int, height: Int
    /// The vendor file of Raster's driver, which `make driver` makes.
    let ours: String
    /// The vendor file of the other driver, if the environment names one; nil for the driver that libglvnd finds.
    private let theirs = ProcessInfo.processInfo.environment["__EGL_VENDOR_LIBRARY_FILENAMES"]
    private let screen: Screen?
    private let program: String

    struct Failure: Error, CustomStringConvertible { var description: String }

    /// - Throws: An error that names the missing program or driver.
    init(width: Int, height: Int, driver: String) throws {
        self.width = width; self.height = height
        ours = URL(fileURLWithPath: driver).path
        guard FileManager.default.fileExists(atPath: ours) else { throw Failure(description: "there is no driver \(ours): make driver builds it") }
        guard let program = Self.path("glmark2-es2") else { throw Failure(description: "glmark2-es2 is not installed: Debian's package is glmark2-es2-x11") }
        self.program = program
        // glmark2 opens a window even if glmark2 draws into an image. If there is no display, an X server without a screen is started for
        // this window.
        screen = ProcessInfo.processInfo.environment["DISPLAY"] == nil ? try Screen() : nil
    }
    static func path(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Returns the scenes that glmark2 draws if no scene is named. To get the list, draws each scene with Raster's driver for a short time.
    /// This run also compiles the code that the scenes need.
    func scenes() throws -> [String] {
        let list = try run(["-b", ":duration=0.2"], ours: true).map(\.scene)
        if list.isEmpty { throw Failure(description: "glmark2-es2 drew no scene") }
        return list
    }
    /// Draws a scene with both drivers in turn, `pairs` times, for `seconds` in all.
    func take(_ scene: String, pairs: Int, seconds: Double) throws -> ProgramMeasurement {
        let duration = String(format: ":duration=%.2f", max(0.2, seconds / Double(2 * pairs)))
        var times: [(ours: Double, theirs: Double)] = []
        for _ in 0..<pairs {
            let one = try time(scene, duration, ours: true), two = try time(scene, duration, ours: false)
            times.append((one, two))
        }
        return ProgramMeasurement(scene: scene, ours: median(times.map(\.ours)), theirs: median(times.map(\.theirs)),
                                  ratio: median(times.map { $0.theirs / $0.ours }))
    }
    private func time(_ scene: String, _ duration: String, ours: Bool) throws -> Double {
        guard let result = try run(["-b", scene + duration], ours: ours).first else {
            throw Failure(description: "glmark2-es2 did not draw \(scene) with \(ours ? "Raster" : "the other driver")")
        }
        return result.milliseconds
    }

    /// Runs glmark2, and reads lines such as `[build] use-vbo=false: FPS: 571 FrameTime: 1.753 ms`.
    private func run(_ arguments: [String], ours: Bool) throws -> [(scene: String, milliseconds: Double)] {
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["--off-screen", "--size", "\(width)x\(height)"] + arguments
        var environment = ProcessInfo.processInfo.environment
        environment["DISPLAY"] = screen?.display ?? environment["DISPLAY"]
        environment["__EGL_VENDOR_LIBRARY_FILENAMES"] = ours ? self.ours : theirs
        environment["LIBGL_ALWAYS_SOFTWARE"] = "1"
        process.environment = environment
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return output.split(separator: "\n").compactMap { line in
            guard let match = line.firstMatch(of: /^\[(\w+)\] (.*): FPS: \d+ FrameTime: ([0-9.]+) ms/), let time = Double(match.3) else { return nil }
            return (match.2 == "<default>" ? String(match.1) : "\(match.1):\(match.2)", time)
        }
    }

    /// An X server without a screen.
    final class Screen {
        let display: String
        private let process = Process()

        init() throws {
            guard let server = ProgramBenchmarks.path("Xvfb") else { throw Failure(description: "there is no screen, and Xvfb is not installed") }
            let pipe = Pipe()
            process.executableURL = URL(fileURLWithPath: server)
            process.arguments = ["-displayfd", "1", "-screen", "0", "1280x720x24", "-nolisten", "tcp", "-noreset"]
            process.standardOutput = pipe
            process.standardError = FileHandle.nullDevice
            try process.run()
            let line = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
            display = ":" + line.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        deinit { process.terminate() }
    }
}
