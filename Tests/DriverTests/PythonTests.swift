// Python programs that draw without a window, through packages that contain no code for Raster. The programs' pictures are compared with
// the pictures of Mesa's driver.

import Foundation
import Raster
import TestSupport
import Testing

/// A program of Tests/DriverPrograms, the package that the program uses, and the Python that has this package.
struct PythonProgram: CustomStringConvertible, Sendable {
    let name: String, package: String
    var description: String { name }

    static let all = [PythonProgram(name: "moderngl_squares", package: "moderngl"), PythonProgram(name: "pyopengl_triangles", package: "OpenGL")]

    /// The first Python in PATH that has the package; nil if no Python in PATH has the package.
    var python: String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
        return folders.map { "\($0)/python3" }.first {
            FileManager.default.isExecutableFile(atPath: $0) && (try? ProgramRun([$0, "-c", "import \(package)"], seconds: 30))?.status == 0
        }
    }
    /// Draws the picture, and returns its file.
    func picture(_ driver: Driver, in folder: TemporaryFolder, _ environment: [String: String] = [:]) throws -> String {
        guard let python else { throw TestFailure("no Python has the package \(package)") }
        let path = folder.path(UUID().uuidString + ".png"), script = packageFolder.appendingPathComponent("Tests/DriverPrograms/\(name).py").path
        let variables = ["EGL_PLATFORM": "surfaceless", "PYTHONDONTWRITEBYTECODE": "1"].merging(environment) { $1 }
        let run = try ProgramRun([python, script, path], environment: driver.environment(variables), seconds: 60)
        guard run.status == 0 else { throw TestFailure("\(name) ended with \(run.status): \(run.errors.suffix(2000))") }
        return path
    }
    static let installed = all.filter { $0.python != nil }
}

@Suite("Python programs", .enabled(if: !PythonProgram.installed.isEmpty, "python3-moderngl and python3-opengl are not installed"))
struct PythonTests {
    @Test("their pictures are Mesa's", .enabled(if: Driver.mesa != nil, "Mesa's driver is not installed"), arguments: PythonProgram.installed)
    func mesa(program: PythonProgram) throws {
        let folder = try TemporaryFolder()
        let drawn = try Image.read(from: program.picture(.raster, in: folder))
        let expected = try Image.read(from: program.picture(#require(Driver.mesa), in: folder))
        #expect(drawn.width == expected.width && drawn.bytes.count == expected.bytes.count && Set(drawn.bytes).count > 20)
        // A small difference is allowed, because Mesa computes filters and interpolation with fewer bits.
        let largest = zip(drawn.bytes, expected.bytes).map { abs(Int($0) - Int($1)) }.max()
        #expect(largest.map { $0 <= 2 } == true, "a channel differs by \(largest ?? -1)")
    }

    @Test("the number of lanes and the renderer do not change a byte", arguments: PythonProgram.installed)
    func lanes(program: PythonProgram) throws {
        let folder = try TemporaryFolder()
        let files = try [["RASTER_LANES": "16"], ["RASTER_LANES": "4", "RASTER_THREADS": "1"], ["RASTER_REFERENCE": "1"]].map {
            try Data(contentsOf: URL(fileURLWithPath: program.picture(.raster, in: folder, $0)))
        }
        #expect(files.allSatisfy { $0 == files[0] })
    }
}
