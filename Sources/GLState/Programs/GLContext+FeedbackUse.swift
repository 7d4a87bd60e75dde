/// What transform feedback forbids while it runs (OpenGL ES 3.0.6 §2.15.2).
extension GLContext {
    /// Whether transform feedback is active and not paused, so that the current program cannot change.
    var isTransformFeedbackRunning: Bool { false }
    /// Whether transform feedback that has not ended uses the program, so that it cannot be linked.
    func isUsedByTransformFeedback(_ program: ProgramObject) -> Bool { false }
}
