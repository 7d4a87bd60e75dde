import Raster
import Shading

/// Shader objects (OpenGL ES 3.0.6 §2.12.1, §2.12.2).
extension GLContext {
    /// Returns the shader with the name that a call received.
    func shader(_ name: GLuint) throws(GLError) -> ShaderObject {
        guard let object = share.shadersAndPrograms[name] else { throw .invalidValue("there is no shader \(name)") }
        guard let shader = object as? ShaderObject else { throw .invalidOperation("\(name) is a program, not a shader") }
        return shader
    }

    package func glCreateShader(_ type: GLenum) throws(GLError) -> GLuint {
        let stage: ShaderStage
        switch type {
        case GL_VERTEX_SHADER: stage = .vertex
        case GL_FRAGMENT_SHADER: stage = .fragment
        case GL_COMPUTE_SHADER where version.hasES31: stage = .compute
        case GL_GEOMETRY_SHADER where version.hasGeometryShaders: stage = .geometry
        default: throw .invalidEnum("type", type)
        }
        let name = share.shadersAndPrograms.generate()
        share.shadersAndPrograms.insert(ShaderObject(name: name, stage: stage), name)
        return name
    }

    /// A deleted shader that is attached to a program exists until it is detached.
    package func glDeleteShader(_ name: GLuint) throws(GLError) {
        if name == 0 { return }
        let shader = try shader(name)
        shader.isDeleted = true
        removeIfUnused(shader)
    }
    func removeIfUnused(_ shader: ShaderObject) {
        if shader.isDeleted, shader.attachmentCount == 0 { share.shadersAndPrograms.remove(shader.name) }
    }

    package func glIsShader(_ name: GLuint) throws(GLError) -> GLboolean { GLboolean(share.shadersAndPrograms[name] is ShaderObject) }

    package func glShaderSource(_ name: GLuint, _ count: GLsizei, _ strings: UnsafePointer<UnsafePointer<CChar>?>?,
                                _ lengths: UnsafePointer<GLint>?) throws(GLError) {
        let shader = try shader(name)
        guard count >= 0 else { throw .invalidValue("the number of strings is negative") }
        var source: [UInt8] = []
        if let strings {
            for k in 0..<Int(count) {
                guard let string = strings[k] else { continue }
                // If a length is negative, the string ends with a zero byte.
                let length = lengths.map { Int($0[k]) } ?? -1
                let byteCount = length >= 0 ? length : string.byteCountToZero
                source.append(contentsOf: UnsafeRawBufferPointer(start: string, count: byteCount))
            }
        }
        shader.source = source
    }

    package func glCompileShader(_ name: GLuint) throws(GLError) { try shader(name).compile(for: version) }

    /// The driver has no binary formats, so every call is an error (OpenGL ES 3.0.6 §2.12.2).
    package func glShaderBinary(_ count: GLsizei, _ shaders: UnsafePointer<GLuint>?, _ binaryFormat: GLenum, _ binary: UnsafeRawPointer?,
                                _ length: GLsizei) throws(GLError) {
        guard count >= 0, length >= 0 else { throw .invalidValue("a count or a length is negative") }
        throw .invalidEnum("binaryformat", binaryFormat)
    }

    /// The compiler keeps no memory between compilations, so this function does nothing.
    package func glReleaseShaderCompiler() throws(GLError) {}

    // MARK: Queries (OpenGL ES 3.0.6 §6.1.12)

    package func glGetShaderiv(_ name: GLuint, _ pname: GLenum, _ params: UnsafeMutablePointer<GLint>?) throws(GLError) {
        let shader = try shader(name)
        let value: Int
        switch pname {
        case GL_SHADER_TYPE: value = Int(shader.type)
        case GL_DELETE_STATUS: value = shader.isDeleted ? 1 : 0
        case GL_COMPILE_STATUS: value = shader.compiled != nil ? 1 : 0
        case GL_INFO_LOG_LENGTH: value = shader.log.utf8.lengthWithZero
        case GL_SHADER_SOURCE_LENGTH: value = shader.source.lengthWithZero
        default: throw .invalidEnum("pname", pname)
        }
        params?.pointee = GLint(clamping: value)
    }

    package func glGetShaderInfoLog(_ name: GLuint, _ bufSize: GLsizei, _ length: UnsafeMutablePointer<GLsizei>?,
                                    _ infoLog: UnsafeMutablePointer<CChar>?) throws(GLError) {
        try write(try shader(name).log.utf8, bufSize, length, infoLog)
    }
    package func glGetShaderSource(_ name: GLuint, _ bufSize: GLsizei, _ length: UnsafeMutablePointer<GLsizei>?,
                                   _ source: UnsafeMutablePointer<CChar>?) throws(GLError) {
        try write(try shader(name).source, bufSize, length, source)
    }

    /// All precisions of a type are the same: floats are IEEE 754 binary32, and integers have 32 bits.
    package func glGetShaderPrecisionFormat(_ shaderType: GLenum, _ precisionType: GLenum, _ range: UnsafeMutablePointer<GLint>?,
                                            _ precision: UnsafeMutablePointer<GLint>?) throws(GLError) {
        guard shaderType == GL_VERTEX_SHADER || shaderType == GL_FRAGMENT_SHADER else { throw .invalidEnum("shadertype", shaderType) }
        let format: (low: GLint, high: GLint, precision: GLint)
        switch precisionType {
        case GL_LOW_FLOAT, GL_MEDIUM_FLOAT, GL_HIGH_FLOAT: format = (127, 127, 23)
        case GL_LOW_INT, GL_MEDIUM_INT, GL_HIGH_INT: format = (31, 30, 0)
        default: throw .invalidEnum("precisiontype", precisionType)
        }
        range?[0] = format.low
        range?[1] = format.high
        precision?.pointee = format.precision
    }

    /// Writes a text to the program's memory, with a zero byte at the end. If the text is too long, writes only the beginning that fits.
    /// `length` gets the number of bytes before the zero byte.
    func write(_ text: some Collection<UInt8>, _ size: GLsizei, _ length: UnsafeMutablePointer<GLsizei>?,
               _ memory: UnsafeMutablePointer<CChar>?) throws(GLError) {
        guard size >= 0 else { throw .invalidValue("the size of the memory is negative") }
        var count = 0
        if size > 0, let memory {
            for byte in text.prefix(Int(size) - 1) {
                memory[count] = CChar(bitPattern: byte)
                count += 1
            }
            memory[count] = 0
        }
        length?.pointee = GLsizei(count)
    }
}

extension Collection<UInt8> {
    /// The number of bytes of a text and the zero byte at its end; 0 if there is no text.
    var lengthWithZero: Int { isEmpty ? 0 : count + 1 }
}

extension UnsafePointer<CChar> {
    /// The number of bytes before the first zero byte.
    var byteCountToZero: Int {
        var count = 0
        while self[count] != 0 { count += 1 }
        return count
    }
}
