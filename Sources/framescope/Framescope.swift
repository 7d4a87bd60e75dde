// Framescope: the command line. Each subcommand is in a separate file. Answers go to standard output, remarks to standard error.

import ArgumentParser
import Foundation
import FrameCapture
import Raster
import Shading

struct Framescope: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "framescope", abstract: "Inspects captured frames: the draws and dispatches, their state, and their effect on the picture.",
        discussion: """
            A capture is made by RASTER_CAPTURE=FILE in the environment of any program that uses Raster (FILE:frame=N, \
            FILE:frames=A-B and FILE:on-error choose the frames, from 0 on; %p in FILE is the process id), by \
            'demos NAME --capture FILE', or by Device.captureNextFrame(to:). Draws are named @0, @1 and so on, \
            dispatches of compute programs dispatch:0, dispatch:1 and so on.

            For programs, every subcommand has --json; assistants use 'framescope serve'.

            Exit status: 0 if all is well, 1 if something differs or fails, 2 if the question cannot be answered.

            Examples:
              RASTER_CAPTURE=frame.rcap demos swipe3d --png swipe.png
              framescope info frame.rcap
              framescope draws frame.rcap --grep sky --time
              framescope state frame.rcap @3 --diff @2
              framescope memory frame.rcap dispatch:0
              framescope image frame.rcap @3 --attachment depth -o depth.png
              framescope image frame.rcap @3 --overlay overdraw --scope frame -o overdraw.png
              framescope mesh frame.rcap @3 --stage out -o clip.obj
              framescope replay frame.rcap --skip @7 -o without.png
              framescope pixel frame.rcap 320 200
              framescope why frame.rcap 320 200
              framescope trace frame.rcap @3 --fragment 320,200
              framescope trace frame.rcap dispatch:0 --invocation 16,2
              framescope profile frame.rcap --by line
              framescope advise frame.rcap --limits
              framescope report frame.rcap --pixel 320,200 -o report.html
              framescope verify frame.rcap
              framescope view frame.rcap
              framescope serve frame.rcap --stdio
            """,
        version: "framescope \(version), answers of version \(Answer.version)",
        subcommands: [
            Info.self, Verify.self, Draws.self, State.self, MemoryCommand.self, ImageCommand.self, MeshCommand.self, Replay.self, Pixel.self, Why.self,
            Trace.self, Profile.self, Shader.self, Advise.self, Diff.self, Minimize.self, Assert.self, Report.self, ViewCommand.self, Serve.self,
            SchemaCommand.self,
        ])
    /// The version of the package.
    static let version = "0.1.0"

    /// All subcommands that answer questions, including the subcommands of `assert`.
    static let questions: [any Question.Type] = (configuration.subcommands + Assert.configuration.subcommands).compactMap { $0 as? any Question.Type }

    static func start() -> Never {
        // RASTER_CAPTURE must not capture the frames that framescope itself draws.
        unsetenv("RASTER_CAPTURE")
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            if let mistake = Mistyping.found(in: arguments) { throw mistake }
            var command = try parseAsRoot(arguments)
            try command.run()
            Foundation.exit(0)
        } catch let status as ExitCode {
            Foundation.exit(status.rawValue)
        } catch {
            // The argument parser also throws an error if the user requests the help or the version. The error for a request of help or
            // version only contains the text to print.
            if !(error is RasterError), !(error is ShaderError), !(error is Mistyping), exitCode(for: error) == .success {
                print(fullMessage(for: error))
                Foundation.exit(0)
            }
            tell(error, arguments)
            Foundation.exit(2)
        }
    }
    /// Prints an error to standard error, and with --json also as JSON to standard output.
    private static func tell(_ error: any Error, _ arguments: [String]) {
        switch error {
        case let error as RasterError: note("framescope: \(error)")
        case let error as ShaderError: note(error.description)
        case let error as Mistyping: note("Error: \(error.description)")
        default: note(fullMessage(for: error))
        }
        // Words after "--" are values, so "--json" after "--" is not the option.
        guard arguments.prefix(while: { $0 != "--" }).contains("--json") else { return }
        let failure = (error as? Mistyping).map { Failure(usage: $0.description) } ?? Failure(error, of: self)
        Output.print(failure.envelope(of: Mistyping.commandName(in: arguments)))
    }
    /// Writes a line to standard error.
    static func note(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}

/// The error that a command throws if the command's answer is no.
let differs = ExitCode(1)
