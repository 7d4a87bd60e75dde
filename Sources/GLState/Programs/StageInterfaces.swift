import Raster
import Shading

/// The interface between the stages of two program objects, which must match exactly (OpenGL ES 3.1 §7.4.1).
enum StageInterfaces {
    /// Says why the outputs of a vertex shader do not match the inputs of a fragment shader; nil if they do.
    static func mismatch(_ vertex: ProgramExecutable, _ fragment: ProgramExecutable) -> String? { nil }
}
