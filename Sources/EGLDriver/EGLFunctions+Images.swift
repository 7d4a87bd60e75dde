// EGLFunctions+Images: images from textures and renderbuffers (EGL 1.5 §3.9, EGL_KHR_image_base).

import CDriver
import GLState

enum ImageFunctions {
    static let createImage: @convention(c) (EGLDisplay?, EGLContext?, EGLenum, EGLClientBuffer?, UnsafePointer<EGLAttrib>?) -> EGLImage? = {
        handle, context, target, buffer, list in
        perform("eglCreateImage", nil) { state throws(EGLError) in try make(state, handle, context, target, buffer, AttributeList(list)) }
    }
    static let createImageKHR: @convention(c) (EGLDisplay?, EGLContext?, EGLenum, EGLClientBuffer?, UnsafePointer<EGLint>?) -> EGLImage? = {
        handle, context, target, buffer, list in
        perform("eglCreateImageKHR", nil) { state throws(EGLError) in try make(state, handle, context, target, buffer, AttributeList(list)) }
    }

    /// The level and the slice of a texture that the attributes select.
    private struct Place {
        var level = 0, slice = 0
        init(_ list: AttributeList) throws(EGLError) {
            for (name, value) in list.pairs {
                switch name {
                case EGL_GL_TEXTURE_LEVEL: level = value
                case EGL_GL_TEXTURE_ZOFFSET: slice = value
                // EGL_IMAGE_PRESERVED has no effect, because an image always keeps the texels of the image's source.
                case EGL_IMAGE_PRESERVED: break
                default: throw .badAttribute(name)
                }
            }
        }
    }

    private static func make(_ state: EGLState, _ handle: EGLDisplay?, _ context: EGLContext?, _ target: EGLenum, _ buffer: EGLClientBuffer?,
                             _ list: AttributeList) throws(EGLError) -> EGLImage {
        let display = try state.initializedDisplay(handle)
        let context = context == nil ? nil : try display.context(context)
        let target = EGLint(bitPattern: target)
        let isKnown = [EGL_GL_TEXTURE_2D, EGL_GL_TEXTURE_3D, EGL_GL_RENDERBUFFER].contains(target) || cubeFaces.contains(target)
        guard isKnown else { throw .badParameter("\(EGLError.hexadecimal(target)) is no source of images that is offered") }
        guard let context else { throw EGLError(EGL_BAD_CONTEXT, "an image of an object of OpenGL needs its context") }
        let place = try Place(list)
        guard let name = GLuint(exactly: UInt(bitPattern: buffer)) else { throw .badParameter("the buffer is no name of OpenGL") }
        let source = try context.driver.lock.withLock { _ throws(EGLError) in
            do throws(GLContext.ImageRefusal) {
                return switch target {
                case EGL_GL_RENDERBUFFER: try context.gl.makeImage(renderbuffer: name)
                case EGL_GL_TEXTURE_2D: try context.gl.makeImage(texture: name, target: GL_TEXTURE_2D, level: place.level, layer: 0)
                case EGL_GL_TEXTURE_3D: try context.gl.makeImage(texture: name, target: GL_TEXTURE_3D, level: place.level, layer: place.slice)
                default: try context.gl.makeImage(texture: name, target: GL_TEXTURE_CUBE_MAP, level: place.level, layer: Int(target - cubeFaces.lowerBound))
                }
            } catch {
                throw EGLError(error)
            }
        }
        source.publish()
        return display.images.add(source)
    }
    private static let cubeFaces = EGL_GL_TEXTURE_CUBE_MAP_POSITIVE_X...EGL_GL_TEXTURE_CUBE_MAP_NEGATIVE_Z

    static let destroyImage: @convention(c) (EGLDisplay?, EGLImage?) -> EGLBoolean = { handle, image in
        perform("eglDestroyImage") { state throws(EGLError) in
            // eglDestroyImage only makes the handle invalid. Textures and renderbuffers that were made from the image keep the image's texels.
            guard let source = try state.initializedDisplay(handle).images.remove(image) else {
                throw .badParameter("the handle is no image of the display")
            }
            EGLImageSource.withdraw(source.handle)
        }
    }
}

extension EGLError {
    fileprivate init(_ refusal: GLContext.ImageRefusal) {
        self = switch refusal {
        case .badObject(let reason): .badParameter(reason)
        case .badLevel(let reason): .badMatch(reason)
        case .isShared: EGLError(EGL_BAD_ACCESS, "the object shows the texels of an image already")
        }
    }
}
