// GLX: the results of calls on an X server. driver-probe makes the calls and prints the answers.

import Foundation
import TestSupport
import Testing

@Suite("GLX", .serialized, .enabled(if: Tool.arePresent, "Xvfb, xdotool or ImageMagick's import is not installed: there is no X server"))
struct GLXTests {
    /// The answers that GLX 1.4, its extensions, and EGL's rules for pixmaps require, in the order of the calls. The probe opens the
    /// display twice, so it prints all answers twice.
    private static let answers = """
        GLX 1.4
        configurations: yes, no error
        a configuration with a width: no, no error
        a channel of 32 bits: no, no error
        the configurations of screen 7: no, no error
        a configuration: 2 buffers, 8 bits of red, 24 of depth, 8 of stencil, 0 samples
        with samples: 4; with one buffer: 1
        the width of a configuration: no, no error
        a visual with two buffers: 1, 8 bits of stencil
        a visual with indices: no, no error
        OpenGL 3.7: no, GLXBadFBConfig
        a context with a width: no, BadValue
        an unknown profile: no, GLXBadProfileARB
        OpenGL 3.3's core profile: yes, no error
        OpenGL ES 2.0: yes, no error
        the configuration of a context: yes, no error
        no drawable: yes, no error
        a texture in a context that shares: yes, no error
        no context: yes, no error
        a shader by its old name: 0x8b48, 1
        a framebuffer by its old name: 0x8cd7, 0
        a window: yes, no error
        the viewport: 40 30
        the window: ff0000
        a context that is current in another thread: no, BadAccess
        the larger window: 00ff00
        its width: 60
        its interval of swaps: 0
        two drawables: yes, no error
        the one that is read: 00ff00
        the one that is drawn: 0000ff
        a window that is gone: no, GLXBadDrawable
        a window with one buffer: yes, no error
        what it shows: ffff00
        a pixmap: yes, no error
        what the server drew: 4080c0
        what it drew later, in the upper left corner: 102030
        and left in the lower right corner: 4080c0
        what OpenGL drew, in the lower left corner: 00ff00
        and left in the upper left corner: 102030
        a pixmap that does not exist: no, BadPixmap
        a pixmap of one bit: no, BadPixmap
        a pbuffer: yes, no error
        what was drawn: ff00ff
        the current drawable is it: 1
        a configuration of EGL for a pixmap: yes, no error
        a pixmap of EGL: yes, no error
        what it shows: 0000ff
        a copy of a pbuffer: yes, no error
        what the copy shows: ff0000
        a pixmap of one bit: 0, 0x300a
        a window in place of a pixmap: 0, 0x300a
        a window of a display that is closed: yes, no error

        """

    private func run(_ command: [String], _ extra: [String: String] = [:]) throws -> ProgramRun {
        let screen = try VirtualScreen()
        let environment = try Driver.raster.environment(["DISPLAY": screen.environment["DISPLAY"] ?? ""].merging(extra) { $1 })
        return try ProgramRun(command, environment: environment, seconds: 60)
    }

    @Test("right, wrong and unusual calls are answered as the specification says")
    func answers() throws {
        let run = try run([RunningProgram.path(ofBuilt: "driver-probe"), "--glx"])
        #expect(run.status == 0 && run.output == Self.answers + Self.answers, "\(run)")
    }

    @Test("glxinfo finds Raster's strings and versions", .enabled(if: Tool.path("glxinfo") != nil, "mesa-utils is not installed"))
    func information() throws {
        let run = try run(["glxinfo"])
        for line in ["client glx vendor string: Raster", "OpenGL vendor string: Raster", "OpenGL core profile shading language version string: 3.30 Raster"] {
            #expect(run.status == 0 && run.output.contains(line), "\(run)")
        }
    }

    @Test("raster-run, installed, lets a program of GLX draw with Raster", .enabled(if: Tool.path("glxinfo") != nil, "mesa-utils is not installed"))
    func command() throws {
        let folder = try TemporaryFolder(), prefix = folder.path("usr"), screen = try VirtualScreen()
        let install = try ProgramRun([packageFolder.appendingPathComponent("scripts/install-driver").path, DriverLibrary.folder.get(), prefix])
        #expect(install.status == 0, "\(install)")
        let run = try ProgramRun([prefix + "/bin/raster-run", "glxinfo", "-B"], environment: screen.environment, seconds: 60)
        #expect(run.status == 0 && run.output.contains("OpenGL vendor string: Raster"), "\(run)")
    }

    @Test("glmark2 finds its pictures right, with OpenGL through GLX", .enabled(if: Tool.path("glmark2") != nil, "glmark2-x11 is not installed"))
    func glmark2() throws {
        let scenes = ["build:use-vbo=false", "texture:texture-filter=mipmap", "bump:bump-render=high-poly", "desktop:effect=shadow:windows=4",
                      "shading:shading=phong"]
        let run = try run(["glmark2", "--validate"] + scenes.flatMap { ["-b", $0] })
        let lines = run.output.split(separator: "\n").filter { $0.contains("Validation:") }
        #expect(run.status == 0 && lines.count == scenes.count && !lines.contains { $0.hasSuffix("Failure") } && !run.output.contains("Error"), "\(run)")
    }

    @Test("a program of fixed functions runs, and is told what is missing", .enabled(if: Tool.path("glxgears") != nil, "mesa-utils is not installed"))
    func fixedFunctions() throws {
        let screen = try VirtualScreen()
        let environment = try Driver.raster.environment(["DISPLAY": screen.environment["DISPLAY"] ?? ""])
        let program = try Child(#require(Tool.path("glxgears")), [], environment: environment, folder: screen.folder.path)
        defer { program.kill() }
        #expect(try program.line(containing: "a fixed function of OpenGL 1", onErrors: true).contains("glLightfv"))
    }

    @Test("without an X server, or with the name of a driver that does not exist, no call ends the process")
    func noServer() throws {
        let run = try ProgramRun([RunningProgram.path(ofBuilt: "driver-probe"), "--glx"], environment: Driver.raster.environment())
        #expect(run.status == 1 && run.errors.contains("there is no X server"), "\(run)")
    }
}
