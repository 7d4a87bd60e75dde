// Short versions of the runs of `make soak`: frames and devices must leave nothing behind, and leaks must be reported.

import TestSupport
import Testing

@Suite("Soak") struct SoakTests {
    @Test("frames and devices leave nothing behind")
    func share() throws {
        let run = try ProgramRun("soak", ["--frames", "30", "--devices", "60"])
        #expect(run.status == 0, "\(run.output) \(run.errors)")
        #expect(run.output.contains("model: 30 frames") && run.output.contains("devices: 60"), "\(run.output) \(run.errors)")
    }

    @Test("memory, descriptors, threads and files that are left behind are reported",
          arguments: [("memory", "MB of heap"), ("descriptor", "descriptors"), ("thread", "threads"), ("file", "temporary files")])
    func leak(kind: String, words: String) throws {
        let run = try ProgramRun("soak", ["--frames", "0", "--devices", "5", "--leak", kind])
        #expect(run.status == 1)
        #expect(run.output.split(separator: "\n").contains { $0.hasPrefix("GROWS  devices:") && $0.contains(words) }, "\(run.output) \(run.errors)")
    }
}
