/// Remembers whether commands that were recorded but not yet submitted use a resource. Before the host changes or reads the resource, these
/// commands must run.
package struct PendingUse {
    private var commands: PendingCommands?
    private var serial: UInt64 = 0

    package init() {}
    /// Notes that the commands recorded in `other` use the resource.
    package mutating func mark(_ other: PendingCommands) {
        if commands !== other { commands = other }
        serial = other.serial
    }
    package var isPending: Bool { commands.map { $0.serial == serial } ?? false }
    /// Returns whether commands that `other` has recorded but not yet submitted use the resource.
    package func isPending(in other: PendingCommands) -> Bool { commands === other && other.serial == serial }
    /// If pending commands use the resource, submits them, and returns when they have run.
    package func finish() {
        if isPending { commands?.flush() }
    }
}
