// GLContext+Samplers: sampler objects (OpenGL ES 3.0.6 §3.8.2, §6.1.5).

import Raster

extension GLContext {
    package func glGenSamplers(_ count: GLsizei, _ samplers: UnsafeMutablePointer<GLuint>?) throws(GLError) {
        guard count >= 0 else { throw .invalidValue("the number of names is negative") }
        guard let samplers else { return }
        // Unlike a texture, a sampler exists as soon as its name has been generated. So this function makes the sampler's object.
        for i in 0..<Int(count) {
            samplers[i] = share.samplers.generate()
            share.samplers.insert(SamplerObject(name: samplers[i]), samplers[i])
        }
    }
    package func glDeleteSamplers(_ count: GLsizei, _ samplers: UnsafePointer<GLuint>?) throws(GLError) {
        guard count >= 0 else { throw .invalidValue("the number of samplers is negative") }
        guard let samplers else { return }
        for i in 0..<Int(count) {
            guard let object = share.samplers.remove(samplers[i]) else { continue }
            for unit in textureUnits.indices where textureUnits[unit].sampler === object { textureUnits[unit].sampler = nil }
        }
    }
    package func glIsSampler(_ sampler: GLuint) throws(GLError) -> GLboolean { GLboolean(share.samplers[sampler] != nil) }
    package func glBindSampler(_ unit: GLuint, _ sampler: GLuint) throws(GLError) {
        guard unit < GLenum(GLLimits.combinedTextureUnits) else { throw .invalidValue("there is no texture unit \(unit)") }
        guard sampler == 0 || share.samplers[sampler] != nil else { throw .invalidOperation("\(sampler) is no sampler") }
        textureUnits[Int(unit)].sampler = share.samplers[sampler]
    }

    package func glSamplerParameteri(_ sampler: GLuint, _ pname: GLenum, _ param: GLint) throws(GLError) {
        try setSamplerParameter(sampler, pname, .int(param))
    }
    package func glSamplerParameterf(_ sampler: GLuint, _ pname: GLenum, _ param: GLfloat) throws(GLError) {
        try setSamplerParameter(sampler, pname, .float(param))
    }
    package func glSamplerParameteriv(_ sampler: GLuint, _ pname: GLenum, _ param: UnsafePointer<GLint>?) throws(GLError) {
        try setSamplerParameter(sampler, pname, param.map { .ints($0) })
    }
    package func glSamplerParameterfv(_ sampler: GLuint, _ pname: GLenum, _ param: UnsafePointer<GLfloat>?) throws(GLError) {
        try setSamplerParameter(sampler, pname, param.map { .floats($0) })
    }
    package func glSamplerParameterIiv(_ sampler: GLuint, _ pname: GLenum, _ param: UnsafePointer<GLint>?) throws(GLError) {
        try setSamplerParameter(sampler, pname, param.map { .pureInts($0) })
    }
    package func glSamplerParameterIuiv(_ sampler: GLuint, _ pname: GLenum, _ param: UnsafePointer<GLuint>?) throws(GLError) {
        try setSamplerParameter(sampler, pname, param.map { .pureUints($0) })
    }
    package func glGetSamplerParameteriv(_ sampler: GLuint, _ pname: GLenum, _ params: UnsafeMutablePointer<GLint>?) throws(GLError) {
        let value = try samplerParameter(sampler, pname)
        if let params { value.write(params) }
    }
    package func glGetSamplerParameterfv(_ sampler: GLuint, _ pname: GLenum, _ params: UnsafeMutablePointer<GLfloat>?) throws(GLError) {
        let value = try samplerParameter(sampler, pname)
        if let params { value.write(params) }
    }
    package func glGetSamplerParameterIiv(_ sampler: GLuint, _ pname: GLenum, _ params: UnsafeMutablePointer<GLint>?) throws(GLError) {
        let value = try samplerParameter(sampler, pname)
        if let params { value.write(params, isPure: true) }
    }
    package func glGetSamplerParameterIuiv(_ sampler: GLuint, _ pname: GLenum, _ params: UnsafeMutablePointer<GLuint>?) throws(GLError) {
        let value = try samplerParameter(sampler, pname)
        params?.withMemoryRebound(to: GLint.self, capacity: 4) { value.write($0, isPure: true) }
    }

    private func setSamplerParameter(_ sampler: GLuint, _ name: GLenum, _ values: ParameterValues?) throws(GLError) {
        let object = try samplerObject(sampler)
        guard let values else { return }
        var parameters = object.parameters
        guard try parameters.set(name, values, version) else { throw .invalidEnum("pname", name) }
        object.parameters = parameters
    }
    private func samplerParameter(_ sampler: GLuint, _ name: GLenum) throws(GLError) -> QueriedValue {
        guard let value = try samplerObject(sampler).parameters.value(name, version) else { throw .invalidEnum("pname", name) }
        return value
    }
    private func samplerObject(_ name: GLuint) throws(GLError) -> SamplerObject {
        guard let object = share.samplers[name] else { throw .invalidOperation("\(name) is no sampler") }
        return object
    }
}
