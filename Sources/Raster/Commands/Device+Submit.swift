// Device+Submit: makes encoders, and checks and executes their commands.

import Memory

extension Device {
    /// Makes an empty command encoder.
    /// - Parameters:
    ///   - label: The encoder's name in error messages.
    ///   - file: The source file that validation mode reports if the encoder is never submitted; by default the caller's.
    ///   - line: The line in `file`; by default the caller's.
    public func makeCommandEncoder(label: String = "frame", file: StaticString = #fileID, line: UInt = #line) -> CommandEncoder {
        CommandEncoder(label: label, device: self, site: CallSite(file: file, line: line))
    }

    /// Compiles the code that the recorded commands need, without drawing. A later `submit` compiles nothing if its commands have
    /// the same pipelines, formats and kinds of textures.
    /// - Throws: The errors of `submit`.
    public func prepare(_ encoder: CommandEncoder) throws {
        try use {
            renderer.preparation(for: try check(encoder))?()
        }
    }
    /// Begins to compile the code that the recorded commands need, on another thread, and returns at once. If a `submit` needs code that is
    /// not ready, the `submit` draws with quickly compiled code. Code that cannot be compiled causes no error here; if a pass is not
    /// possible without such code, the reference renderer draws the pass.
    @discardableResult
    public func prepareInBackground(_ encoder: CommandEncoder) throws -> Preparation {
        try use {
            Preparation(renderer.preparation(for: try check(encoder)))
        }
    }

    /// Validates and executes the commands, and returns when everything is drawn.
    /// - Throws: `RasterError` before anything is drawn. `shaderDidNotEnd` is an exception: the commands before the failing draw or
    ///   dispatch are complete, and the commands after it do not run; the description of `RasterErrorCode.shaderDidNotEnd` says which
    ///   results the failing draw or dispatch leaves.
    public func submit(_ encoder: CommandEncoder) throws {
        try use {
            let submitted = try checked(encoder), commands = submitted.commands
            try requireRoom()
            examine(commands)
            guard encoder.needsSteps || !submitted.late.isEmpty else { return try execute(commands, label: encoder.label) }
            let timestamps = encoder.timestamps.map { SubmissionSteps.Timestamp(command: submitted.places[$0.command], query: $0.query) }
            // The commands are executed in several parts. For a capture, these parts are submits of one frame.
            try frame(label: encoder.label) {
                try SubmissionSteps(commands: commands, timestamps: timestamps, late: submitted.late)
                    .forEach(prepare: preparing) { try execute($0, label: encoder.label) }
            }
        }
    }
    /// Returns the recorded commands if they are valid, for a renderer that does not belong to this device.
    /// - Throws: The errors of `submit`.
    package func checkedCommands(of encoder: CommandEncoder) throws -> [Command] {
        try use { try check(encoder) }
    }
    /// Validates and executes commands that were recorded with this device and then changed.
    package func submit(_ commands: [Command]) throws {
        try use {
            try validate(commands)
            try requireRoom()
            guard SubmissionSteps.areNeeded(for: commands) else { return try renderer.execute(commands.separatingHazards) }
            try SubmissionSteps(commands: commands).forEach { try renderer.execute($0.separatingHazards) }
        }
    }
    /// Throws if the process has almost reached its memory limit. Without this error, Swift would end the process at the first allocation
    /// that fails.
    private func requireRoom() throws(RasterError) {
        guard AddressSpace.hasRoom(for: Device.leastRoom) else {
            throw RasterError(.outOfMemory, "the process", "can get less than \(Device.leastRoom >> 20) MiB of further memory, too little to draw",
                              remedy: "free unused objects, or raise the limit, see ulimit -v")
        }
    }
    /// The number of bytes that must still be available when a submit begins. A usual frame needs at most this much memory in addition to
    /// its images.
    private static let leastRoom = 32 << 20
    private func execute(_ recorded: [Command], label: String) throws {
        let commands = recorded.separatingHazards
        guard let observer else { return try renderer.execute(commands) }
        defer { dropFinishedObserver() }
        try observer.willExecute(commands, label: label)
        do {
            try renderer.execute(commands)
        } catch {
            // The renderer has thrown an error, and the caller gets this error. A further error of the observer is ignored, because the
            // renderer's error is the cause.
            try? observer.didExecute(error: error)
            throw error
        }
        try observer.didExecute(error: nil)
    }
    /// Looks for likely mistakes in valid commands, if validation mode is on.
    private func examine(_ commands: [Command]) {
        guard let validation else { return }
        var mode = LikelyMistakes(log: validation)
        mode.examine(commands)
    }
    /// Returns the commands that `submit` executes, as far as these commands are known before the first command is executed.
    /// - Throws: The errors of `submit` for invalid commands.
    @discardableResult
    package func check(_ encoder: CommandEncoder) throws -> [Command] { try checked(encoder).commands }
    private func checked(_ encoder: CommandEncoder) throws -> SubmittedCommands {
        encoder.watch?.isSubmitted = true
        guard encoder.device === self else { throw RasterError.wrongDevice("encoder '\(encoder.label)'") }
        if let error = encoder.recordingError { throw error }
        return try submitted(encoder)
    }
}

/// The commands that `submit` executes for the recorded commands of an encoder.
struct SubmittedCommands {
    var commands: [Command] = []
    /// The indices of the late commands. A late command depends on bytes that earlier commands write. The device prepares a late command
    /// when the earlier commands are complete.
    var late: Set<Int> = []
    /// For each recorded command, the index of the first executed command that replaces it. One more element follows: the count of all
    /// executed commands.
    var places: [Int] = []
}

extension Device {
    /// Returns the commands that `submit` executes. In these commands, the arguments of indirect draws and dispatches are filled in, and
    /// with `Options.robustAccess`, undefined parts are replaced (see RobustCommands).
    /// - Throws: The errors of `submit` for invalid commands.
    func submitted(_ encoder: CommandEncoder) throws(RasterError) -> SubmittedCommands {
        guard encoder.hasIndirectDraws || options.robustAccess else {
            try validate(encoder.commands)
            return SubmittedCommands(commands: encoder.commands, places: Array(0...encoder.commands.count))
        }
        var result = SubmittedCommands(), checked: [Command] = []
        var contents = BufferContents(), robust = options.robustAccess ? RobustCommands(device: self) : nil
        for command in encoder.commands {
            let known = try readingArguments(of: command, contents)
            // To make a command harmless (see RobustCommands), a robust device needs the bytes of buffers. If shaders of earlier commands
            // write buffers, these bytes are not known yet, so the command is late.
            let isLate = known == nil || robust != nil && contents.isAnyWritten && command.runsShaders
            let made = try robust?.harmless(known ?? command) ?? [known ?? command]
            checked += made
            result.places.append(result.commands.count)
            if isLate {
                result.late.insert(result.commands.count)
                result.commands.append(command)
            } else {
                result.commands += made
            }
            contents.note(command)
        }
        result.places.append(result.commands.count)
        try validate(checked)
        return result
    }

    /// Returns the commands to execute in place of a late command. The caller has executed all commands before the late command.
    func preparing(late command: Command) throws(RasterError) -> [Command] {
        let known = try readingArguments(of: command, BufferContents(), isLate: true) ?? command
        var robust = options.robustAccess ? RobustCommands(device: self) : nil
        let made = try robust?.harmless(known) ?? [known]
        try validate(made)
        return made
    }
}

extension Command {
    fileprivate var runsShaders: Bool {
        switch self {
        case .renderPass, .dispatch: true
        default: false
        }
    }
}
