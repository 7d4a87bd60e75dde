/// The kinds of primitives that transform feedback writes. Strips, loops and fans are written as separate lines and triangles.
public enum TransformFeedbackPrimitive: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// Points, from draws of points or from geometry shaders that make points.
    case points
    /// Lines, from draws of lines, line strips and line loops, or from geometry shaders that make lines. Each line is written with both
    /// ends.
    case lines
    /// Triangles, from draws of triangles, triangle strips and triangle fans, or from geometry shaders that make triangles. Each triangle
    /// is written with its three corners.
    case triangles

    /// The number of vertices that are written for each primitive.
    public var vertexCount: Int { Int(rawValue) + 1 }
    /// The type of a draw whose primitives are of this kind and share no vertices: points, lines or triangles.
    var separate: PrimitiveType {
        switch self {
        case .points: .points
        case .lines: .lines
        case .triangles: .triangles
        }
    }
}

extension PrimitiveType {
    /// The primitives that draws of this type make.
    package var assembled: TransformFeedbackPrimitive {
        switch self {
        case .points: .points
        case .lines, .lineStrip, .lineLoop, .linesAdjacency, .lineStripAdjacency: .lines
        case .triangles, .triangleStrip, .triangleFan, .trianglesAdjacency, .triangleStripAdjacency: .triangles
        }
    }
}

extension DrawCall {
    /// The kind of primitives that are clipped and drawn, and that transform feedback writes: the geometry shader's output, or the draw's
    /// primitives if the program has no geometry shader.
    package var assembled: TransformFeedbackPrimitive {
        switch pipeline.program.linked.geometry?.geometryLayout?.output {
        case nil: primitive.assembled
        case .points: .points
        case .lineStrip: .lines
        case .triangleStrip: .triangles
        }
    }
}

/// Writes the outputs of geometry shaders, or of vertex shaders in programs without a geometry shader, into buffers (OpenGL 3.3 §2.17).
/// `ShaderCompileOptions.transformFeedback` must name the outputs when the program is compiled.
///
/// While an object is set with `RenderPass.setTransformFeedback`, each draw appends its primitives, before they are clipped or culled. The
/// primitives are in the order of the draws and, within a draw, in the order of the draw's primitives. Several passes and submits may
/// append to one object. Setting nil pauses the writing. A new TransformFeedback starts at the first byte of its targets. A primitive that
/// does not fit into every buffer is counted, but not written.
///
/// `RenderPass.draw(writtenBy:)` draws the written vertices. There is one stream of vertices: geometry shaders with further streams are
/// refused.
///
/// Triangles of strips and fans keep their winding. If a triangle belongs to a strip or fan, its provoking vertex is written last, or first
/// if `RasterState.provokingVertex` is `first`.
public final class TransformFeedback {
    /// A part of a buffer that receives outputs.
    public struct Target {
        /// The buffer.
        public var buffer: Buffer
        /// The first byte, a multiple of 4.
        public var offset: Int
        /// The number of bytes that may be written; nil for all bytes from `offset` to the end of the buffer.
        public var byteCount: Int?
        /// By default, the whole buffer may be written.
        public init(_ buffer: Buffer, offset: Int = 0, byteCount: Int? = nil) { self.buffer = buffer; self.offset = offset; self.byteCount = byteCount }

        /// The number of bytes that may be written. The number may be wrong in a target that was not validated.
        package var size: Int { byteCount ?? buffer.byteCount &- offset }
    }
    /// The kind of the primitives that the draws must make.
    public let primitive: TransformFeedbackPrimitive
    /// The targets: one target, or one target for each output if the program's outputs are separate.
    public let targets: [Target]
    /// The number of primitives of all submits so far (GL_PRIMITIVES_GENERATED). `Device.submit` adds to the number before it returns.
    public package(set) var generatedPrimitiveCount = 0
    /// The number of primitives that fit into the buffers (GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN).
    public package(set) var writtenPrimitiveCount = 0

    /// - Parameters:
    ///   - primitive: The kind of the primitives.
    ///   - targets: The parts of buffers, in the order of the program's buffers. `submit` throws an error if the targets do not match the
    ///     buffers of the program.
    public init(_ primitive: TransformFeedbackPrimitive, into targets: Target...) { self.primitive = primitive; self.targets = targets }
    package init(_ primitive: TransformFeedbackPrimitive, targets: [Target]) { self.primitive = primitive; self.targets = targets }
}
