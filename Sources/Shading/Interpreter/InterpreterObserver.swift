// InterpreterObserver: lets a debugger watch a run. The code for runs without an observer contains no calls of an observer.

package protocol InterpreterObserver {
    /// Called after each executed instruction of the module.
    /// - Parameters:
    ///   - instruction: the index into the module's instructions.
    ///   - result: the register that holds the four lanes' results: for a store, the stored value; for `ifBegin`, the condition;
    ///     for other control flow, zero. Pure instructions have a result in every lane, even in inactive lanes.
    ///   - active: the register with all ones in the lanes that execute the instruction. For a control-flow instruction: all ones
    ///     in the lanes that continue with the next instruction.
    mutating func executed(instruction: Int, result: QuadUInt, active: QuadUInt)
    /// Whether the run may continue. The interpreter reads this property only before a loop repeats, because shaders without loops do not
    /// run for long. If `goesOn` is false, the run stops as if the loop had exceeded the step limit.
    var goesOn: Bool { get }
    /// Called before a quad of a work group starts, and before the quad continues after a barrier.
    /// - Parameter active: the lanes that run.
    mutating func willRun(quad: Int, active: QuadUInt)
}

extension InterpreterObserver {
    @inline(__always) package var goesOn: Bool { true }
    package func willRun(quad: Int, active: QuadUInt) {}
}

struct NoObserver: InterpreterObserver {
    @inline(__always) func executed(instruction: Int, result: QuadUInt, active: QuadUInt) {}
}
