// Draws pictures and random cases in processes whose memory is guarded and whose compiled code checks its accesses.

import TestSupport
import Testing

@Suite("Guarded memory") struct GuardedTests {
    /// Memory is guarded at its start or at its end, and filled with one of two byte values. If the picture depends on
    /// uninitialised memory, it differs from the reference for one of these values.
    @Test("a part of the pictures, drawn on every lane width by both tiers of code, stays inside of its memory and keeps its bits",
          arguments: [("end", 250), ("start:ff", 270)])
    func pictures(guarding: String, every: Int) throws {
        let ways = ["4/2/optimized", "4/2/baseline", "8/2/optimized", "8/2/baseline", "16/2/optimized", "16/2/baseline"]
        let run = try ProgramRun("determinism", ["--every", "\(every)"] + ways.flatMap { ["--way", $0] }, guarding: guarding)
        #expect(run.status == 0, "\(run.output) \(run.errors)")
        for way in ways { #expect(run.output.contains("pictures drawn as \(way)"), "\(run.output) \(run.errors)") }
    }

    @Test("random shaders, dispatches, draws, canvases and calls of OpenGL stay inside of their memory and keep their bits",
          arguments: [("end", 501), ("start:5a", 601)])
    func randomCases(guarding: String, seed: Int) throws {
        let run = try ProgramRun("fuzz", ["--seed", "\(seed)", "--count", "4", "--guard", guarding]), said = run.output + run.errors
        #expect(run.status == 0 && said.contains("20 cases drawn") && said.contains("0 findings"), "\(said)")
    }
}
