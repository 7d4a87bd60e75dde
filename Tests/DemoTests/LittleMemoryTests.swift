// Programs with little memory either draw, or print one sentence about the missing memory.

import Foundation
import TestSupport
import Testing

@Suite("Little memory") struct LittleMemoryTests {
    /// The arguments are limits for `ulimit -v`, in KiB. Some limits are below the size of the program itself, some near the size
    /// of libLLVM, and some near the size of the threads' stacks.
    @Test("with any limit on its memory a demo writes its picture, or one sentence and a failure status",
          arguments: [100_000, 150_000, 200_000, 250_000, 300_000, 350_000, 400_000, 500_000, 600_000, 800_000, 1_200_000, 2_000_000], ["jit", "reference"])
    func limits(kibibytes: Int, device: String) async {
        await promptly {
            do {
                let folder = try TemporaryFolder()
                var environment = ProcessInfo.processInfo.environment
                for name in ["DISPLAY", "WAYLAND_DISPLAY", "RASTER_GUARD_MEMORY"] { environment[name] = nil }
                environment["RASTER_CODE_CACHE"] = folder.url.appendingPathComponent("kernels").path
                let run = try ProgramRun(["/bin/sh", "-c", "ulimit -c 0; ulimit -v \(kibibytes); exec \"$0\" \"$@\"", RunningProgram.path(ofBuilt: "demos"),
                                          "triangles", "--size", "96x64",
                                          "--device", device, "--png", "picture.png"], environment: environment, folder: folder.url, seconds: 120)
                let picture = FileManager.default.contents(atPath: folder.url.appendingPathComponent("picture.png").path)
                let lines = run.errors.split(separator: "\n").filter { !$0.hasPrefix("Raster draws") && !$0.hasPrefix("Raster does not cache") }
                if run.status == 0 {
                    #expect(picture?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true && lines.isEmpty, "\(kibibytes): \(run.errors)")
                } else {
                    // Status 127 is allowed too: this status comes from the system's loader, whose sentence names the library that does
                    // not fit into memory.
                    #expect(run.status > 0 && run.status < 128 && lines.count == 1 && picture == nil, "\(kibibytes): \(run.status) \(run.errors)")
                    #expect(lines.first?.contains("memory") == true || run.status == 127, "\(run.errors)")
                }
                if kibibytes >= 800_000 { #expect(run.status == 0, "\(run.errors)") }
            } catch { Issue.record(error) }
        }
    }

    /// Limits in MiB. The smaller limits leave room for libLLVM alone; the larger limits also leave room for the memory that
    /// libLLVM allocates.
    @Test("a demo that draws with a small limit also draws with every larger limit")
    func moreMemory() async {
        await promptly {
            do {
                let folder = try TemporaryFolder()
                var environment = ProcessInfo.processInfo.environment
                for name in ["DISPLAY", "WAYLAND_DISPLAY", "RASTER_GUARD_MEMORY"] { environment[name] = nil }
                environment["RASTER_CODE_CACHE"] = folder.url.appendingPathComponent("kernels").path
                var smallest: Int?
                for mebibytes in stride(from: 175, through: 700, by: 25) {
                    let run = try ProgramRun(["/bin/sh", "-c", "ulimit -c 0; ulimit -v \(mebibytes << 10); exec \"$0\" \"$@\"",
                                              RunningProgram.path(ofBuilt: "demos"), "triangles", "--size", "96x64", "--png", "picture.png"],
                                             environment: environment, folder: folder.url, seconds: 120)
                    if run.status == 0 { smallest = smallest ?? mebibytes }
                    if let smallest { #expect(run.status == 0, "the demo draws with \(smallest) MiB, but not with \(mebibytes) MiB: \(run.errors)") }
                }
                #expect(smallest.map { $0 < 350 } == true, "the demo should draw with less memory than LLVM needs")
            } catch { Issue.record(error) }
        }
    }
}
