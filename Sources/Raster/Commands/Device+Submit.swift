// Device+Submit: records, checks and executes commands.

import Memory

extension Device {
    /// An empty list of commands.
    /// - Parameters:
    ///   - label: Its name in error messages.
    ///   - file: The source file that validation mode names where it is never submitted; by default the caller's.
    ///   - line: The line in it; by default the caller's.
    public func makeCommandEncoder(label: String = "frame", file: StaticString = #fileID, line: UInt = #line) -> CommandEncoder {
        CommandEncoder(label: label, device: self, site: CallSite(file: file, line: line))
    }

    /// Compiles the code that the recorded commands need and draws nothing. Submitting them later, or others with the same
    /// pipelines, kinds of textures and formats, then compiles nothing.
    /// - Throws: The errors of `submit`.
    public func prepare(_ encoder: CommandEncoder) throws {
        try use {
            try check(encoder)
            renderer.preparation(for: encoder.commands)?()
        }
    }
    /// Compiles the code that the recorded commands need on another thread, while this one goes on. A `submit` that needs code that
    /// is still being compiled draws with quickly compiled code. Code that cannot be compiled is no error here; `submit` draws
    /// without it.
    @discardableResult
    public func prepareInBackground(_ encoder: CommandEncoder) throws -> Preparation {
        try use {
            try check(encoder)
            return Preparation(renderer.preparation(for: encoder.commands))
        }
    }

    /// Validates and executes the commands, and returns when all is drawn.
    /// - Throws: `RasterError` before anything is drawn; but `shaderDidNotEnd` after the draws before that one.
    public func submit(_ encoder: CommandEncoder) throws {
        try use {
            try check(encoder)
            try requireRoom()
            examine(encoder)
            if let observer { return try execute(encoder, observedBy: observer) }
            try renderer.execute(encoder.commands)
        }
    }
    /// The recorded commands, once they are found valid, for a renderer that is not this device's own.
    /// - Throws: The errors of `submit`.
    package func checkedCommands(of encoder: CommandEncoder) throws -> [Command] {
        try use {
            try check(encoder)
            return encoder.commands
        }
    }
    /// Validates and executes commands that were recorded with this device and changed since.
    package func submit(_ commands: [Command]) throws {
        try use {
            try validate(commands)
            try requireRoom()
            try renderer.execute(commands)
        }
    }
    /// Refuses to draw where the process has reached its limit: Swift ends a process in which an allocation fails.
    private func requireRoom() throws(RasterError) {
        guard AddressSpace.hasRoom(for: Device.leastRoom) else {
            throw RasterError(.outOfMemory, "the process", "can get less than \(Device.leastRoom >> 20) MiB of further memory, too little to draw",
                              remedy: "free unused objects, or raise the limit, see ulimit -v")
        }
    }
    /// Bytes. The most that drawing a usual frame takes beside its images.
    private static let leastRoom = 32 << 20
    private func execute(_ encoder: CommandEncoder, observedBy observer: any CommandObserver) throws {
        defer { dropFinishedObserver() }
        try observer.willExecute(encoder.commands, label: encoder.label)
        do {
            try renderer.execute(encoder.commands)
        } catch {
            // The renderer's error counts; the observer's own can only follow from it.
            try? observer.didExecute(error: error)
            throw error
        }
        try observer.didExecute(error: nil)
    }
    /// Reports what validation mode finds in valid commands.
    private func examine(_ encoder: CommandEncoder) {
        guard let validation else { return }
        var mode = ValidationMode(log: validation)
        mode.examine(encoder.commands)
    }
    /// Refuses what `submit` would refuse.
    package func check(_ encoder: CommandEncoder) throws {
        encoder.watch?.isSubmitted = true
        guard encoder.device === self else { throw RasterError.wrongDevice("encoder '\(encoder.label)'") }
        if let error = encoder.recordingError { throw error }
        try validate(encoder.commands)
    }
}
