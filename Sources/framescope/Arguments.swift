// Arguments: what several subcommands take.

import ArgumentParser
import Foundation
import FrameCapture
import Raster

/// The number of a draw, written @42 or 42.
struct DrawNumber: ExpressibleByArgument {
    var number: Int
    init?(argument: String) {
        guard let number = Int(argument.hasPrefix("@") ? String(argument.dropFirst()) : argument), number >= 0 else { return nil }
        self.number = number
    }
}

struct CaptureArguments: ParsableArguments {
    @Argument(help: "The capture.", completion: .file())
    var file: String

    @Option(help: ArgumentHelp("Number of the frame. [default: the first that is whole]", valueName: "number"))
    var frame: Int?

    /// Opens the file, and tells what of it is lost.
    func open() throws -> Capture {
        let capture = try Capture(contentsOf: file, sources: PackageSources(around: FileManager.default.currentDirectoryPath))
        for line in capture.damage { Framescope.note("note: \(line)") }
        return capture
    }
    func chosenFrame(of capture: Capture) throws -> CapturedFrame { try capture.frame(frame ?? capture.frames.first?.number ?? 0) }
}

enum RendererChoice: String, ExpressibleByArgument, CaseIterable {
    /// Compiled; the default.
    case jit
    /// Scalar, slow.
    case reference
}

struct DeviceArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Who draws: jit or reference.", valueName: "renderer"))
    var on = RendererChoice.jit

    func makeDevice() -> Device { Device(on == .jit ? .jit : .reference) }
}

struct OutputArguments: ParsableArguments {
    @Flag(help: "Print JSON for programs: floats as value and bits.")
    var json = false
}
