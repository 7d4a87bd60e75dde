// SystemCompiler: finds out whether the system's OpenGL accepts given shaders. OpenGL gets the original text, which Raster has not
// preprocessed or changed.

import CSystemGL
import Raster

/// The compiler and linker of the system's OpenGL. Use the compiler on only one thread at a time.
public final class SystemCompiler {
    /// The driver's verdict on the shaders of a program.
    public enum Answer: Sendable, Hashable {
        /// All stages compile, and the program links.
        case accepted
        /// A stage does not compile or, if `isLinking` is true, the stages do not link. The associated string is the driver's message.
        case refused(isLinking: Bool, String)
    }
    private let thread: GLThread
    private let context: EGLContext

    /// Opens the system's OpenGL on a separate thread. Throws `systemUnavailable` if the system has no usable OpenGL.
    public init() throws {
        let thread = try GLThread(name: "OpenGL compiler")
        do { context = try thread.perform { try EGLContext() } } catch {
            thread.stop()
            throw error
        }
        self.thread = thread
    }
    deinit {
        try? thread.perform { context.destroy() }
        thread.stop()
    }

    /// Compiles the stages and links them. Accepts GLSL of every version that the driver supports, GLSL ES included.
    public func build(vertex: String, geometry: String? = nil, fragment: String) throws -> Answer {
        try answer { context throws(RasterError) in
            try GLProgram.link(vertex: vertex, geometry: geometry, fragment: fragment, name: Self.programName, gl: context.gl)
        }
    }
    /// Compiles a compute shader and links it to a separate program.
    public func build(compute: String) throws -> Answer {
        try answer { context throws(RasterError) in try GLProgram.link(compute: compute, name: Self.programName, gl: context.gl) }
    }
    private func answer(_ link: @Sendable (EGLContext) throws(RasterError) -> UInt32) throws -> Answer {
        try thread.perform {
            do throws(RasterError) {
                context.gl.deleteProgram(try link(context))
                return .accepted
            } catch { return .refused(isLinking: error.subject == Self.programName, error.problem) }
        }
    }
    /// The program's name. The linker's errors begin with the program's name, and the errors of a stage's compiler begin with another name.
    private static let programName = "program"
}
