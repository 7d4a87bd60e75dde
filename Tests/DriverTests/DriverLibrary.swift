// DriverLibrary: Raster's driver as other programs load it, and Mesa's driver for comparison.

import Foundation
import TestSupport

/// A driver that libglvnd can load.
struct Driver: Sendable {
    let vendorFile: String
    /// The name under which libGLX knows the driver.
    let glxName: String

    /// Mesa's software driver; nil if it is not installed.
    static let mesa: Driver? = {
        let path = "/usr/share/glvnd/egl_vendor.d/50_mesa.json"
        return FileManager.default.fileExists(atPath: path) ? Driver(vendorFile: path, glxName: "mesa") : nil
    }()
    /// Raster's driver. The script that users call links this driver from the archive beside the tests.
    static var raster: Driver { get throws { Driver(vendorFile: try DriverLibrary.folder.get() + "/60_raster.json", glxName: "raster") } }

    /// Returns the environment of a program that draws with this driver and without a screen.
    func environment(_ extra: [String: String] = [:]) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment["DISPLAY"] = nil
        environment["WAYLAND_DISPLAY"] = nil
        environment["__EGL_VENDOR_LIBRARY_FILENAMES"] = vendorFile
        environment["__GLX_VENDOR_LIBRARY_NAME"] = glxName
        // In this folder, libglvnd looks for the library whose name contains `glxName`. Raster's library is beside Raster's vendor file.
        environment["LD_LIBRARY_PATH"] = URL(fileURLWithPath: vendorFile).deletingLastPathComponent().path
        // Without SWIFT_BACKTRACE=enable=no, Swift would spend minutes on a crash report if the program crashes.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        return environment.merging(extra) { $1 }
    }
}

enum DriverLibrary {
    /// The folder with Raster's library and vendor file. The first test that needs the folder makes it.
    static let folder: Result<String, any Error> = Result {
        let archive = RunningProgram.path(ofBuilt: "libEGL_raster.a"), folder = RunningProgram.path(ofBuilt: "driver"), library = folder + "/libEGL_raster.so.0"
        guard FileManager.default.fileExists(atPath: archive) else { throw TestFailure("\(archive) is not built") }
        if let old = date(library), let new = date(archive), old > new { return folder }
        let run = try ProgramRun([packageFolder.appendingPathComponent("scripts/build-driver").path, "--link", archive, "--output", folder])
        guard run.status == 0 else { throw TestFailure("build-driver ended with \(run.status): \(run.output) \(run.errors)") }
        return folder
    }
    private static func date(_ path: String) -> Date? { (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date }
}
