import TestSupport
import Testing

// A process that exits does not wait for compilations. When the objects of LLVM are destroyed, no thread uses LLVM any more.

@Test("a process can exit at any point of a compilation", arguments: [0, 0.001, 0.01, 0.03, 0.1, 0.2, 0.4, 0.7])
func exitsWithoutWaiting(seconds: Double) throws {
    let result = try ProgramRun([RunningProgram.path(ofBuilt: "kernel-probe"), "exit", "\(seconds)"])
    #expect(result.status == 0)
    #expect(result.output == "leaves\n", "the compilation was waited for, or the process did not get so far")
}

@Test("a process can exit while compilations wait for each other, and while several threads compile for the first time")
func exitsFromLockedCompilations() throws {
    let program = RunningProgram.path(ofBuilt: "kernel-probe")
    let locked = try ProgramRun([program, "exit-locked"], seconds: 60)
    #expect(locked.status == 0 && locked.output == "leaves\n")
    for step in 0..<24 {
        let result = try ProgramRun([program, "exit", "\(Double(step) * 0.0005)", "6"], seconds: 60)
        #expect(result.status == 0 && result.output == "leaves\n")
    }
}
