import Raster
import Shading

/// Program objects (OpenGL ES 3.0.6 §2.12.3).
extension GLContext {
    /// Returns the program with the name that a call received.
    func program(_ name: GLuint) throws(GLError) -> ProgramObject {
        guard let object = share.shadersAndPrograms[name] else { throw .invalidValue("there is no program \(name)") }
        guard let program = object as? ProgramObject else { throw .invalidOperation("\(name) is a shader, not a program") }
        return program
    }
    /// Returns the executable of the program with this name. Throws an error if the program's last link failed.
    func linkedProgram(_ name: GLuint) throws(GLError) -> ProgramExecutable {
        guard let linked = try program(name).linked else { throw .invalidOperation("the program is not linked") }
        return linked
    }

    package func glCreateProgram() throws(GLError) -> GLuint {
        let name = share.shadersAndPrograms.generate()
        share.shadersAndPrograms.insert(ProgramObject(name: name), name)
        return name
    }
    package func glIsProgram(_ name: GLuint) throws(GLError) -> GLboolean { GLboolean(share.shadersAndPrograms[name] is ProgramObject) }

    /// If a deleted program is current in a context, the program exists until it is no longer current in any context.
    package func glDeleteProgram(_ name: GLuint) throws(GLError) {
        if name == 0 { return }
        let program = try program(name)
        program.isDeleted = true
        removeIfUnused(program)
    }
    func removeIfUnused(_ program: ProgramObject) {
        guard program.isDeleted, program.useCount == 0, share.shadersAndPrograms[program.name] === program else { return }
        share.shadersAndPrograms.remove(program.name)
        for shader in program.shaders { detach(shader) }
        program.shaders = []
    }
    private func detach(_ shader: ShaderObject) {
        shader.attachmentCount -= 1
        removeIfUnused(shader)
    }

    // MARK: Attached shaders

    package func glAttachShader(_ programName: GLuint, _ shaderName: GLuint) throws(GLError) {
        let program = try program(programName), shader = try shader(shaderName)
        if program.shaders.contains(where: { $0 === shader }) { throw .invalidOperation("the shader is attached already") }
        if version.isES, program.shaders.contains(where: { $0.stage == shader.stage }) {
            throw .invalidOperation("another \(shader.stage.rawValue) shader is attached; a program has one shader of each type")
        }
        program.shaders.append(shader)
        shader.attachmentCount += 1
    }
    package func glDetachShader(_ programName: GLuint, _ shaderName: GLuint) throws(GLError) {
        let program = try program(programName), shader = try shader(shaderName)
        guard let index = program.shaders.firstIndex(where: { $0 === shader }) else { throw .invalidOperation("the shader is not attached to the program") }
        program.shaders.remove(at: index)
        detach(shader)
    }
    package func glGetAttachedShaders(_ name: GLuint, _ maxCount: GLsizei, _ count: UnsafeMutablePointer<GLsizei>?,
                                      _ shaders: UnsafeMutablePointer<GLuint>?) throws(GLError) {
        let program = try program(name)
        guard maxCount >= 0 else { throw .invalidValue("the largest number of shaders is negative") }
        let list = program.shaders.prefix(Int(maxCount))
        if let shaders { for (k, shader) in list.enumerated() { shaders[k] = shader.name } }
        count?.pointee = GLsizei(list.count)
    }

    // MARK: Linking and use

    package func glBindAttribLocation(_ programName: GLuint, _ index: GLuint, _ name: UnsafePointer<CChar>?) throws(GLError) {
        let program = try program(programName)
        guard index < GLuint(GLLimits.vertexAttributes) else {
            throw .invalidValue("attribute \(index) does not exist: there are \(GLLimits.vertexAttributes)")
        }
        guard let name else { return }
        let text = String(cString: name)
        if text.hasPrefix("gl_") { throw .invalidOperation("the attributes of the language have no locations") }
        program.attributeBindings[text] = Int(index)
    }

    package func glLinkProgram(_ name: GLuint) throws(GLError) {
        let program = try program(name)
        if isUsedByTransformFeedback(program) { throw .invalidOperation("the program is used by transform feedback that has not ended") }
        ProgramLinker(program: program, device: device, version: version).run()
    }

    package func glUseProgram(_ name: GLuint) throws(GLError) {
        if name == 0 {
            try checkFeedbackAllowsUse()
            return setProgram(nil)
        }
        let program = try program(name)
        guard program.isLinked else { throw .invalidOperation("the program is not linked") }
        try checkFeedbackAllowsUse()
        setProgram(program)
    }
    private func checkFeedbackAllowsUse() throws(GLError) {
        if isTransformFeedbackRunning { throw .invalidOperation("transform feedback is active and not paused") }
    }
    /// Makes a program current; if `next` is nil, no program is current afterwards. When a context ends, it calls this function with nil,
    /// so that a deleted program is freed.
    package func setProgram(_ next: ProgramObject?) {
        let last = program
        next?.useCount += 1
        program = next
        guard let last else { return }
        last.useCount -= 1
        removeIfUnused(last)
    }

    /// Checks whether draws with the program would work in the present state (OpenGL ES 3.0.6 §2.12.9).
    package func glValidateProgram(_ name: GLuint) throws(GLError) {
        let program = try program(name)
        guard let linked = program.linked else {
            program.isValidated = false
            program.log = ProgramLog.error("the program is not linked")
            return
        }
        if let unit = linked.conflictingTextureUnit() {
            program.isValidated = false
            program.log = ProgramLog.error("samplers of different types use texture unit \(unit)")
            return
        }
        program.isValidated = true
        program.log = ""
    }

    // MARK: Binaries. The driver has no binary formats (OpenGL ES 3.0.6 §2.12.4).

    package func glProgramParameteri(_ name: GLuint, _ pname: GLenum, _ value: GLint) throws(GLError) {
        let program = try program(name)
        guard pname == GL_PROGRAM_BINARY_RETRIEVABLE_HINT || pname == GL_PROGRAM_SEPARABLE else { throw .invalidEnum("pname", pname) }
        guard value == 0 || value == 1 else { throw .invalidValue("the value is neither GL_TRUE nor GL_FALSE") }
        if pname == GL_PROGRAM_SEPARABLE { program.isSeparable = value == 1 } else { program.isBinaryRetrievable = value == 1 }
    }
    package func glProgramBinary(_ name: GLuint, _ binaryFormat: GLenum, _ binary: UnsafeRawPointer?, _ length: GLsizei) throws(GLError) {
        _ = try program(name)
        guard length >= 0 else { throw .invalidValue("the length is negative") }
        throw .invalidEnum("binaryFormat", binaryFormat)
    }
    package func glGetProgramBinary(_ name: GLuint, _ bufSize: GLsizei, _ length: UnsafeMutablePointer<GLsizei>?,
                                    _ binaryFormat: UnsafeMutablePointer<GLenum>?, _ binary: UnsafeMutableRawPointer?) throws(GLError) {
        _ = try program(name)
        guard bufSize >= 0 else { throw .invalidValue("the size of the memory is negative") }
        throw .invalidOperation("there are no formats of program binaries")
    }
}
