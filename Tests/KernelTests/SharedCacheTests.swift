import Foundation
import Testing

@Test("processes that share a folder for code compute the same, while they fill it and remove from it")
func processesShareACache() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("shared-cache-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let processes = try (0 ..< 4).map { _ in
        let process = Process(), output = Pipe()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("kernel-probe")
        process.arguments = ["share"]
        process.environment = ProcessInfo.processInfo.environment.merging(["RASTER_CODE_CACHE": folder.path]) { $1 }
        process.standardOutput = output
        try process.run()
        return (process, output)
    }
    for (process, output) in processes {
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && said == "0 of 40 wrong\n")
    }
    // Nothing that was half written is left.
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!files.isEmpty && files.allSatisfy { $0.hasSuffix(".kernel") })
}
