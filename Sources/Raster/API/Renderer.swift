/// Executes validated commands in order. There are three renderers: ReferenceRenderer, TileRenderer and the system's OpenGL.
/// Validation refuses wrong commands before `execute` is called. `execute` throws only errors that appear while commands run:
/// `shaderDidNotEnd`, and failures of the system's OpenGL.
package protocol Renderer: AnyObject {
    /// The name for display: "reference", "opengl (llvmpipe …)".
    var name: String { get }
    /// Called once per pipeline, before the pipeline's first draw, so that the renderer can compile code. Throws if the renderer
    /// does not support the pipeline.
    func prepare(_ pipeline: Pipeline) throws
    /// Called once per compute program, before its first dispatch. Throws if the renderer does not support the program.
    func prepare(_ program: ComputeProgram) throws
    /// Returns a function that compiles all code that these validated commands still need; nil if all code is compiled. Any thread may call
    /// the returned function.
    func preparation(for commands: [Command]) -> (@Sendable () -> Void)?
    func execute(_ commands: [Command]) throws
    /// Copies the newest texels to `texture.storage` and clears `hostIsStale`.
    func synchronize(_ texture: Texture) throws
    /// The number of threads that `run` uses, including the caller's.
    var threadCount: Int { get }
    /// Calls `body` for each number below `count`; see `Device.run`. `run` is never called during `execute`.
    func run(count: Int, _ body: (_ item: Int, _ thread: Int) -> Void)
}

extension Renderer {
    package func prepare(_ program: ComputeProgram) throws {}
    package func preparation(for commands: [Command]) -> (@Sendable () -> Void)? { nil }
    package var threadCount: Int { 1 }
    package func run(count: Int, _ body: (_ item: Int, _ thread: Int) -> Void) { for item in 0..<count { body(item, 0) } }
}
