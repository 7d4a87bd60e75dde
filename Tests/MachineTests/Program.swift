// Program: an executable of this package, run as a user does.

import Foundation

struct Program {
    var status: Int32
    var output: String

    /// Runs what lies beside the tests.
    /// - Parameter guarding: RASTER_GUARD_MEMORY for it.
    init(_ name: String, _ arguments: [String], guarding: String? = nil) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent(name)
        process.arguments = arguments
        if let guarding {
            var environment = ProcessInfo.processInfo.environment
            environment["RASTER_GUARD_MEMORY"] = guarding
            process.environment = environment
        }
        // A file, not a pipe: neither side can wait for the other.
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(name)-\(UUID().uuidString)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let handle = try FileHandle(forWritingTo: file)
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
        process.waitUntilExit()
        status = process.terminationStatus
        output = try String(contentsOf: file, encoding: .utf8)
    }
}

/// A folder that is gone when its user is.
final class TemporaryFolder {
    let url: URL
    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("machine-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(at: url) }
}
