// Framebuffers without attachments: functions that set and query the size and the number of samples for draws (OpenGL ES 3.1 §9.2.1, §9.2.3).

import Raster

extension GLContext {
    private func framebufferObject(_ target: GLenum) throws(GLError) -> FramebufferObject {
        guard let object = try framebuffer(target) else { throw .invalidOperation("no framebuffer object is bound") }
        return object
    }

    package func glFramebufferParameteri(_ target: GLenum, _ pname: GLenum, _ param: GLint) throws(GLError) {
        _ = try framebuffer(target)
        func size(_ limit: Int) throws(GLError) -> Int {
            guard (0...limit).contains(Int(param)) else { throw .invalidValue("the value \(param) is negative or larger than \(limit)") }
            return Int(param)
        }
        let path: WritableKeyPath<FramebufferObject.DefaultSize, Int>
        let value: Int
        switch pname {
        case GL_FRAMEBUFFER_DEFAULT_WIDTH: (path, value) = (\.width, try size(GLLimits.framebufferSize))
        case GL_FRAMEBUFFER_DEFAULT_HEIGHT: (path, value) = (\.height, try size(GLLimits.framebufferSize))
        case GL_FRAMEBUFFER_DEFAULT_LAYERS where version.hasGeometryShaders: (path, value) = (\.layers, try size(GLLimits.arrayLayers))
        case GL_FRAMEBUFFER_DEFAULT_SAMPLES: (path, value) = (\.samples, try size(GLLimits.samples))
        case GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS:
            try framebufferObject(target).defaults.hasFixedSampleLocations = param != 0
            return
        default: throw .invalidEnum("pname", pname)
        }
        let object = try framebufferObject(target)
        object.defaults[keyPath: path] = value
        drawCache.isStateDirty = true
    }

    package func glGetFramebufferParameteriv(_ target: GLenum, _ pname: GLenum, _ params: UnsafeMutablePointer<GLint>?) throws(GLError) {
        _ = try framebuffer(target)
        let value: (FramebufferObject.DefaultSize) -> Int
        switch pname {
        case GL_FRAMEBUFFER_DEFAULT_WIDTH: value = { $0.width }
        case GL_FRAMEBUFFER_DEFAULT_HEIGHT: value = { $0.height }
        case GL_FRAMEBUFFER_DEFAULT_LAYERS where version.hasGeometryShaders: value = { $0.layers }
        case GL_FRAMEBUFFER_DEFAULT_SAMPLES: value = { $0.samples }
        case GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS: value = { $0.hasFixedSampleLocations ? 1 : 0 }
        default: throw .invalidEnum("pname", pname)
        }
        let defaults = try framebufferObject(target).defaults
        params?.pointee = GLint(clamping: value(defaults))
    }
}
