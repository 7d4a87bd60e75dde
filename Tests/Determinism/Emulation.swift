// Emulation: this program again, on processors of other makes and ages, as qemu's user mode imitates them.

import Foundation

enum Emulation {
    /// Without AVX; with AVX2 and FMA; all that the emulator knows.
    static let processors = ["Nehalem", "Haswell", "max"]

    static var program: String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { $0 + "/qemu-x86_64" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Starts this program there; wait for it with `finish`.
    static func start(_ processor: String, _ arguments: [String]) throws -> (process: Process, output: URL) {
        guard let program else { throw Complaint("qemu-x86_64 is not installed: scripts/install-packages --tests") }
        let process = Process(), output = FileManager.default.temporaryDirectory.appendingPathComponent("determinism-\(UUID().uuidString)")
        try Data().write(to: output)
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["-cpu", processor, try ownPath()] + arguments
        // A file, not a pipe: neither side can wait for the other. On stderr the emulator only tells which parts of the processor
        // it lacks.
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = FileHandle.nullDevice
        try process.run()
        return (process, output)
    }
    static func finish(_ run: (process: Process, output: URL)) throws -> (status: Int32, text: String) {
        run.process.waitUntilExit()
        defer { try? FileManager.default.removeItem(at: run.output) }
        return (run.process.terminationStatus, try String(contentsOf: run.output, encoding: .utf8))
    }
    private static func ownPath() throws -> String { try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") }

    /// The machine's name for its processor.
    static var hostProcessor: String {
        let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n") ?? []
        let name = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
        return "\(name ?? "a processor without a name"), \(ProcessInfo.processInfo.activeProcessorCount) cores"
    }
}
