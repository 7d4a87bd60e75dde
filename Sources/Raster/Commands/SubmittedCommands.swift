// SubmittedCommands: the recorded commands of an encoder as `submit` executes them.

struct SubmittedCommands {
    var commands: [Command] = []
    /// The numbers of the late commands: they depend on bytes that commands before them write, so they are prepared when those are complete.
    var late: Set<Int> = []
    /// For each recorded command, the number of the first command that stands for it; then the number of all commands.
    var places: [Int] = []
}

extension Device {
    /// Returns the commands that `submit` executes: the recorded commands with the numbers of indirect draws and dispatches, and with the
    /// results of `Options.robustAccess`.
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
            // A robust device looks at bytes to make a command harmless.
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

    /// Returns the commands to execute in place of a late command, when the commands before it are complete.
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
