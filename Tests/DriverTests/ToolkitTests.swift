// Windows of toolkits, and a compositor that shows windows, drawn with the driver through EGL and through GLX. The packages of the toolkits
// and of the compositor are large, so `make test` does not install them.

import Foundation
import Raster
import TestSupport
import Testing

@Suite("Toolkits", .serialized, .enabled(if: Tool.arePresent, "Xvfb, xdotool or ImageMagick's import is not installed: no programs are started"))
struct ToolkitTests {
    private func environment(_ screen: VirtualScreen, _ extra: [String: String]) throws -> [String: String] {
        let variables = ["DISPLAY": screen.environment["DISPLAY"] ?? "", "XDG_RUNTIME_DIR": screen.folder.path, "HOME": screen.folder.path]
        return try Driver.raster.environment(variables.merging(extra) { $1 })
    }
    private static func isExecutable(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }

    // MARK: Qt

    private static let examples = "/usr/lib/x86_64-linux-gnu/qt5/examples/opengl"

    @Test("Qt's cube has its green faces and white circles", .enabled(if: isExecutable(examples + "/cube/cube"), "qtbase5-examples is not installed"),
          arguments: ["xcb_egl", "xcb_glx"])
    func cube(integration: String) throws {
        let screen = try VirtualScreen()
        let program = try Child(Self.examples + "/cube/cube", [], environment: environment(screen, ["QT_XCB_GL_INTEGRATION": integration]),
                                folder: screen.folder.path)
        defer { program.kill() }
        try screen.wait(for: ["green": { $1 > 150 && $1 > $0 + 40 && $1 > 2 * $2 }, "white": { min($0, $1, $2) > 200 }])
    }
    @Test("Qt's widget with OpenGL shows its logo, through GLX", .enabled(if: isExecutable(examples + "/hellogl2/hellogl2"), "qtbase5-examples is not installed"))
    func widget() throws {
        let screen = try VirtualScreen()
        let program = try Child(Self.examples + "/hellogl2/hellogl2", [], environment: environment(screen, ["QT_XCB_GL_INTEGRATION": "xcb_glx"]),
                                folder: screen.folder.path)
        defer { program.kill() }
        try screen.wait(for: ["green": { $1 > 150 && $1 > 2 * $0 && $1 > 4 * $2 }, "black": { max($0, $1, $2) < 10 }, "frame": { min($0, $1, $2) > 230 }])
    }

    // MARK: GTK

    @Test("GTK's gears turn in its window", .enabled(if: Tool.path("gtk4-demo") != nil, "gtk-4-examples is not installed"))
    func gears() throws {
        let screen = try VirtualScreen()
        let variables = ["GDK_BACKEND": "x11", "GSETTINGS_BACKEND": "memory"]
        let program = try Child(#require(Tool.path("gtk4-demo")), ["--run=gears"], environment: environment(screen, variables), folder: screen.folder.path)
        defer { program.kill() }
        try screen.wait(for: ["red": { $0 > 150 && $0 > 2 * $1 && $0 > 2 * $2 }, "green": { $1 > 150 && 2 * $1 > 3 * $0 && 2 * $1 > 3 * $2 },
                              "blue": { $2 > 180 && 2 * $2 > 3 * $0 && 2 * $2 > 3 * $1 }])
    }

    // MARK: Wayland

    private static let waylandPrograms = ["weston", "weston-screenshooter", "es2gears_wayland"]

    @Test("weston shows a window, both drawn with the driver",
          .enabled(if: waylandPrograms.allSatisfy { Tool.path($0) != nil }, "weston or mesa-utils is not installed"))
    func weston() throws {
        let screen = try VirtualScreen(), folder = screen.folder
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
        var environment = try environment(screen, [:])
        environment["DISPLAY"] = nil
        let options = ["--debug", "--backend=headless-backend.so", "--use-gl", "--socket=w", "--width=640", "--height=480", "--idle-time=0"]
        let weston = try Child(#require(Tool.path("weston")), options, environment: environment, folder: folder.path)
        defer { weston.kill() }
        #expect(try weston.line(containing: "GL renderer: ", onErrors: true).contains("Raster"))
        // After weston prints this line, programs can connect.
        _ = try weston.line(containing: "weston-desktop-shell", onErrors: true)
        environment["WAYLAND_DISPLAY"] = "w"
        let gears = try Child(#require(Tool.path("es2gears_wayland")), [], environment: environment, folder: folder.path)
        defer { gears.kill() }
        try Photograph.wait(for: Photograph.gears) {
            // weston-screenshooter names the file after the current time, and fails until weston is ready.
            guard try ProgramRun(["weston-screenshooter"], environment: environment, folder: folder, seconds: 20).status == 0 else { return nil }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".png") }
            guard let newest = names.max() else { return nil }
            return try? Image.read(from: folder.appendingPathComponent(newest).path)
        }
    }
}
