import Raster
import Shading

/// A transform feedback object (OpenGL ES 3.0.6 §2.15).
package final class TransformFeedbackObject {
    package let name: GLuint
    package var label = ""
    package var ranges: [BufferRange?] = Array(repeating: nil, count: GLLimits.transformFeedbackBuffers)
    /// The session that receives the outputs of draws; nil while transform feedback is not active.
    fileprivate(set) var session: Session?
    package var isActive: Bool { session != nil }
    package fileprivate(set) var isPaused = false
    /// The number of vertices that the last session wrote; nil before the end of the first session. glDrawTransformFeedback draws this number
    /// of vertices.
    fileprivate(set) var writtenVertexCount: Int?

    package init(name: GLuint) { self.name = name }

    /// The time from glBeginTransformFeedback to glEndTransformFeedback.
    struct Session {
        var primitive: TransformFeedbackPrimitive
        var program: ProgramObject
        var executable: ProgramExecutable
        var feedback: TransformFeedback
        /// `capacity`: the number of primitives that fit into the buffers. `written`: the number of primitives that the recorded draws have
        /// written.
        var capacity: Int, written = 0
    }
    package func detach(_ buffer: BufferObject) {
        for i in ranges.indices where ranges[i]?.buffer === buffer { ranges[i] = nil }
    }
}

extension GLContext {
    // MARK: Objects

    package func glGenTransformFeedbacks(_ n: GLsizei, _ ids: UnsafeMutablePointer<GLuint>?) throws(GLError) { try transformFeedbacks.generate(n, ids) }
    package func glDeleteTransformFeedbacks(_ n: GLsizei, _ ids: UnsafePointer<GLuint>?) throws(GLError) {
        guard n >= 0 else { throw .invalidValue("the number of names is negative") }
        guard let ids else { return }
        for i in 0..<Int(n) where transformFeedbacks[ids[i]]?.isActive == true { throw .invalidOperation("transform feedback \(ids[i]) is active") }
        for i in 0..<Int(n) {
            let removed = transformFeedbacks.remove(ids[i])
            if removed != nil, removed === transformFeedback { transformFeedback = defaultTransformFeedback }
        }
    }
    package func glIsTransformFeedback(_ id: GLuint) throws(GLError) -> GLboolean { GLboolean(transformFeedbacks[id] != nil) }
    package func glBindTransformFeedback(_ target: GLenum, _ id: GLuint) throws(GLError) {
        guard target == GL_TRANSFORM_FEEDBACK else { throw .invalidEnum("target", target) }
        guard !transformFeedback.isActive || transformFeedback.isPaused else { throw .invalidOperation("transform feedback is active and not paused") }
        if id == 0 {
            transformFeedback = defaultTransformFeedback
        } else if let known = transformFeedbacks[id] {
            transformFeedback = known
        } else {
            guard transformFeedbacks.isUsed(id) else { throw .invalidOperation("transform feedback \(id) was not generated, or is deleted") }
            let made = TransformFeedbackObject(name: id)
            transformFeedbacks.insert(made, id)
            transformFeedback = made
        }
    }

    // MARK: Begin and end

    package func glBeginTransformFeedback(_ primitiveMode: GLenum) throws(GLError) {
        let primitive: TransformFeedbackPrimitive
        switch primitiveMode {
        case GL_POINTS: primitive = .points
        case GL_LINES: primitive = .lines
        case GL_TRIANGLES: primitive = .triangles
        default: throw .invalidEnum("primitiveMode", primitiveMode)
        }
        guard !transformFeedback.isActive else { throw .invalidOperation("transform feedback is active already") }
        guard let executable = try drawExecutable(), let program = program ?? pipeline?.programs[.vertex] else {
            throw .invalidOperation("no program is in use")
        }
        guard let layout = executable.program?.interface.transformFeedback else { throw .invalidOperation("the program has no outputs for transform feedback") }
        var targets: [TransformFeedback.Target] = [], capacity = Int.max
        for (number, part) in layout.buffers.enumerated() {
            guard number < transformFeedback.ranges.count, let range = transformFeedback.ranges[number], let buffer = range.buffer.buffer else {
                throw .invalidOperation("no buffer is bound to transform feedback binding \(number)")
            }
            let offset = min(range.offset, buffer.byteCount), byteCount = min(range.byteCount ?? .max, buffer.byteCount - offset) & ~3
            targets.append(TransformFeedback.Target(buffer, offset: offset, byteCount: byteCount))
            if part.stride > 0 { capacity = min(capacity, byteCount / (part.stride * primitive.vertexCount)) }
        }
        let feedback = TransformFeedback(primitive, targets: targets)
        transformFeedback.session = TransformFeedbackObject.Session(primitive: primitive, program: program, executable: executable, feedback: feedback,
                                                                    capacity: capacity)
        transformFeedback.isPaused = false
    }
    package func glEndTransformFeedback() throws(GLError) {
        guard transformFeedback.isActive else { throw .invalidOperation("transform feedback is not active") }
        countEmittedPrimitives()
        guard let session = transformFeedback.session else { return }
        transformFeedback.writtenVertexCount = session.written * session.primitive.vertexCount
        transformFeedback.session = nil
        transformFeedback.isPaused = false
    }
    package func glPauseTransformFeedback() throws(GLError) {
        guard transformFeedback.isActive, !transformFeedback.isPaused else { throw .invalidOperation("transform feedback is not active, or is paused already") }
        transformFeedback.isPaused = true
    }
    package func glResumeTransformFeedback() throws(GLError) {
        guard let session = transformFeedback.session, transformFeedback.isPaused else { throw .invalidOperation("transform feedback is not paused") }
        guard try session.executable === drawExecutable() else { throw .invalidOperation("another program is in use than when transform feedback began") }
        transformFeedback.isPaused = false
    }

    // MARK: Draws of the written vertices (OpenGL 4.3 §13.2.3)

    package func glDrawTransformFeedback(_ mode: GLenum, _ id: GLuint) throws(GLError) {
        try drawTransformFeedback(mode, id, instances: 1, "glDrawTransformFeedback")
    }
    package func glDrawTransformFeedbackInstanced(_ mode: GLenum, _ id: GLuint, _ instancecount: GLsizei) throws(GLError) {
        try drawTransformFeedback(mode, id, instances: instancecount, "glDrawTransformFeedbackInstanced")
    }
    /// Draws as many vertices as transform feedback has written. The number of written vertices is computed from the recorded draws, so
    /// this draw need not wait for the results of the recorded draws.
    private func drawTransformFeedback(_ mode: GLenum, _ id: GLuint, instances: GLsizei, _ function: StaticString) throws(GLError) {
        guard let object = id == 0 ? defaultTransformFeedback : transformFeedbacks[id] else { throw .invalidValue("there is no transform feedback \(id)") }
        guard let count = object.writtenVertexCount else { throw .invalidOperation("transform feedback \(id) has not ended yet for the first time") }
        guard let count = GLsizei(exactly: count) else { throw .outOfMemory("transform feedback \(id) wrote more than 2³¹ vertices") }
        try draw(mode, first: 0, count: count, instances: instances, indices: nil, function)
    }

    // MARK: Use

    /// Whether transform feedback is active and not paused. While this property is true, the current program must not change.
    var isTransformFeedbackRunning: Bool { transformFeedback.isActive && !transformFeedback.isPaused }
    /// Returns whether active transform feedback uses the program. A program that active transform feedback uses must not be linked.
    func isUsedByTransformFeedback(_ program: ProgramObject) -> Bool {
        ([defaultTransformFeedback] + transformFeedbacks.objects).contains { $0.session?.program === program }
    }
    /// Checks a draw while transform feedback is active (OpenGL ES 3.0.6 §2.15.2).
    /// - Parameter geometry: The layout of the geometry shader, whose primitives are written; nil if the draw's own primitives are written.
    func checkTransformFeedback(_ primitive: PrimitiveType, _ geometry: GeometryLayout?, count: Int, instances: Int, isIndexed: Bool) throws(GLError) {
        guard let session = transformFeedback.session, !transformFeedback.isPaused else { return }
        guard !isIndexed || version.hasGeometryShaders else { throw .invalidOperation("draws with indices are not allowed while transform feedback is active") }
        if let geometry {
            guard geometry.output.cornerCount == session.primitive.vertexCount else {
                throw .invalidOperation("the geometry shader makes other primitives than transform feedback writes")
            }
            return
        }
        let isAllowed = switch primitive {
        case .points: session.primitive == .points
        case .lines: session.primitive == .lines
        case .lineStrip, .lineLoop, .linesAdjacency, .lineStripAdjacency: session.primitive == .lines && version.hasGeometryShaders
        case .triangles: session.primitive == .triangles
        case .triangleStrip, .triangleFan, .trianglesAdjacency, .triangleStripAdjacency: session.primitive == .triangles && version.hasGeometryShaders
        }
        guard isAllowed else { throw .invalidOperation("the draw makes other primitives than transform feedback writes") }
        if version.hasGeometryShaders { return countWritten(primitive, session, count: count, instances: instances) }
        let made = (count / session.primitive.vertexCount).multipliedReportingOverflow(by: instances)
        guard !made.overflow, made.partialValue <= session.capacity - session.written else {
            throw .invalidOperation("the primitives of the draw do not fit into the transform feedback buffers")
        }
        transformFeedback.session?.written += made.partialValue
        if activeQueries.written != nil { writtenPrimitiveCount += made.partialValue }
    }
    /// Adds the primitives of a draw to the number of written primitives. Versions with geometry shaders drop primitives that do not fit into
    /// the buffers (OpenGL 3.3 §2.17, EXT_geometry_shader).
    private func countWritten(_ primitive: PrimitiveType, _ session: TransformFeedbackObject.Session, count: Int, instances: Int) {
        let made = switch primitive {
        case .points: count
        case .lines: count / 2
        case .lineStrip: max(0, count - 1)
        case .lineLoop: count < 2 ? 0 : count
        case .triangles: count / 3
        case .triangleStrip, .triangleFan: max(0, count - 2)
        case .linesAdjacency: count / 4
        case .lineStripAdjacency: max(0, count - 3)
        case .trianglesAdjacency: count / 6
        case .triangleStripAdjacency: max(0, count / 2 - 2)
        }
        let (all, overflow) = made.multipliedReportingOverflow(by: instances)
        let written = overflow ? session.capacity - session.written : min(all, session.capacity - session.written)
        transformFeedback.session?.written += written
        if activeQueries.written != nil { writtenPrimitiveCount += written }
    }
    /// Runs the recorded draws and counts the primitives that the draws have written, if a geometry shader makes these primitives. The
    /// number of primitives that a geometry shader makes is unknown before the draws have run.
    func countEmittedPrimitives() {
        guard let session = transformFeedback.session, session.executable.geometryLayout != nil else { return }
        commands.flush()
        let written = session.feedback.writtenPrimitiveCount - session.written
        transformFeedback.session?.written += written
        if activeQueries.written != nil { writtenPrimitiveCount += written }
    }
    /// Returns Raster's object that receives the outputs of the next draw; nil if transform feedback is paused or not active.
    func feedbackOfDraw() -> TransformFeedback? {
        guard let session = transformFeedback.session, !transformFeedback.isPaused else { return nil }
        for range in transformFeedback.ranges {
            range?.buffer.use.mark(commands)
            range?.buffer.feedbackUse.mark(commands)
        }
        return session.feedback
    }
}
