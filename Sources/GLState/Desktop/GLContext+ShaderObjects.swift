// GLContext+ShaderObjects: the functions of GL_ARB_shader_objects, the predecessor of OpenGL 2.0's shaders. Each function accepts the name
// of a shader or the name of a program.

extension GLContext {
    private static let programObject: GLenum = 0x8B40, shaderObject: GLenum = 0x8B48, objectType: GLenum = 0x8B4E, objectSubtype: GLenum = 0x8B4F

    private func isProgram(_ name: GLuint) throws(GLError) -> Bool {
        switch share.shadersAndPrograms[name] {
        case is ProgramObject: return true
        case is ShaderObject: return false
        default: throw .invalidValue("there is no shader and no program \(name)")
        }
    }
    package func glDeleteObjectARB(_ object: GLuint) throws(GLError) {
        guard object != 0 else { return }
        if try isProgram(object) { try glDeleteProgram(object) } else { try glDeleteShader(object) }
    }
    package func glGetHandleARB(_ pname: GLenum) throws(GLError) -> GLuint {
        guard pname == Self.programObject else { throw .invalidEnum("pname", pname) }
        return program?.name ?? 0
    }
    /// The constants for `pname` have the same values as in OpenGL 2.0, except for the constant GL_OBJECT_TYPE_ARB, which asks for the kind
    /// of the object.
    package func glGetObjectParameterivARB(_ object: GLuint, _ pname: GLenum, _ params: UnsafeMutablePointer<GLint>?) throws(GLError) {
        let isProgram = try isProgram(object)
        switch pname {
        case Self.objectType: params?.pointee = GLint(isProgram ? Self.programObject : Self.shaderObject)
        case Self.objectSubtype where !isProgram: try glGetShaderiv(object, GL_SHADER_TYPE, params)
        default: if isProgram { try glGetProgramiv(object, pname, params) } else { try glGetShaderiv(object, pname, params) }
        }
    }
    package func glGetInfoLogARB(_ object: GLuint, _ maxLength: GLsizei, _ length: UnsafeMutablePointer<GLsizei>?,
                                 _ infoLog: UnsafeMutablePointer<CChar>?) throws(GLError) {
        if try isProgram(object) { return try glGetProgramInfoLog(object, maxLength, length, infoLog) }
        try glGetShaderInfoLog(object, maxLength, length, infoLog)
    }
}
