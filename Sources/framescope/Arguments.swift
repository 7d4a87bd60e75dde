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

/// A draw, written @42 or 42, or a dispatch, written dispatch:3.
struct CommandName: ExpressibleByArgument {
    enum Kind { case draw(Int), dispatch(Int) }
    var kind: Kind
    init?(argument: String) {
        guard argument.hasPrefix(CommandName.dispatchPrefix) else {
            guard let draw = DrawNumber(argument: argument) else { return nil }
            kind = .draw(draw.number)
            return
        }
        guard let number = Int(argument.dropFirst(CommandName.dispatchPrefix.count)), number >= 0 else { return nil }
        kind = .dispatch(number)
    }
    private static let dispatchPrefix = "dispatch:"
    /// - Throws: `RasterError` with `invalidArgument` if the frame has no such draw or dispatch.
    func command(in frame: CapturedFrame) throws -> ShaderCommand {
        switch kind {
        case .draw(let number): .draw(try frame.draw(number))
        case .dispatch(let number): .dispatch(try frame.dispatch(number))
        }
    }
}

extension ShaderCommand {
    /// The member of an answer that names the draw or dispatch. The first value is the member's name, and the second value is the number of
    /// the draw or dispatch.
    var member: (String, JSON) {
        switch self {
        case .draw(let draw): ("draw", .int(draw.number))
        case .dispatch(let dispatch): ("dispatch", .int(dispatch.number))
        }
    }
}

struct CaptureArguments: ParsableArguments {
    @Argument(help: "The capture.", completion: .file())
    var file: String

    @Option(help: ArgumentHelp("The frame's number. [default: the first complete frame]", valueName: "number"))
    var frame: Int?

    @Option(help: ArgumentHelp("The words for states: raster or opengl. [default: opengl if the program drew with Raster's driver of OpenGL]", valueName: "words"))
    var words: Vocabulary?
}

extension Vocabulary: ExpressibleByArgument {}

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
