/// The outputs that transform feedback writes into buffers (OpenGL 3.3 §2.17, glTransformFeedbackVaryings). The outputs belong to the
/// geometry shader, or to the vertex shader if the program has no geometry shader. Set the outputs in
/// `ShaderCompileOptions.transformFeedback`. If the shader itself gives places to outputs, with `layout(xfb_offset = …)`, these places are
/// used, and `names` is ignored (OpenGL 4.6 §11.1.2.1).
public struct TransformFeedbackOutputs: Sendable, Hashable {
    /// How the outputs are spread over buffers.
    public enum Layout: UInt8, Sendable, Hashable, Codable {
        /// All outputs of a vertex follow each other in one buffer (GL_INTERLEAVED_ATTRIBS).
        case interleaved
        /// Each output has a buffer of its own (GL_SEPARATE_ATTRIBS).
        case separate
    }
    /// The names in OpenGL's form: `color`, `weights` (a whole array), `weights[2]` (one element), `Block.member`, `gl_Position`. Interleaved
    /// outputs may also leave gaps: `gl_SkipComponents1` to `gl_SkipComponents4` leave 1 to 4 scalars as they are, and after `gl_NextBuffer`
    /// the outputs go to the next buffer.
    public var names: [String]
    /// How the outputs are spread over buffers.
    public var layout: Layout
    /// Creates a list of outputs. By default, the outputs are interleaved in one buffer.
    public init(_ names: [String], layout: Layout = .interleaved) { self.names = names; self.layout = layout }

    /// The maximum number of scalars of one vertex in one buffer.
    public static let maximumComponentCount = 128
    /// The maximum number of buffers.
    public static let maximumBufferCount = 4
}
