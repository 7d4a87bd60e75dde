import Raster
import Shading

/// Program pipeline objects (OpenGL ES 3.1 §7.4).
extension GLContext {
    package func glGenProgramPipelines(_ n: GLsizei, _ pipelines: UnsafeMutablePointer<GLuint>?) throws(GLError) {
        try self.pipelines.generate(n, pipelines)
    }
    package func glDeleteProgramPipelines(_ n: GLsizei, _ pipelines: UnsafePointer<GLuint>?) throws(GLError) {
        guard n >= 0 else { throw .invalidValue("the number of names is negative") }
        guard let pipelines else { return }
        for i in 0..<Int(n) {
            guard let removed = self.pipelines.remove(pipelines[i]) else { continue }
            if pipeline === removed { pipeline = nil }
            for program in removed.uses { release(program) }
        }
    }
    private func release(_ program: ProgramObject) {
        program.useCount -= 1
        removeIfUnused(program)
    }
    package func glIsProgramPipeline(_ name: GLuint) throws(GLError) -> GLboolean { GLboolean(pipelines[name] != nil) }

    package func glBindProgramPipeline(_ name: GLuint) throws(GLError) {
        guard name == 0 || pipelines.isUsed(name) else { throw .invalidOperation("the name \(name) was not generated, or is deleted") }
        if isTransformFeedbackRunning { throw .invalidOperation("transform feedback is active and not paused") }
        pipeline = name == 0 ? nil : made(name)
    }
    /// Returns the object of a generated name. The object is made when its name is first used.
    private func made(_ name: GLuint) -> ProgramPipelineObject {
        if let known = pipelines[name] { return known }
        let object = ProgramPipelineObject(name: name)
        pipelines.insert(object, name)
        return object
    }
    private func generated(_ name: GLuint) throws(GLError) {
        guard pipelines.isUsed(name) else { throw .invalidOperation("there is no program pipeline \(name)") }
    }

    package func glUseProgramStages(_ name: GLuint, _ stages: GLbitfield, _ programName: GLuint) throws(GLError) {
        try generated(name)
        let all = GL_VERTEX_SHADER_BIT | GL_FRAGMENT_SHADER_BIT | GL_COMPUTE_SHADER_BIT | (version.hasGeometryShaders ? GL_GEOMETRY_SHADER_BIT : 0)
        guard stages == GL_ALL_SHADER_BITS || stages & ~all == 0 else {
            throw .invalidValue("there are no stages with the bits \((stages & ~all).hexadecimal)")
        }
        var program: ProgramObject?
        if programName != 0 {
            let given = try self.program(programName)
            guard let linked = given.linked, linked.isSeparable else {
                throw .invalidOperation("program \(programName) is not linked, or was linked without GL_PROGRAM_SEPARABLE")
            }
            program = given
        }
        let object = made(name)
        if object === pipeline, isTransformFeedbackRunning { throw .invalidOperation("transform feedback is active and not paused") }
        for (bit, stage) in Self.stageBits where stages & bit != 0 {
            let used = program?.executable?.parts.stage(stage) == nil ? nil : program
            used?.useCount += 1
            if let last = object.replace(stage, used) { release(last) }
        }
    }
    private static let stageBits: [(GLbitfield, ShaderStage)] = [
        (GL_VERTEX_SHADER_BIT, .vertex), (GL_GEOMETRY_SHADER_BIT, .geometry), (GL_FRAGMENT_SHADER_BIT, .fragment), (GL_COMPUTE_SHADER_BIT, .compute),
    ]

    package func glActiveShaderProgram(_ name: GLuint, _ programName: GLuint) throws(GLError) {
        try generated(name)
        let program = programName == 0 ? nil : try self.program(programName)
        guard program == nil || program?.isLinked == true else { throw .invalidOperation("program \(programName) is not linked") }
        let object = made(name), last = object.activeProgram
        program?.useCount += 1
        object.activeProgram = program
        if let last { release(last) }
    }

    package func glCreateShaderProgramv(_ type: GLenum, _ count: GLsizei, _ strings: UnsafePointer<UnsafePointer<CChar>?>?) throws(GLError) -> GLuint {
        guard count >= 0 else { throw .invalidValue("the number of strings is negative") }
        let shaderName = try glCreateShader(type)
        let shader = try shader(shaderName)
        try glShaderSource(shaderName, count, strings, nil)
        shader.compile(for: version)
        let name = try glCreateProgram(), program = try program(name)
        program.isSeparable = true
        if shader.compiled != nil {
            try glAttachShader(name, shaderName)
            try glLinkProgram(name)
            try glDetachShader(name, shaderName)
        }
        program.log += shader.log
        try glDeleteShader(shaderName)
        return name
    }

    // MARK: Validation and queries

    package func glValidateProgramPipeline(_ name: GLuint) throws(GLError) {
        try generated(name)
        let object = made(name)
        object.log = ""
        object.isValidated = false
        do throws(GLError) {
            guard let executable = try object.drawExecutable(self) else {
                // A pipeline object that has only a compute shader is valid, because no stages can conflict.
                guard object.uses.isEmpty else { object.isValidated = true; return }
                object.log = ProgramLog.error("the pipeline has no programs")
                return
            }
            if let unit = executable.conflictingTextureUnit() {
                object.log = ProgramLog.error("samplers of different types use texture unit \(unit)")
                return
            }
            object.isValidated = true
        } catch {
            object.log = ProgramLog.error(error.reason)
        }
    }
    package func glGetProgramPipelineiv(_ name: GLuint, _ pname: GLenum, _ params: UnsafeMutablePointer<GLint>?) throws(GLError) {
        try generated(name)
        let object = made(name)
        func nameOf(_ stage: ShaderStage) -> Int { Int(object.programs[stage]?.name ?? 0) }
        let value = switch pname {
        case GL_ACTIVE_PROGRAM: Int(object.activeProgram?.name ?? 0)
        case GL_VERTEX_SHADER: nameOf(.vertex)
        case GL_GEOMETRY_SHADER where version.hasGeometryShaders: nameOf(.geometry)
        case GL_FRAGMENT_SHADER: nameOf(.fragment)
        case GL_COMPUTE_SHADER: nameOf(.compute)
        case GL_VALIDATE_STATUS: object.isValidated ? 1 : 0
        case GL_INFO_LOG_LENGTH: object.log.utf8.lengthWithZero
        default: throw GLError.invalidEnum("pname", pname)
        }
        params?.pointee = GLint(clamping: value)
    }
    package func glGetProgramPipelineInfoLog(_ name: GLuint, _ bufSize: GLsizei, _ length: UnsafeMutablePointer<GLsizei>?,
                                             _ infoLog: UnsafeMutablePointer<CChar>?) throws(GLError) {
        try generated(name)
        try write(made(name).log.utf8, bufSize, length, infoLog)
    }

    /// Returns the program with which draws run: the current program, or, without a current program, the program of the bound pipeline
    /// object. Returns nil if no program is current and no pipeline object is bound.
    func drawExecutable() throws(GLError) -> ProgramExecutable? {
        if let program { return program.executable }
        return try pipeline?.drawExecutable(self)
    }
}
