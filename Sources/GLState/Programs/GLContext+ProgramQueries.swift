import Raster
import Shading

/// Queries of programs and their variables (OpenGL ES 3.0.6 §2.12.5, §2.12.6, §6.1.12).
extension GLContext {
    package func glGetProgramiv(_ name: GLuint, _ pname: GLenum, _ params: UnsafeMutablePointer<GLint>?) throws(GLError) {
        let program = try program(name)
        if pname == GL_COMPUTE_WORK_GROUP_SIZE, version.hasES31, let size = program.linked?.compute?.workGroupSize {
            for (k, count) in [size.x, size.y, size.z].enumerated() { params?[k] = GLint(clamping: count) }
            return
        }
        let value = switch pname {
        case GL_DELETE_STATUS: program.isDeleted ? 1 : 0
        case GL_LINK_STATUS: program.isLinked ? 1 : 0
        case GL_VALIDATE_STATUS: program.isValidated ? 1 : 0
        case GL_INFO_LOG_LENGTH: program.log.utf8.lengthWithZero
        case GL_ATTACHED_SHADERS: program.shaders.count
        case GL_ACTIVE_ATTRIBUTES: program.linked?.reflection.attributes.count ?? 0
        case GL_ACTIVE_ATTRIBUTE_MAX_LENGTH: longest(program.linked?.reflection.attributes.map(\.name))
        case GL_ACTIVE_UNIFORMS: program.linked?.reflection.uniforms.count ?? 0
        case GL_ACTIVE_UNIFORM_MAX_LENGTH: longest(program.linked?.reflection.uniforms.map(\.name))
        default: try valueOfES3(program, pname)
        }
        params?.pointee = GLint(clamping: value)
    }
    /// Returns the parameters of a program's geometry shader (OpenGL 3.3 §6.1.12, EXT_geometry_shader).
    private func geometryValue(_ program: ProgramObject, _ pname: GLenum) throws(GLError) -> Int {
        guard let layout = program.linked?.parts.stage(.geometry)?.geometryLayout else {
            throw .invalidOperation("the program has no geometry shader, or is not linked")
        }
        return switch pname {
        case GL_GEOMETRY_INPUT_TYPE: Int(layout.input.glMode)
        case GL_GEOMETRY_OUTPUT_TYPE: Int(layout.output.glMode)
        case GL_GEOMETRY_SHADER_INVOCATIONS: layout.invocationCount
        default: layout.maximumVertexCount
        }
    }
    private func valueOfES3(_ program: ProgramObject, _ pname: GLenum) throws(GLError) -> Int {
        guard version.hasES3 else { throw .invalidEnum("pname", pname) }
        switch pname {
        case GL_ACTIVE_UNIFORM_BLOCKS: return program.linked?.reflection.blocks.count ?? 0
        case GL_ACTIVE_UNIFORM_BLOCK_MAX_NAME_LENGTH: return longest(program.linked?.reflection.blocks.map(\.name))
        case GL_TRANSFORM_FEEDBACK_BUFFER_MODE: return Int(program.linked?.feedbackMode ?? program.feedback.mode)
        case GL_TRANSFORM_FEEDBACK_VARYINGS: return program.linked?.feedback.count ?? 0
        case GL_TRANSFORM_FEEDBACK_VARYING_MAX_LENGTH: return longest(program.linked?.feedback.map(\.name))
        case GL_PROGRAM_BINARY_RETRIEVABLE_HINT: return program.isBinaryRetrievable ? 1 : 0
        case GL_PROGRAM_BINARY_LENGTH: return 0
        case GL_PROGRAM_SEPARABLE: return program.isSeparable ? 1 : 0
        case GL_GEOMETRY_VERTICES_OUT where version.hasGeometryShaders, GL_GEOMETRY_INPUT_TYPE where version.hasGeometryShaders,
             GL_GEOMETRY_OUTPUT_TYPE where version.hasGeometryShaders, GL_GEOMETRY_SHADER_INVOCATIONS where version.hasGeometryShaders:
            return try geometryValue(program, pname)
        case GL_ACTIVE_ATOMIC_COUNTER_BUFFERS where version.hasES31: return program.linked?.reflection.counterBuffers.count ?? 0
        case GL_COMPUTE_WORK_GROUP_SIZE where version.hasES31: throw .invalidOperation("the program has no compute shader, or is not linked")
        default: throw .invalidEnum("pname", pname)
        }
    }
    /// Returns the length of the longest name with its zero byte; 0 if there are no names.
    private func longest(_ names: [String]?) -> Int { names?.map(\.utf8.lengthWithZero).max() ?? 0 }

    package func glGetProgramInfoLog(_ name: GLuint, _ bufSize: GLsizei, _ length: UnsafeMutablePointer<GLsizei>?,
                                     _ infoLog: UnsafeMutablePointer<CChar>?) throws(GLError) {
        try write(try program(name).log.utf8, bufSize, length, infoLog)
    }

    package func glGetActiveAttrib(_ programName: GLuint, _ index: GLuint, _ bufSize: GLsizei, _ length: UnsafeMutablePointer<GLsizei>?,
                                   _ size: UnsafeMutablePointer<GLint>?, _ type: UnsafeMutablePointer<GLenum>?,
                                   _ name: UnsafeMutablePointer<CChar>?) throws(GLError) {
        let attributes = try program(programName).linked?.reflection.attributes ?? []
        guard index < GLuint(attributes.count) else { throw .invalidValue("there is no active attribute \(index)") }
        let attribute = attributes[Int(index)]
        try write(attribute.name.utf8, bufSize, length, name)
        size?.pointee = GLint(attribute.size)
        type?.pointee = attribute.type
    }

    package func glGetActiveUniform(_ programName: GLuint, _ index: GLuint, _ bufSize: GLsizei, _ length: UnsafeMutablePointer<GLsizei>?,
                                    _ size: UnsafeMutablePointer<GLint>?, _ type: UnsafeMutablePointer<GLenum>?,
                                    _ name: UnsafeMutablePointer<CChar>?) throws(GLError) {
        let uniforms = try program(programName).linked?.reflection.uniforms ?? []
        guard index < GLuint(uniforms.count) else { throw .invalidValue("there is no active uniform \(index)") }
        let uniform = uniforms[Int(index)]
        try write(uniform.name.utf8, bufSize, length, name)
        size?.pointee = GLint(uniform.size)
        type?.pointee = uniform.type
    }

    package func glGetAttribLocation(_ programName: GLuint, _ name: UnsafePointer<CChar>?) throws(GLError) -> GLint {
        let linked = try linkedProgram(programName)
        guard let name else { return -1 }
        let text = String(cString: name)
        return GLint(linked.reflection.attributes.first { $0.name == text }?.location ?? -1)
    }
    package func glGetUniformLocation(_ programName: GLuint, _ name: UnsafePointer<CChar>?) throws(GLError) -> GLint {
        let linked = try linkedProgram(programName)
        guard let name else { return -1 }
        return GLint(linked.reflection.location(of: String(cString: name)))
    }
    package func glGetFragDataLocation(_ programName: GLuint, _ name: UnsafePointer<CChar>?) throws(GLError) -> GLint {
        let linked = try linkedProgram(programName)
        guard let name else { return -1 }
        return GLint(linked.reflection.outputLocation(of: String(cString: name)))
    }

    // MARK: Several uniforms at once

    package func glGetUniformIndices(_ programName: GLuint, _ uniformCount: GLsizei, _ uniformNames: UnsafePointer<UnsafePointer<CChar>?>?,
                                     _ uniformIndices: UnsafeMutablePointer<GLuint>?) throws(GLError) {
        let program = try program(programName)
        guard uniformCount >= 0 else { throw .invalidValue("the number of uniforms is negative") }
        guard let uniformNames, let uniformIndices else { return }
        for k in 0..<Int(uniformCount) {
            let index = uniformNames[k].flatMap { program.linked?.reflection.index(of: String(cString: $0)) }
            uniformIndices[k] = index.map { GLuint($0) } ?? GL_INVALID_INDEX
        }
    }

    package func glGetActiveUniformsiv(_ programName: GLuint, _ uniformCount: GLsizei, _ uniformIndices: UnsafePointer<GLuint>?, _ pname: GLenum,
                                       _ params: UnsafeMutablePointer<GLint>?) throws(GLError) {
        let uniforms = try program(programName).linked?.reflection.uniforms ?? []
        guard uniformCount >= 0 else { throw .invalidValue("the number of uniforms is negative") }
        guard let property = Self.uniformProperties[pname] else { throw .invalidEnum("pname", pname) }
        guard let uniformIndices else { return }
        for k in 0..<Int(uniformCount) where uniformIndices[k] >= GLuint(uniforms.count) {
            throw .invalidValue("there is no active uniform \(uniformIndices[k])")
        }
        guard let params else { return }
        for k in 0..<Int(uniformCount) { params[k] = GLint(clamping: property(uniforms[Int(uniformIndices[k])])) }
    }
    package func glGetActiveUniformName(_ programName: GLuint, _ uniformIndex: GLuint, _ bufSize: GLsizei, _ length: UnsafeMutablePointer<GLsizei>?,
                                        _ uniformName: UnsafeMutablePointer<CChar>?) throws(GLError) {
        let uniforms = try program(programName).linked?.reflection.uniforms ?? []
        guard Int(uniformIndex) < uniforms.count else { throw .invalidValue("there is no active uniform \(uniformIndex)") }
        try write(uniforms[Int(uniformIndex)].name.utf8, bufSize, length, uniformName)
    }

    private static let uniformProperties: [GLenum: @Sendable (ActiveUniform) -> Int] = [
        GL_UNIFORM_TYPE: { Int($0.type) }, GL_UNIFORM_SIZE: { $0.size }, GL_UNIFORM_NAME_LENGTH: { $0.name.utf8.lengthWithZero },
        GL_UNIFORM_BLOCK_INDEX: { $0.block }, GL_UNIFORM_OFFSET: { $0.offset }, GL_UNIFORM_ARRAY_STRIDE: { $0.arrayStride },
        GL_UNIFORM_MATRIX_STRIDE: { $0.matrixStride },
        GL_UNIFORM_ATOMIC_COUNTER_BUFFER_INDEX: { $0.counterBuffer }, GL_UNIFORM_IS_ROW_MAJOR: { $0.isRowMajor ? 1 : 0 },
    ]
}
