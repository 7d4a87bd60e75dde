// Renderer: who executes commands. ReferenceRenderer is one; the system's OpenGL another.

/// Executes validated commands in order. Whatever can be refused has been refused before `execute` is called, except
/// what only running tells: `shaderDidNotEnd`, and failures of a foreign system.
package protocol Renderer: AnyObject {
    /// For people: "reference", "opengl (llvmpipe …)".
    var name: String { get }
    /// Called once per pipeline, before its first draw; a place to compile. May refuse what this renderer cannot do.
    func prepare(_ pipeline: Pipeline) throws
    /// What is left to compile for these validated commands, as work for any thread; nil when there is none.
    func preparation(for commands: [Command]) -> (@Sendable () -> Void)?
    func execute(_ commands: [Command]) throws
    /// Makes `texture.storage` current and clears `hostIsStale`.
    func synchronize(_ texture: Texture) throws
}

extension Renderer {
    package func preparation(for commands: [Command]) -> (@Sendable () -> Void)? { nil }
}
