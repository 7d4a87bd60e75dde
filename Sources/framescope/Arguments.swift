// Arguments: arguments and options that several subcommands share.

import ArgumentParser
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
}

enum RendererChoice: String, ExpressibleByArgument, CaseIterable {
    /// The compiled renderer; the default.
    case jit
    /// The scalar renderer; slow.
    case reference
}

struct DeviceArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Who draws: jit or reference.", valueName: "renderer"))
    var on = RendererChoice.jit

    var kind: Device.Kind { on == .jit ? .jit : .reference }
}

struct OutputArguments: ParsableArguments {
    @Flag(help: "Print JSON for programs, also of errors: floats as value and bits. 'framescope schema' tells its form.")
    var json = false
}
