// The functions of GL_ARB_shader_objects that have no successor with the same parameters.

import GLState

private let glDeleteObjectARB: @convention(c) (GLuint) -> Void = { object in
    perform("glDeleteObjectARB") { context throws(GLError) in try context.glDeleteObjectARB(object) }
}
private let glGetHandleARB: @convention(c) (GLenum) -> GLuint = { name in
    perform("glGetHandleARB", 0) { context throws(GLError) in try context.glGetHandleARB(name) }
}
private let glGetObjectParameterivARB: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLint>?) -> Void = { object, name, values in
    perform("glGetObjectParameterivARB") { context throws(GLError) in try context.glGetObjectParameterivARB(object, name, values) }
}
private let glGetObjectParameterfvARB: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLfloat>?) -> Void = { object, name, values in
    perform("glGetObjectParameterfvARB") { context throws(GLError) in
        var value: GLint = 0
        try context.glGetObjectParameterivARB(object, name, &value)
        values?.pointee = GLfloat(value)
    }
}
private let glGetInfoLogARB: @convention(c) (GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<CChar>?) -> Void = {
    object, size, length, log in
    perform("glGetInfoLogARB") { context throws(GLError) in try context.glGetInfoLogARB(object, size, length, log) }
}

extension GLEntries {
    /// The name and the address of each entry.
    nonisolated(unsafe) static let shaderObjects: [(name: StaticString, address: UnsafeRawPointer)] = [
        ("glDeleteObjectARB", unsafeBitCast(glDeleteObjectARB, to: UnsafeRawPointer.self)),
        ("glGetHandleARB", unsafeBitCast(glGetHandleARB, to: UnsafeRawPointer.self)),
        ("glGetObjectParameterivARB", unsafeBitCast(glGetObjectParameterivARB, to: UnsafeRawPointer.self)),
        ("glGetObjectParameterfvARB", unsafeBitCast(glGetObjectParameterfvARB, to: UnsafeRawPointer.self)),
        ("glGetInfoLogARB", unsafeBitCast(glGetInfoLogARB, to: UnsafeRawPointer.self)),
    ]
}
