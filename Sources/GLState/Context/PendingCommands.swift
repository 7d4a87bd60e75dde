import Raster

/// The commands that a context has recorded but not yet submitted. Draws and clears with the same target become one pass. The commands run
/// when the program asks for a result, when the host must change a resource that the commands use, or when many commands have been recorded.
package final class PendingCommands {
    private let device: Device
    /// A number that grows with each submit of commands. If this number has changed since a command was recorded, the command is no longer
    /// pending (`PendingUse`).
    package private(set) var serial: UInt64 = 1
    private var commands: [Command] = []
    private var pass: Pass?
    /// The names of the debug groups that are open.
    private var groups: [String] = []
    private var operationCount = 0
    /// The number of bytes that must stay in memory, unchanged, until the commands have run: client arrays, replaced buffers.
    package var retainedByteCount = 0
    /// Receives the errors of commands that could not run.
    package var report: (GLError) -> Void = { _ in }
    /// Called before each submit.
    package var willFlush: () -> Void = {}
    /// Called after each submit.
    package var didFlush: () -> Void = {}

    private static let largestOperationCount = 1 << 14, largestRetainedByteCount = 256 << 20

    private struct Pass {
        var target: Framebuffer
        var clear: ClearValues
        var operations: [PassOperation]
        var conditions: [RenderPassCommand.ConditionChange]
        var writesMemory = false
    }

    package init(device: Device) { self.device = device }

    package var isEmpty: Bool { commands.isEmpty && pass == nil }

    /// Returns whether the next draw or clear into this target continues the present pass.
    package func continuesPass(_ target: Framebuffer) -> Bool { pass?.target === target }

    private func begin(_ target: Framebuffer) {
        if pass?.target === target { return }
        endPass()
        pass = Pass(target: target, clear: .none, operations: groups.map { .pushGroup($0) }, conditions: [])
    }
    private func endPass() {
        guard var ended = pass else { return }
        pass = nil
        for _ in groups { ended.operations.append(.popGroup) }
        var command = RenderPassCommand(label: ended.target.label, target: ended.target, clear: ended.clear, operations: ended.operations)
        command.conditions = ended.conditions
        command.writesMemory = ended.writesMemory
        commands.append(.renderPass(command))
    }

    /// Records a draw.
    package func draw(_ call: DrawCall, to target: Framebuffer, condition: RenderCondition? = nil) {
        begin(target)
        setCondition(condition)
        pass!.operations.append(.draw(call))
        if call.writesMemory || call.feedback != nil { pass!.writesMemory = true }
        didAppend()
    }
    /// Records a clear of a part of the target.
    package func clear(_ call: ClearCall, of target: Framebuffer, condition: RenderCondition? = nil) {
        begin(target)
        setCondition(condition)
        pass!.operations.append(.clear(call))
        didAppend()
    }
    private func setCondition(_ condition: RenderCondition?) {
        let last = pass!.conditions.last?.condition
        if last?.query === condition?.query && last?.isInverted == condition?.isInverted { return }
        pass!.conditions.append(RenderPassCommand.ConditionChange(operation: pass!.operations.count, condition: condition))
    }
    /// Records a command outside of passes.
    package func append(_ command: Command) {
        endPass()
        commands.append(command)
        didAppend()
    }
    package func pushGroup(_ name: String) {
        groups.append(name)
        pass?.operations.append(.pushGroup(name))
    }
    package func popGroup() {
        groups.removeLast()
        pass?.operations.append(.popGroup)
    }
    private func didAppend() {
        operationCount += 1
        if operationCount >= Self.largestOperationCount || retainedByteCount >= Self.largestRetainedByteCount { flush() }
    }

    /// Submits the commands, and returns when they have run. If a command cannot run, its error is reported, and all other commands run.
    package func flush() {
        endPass()
        let all = commands
        commands = []
        operationCount = 0
        retainedByteCount = 0
        serial &+= 1
        if !all.isEmpty {
            willFlush()
            run(all)
        }
        didFlush()
    }
    private func run(_ commands: [Command]) {
        var encoder = device.makeCommandEncoder(label: "commands")
        encoder.append(contentsOf: commands)
        do {
            try device.submit(encoder)
        } catch {
            // If a shader does not end, the commands before the shader's draw have already run. No command may run a second time, so
            // `split` is not called. Every other error is found before any command runs.
            if (error as? RasterError)?.code == .shaderDidNotEnd { return report(GLError(error)) }
            split(commands, error)
        }
    }
    /// Runs the commands in two halves, to find the command that cannot run.
    private func split(_ commands: [Command], _ error: any Error) {
        if commands.count > 1 {
            run(Array(commands[..<(commands.count / 2)]))
            run(Array(commands[(commands.count / 2)...]))
            return
        }
        guard case .renderPass(let pass)? = commands.first, pass.operations.count > 1 else { return report(GLError(error)) }
        // Debug groups have no effect on the picture, so the two halves are recorded without groups.
        let operations = pass.operations.filter { if case .draw = $0 { true } else if case .clear = $0 { true } else { false } }
        guard operations.count > 1 else { return report(GLError(error)) }
        var first = pass, second = pass
        first.operations = Array(operations[..<(operations.count / 2)])
        second.operations = Array(operations[(operations.count / 2)...])
        second.clear = .none
        first.conditions = []; second.conditions = []
        run([.renderPass(first)])
        run([.renderPass(second)])
    }
}
