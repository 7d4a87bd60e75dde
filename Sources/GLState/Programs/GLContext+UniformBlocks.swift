import Raster

/// Uniform blocks (OpenGL ES 3.0.6 §2.12.6).
extension GLContext {
    package func glGetUniformBlockIndex(_ programName: GLuint, _ name: UnsafePointer<CChar>?) throws(GLError) -> GLuint {
        let program = try program(programName)
        guard let name, let blocks = program.linked?.reflection.blocks else { return GL_INVALID_INDEX }
        let text = String(cString: name)
        // The name of an array of blocks without a subscript selects the array's first element.
        let index = blocks.firstIndex { $0.name == text } ?? blocks.firstIndex { $0.name == text + "[0]" }
        return index.map { GLuint($0) } ?? GL_INVALID_INDEX
    }

    private func block(_ index: GLuint, of program: ProgramObject) throws(GLError) -> ActiveBlock {
        guard let blocks = program.linked?.reflection.blocks, index < GLuint(blocks.count) else {
            throw .invalidValue("there is no active uniform block \(index)")
        }
        return blocks[Int(index)]
    }

    package func glGetActiveUniformBlockiv(_ programName: GLuint, _ index: GLuint, _ pname: GLenum,
                                           _ params: UnsafeMutablePointer<GLint>?) throws(GLError) {
        let program = try program(programName), block = try block(index, of: program)
        let value: Int
        switch pname {
        case GL_UNIFORM_BLOCK_BINDING: value = program.linked?.blockBindings[Int(index)] ?? 0
        case GL_UNIFORM_BLOCK_DATA_SIZE: value = block.byteCount
        case GL_UNIFORM_BLOCK_NAME_LENGTH: value = block.name.utf8.lengthWithZero
        case GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS: value = block.uniforms.count
        case GL_UNIFORM_BLOCK_REFERENCED_BY_VERTEX_SHADER: value = block.readers.contains(.vertex) ? 1 : 0
        case GL_UNIFORM_BLOCK_REFERENCED_BY_FRAGMENT_SHADER: value = block.readers.contains(.fragment) ? 1 : 0
        case GL_UNIFORM_BLOCK_REFERENCED_BY_GEOMETRY_SHADER where version.hasGeometryShaders: value = block.readers.contains(.geometry) ? 1 : 0
        case GL_UNIFORM_BLOCK_REFERENCED_BY_COMPUTE_SHADER where version.hasES31: value = block.readers.contains(.compute) ? 1 : 0
        case GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES:
            guard let params else { return }
            for (k, uniform) in block.uniforms.enumerated() { params[k] = GLint(uniform) }
            return
        default: throw .invalidEnum("pname", pname)
        }
        params?.pointee = GLint(clamping: value)
    }
    package func glGetActiveUniformBlockName(_ programName: GLuint, _ index: GLuint, _ bufSize: GLsizei, _ length: UnsafeMutablePointer<GLsizei>?,
                                             _ name: UnsafeMutablePointer<CChar>?) throws(GLError) {
        try write(try block(index, of: try program(programName)).name.utf8, bufSize, length, name)
    }

    package func glUniformBlockBinding(_ programName: GLuint, _ index: GLuint, _ binding: GLuint) throws(GLError) {
        let program = try program(programName)
        _ = try block(index, of: program)
        guard binding < GLuint(GLLimits.uniformBufferBindings) else { throw .invalidValue("there is no uniform buffer binding \(binding)") }
        guard let executable = program.executable, executable.blockBindings[Int(index)] != Int(binding) else { return }
        executable.blockBindings[Int(index)] = Int(binding)
        executable.bindingVersion += 1
    }
}
