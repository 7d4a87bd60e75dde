// CommandPlayer+Feedback: transform feedback. Each draw begins and ends OpenGL's transform feedback separately, because a transform
// feedback object of Raster may collect the primitives of several passes. A draw appends its primitives to the primitives of earlier draws.

import CSystemGL
import Raster
import Shading

extension CommandPlayer {
    /// Calls `draw`. If the draw has transform feedback, its primitives are written into the buffers and counted.
    func withFeedback(of call: DrawCall, _ draw: () -> Void) {
        guard let feedback = call.feedback, let layout = call.pipeline.program.linked.interface.transformFeedback else { return draw() }
        let targets = feedback.targets.enumerated().map { number, target in
            let done = feedback.writtenPrimitiveCount * feedback.primitive.vertexCount * layout.buffers[number].stride
            return (twin: resources.twin(of: target.buffer), buffer: target.buffer, offset: target.offset + done, byteCount: target.size - done)
        }
        // OpenGL refuses to bind an empty range. So if a buffer has no room for a word, OpenGL's transform feedback does not begin.
        let hasRoom = targets.allSatisfy { $0.byteCount >= 4 }
        let kind: GLenum = switch feedback.primitive { case .points: GLenum(GL_POINTS); case .lines: GLenum(GL_LINES); case .triangles: GLenum(GL_TRIANGLES) }
        for (number, target) in targets.enumerated() where hasRoom {
            gl.bindBufferRange(GLenum(GL_TRANSFORM_FEEDBACK_BUFFER), GLuint(number), target.twin.name, target.offset, target.byteCount & ~3)
        }
        // OpenGL runs only one query of primitives at a time. If another query already counts this draw's primitives, no second query runs:
        // the number of primitives is computed from the draw's arguments.
        let counts = call.primitiveQuery == nil || call.countsOwnPrimitives
        if counts { gl.beginQuery(GLenum(GL_PRIMITIVES_GENERATED), feedbackQueries.generated) }
        if hasRoom {
            gl.beginQuery(GLenum(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN), feedbackQueries.written)
            gl.beginTransformFeedback(kind)
        }
        draw()
        if hasRoom {
            gl.endTransformFeedback()
            gl.endQuery(GLenum(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN))
        }
        if counts { gl.endQuery(GLenum(GL_PRIMITIVES_GENERATED)) }
        func result(of query: GLuint) -> Int {
            var count: GLuint64 = 0
            gl.getQueryObjectui64v(query, GLenum(GL_QUERY_RESULT), &count)
            return Int(count)
        }
        let generated = counts ? result(of: feedbackQueries.generated) : PrimitiveSource(call: call).count
        feedback.generatedPrimitiveCount += generated
        if call.countsOwnPrimitives { call.primitiveQuery?.count += UInt64(generated) }
        guard hasRoom else { return }
        feedback.writtenPrimitiveCount += result(of: feedbackQueries.written)
        for (number, target) in targets.enumerated() {
            gl.bindBufferRange(GLenum(GL_TRANSFORM_FEEDBACK_BUFFER), GLuint(number), 0, 0, 0)
            gl.bindBuffer(GLenum(GL_COPY_READ_BUFFER), target.twin.name)
            gl.getBufferSubData(GLenum(GL_COPY_READ_BUFFER), target.offset, target.byteCount & ~3, target.buffer.base + target.offset)
            target.buffer.hostVersion &+= 1
            target.twin.version = target.buffer.hostVersion
        }
    }
}

extension DrawCall {
    /// Whether the draw needs its own query of primitives. Only a query knows how many primitives a geometry shader makes. OpenGL runs only
    /// one query of primitives at a time, so during this draw, the primitive query that several draws share is paused.
    var countsOwnPrimitives: Bool { feedback != nil && pipeline.program.linked.geometry != nil }
}

/// The query objects that count primitives of transform feedback.
struct FeedbackQueries {
    let generated: GLuint, written: GLuint

    init(gl: GLFunctions) {
        var names: [GLuint] = [0, 0]
        gl.genQueries(2, &names)
        (generated, written) = (names[0], names[1])
    }
}
