/// The functions of OpenGL that set uniforms. These functions call `setUniform` and `setMatrix`.
extension GLContext {
    package func glUniform1f(_ location: GLint, _ v0: GLfloat) throws(GLError) {
        try withUnsafePointer(to: v0) { values throws(GLError) in try setUniform(location, 1, UniformForm(.float, 1), values) }
    }
    package func glUniform2f(_ location: GLint, _ v0: GLfloat, _ v1: GLfloat) throws(GLError) {
        try withUnsafePointer(to: (v0, v1)) { values throws(GLError) in try setUniform(location, 1, UniformForm(.float, 2), values) }
    }
    package func glUniform3f(_ location: GLint, _ v0: GLfloat, _ v1: GLfloat, _ v2: GLfloat) throws(GLError) {
        try withUnsafePointer(to: (v0, v1, v2)) { values throws(GLError) in try setUniform(location, 1, UniformForm(.float, 3), values) }
    }
    package func glUniform4f(_ location: GLint, _ v0: GLfloat, _ v1: GLfloat, _ v2: GLfloat, _ v3: GLfloat) throws(GLError) {
        try withUnsafePointer(to: (v0, v1, v2, v3)) { values throws(GLError) in try setUniform(location, 1, UniformForm(.float, 4), values) }
    }
    package func glUniform1fv(_ location: GLint, _ count: GLsizei, _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setUniform(location, count, UniformForm(.float, 1), values)
    }
    package func glUniform2fv(_ location: GLint, _ count: GLsizei, _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setUniform(location, count, UniformForm(.float, 2), values)
    }
    package func glUniform3fv(_ location: GLint, _ count: GLsizei, _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setUniform(location, count, UniformForm(.float, 3), values)
    }
    package func glUniform4fv(_ location: GLint, _ count: GLsizei, _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setUniform(location, count, UniformForm(.float, 4), values)
    }

    package func glUniform1i(_ location: GLint, _ v0: GLint) throws(GLError) {
        try withUnsafePointer(to: v0) { values throws(GLError) in try setUniform(location, 1, UniformForm(.int, 1), values) }
    }
    package func glUniform2i(_ location: GLint, _ v0: GLint, _ v1: GLint) throws(GLError) {
        try withUnsafePointer(to: (v0, v1)) { values throws(GLError) in try setUniform(location, 1, UniformForm(.int, 2), values) }
    }
    package func glUniform3i(_ location: GLint, _ v0: GLint, _ v1: GLint, _ v2: GLint) throws(GLError) {
        try withUnsafePointer(to: (v0, v1, v2)) { values throws(GLError) in try setUniform(location, 1, UniformForm(.int, 3), values) }
    }
    package func glUniform4i(_ location: GLint, _ v0: GLint, _ v1: GLint, _ v2: GLint, _ v3: GLint) throws(GLError) {
        try withUnsafePointer(to: (v0, v1, v2, v3)) { values throws(GLError) in try setUniform(location, 1, UniformForm(.int, 4), values) }
    }
    package func glUniform1iv(_ location: GLint, _ count: GLsizei, _ values: UnsafePointer<GLint>?) throws(GLError) {
        try setUniform(location, count, UniformForm(.int, 1), values)
    }
    package func glUniform2iv(_ location: GLint, _ count: GLsizei, _ values: UnsafePointer<GLint>?) throws(GLError) {
        try setUniform(location, count, UniformForm(.int, 2), values)
    }
    package func glUniform3iv(_ location: GLint, _ count: GLsizei, _ values: UnsafePointer<GLint>?) throws(GLError) {
        try setUniform(location, count, UniformForm(.int, 3), values)
    }
    package func glUniform4iv(_ location: GLint, _ count: GLsizei, _ values: UnsafePointer<GLint>?) throws(GLError) {
        try setUniform(location, count, UniformForm(.int, 4), values)
    }

    package func glUniform1ui(_ location: GLint, _ v0: GLuint) throws(GLError) {
        try withUnsafePointer(to: v0) { values throws(GLError) in try setUniform(location, 1, UniformForm(.uint, 1), values) }
    }
    package func glUniform2ui(_ location: GLint, _ v0: GLuint, _ v1: GLuint) throws(GLError) {
        try withUnsafePointer(to: (v0, v1)) { values throws(GLError) in try setUniform(location, 1, UniformForm(.uint, 2), values) }
    }
    package func glUniform3ui(_ location: GLint, _ v0: GLuint, _ v1: GLuint, _ v2: GLuint) throws(GLError) {
        try withUnsafePointer(to: (v0, v1, v2)) { values throws(GLError) in try setUniform(location, 1, UniformForm(.uint, 3), values) }
    }
    package func glUniform4ui(_ location: GLint, _ v0: GLuint, _ v1: GLuint, _ v2: GLuint, _ v3: GLuint) throws(GLError) {
        try withUnsafePointer(to: (v0, v1, v2, v3)) { values throws(GLError) in try setUniform(location, 1, UniformForm(.uint, 4), values) }
    }
    package func glUniform1uiv(_ location: GLint, _ count: GLsizei, _ values: UnsafePointer<GLuint>?) throws(GLError) {
        try setUniform(location, count, UniformForm(.uint, 1), values)
    }
    package func glUniform2uiv(_ location: GLint, _ count: GLsizei, _ values: UnsafePointer<GLuint>?) throws(GLError) {
        try setUniform(location, count, UniformForm(.uint, 2), values)
    }
    package func glUniform3uiv(_ location: GLint, _ count: GLsizei, _ values: UnsafePointer<GLuint>?) throws(GLError) {
        try setUniform(location, count, UniformForm(.uint, 3), values)
    }
    package func glUniform4uiv(_ location: GLint, _ count: GLsizei, _ values: UnsafePointer<GLuint>?) throws(GLError) {
        try setUniform(location, count, UniformForm(.uint, 4), values)
    }

    package func glUniformMatrix2fv(_ location: GLint, _ count: GLsizei, _ transpose: GLboolean, _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setMatrix(location, count, transpose, columns: 2, rows: 2, values)
    }
    package func glUniformMatrix2x3fv(_ location: GLint, _ count: GLsizei, _ transpose: GLboolean, _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setMatrix(location, count, transpose, columns: 2, rows: 3, values)
    }
    package func glUniformMatrix2x4fv(_ location: GLint, _ count: GLsizei, _ transpose: GLboolean, _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setMatrix(location, count, transpose, columns: 2, rows: 4, values)
    }
    package func glUniformMatrix3x2fv(_ location: GLint, _ count: GLsizei, _ transpose: GLboolean, _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setMatrix(location, count, transpose, columns: 3, rows: 2, values)
    }
    package func glUniformMatrix3fv(_ location: GLint, _ count: GLsizei, _ transpose: GLboolean, _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setMatrix(location, count, transpose, columns: 3, rows: 3, values)
    }
    package func glUniformMatrix3x4fv(_ location: GLint, _ count: GLsizei, _ transpose: GLboolean, _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setMatrix(location, count, transpose, columns: 3, rows: 4, values)
    }
    package func glUniformMatrix4x2fv(_ location: GLint, _ count: GLsizei, _ transpose: GLboolean, _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setMatrix(location, count, transpose, columns: 4, rows: 2, values)
    }
    package func glUniformMatrix4x3fv(_ location: GLint, _ count: GLsizei, _ transpose: GLboolean, _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setMatrix(location, count, transpose, columns: 4, rows: 3, values)
    }
    package func glUniformMatrix4fv(_ location: GLint, _ count: GLsizei, _ transpose: GLboolean, _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setMatrix(location, count, transpose, columns: 4, rows: 4, values)
    }
}
