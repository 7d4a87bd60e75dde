// Framescope: the command line, one subcommand and one file each. Data goes to the standard output, remarks to standard error.

import ArgumentParser
import Foundation
import FrameCapture
import Raster
import Shading

struct Framescope: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "framescope", abstract: "Looks into captured frames: what was drawn, with which state, and what became of it.",
        discussion: """
            A capture is made by RASTER_CAPTURE=FILE in the environment of any program that uses Raster (FILE:frame=N, \
            FILE:frames=A-B and FILE:on-error choose the frames, from 0 on), by 'demos NAME --capture FILE', or by \
            Device.captureNextFrame(to:). Draws are named @0, @1 and so on.

            Exit status: 0 where all is well, 1 where something differs or fails, 2 where the question cannot be answered.

            Examples:
              RASTER_CAPTURE=frame.rcap demos swipe3d --png swipe.png
              framescope info frame.rcap
              framescope draws frame.rcap --filter sky
              framescope state frame.rcap @3 --diff @2
              framescope image frame.rcap @3 --attachment depth -o depth.png
              framescope image frame.rcap @3 --overlay overdraw --scope frame -o overdraw.png
              framescope mesh frame.rcap @3 --stage out -o clip.obj
              framescope replay frame.rcap --skip @7 -o without.png
              framescope pixel frame.rcap 320 200
              framescope why frame.rcap 320 200
              framescope trace frame.rcap @3 --fragment 320,200
              framescope profile frame.rcap --by line
              framescope advise frame.rcap --limits
              framescope report frame.rcap --pixel 320,200 -o report.html
              framescope verify frame.rcap
              framescope view frame.rcap
            """,
        subcommands: [
            Info.self, Verify.self, Draws.self, State.self, ImageCommand.self, MeshCommand.self, Replay.self, Pixel.self, Why.self, Trace.self, Profile.self, Shader.self, Advise.self,
            Diff.self, Minimize.self, Assert.self, Report.self, ViewCommand.self,
        ])

    static func start() -> Never {
        // RASTER_CAPTURE must not capture what this program draws in its turn.
        unsetenv("RASTER_CAPTURE")
        do {
            var command = try parseAsRoot()
            try command.run()
            Foundation.exit(0)
        } catch let status as ExitCode {
            Foundation.exit(status.rawValue)
        } catch let error as RasterError {
            note("framescope: \(error)")
            Foundation.exit(2)
        } catch let error as ShaderError {
            note(error.description)
            Foundation.exit(2)
        } catch {
            // Help and versions are no errors.
            if exitCode(for: error) == .success {
                print(fullMessage(for: error))
                Foundation.exit(0)
            }
            note(fullMessage(for: error))
            Foundation.exit(2)
        }
    }
    /// A line on standard error.
    static func note(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}

/// The error that a command throws when the answer is no.
let differs = ExitCode(1)
