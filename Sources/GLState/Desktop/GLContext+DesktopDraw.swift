// GLContext+DesktopDraw: draws that OpenGL ES does not have (OpenGL 3.3 §2.8.3, ARB_base_instance), and conditional rendering (§2.14).

import Raster

extension GLContext {
    package func glDrawArraysInstancedBaseInstance(_ mode: GLenum, _ first: GLint, _ count: GLsizei, _ instancecount: GLsizei,
                                                   _ baseinstance: GLuint) throws(GLError) {
        try draw(mode, first: first, count: count, instances: instancecount, indices: nil, baseInstance: baseinstance, "glDrawArraysInstancedBaseInstance")
    }
    package func glDrawElementsInstancedBaseInstance(_ mode: GLenum, _ count: GLsizei, _ type: GLenum, _ indices: UnsafeRawPointer?,
                                                     _ instancecount: GLsizei, _ baseinstance: GLuint) throws(GLError) {
        try draw(mode, first: 0, count: count, instances: instancecount, indices: (type, indices, 0), baseInstance: baseinstance,
                 "glDrawElementsInstancedBaseInstance")
    }
    package func glDrawElementsInstancedBaseVertexBaseInstance(_ mode: GLenum, _ count: GLsizei, _ type: GLenum, _ indices: UnsafeRawPointer?,
                                                               _ instancecount: GLsizei, _ basevertex: GLint, _ baseinstance: GLuint) throws(GLError) {
        try draw(mode, first: 0, count: count, instances: instancecount, indices: (type, indices, basevertex), baseInstance: baseinstance,
                 "glDrawElementsInstancedBaseVertexBaseInstance")
    }

    // MARK: Several draws

    private func checkDrawCount(_ drawcount: GLsizei) throws(GLError) {
        guard drawcount >= 0 else { throw .invalidValue("the number of draws is negative") }
    }
    package func glMultiDrawArrays(_ mode: GLenum, _ first: UnsafePointer<GLint>?, _ count: UnsafePointer<GLsizei>?, _ drawcount: GLsizei) throws(GLError) {
        try checkDrawCount(drawcount)
        guard PrimitiveType(mode, version) != nil else { throw .invalidEnum("mode", mode) }
        guard let first, let count else { return }
        for i in 0..<Int(drawcount) { try draw(mode, first: first[i], count: count[i], instances: 1, indices: nil, "glMultiDrawArrays") }
    }
    package func glMultiDrawElements(_ mode: GLenum, _ count: UnsafePointer<GLsizei>?, _ type: GLenum, _ indices: UnsafePointer<UnsafeRawPointer?>?,
                                     _ drawcount: GLsizei) throws(GLError) {
        try glMultiDrawElementsBaseVertex(mode, count, type, indices, drawcount, nil)
    }
    package func glMultiDrawElementsBaseVertex(_ mode: GLenum, _ count: UnsafePointer<GLsizei>?, _ type: GLenum,
                                               _ indices: UnsafePointer<UnsafeRawPointer?>?, _ drawcount: GLsizei,
                                               _ basevertex: UnsafePointer<GLint>?) throws(GLError) {
        try checkDrawCount(drawcount)
        guard PrimitiveType(mode, version) != nil else { throw .invalidEnum("mode", mode) }
        guard IndexType(type) != nil else { throw .invalidEnum("type", type) }
        guard let count, let indices else { return }
        for i in 0..<Int(drawcount) {
            try draw(mode, first: 0, count: count[i], instances: 1, indices: (type, indices[i], basevertex?[i] ?? 0), "glMultiDrawElements")
        }
    }

    // MARK: Conditional rendering

    package func glBeginConditionalRender(_ id: GLuint, _ mode: GLenum) throws(GLError) {
        guard [GL_QUERY_WAIT, GL_QUERY_NO_WAIT, GL_QUERY_BY_REGION_WAIT, GL_QUERY_BY_REGION_NO_WAIT].contains(mode) else { throw .invalidEnum("mode", mode) }
        guard activeQueries.condition == nil else { throw .invalidOperation("conditional rendering is active already") }
        guard let query = queries[id] else { throw .invalidValue("\(id) is no query") }
        guard [GL_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED_CONSERVATIVE].contains(query.target), !query.isActive else {
            throw .invalidOperation("query \(id) is active, or does not count samples")
        }
        query.use.mark(commands)
        activeQueries.condition = query
    }
    package func glEndConditionalRender() throws(GLError) {
        guard activeQueries.condition != nil else { throw .invalidOperation("conditional rendering is not active") }
        activeQueries.condition = nil
    }
    /// The condition of draws and clears; nil while conditional rendering is not active. Commands run in order, so the query's result is
    /// known when a conditional draw runs.
    var renderCondition: RenderCondition? {
        guard let query = activeQueries.condition else { return nil }
        query.use.mark(commands)
        return RenderCondition(query: query.samples, isInverted: false)
    }
}
