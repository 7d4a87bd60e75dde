import Foundation
import Testing

// A process that exits waits for no compilation, and LLVM is in no thread's hands any more when its objects are destroyed.

/// Status and output of a process that exits so long after a compilation has begun.
private func leave(after seconds: Double) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("kernel-probe")
    process.arguments = ["exit", "\(seconds)"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    process.waitUntilExit()
    return (process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
            String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
}

@Test("a process exits in the midst of a compilation, wherever that is", arguments: [0, 0.001, 0.01, 0.03, 0.1, 0.2, 0.4, 0.7])
func exitsWithoutWaiting(seconds: Double) throws {
    let result = try leave(after: seconds)
    #expect(result.status == 0)
    #expect(result.output == "leaves\n", "the compilation was waited for, or the process did not get so far")
}
