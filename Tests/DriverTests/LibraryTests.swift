// The library that other processes load: what it exports and needs, and how it is installed.

import Foundation
import TestSupport
import Testing

@Suite("The driver's library") struct LibraryTests {
    private func output(_ command: String...) throws -> String {
        let run = try ProgramRun(command)
        guard run.status == 0 else { throw TestFailure("\(command) ended with \(run.status): \(run.errors)") }
        return run.output
    }

    @Test("it exports the entry of libglvnd and nothing else")
    func exports() throws {
        let library = try DriverLibrary.folder.get() + "/libEGL_raster.so.0"
        // A small letter is the kind of a local symbol, which the linker leaves in the table, and no other library finds.
        let symbols = try output("nm", "--dynamic", "--defined-only", library).split(separator: "\n").map { $0.split(separator: " ") }
        #expect(symbols.filter { $0.count == 3 && $0[1].uppercased() == $0[1] }.map { String($0[2]) } == ["__egl_Main"])
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
        let driver = Driver(vendorFile: folder.path("60_raster.json"))
        let run = try ProgramRun([RunningProgram.path(ofBuilt: "driver-probe"), folder.url.path, "blocks"], environment: driver.environment())
        #expect(run.status == 0, "\(run)")
    }
}
