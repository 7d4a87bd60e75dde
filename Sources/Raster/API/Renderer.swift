/// Executes validated commands in order. ReferenceRenderer is one, TileRenderer another, the system's OpenGL a third. Mistakes in
/// the commands have been refused before `execute` is called; it throws only errors that show when they run: `shaderDidNotEnd`, and
/// failures of a foreign system.
package protocol Renderer: AnyObject {
    /// For people: "reference", "opengl (llvmpipe …)".
    var name: String { get }
    /// Called once per pipeline, before its first draw; a place to compile. May refuse what this renderer cannot do.
    func prepare(_ pipeline: Pipeline) throws
    /// The compilation that these validated commands still need, as work for any thread; nil when they need none.
    func preparation(for commands: [Command]) -> (@Sendable () -> Void)?
    func execute(_ commands: [Command]) throws
    /// Makes `texture.storage` current and clears `hostIsStale`.
    func synchronize(_ texture: Texture) throws
    /// Threads that `run` uses, the caller's included.
    var threadCount: Int { get }
    /// Calls `body` for each number below `count`; see `Device.run`. Nothing is being executed meanwhile.
    func run(count: Int, _ body: (_ item: Int, _ thread: Int) -> Void)
}

extension Renderer {
    package func preparation(for commands: [Command]) -> (@Sendable () -> Void)? { nil }
    package var threadCount: Int { 1 }
    package func run(count: Int, _ body: (_ item: Int, _ thread: Int) -> Void) { for item in 0..<count { body(item, 0) } }
}
