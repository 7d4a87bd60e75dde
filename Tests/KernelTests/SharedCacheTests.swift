import Foundation
import TestSupport
import Testing

@Test("processes that share a folder for code compute the same, while they add and remove files")
func processesShareACache() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("shared-cache-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let processes = try (0 ..< 4).map { _ in
        try RunningProgram([RunningProgram.path(ofBuilt: "kernel-probe"), "share"],
                           environment: ProcessInfo.processInfo.environment.merging(["RASTER_CODE_CACHE": folder.path]) { $1 })
    }
    for process in processes {
        let result = try process.finish()
        #expect(result.status == 0 && result.output == "0 of 40 wrong\n")
    }
    // Checks that no partially written file is left.
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!files.isEmpty && files.allSatisfy { $0.hasSuffix(".kernel") })
}
