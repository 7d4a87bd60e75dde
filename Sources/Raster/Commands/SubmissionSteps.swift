// SubmissionSteps: executes commands in parts, if the device must act between two commands. A pass with conditions needs the counts of the
// passes before it, a timestamp needs the moment between two commands, and a late command (`SubmittedCommands`) needs the bytes that the
// commands before it wrote.
//
// SubmissionSteps evaluates each condition before a renderer or a capture gets the pass. A skipped clear is left out. A skipped draw stays
// as a draw without vertices, in a group; the name of the group states the reason. Because skipped draws stay, all draws keep their
// numbers, and a capture shows the skipped draws.

struct SubmissionSteps {
    struct Timestamp {
        /// The index of the first command after the timestamp.
        var command: Int
        var query: TimestampQuery
    }
    let commands: [Command]
    var timestamps: [Timestamp] = []
    /// The indices of the late commands.
    var late: Set<Int> = []

    /// Returns whether the commands must be executed in steps because a pass has a condition.
    static func areNeeded(for commands: [Command]) -> Bool {
        commands.contains { if case .renderPass(let pass) = $0 { !pass.conditions.isEmpty } else { false } }
    }

    /// Calls `execute` with the parts, in order. `prepare` returns the commands to execute in place of a late command.
    func forEach(prepare: (Command) throws -> [Command] = { [$0] }, _ execute: ([Command]) throws -> Void) throws {
        var part: [Command] = [], times = timestamps[...]
        func flush() throws {
            if !part.isEmpty { try execute(part) }
            part = []
        }
        for (number, command) in commands.enumerated() {
            while let time = times.first, time.command <= number {
                try flush()
                time.query.write()
                times.removeFirst()
            }
            if late.contains(number) { try flush() }
            for command in late.contains(number) ? try prepare(command) : [command] {
                if case .renderPass(let pass) = command, !pass.conditions.isEmpty {
                    try flush()
                    part.append(.renderPass(pass.meetingConditions))
                } else {
                    part.append(command)
                }
            }
        }
        try flush()
        for time in times { time.query.write() }
    }
}

extension RenderPassCommand {
    /// The pass after the evaluation of its conditions: each condition is met or not, depending on the present count of its query. The
    /// result has no conditions.
    fileprivate var meetingConditions: RenderPassCommand {
        var result = self
        result.conditions = []
        result.operations = []
        var changes = conditions[...], failed: RenderCondition?
        for (number, operation) in operations.enumerated() {
            while let change = changes.first, change.operation <= number {
                failed = change.condition.flatMap { $0.isMet ? nil : $0 }
                changes.removeFirst()
            }
            switch operation {
            case .draw(let call):
                guard let failed else { result.operations.append(operation); continue }
                let reason = "skipped: its query counted \(failed.isInverted ? "samples" : "no samples")"
                result.operations += [.pushGroup(reason), .draw(call.with(count: 0)), .popGroup]
            case .clear: if failed == nil { result.operations.append(operation) }
            case .pushGroup, .popGroup: result.operations.append(operation)
            }
        }
        return result
    }
}
