// Device+Submit: records, checks and executes commands.

extension Device {
    public func makeCommandEncoder(label: String = "frame") -> CommandEncoder { CommandEncoder(label: label, device: self) }

    /// Compiles what the recorded commands need and draws nothing, so that submitting them later, or others with the same
    /// pipelines, kinds of textures and formats, compiles nothing. Throws what `submit` refuses.
    public func prepare(_ encoder: CommandEncoder) throws {
        try checked(encoder)
        renderer.preparation(for: encoder.commands)?()
    }
    /// The same on another thread, while this one goes on. A `submit` that needs what is still being
    /// compiled draws with quickly compiled code.
    /// Code that cannot be compiled is no error here; `submit` draws without it.
    @discardableResult
    public func prepareInBackground(_ encoder: CommandEncoder) throws -> Preparation {
        try checked(encoder)
        return Preparation(renderer.preparation(for: encoder.commands))
    }

    /// Validates and executes, and returns when all is drawn. Throws before anything is drawn, but for
    /// `shaderDidNotEnd`.
    public func submit(_ encoder: CommandEncoder) throws {
        try checked(encoder)
        try renderer.execute(encoder.commands)
    }
    private func checked(_ encoder: CommandEncoder) throws {
        try requireOptions()
        guard encoder.device === self else { throw RasterError.wrongDevice("encoder '\(encoder.label)'") }
        if let error = encoder.recordingError { throw error }
        try validate(encoder.commands)
    }
}
