/// The functions that set uniforms of any program, even of a program that is not current (OpenGL ES 3.1 §7.6.1).
extension GLContext {
    package func glProgramUniform1f(_ program: GLuint, _ location: GLint, _ v0: GLfloat) throws(GLError) {
        try withUnsafePointer(to: v0) { values throws(GLError) in try setUniform(linkedProgram(program), location, 1, UniformForm(.float, 1), values) }
    }
    package func glProgramUniform2f(_ program: GLuint, _ location: GLint, _ v0: GLfloat, _ v1: GLfloat) throws(GLError) {
        try withUnsafePointer(to: (v0, v1)) { values throws(GLError) in try setUniform(linkedProgram(program), location, 1, UniformForm(.float, 2), values) }
    }
    package func glProgramUniform3f(_ program: GLuint, _ location: GLint, _ v0: GLfloat, _ v1: GLfloat, _ v2: GLfloat) throws(GLError) {
        try withUnsafePointer(to: (v0, v1, v2)) { values throws(GLError) in
            try setUniform(linkedProgram(program), location, 1, UniformForm(.float, 3), values)
        }
    }
    package func glProgramUniform4f(_ program: GLuint, _ location: GLint, _ v0: GLfloat, _ v1: GLfloat, _ v2: GLfloat, _ v3: GLfloat) throws(GLError) {
        try withUnsafePointer(to: (v0, v1, v2, v3)) { values throws(GLError) in
            try setUniform(linkedProgram(program), location, 1, UniformForm(.float, 4), values)
        }
    }
    package func glProgramUniform1fv(_ program: GLuint, _ location: GLint, _ count: GLsizei, _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setUniform(linkedProgram(program), location, count, UniformForm(.float, 1), values)
    }
    package func glProgramUniform2fv(_ program: GLuint, _ location: GLint, _ count: GLsizei, _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setUniform(linkedProgram(program), location, count, UniformForm(.float, 2), values)
    }
    package func glProgramUniform3fv(_ program: GLuint, _ location: GLint, _ count: GLsizei, _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setUniform(linkedProgram(program), location, count, UniformForm(.float, 3), values)
    }
    package func glProgramUniform4fv(_ program: GLuint, _ location: GLint, _ count: GLsizei, _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setUniform(linkedProgram(program), location, count, UniformForm(.float, 4), values)
    }

    package func glProgramUniform1i(_ program: GLuint, _ location: GLint, _ v0: GLint) throws(GLError) {
        try withUnsafePointer(to: v0) { values throws(GLError) in try setUniform(linkedProgram(program), location, 1, UniformForm(.int, 1), values) }
    }
    package func glProgramUniform2i(_ program: GLuint, _ location: GLint, _ v0: GLint, _ v1: GLint) throws(GLError) {
        try withUnsafePointer(to: (v0, v1)) { values throws(GLError) in try setUniform(linkedProgram(program), location, 1, UniformForm(.int, 2), values) }
    }
    package func glProgramUniform3i(_ program: GLuint, _ location: GLint, _ v0: GLint, _ v1: GLint, _ v2: GLint) throws(GLError) {
        try withUnsafePointer(to: (v0, v1, v2)) { values throws(GLError) in
            try setUniform(linkedProgram(program), location, 1, UniformForm(.int, 3), values)
        }
    }
    package func glProgramUniform4i(_ program: GLuint, _ location: GLint, _ v0: GLint, _ v1: GLint, _ v2: GLint, _ v3: GLint) throws(GLError) {
        try withUnsafePointer(to: (v0, v1, v2, v3)) { values throws(GLError) in
            try setUniform(linkedProgram(program), location, 1, UniformForm(.int, 4), values)
        }
    }
    package func glProgramUniform1iv(_ program: GLuint, _ location: GLint, _ count: GLsizei, _ values: UnsafePointer<GLint>?) throws(GLError) {
        try setUniform(linkedProgram(program), location, count, UniformForm(.int, 1), values)
    }
    package func glProgramUniform2iv(_ program: GLuint, _ location: GLint, _ count: GLsizei, _ values: UnsafePointer<GLint>?) throws(GLError) {
        try setUniform(linkedProgram(program), location, count, UniformForm(.int, 2), values)
    }
    package func glProgramUniform3iv(_ program: GLuint, _ location: GLint, _ count: GLsizei, _ values: UnsafePointer<GLint>?) throws(GLError) {
        try setUniform(linkedProgram(program), location, count, UniformForm(.int, 3), values)
    }
    package func glProgramUniform4iv(_ program: GLuint, _ location: GLint, _ count: GLsizei, _ values: UnsafePointer<GLint>?) throws(GLError) {
        try setUniform(linkedProgram(program), location, count, UniformForm(.int, 4), values)
    }

    package func glProgramUniform1ui(_ program: GLuint, _ location: GLint, _ v0: GLuint) throws(GLError) {
        try withUnsafePointer(to: v0) { values throws(GLError) in try setUniform(linkedProgram(program), location, 1, UniformForm(.uint, 1), values) }
    }
    package func glProgramUniform2ui(_ program: GLuint, _ location: GLint, _ v0: GLuint, _ v1: GLuint) throws(GLError) {
        try withUnsafePointer(to: (v0, v1)) { values throws(GLError) in try setUniform(linkedProgram(program), location, 1, UniformForm(.uint, 2), values) }
    }
    package func glProgramUniform3ui(_ program: GLuint, _ location: GLint, _ v0: GLuint, _ v1: GLuint, _ v2: GLuint) throws(GLError) {
        try withUnsafePointer(to: (v0, v1, v2)) { values throws(GLError) in
            try setUniform(linkedProgram(program), location, 1, UniformForm(.uint, 3), values)
        }
    }
    package func glProgramUniform4ui(_ program: GLuint, _ location: GLint, _ v0: GLuint, _ v1: GLuint, _ v2: GLuint, _ v3: GLuint) throws(GLError) {
        try withUnsafePointer(to: (v0, v1, v2, v3)) { values throws(GLError) in
            try setUniform(linkedProgram(program), location, 1, UniformForm(.uint, 4), values)
        }
    }
    package func glProgramUniform1uiv(_ program: GLuint, _ location: GLint, _ count: GLsizei, _ values: UnsafePointer<GLuint>?) throws(GLError) {
        try setUniform(linkedProgram(program), location, count, UniformForm(.uint, 1), values)
    }
    package func glProgramUniform2uiv(_ program: GLuint, _ location: GLint, _ count: GLsizei, _ values: UnsafePointer<GLuint>?) throws(GLError) {
        try setUniform(linkedProgram(program), location, count, UniformForm(.uint, 2), values)
    }
    package func glProgramUniform3uiv(_ program: GLuint, _ location: GLint, _ count: GLsizei, _ values: UnsafePointer<GLuint>?) throws(GLError) {
        try setUniform(linkedProgram(program), location, count, UniformForm(.uint, 3), values)
    }
    package func glProgramUniform4uiv(_ program: GLuint, _ location: GLint, _ count: GLsizei, _ values: UnsafePointer<GLuint>?) throws(GLError) {
        try setUniform(linkedProgram(program), location, count, UniformForm(.uint, 4), values)
    }

    package func glProgramUniformMatrix2fv(_ program: GLuint, _ location: GLint, _ count: GLsizei, _ transpose: GLboolean,
                                           _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setMatrix(linkedProgram(program), location, count, transpose, columns: 2, rows: 2, values)
    }
    package func glProgramUniformMatrix2x3fv(_ program: GLuint, _ location: GLint, _ count: GLsizei, _ transpose: GLboolean,
                                             _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setMatrix(linkedProgram(program), location, count, transpose, columns: 2, rows: 3, values)
    }
    package func glProgramUniformMatrix2x4fv(_ program: GLuint, _ location: GLint, _ count: GLsizei, _ transpose: GLboolean,
                                             _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setMatrix(linkedProgram(program), location, count, transpose, columns: 2, rows: 4, values)
    }
    package func glProgramUniformMatrix3x2fv(_ program: GLuint, _ location: GLint, _ count: GLsizei, _ transpose: GLboolean,
                                             _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setMatrix(linkedProgram(program), location, count, transpose, columns: 3, rows: 2, values)
    }
    package func glProgramUniformMatrix3fv(_ program: GLuint, _ location: GLint, _ count: GLsizei, _ transpose: GLboolean,
                                           _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setMatrix(linkedProgram(program), location, count, transpose, columns: 3, rows: 3, values)
    }
    package func glProgramUniformMatrix3x4fv(_ program: GLuint, _ location: GLint, _ count: GLsizei, _ transpose: GLboolean,
                                             _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setMatrix(linkedProgram(program), location, count, transpose, columns: 3, rows: 4, values)
    }
    package func glProgramUniformMatrix4x2fv(_ program: GLuint, _ location: GLint, _ count: GLsizei, _ transpose: GLboolean,
                                             _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setMatrix(linkedProgram(program), location, count, transpose, columns: 4, rows: 2, values)
    }
    package func glProgramUniformMatrix4x3fv(_ program: GLuint, _ location: GLint, _ count: GLsizei, _ transpose: GLboolean,
                                             _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setMatrix(linkedProgram(program), location, count, transpose, columns: 4, rows: 3, values)
    }
    package func glProgramUniformMatrix4fv(_ program: GLuint, _ location: GLint, _ count: GLsizei, _ transpose: GLboolean,
                                           _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setMatrix(linkedProgram(program), location, count, transpose, columns: 4, rows: 4, values)
    }
}
