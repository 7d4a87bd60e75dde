// Emulation: runs this program on other processors, emulated by qemu's user mode.

import Foundation
import TestSupport

enum Emulation {
    /// The emulated processors. The first processor has no AVX. The second processor has AVX2 and FMA. The third processor has all features
    /// that the emulator knows.
    static let processors = ["Nehalem", "Haswell", "max"]

    static var program: String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { $0 + "/qemu-x86_64" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Starts this program under the emulator. On standard error, the emulator only lists processor features that it lacks.
    static func start(_ processor: String, _ arguments: [String]) throws -> RunningProgram {
        guard let program else { throw Complaint("qemu-x86_64 is not installed: scripts/install-packages --tests") }
        return try RunningProgram([program, "-cpu", processor, FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")] + arguments)
    }

    /// The name of this machine's processor.
    static var hostProcessor: String {
        let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n") ?? []
        let name = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
        return "\(name ?? "a processor without a name"), \(ProcessInfo.processInfo.activeProcessorCount) cores"
    }
}
