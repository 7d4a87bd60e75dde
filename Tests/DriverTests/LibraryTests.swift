// The driver's library, which other processes load: the symbols that the library exports and needs, and its installation.

import Foundation
import TestSupport
import Testing

@Suite("The driver's library") struct LibraryTests {
    private func output(_ command: String...) throws -> String {
        let run = try ProgramRun(command)
        guard run.status == 0 else { throw TestFailure("\(command) ended with \(run.status): \(run.errors)") }
        return run.output
    }

    @Test("it exports the two entries of libglvnd and nothing else")
    func exports() throws {
        let library = try DriverLibrary.folder.get() + "/libEGL_raster.so.0"
        // nm marks local symbols with a small letter. Local symbols do not count: the linker leaves local symbols in the table, but other
        // libraries cannot find local symbols.
        let symbols = try output("nm", "--dynamic", "--defined-only", library).split(separator: "\n").map { $0.split(separator: " ") }
        #expect(symbols.filter { $0.count == 3 && $0[1].uppercased() == $0[1] }.map { String($0[2]) } == ["__egl_Main", "__glx_Main"])
    }

    @Test("all its symbols are found, and it loads neither a window system, nor OpenGL, nor LLVM")
    func needs() throws {
        let library = try DriverLibrary.folder.get() + "/libEGL_raster.so.0"
        let run = try ProgramRun(["ldd", "-r", library])
        #expect(run.status == 0 && !(run.output + run.errors).contains("undefined symbol") && !run.output.contains("not found"), "\(run)")
        for name in ["libX", "libxcb", "libwayland", "libGL", "libEGL.", "libLLVM", "libSDL", "libswiftCore"] {
            #expect(!run.output.contains(name), "\(run.output)")
        }
    }

    @Test("the vendor file names the library beside it, so the folder can be moved")
    func moved() throws {
        let folder = try TemporaryFolder()
        for name in ["libEGL_raster.so.0", "60_raster.json"] {
            try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: DriverLibrary.folder.get() + "/" + name)
        }
        let driver = Driver(vendorFile: folder.path("60_raster.json"), glxName: "raster")
        let run = try ProgramRun([RunningProgram.path(ofBuilt: "driver-probe"), folder.url.path, "blocks"], environment: driver.environment())
        #expect(run.status == 0, "\(run)")
    }

    @Test("an installed driver is found by its absolute path, and removed without a trace")
    func installed() throws {
        let folder = try TemporaryFolder(), prefix = folder.path("usr"), script = packageFolder.appendingPathComponent("scripts/install-driver").path
        func install(_ arguments: String...) throws {
            let run = try ProgramRun([script] + arguments)
            guard run.status == 0 else { throw TestFailure("install-driver \(arguments) ended with \(run.status): \(run.errors)") }
        }
        try install(DriverLibrary.folder.get(), prefix)
        let files = try FileManager.default.subpathsOfDirectory(atPath: prefix).filter { $0.contains("raster-run") || $0.contains(".") && !$0.hasSuffix(".d") }
        #expect(Set(files) == ["bin/raster-run", "lib/raster/libEGL_raster.so.0", "lib/raster/libGLX_raster.so.0", "share/glvnd/egl_vendor.d/60_raster.json"])
        var environment = ProcessInfo.processInfo.environment
        environment["DISPLAY"] = nil
        let run = try ProgramRun([prefix + "/bin/raster-run", RunningProgram.path(ofBuilt: "driver-probe"), folder.url.path, "blocks"],
                                 environment: environment)
        #expect(run.status == 0 && FileManager.default.fileExists(atPath: folder.path("blocks.rgba")), "\(run)")
        try install("--remove", prefix)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: prefix).allSatisfy { !$0.contains("raster") })

        // The driver is installed into the folder of a package. The vendor file names the path that the library will have after the package
        // is installed.
        try install(DriverLibrary.folder.get(), "/opt/raster", folder.url.path)
        let vendor = try String(contentsOfFile: folder.path("opt/raster/share/glvnd/egl_vendor.d/60_raster.json"), encoding: .utf8)
        #expect(vendor.contains("\"/opt/raster/lib/raster/libEGL_raster.so.0\""))
    }

    @Test("raster-run says what is wrong: no program, an unknown option")
    func mistakes() throws {
        let script = packageFolder.appendingPathComponent("scripts/raster-run").path
        let none = try ProgramRun([script]), unknown = try ProgramRun([script, "--fast", "true"])
        #expect(none.status == 2 && none.errors.hasPrefix("usage: "))
        #expect(unknown.status == 2 && unknown.errors.contains("--fast is no option"))
    }
}
