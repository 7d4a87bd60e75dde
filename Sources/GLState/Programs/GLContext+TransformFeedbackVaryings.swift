import Raster

/// The outputs that transform feedback writes (OpenGL ES 3.0.6 §2.12.8).
extension GLContext {
    package func glTransformFeedbackVaryings(_ programName: GLuint, _ count: GLsizei, _ varyings: UnsafePointer<UnsafePointer<CChar>?>?,
                                             _ bufferMode: GLenum) throws(GLError) {
        let program = try program(programName)
        guard bufferMode == GL_INTERLEAVED_ATTRIBS || bufferMode == GL_SEPARATE_ATTRIBS else { throw .invalidEnum("bufferMode", bufferMode) }
        guard count >= 0 else { throw .invalidValue("the number of varyings is negative") }
        if bufferMode == GL_SEPARATE_ATTRIBS, count > GLLimits.transformFeedbackBuffers {
            throw .invalidValue("\(count) varyings cannot have buffers of their own: there are \(GLLimits.transformFeedbackBuffers)")
        }
        let names = varyings.map { varyings in (0..<Int(count)).compactMap { varyings[$0].map { String(cString: $0) } } }
        program.feedback = FeedbackRequest(names: names ?? [], mode: bufferMode)
    }

    package func glGetTransformFeedbackVarying(_ programName: GLuint, _ index: GLuint, _ bufSize: GLsizei, _ length: UnsafeMutablePointer<GLsizei>?,
                                               _ size: UnsafeMutablePointer<GLsizei>?, _ type: UnsafeMutablePointer<GLenum>?,
                                               _ name: UnsafeMutablePointer<CChar>?) throws(GLError) {
        let varyings = try program(programName).linked?.feedback ?? []
        guard index < GLuint(varyings.count) else { throw .invalidValue("there is no transform feedback varying \(index)") }
        let varying = varyings[Int(index)]
        try write(varying.name.utf8, bufSize, length, name)
        size?.pointee = GLsizei(varying.size)
        type?.pointee = varying.type
    }
}
