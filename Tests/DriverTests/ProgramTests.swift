// Unchanged programs of Debian, which contain no code for Raster, draw with Raster's driver on a virtual screen.

import Foundation
import Raster
import TestSupport
import Testing

@Suite("OpenGL programs of others", .serialized,
       .enabled(if: Tool.arePresent, "Xvfb, xdotool or ImageMagick's import is not installed: no programs are started"))
struct ProgramTests {
    /// Returns the environment of programs that draw with Raster on a screen.
    private func environment(_ screen: VirtualScreen, _ extra: [String: String] = [:]) throws -> [String: String] {
        let variables = ["DISPLAY": screen.environment["DISPLAY"] ?? "", "SDL_VIDEODRIVER": "x11", "SDL_VIDEO_X11_FORCE_EGL": "1", "SDL_OPENGL_ES_DRIVER": "1"]
        return try Driver.raster.environment(variables.merging(extra) { $1 })
    }

    @Test("es2_info finds Raster's strings", .enabled(if: Tool.path("es2_info") != nil, "mesa-utils is not installed"))
    func information() throws {
        let screen = try VirtualScreen(), run = try ProgramRun(["es2_info"], environment: environment(screen))
        #expect(run.status == 0 && run.output.contains("GL_VENDOR: Raster") && run.output.contains("EGL_VENDOR: Raster"), "\(run)")
    }

    @Test("es2gears shows three gears", .enabled(if: Tool.path("es2gears_x11") != nil, "mesa-utils is not installed"))
    func gears() throws {
        let screen = try VirtualScreen()
        let program = try Child(#require(Tool.path("es2gears_x11")), [], environment: environment(screen), folder: screen.folder.path)
        defer { program.kill() }
        try screen.wait(for: Photograph.gears)
    }

    @Test("a captured frame of es2gears explains its pixels", .enabled(if: Tool.path("es2gears_x11") != nil, "mesa-utils is not installed"))
    func capture() throws {
        let screen = try VirtualScreen(), path = screen.folder.appendingPathComponent("gears.rcap").path
        let program = try Child(#require(Tool.path("es2gears_x11")), [], environment: environment(screen, ["RASTER_CAPTURE": path]), folder: screen.folder.path)
        defer { program.kill() }
        try screen.wait(for: Photograph.gears)
        func framescope(_ arguments: String...) throws -> String {
            let run = try ProgramRun([RunningProgram.path(ofBuilt: "framescope")] + arguments)
            guard run.status == 0 else { throw TestFailure("framescope \(arguments) ended with \(run.status): \(run.errors)") }
            return run.output
        }
        let verdicts = try framescope("verify", path).split(separator: "\n")
        #expect(verdicts.count >= 3 && verdicts.allSatisfy { $0.hasSuffix("all bits equal") }, "\(verdicts)")
        let draws = try framescope("draws", path)
        #expect(draws.contains("glDrawArrays:1"), "\(draws)")
        // The pixel may show a gear, the middle of a gear, or the background, so only the beginning of the answer is compared.
        #expect(try framescope("why", path, "110", "130").hasPrefix("Pixel (110, 130) is #"))
    }

    @Test("glmark2 finds its pictures right", .enabled(if: Tool.path("glmark2-es2") != nil, "glmark2-es2-x11 is not installed"))
    func glmark2() throws {
        let screen = try VirtualScreen(), run = try ProgramRun(["glmark2-es2", "--validate"], environment: environment(screen), seconds: 120)
        let lines = run.output.split(separator: "\n").filter { $0.contains("Validation:") }
        #expect(run.status == 0 && lines.count >= 30 && lines.count { $0.hasSuffix("Success") } >= 25, "\(run)")
        #expect(!lines.contains { !$0.hasSuffix("Success") && !$0.hasSuffix("Unknown") }, "\(run.output)")
    }

    @Test("SDL's testgles2 shows its cube", .enabled(if: FileManager.default.isExecutableFile(atPath: testgles2), "libsdl2-tests is not installed"))
    func sdl() throws {
        let screen = try VirtualScreen()
        let program = try Child(Self.testgles2, [], environment: environment(screen), folder: screen.folder.path)
        defer { program.kill() }
        // The corners of the cube have different colours.
        try screen.wait(for: [
            "red": { $0 > 120 && $0 > 2 * $1 && $0 > 2 * $2 }, "green": { $1 > 120 && $1 > 2 * $0 && $1 > 2 * $2 },
            "blue": { $2 > 120 && $2 > 2 * $0 && $2 > 2 * $1 },
        ], pixels: 100)
    }
    private static let testgles2 = "/usr/libexec/installed-tests/SDL2/testgles2"
}
