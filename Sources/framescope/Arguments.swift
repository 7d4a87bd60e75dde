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

    @Option(help: ArgumentHelp("The frame's number. [default: the first complete frame]", valueName: "number"))
    var frame: Int?
}

enum RendererChoice: String, ExpressibleByArgument, CaseIterable {
    /// The compiled renderer, which is the default.
    case jit
    /// The scalar renderer; slow.
    case reference
}

struct DeviceArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The renderer: jit or reference.", valueName: "renderer"))
    var on = RendererChoice.jit

    var kind: Device.Kind { on == .jit ? .jit : .reference }
}

struct OutputArguments: ParsableArguments {
    @Flag(help: "Print JSON for programs, errors included; floats have a value and bits. 'framescope schema' prints its schema.")
    var json = false
}
