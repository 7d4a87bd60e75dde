// InterpreterObserver: how a debugger watches a run. A run without an observer is compiled without the calls.

package protocol InterpreterObserver {
    /// Called after each executed instruction of the module.
    /// - Parameters:
    ///   - instruction: index into the module's instructions.
    ///   - result: the four lanes' register; for stores the value stored, for `ifBegin` the condition, for other
    ///     control flow zero. Pure instructions give a result in every lane, also in those that are switched off.
    ///   - active: all ones in the lanes that execute the instruction; after a control-flow instruction, in those that
    ///     go on to the next.
    mutating func executed(instruction: Int, result: QuadUInt, active: QuadUInt)
    /// Whether the run may go on. It is asked where a loop is about to be repeated: no other shader runs for long. Where it may not, the
    /// run ends as that of an endless loop does.
    var goesOn: Bool { get }
}

extension InterpreterObserver {
    @inline(__always) package var goesOn: Bool { true }
}

struct NoObserver: InterpreterObserver {
    @inline(__always) func executed(instruction: Int, result: QuadUInt, active: QuadUInt) {}
}
