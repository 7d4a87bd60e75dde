// DemoCommand: the code that the subcommands of all demos share. The command makes a device and the demo, then shows the demo in a
// window or writes its pictures.

import ArgumentParser
import Foundation
import Raster
import Shading
import Terminal
import Window

protocol DemoCommand: ParsableCommand {
    associatedtype Demonstration: Demo
    var common: CommonOptions { get }
    func makeDemo(device: Device) throws -> Demonstration
    /// The time of a picture if the command line gives no time.
    var defaultTime: Double { get }
    /// True if the command line asks only for a file that `makeDemo` writes. If `endsWithDemo` is true, the command ends without a window
    /// and without a picture.
    var endsWithDemo: Bool { get }
}

extension DemoCommand {
    var defaultTime: Double { 0 }
    var endsWithDemo: Bool { false }
    static var demoName: String { configuration.commandName ?? "demo" }

    func run() throws {
        do {
            let device = try common.device.makeDevice(threads: common.threads, lanes: common.lanes, instructions: common.instructions)
            let demo = try makeDemo(device: device)
            if endsWithDemo { return }
            if common.png == nil, !common.bench, let window = try openWindow() {
                let panel = Demonstration.hasOptions
                    ? try DemoPanel(device: device, title: Self.demoName, scale: window.pixelsPerPoint, isShown: common.panel ?? true) : nil
                try WindowDriver(demo: demo, device: device, window: window, options: common, panel: panel).run()
                return
            }
            try drawHeadless(demo, on: device)
        } catch let error as ShaderError {
            // The messages of the shader compiler are printed without a prefix, because editors look for `file:line:` at the beginning of a
            // line.
            printError(error.description)
            throw ExitCode.failure
        } catch {
            printError("error: \(error)")
            throw ExitCode.failure
        }
    }

    /// Opens a window. Returns the window; nil if there is no screen. If the result is nil, the demo writes a picture.
    private func openWindow() throws -> Window? {
        // `openWindow` first finds out from the environment whether there is a screen, because without a screen SDL may open an invisible
        // window in memory, which nobody could close.
        let environment = ProcessInfo.processInfo.environment
        let hasScreen = ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"].contains { environment[$0]?.isEmpty == false }
        do {
            guard hasScreen else { throw RasterError(.systemUnavailable, "a screen", "is missing", remedy: "set DISPLAY or WAYLAND_DISPLAY") }
            // With the value `linear` of this hint, SDL smoothly stretches frames that are coarser than the window. If the user has set
            // this hint, the user's value is kept.
            setenv("SDL_RENDER_SCALE_QUALITY", "linear", 0)
            let window = try Window(name: Self.demoName, width: common.size.width, height: common.size.height)
            printError((["\(Self.demoName): Escape closes, Space pauses, ? lists the keys"] + Demonstration.keys).joined(separator: "; ") + ".")
            return window
        } catch let error as RasterError where error.code == .systemUnavailable {
            printError("There is no display for a window; drawing a picture instead.")
            return nil
        }
    }

    private func drawHeadless(_ demo: Demonstration, on device: Device) throws {
        let samples = common.samples ?? (demo.gainsFromSamples ? 4 : 1)
        let driver = try HeadlessDriver(device: device, size: common.size, samples: samples, capture: common.capturedFrame,
                                        xray: try common.xray.map { try XRay(device: device, look: $0, isOn: true) })
        var report = DemoReport(demo: Self.demoName, version: Demos.version, renderer: device.name, width: common.size.width,
                                height: common.size.height, samples: samples)
        if common.bench {
            let speed = try Bench(demo: demo, driver: driver).measure(from: common.time ?? defaultTime)
            report.speed = speed
            if common.json { return try report.print() }
            print("\(Self.demoName), \(common.size) pixels of \(samples == 1 ? "one sample" : "\(samples) samples"), \(device.name): \(speed)")
            return
        }
        let file = try common.pictureFile ?? PictureFile("\(Self.demoName).png")
        try file.prepareFolder()
        let panel = common.panel == true && (Demonstration.hasOptions || common.xray != nil) ? try DemoPanel(device: device, title: Self.demoName) : nil
        let time = common.time ?? defaultTime
        var pictures: [DemoReport.Picture], kept = 0
        if let frames = common.frames {
            let sequence = HeadlessDriver.Sequence(frames: frames, range: common.range, fps: common.fps, resumes: common.resume)
            (pictures, kept) = try driver.write(demo, to: file, time: time, sequence: sequence, panel: panel)
        } else {
            pictures = [try driver.write(demo, to: file, time: time, fps: common.fps, panel: panel)]
        }
        report.pictures = pictures
        report.kept = kept > 0 ? kept : nil
        if common.json { return try report.print() }
        guard !file.isStandardOutput else { return }
        let others = file.format.isAnimation ? 0 : pictures.count - 1
        print(([pictures.first.map { $0.file + (others > 0 ? " and \(others) more" : "") },
                kept > 0 ? "\(kept) kept" : nil] as [String?]).compactMap { $0 }.joined(separator: "; "))
    }
}
