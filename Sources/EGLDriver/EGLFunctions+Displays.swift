// EGLFunctions+Displays: displays, configurations, strings, errors (EGL 1.5 §3.1 to §3.4).

import CDriver
import Glibc

enum DisplayFunctions {
    /// eglGetDisplay and eglGetPlatformDisplay. libEGL passes EGL_NONE as the platform of the default display.
    static let getPlatformDisplay: @convention(c) (EGLenum, UnsafeMutableRawPointer?, UnsafePointer<EGLAttrib>?) -> EGLDisplay? = { platform, native, list in
        perform("eglGetPlatformDisplay", nil) { state throws(EGLError) in
            guard let platform = try Platform.find(platform, native) else { return nil }
            let attributes = try Platform.attributes(AttributeList(list), platform)
            // A program that passes the same arguments again gets the same display (EGL 1.5 §3.2).
            let known = state.displays.all.first {
                $0.platform == platform && $0.nativeDisplay == native && $0.attributes.elementsEqual(attributes, by: ==)
            }
            return known?.handle ?? state.displays.add(DriverDisplay(platform: platform, nativeDisplay: native, attributes: attributes))
        }
    }

    static let initialize: @convention(c) (EGLDisplay?, UnsafeMutablePointer<EGLint>?, UnsafeMutablePointer<EGLint>?) -> EGLBoolean = { handle, major, minor in
        perform("eglInitialize") { state throws(EGLError) in
            try state.display(handle).initialize()
            major?.pointee = 1
            minor?.pointee = 5
        }
    }
    static let terminate: @convention(c) (EGLDisplay?) -> EGLBoolean = { handle in
        perform("eglTerminate") { state throws(EGLError) in try state.display(handle).terminate() }
    }

    static let queryString: @convention(c) (EGLDisplay?, EGLint) -> UnsafePointer<CChar>? = { handle, name in
        perform("eglQueryString", nil) { state throws(EGLError) in
            if handle == nil {
                guard name == EGL_EXTENSIONS else { throw .badDisplay }
                return DriverStrings.clientExtensions
            }
            let display = try state.initializedDisplay(handle)
            switch name {
            case EGL_VENDOR: return DriverStrings.vendor
            case EGL_VERSION: return DriverStrings.version
            case EGL_CLIENT_APIS: return DriverStrings.clientAPIs
            case EGL_EXTENSIONS: return DriverStrings.displayExtensions(display)
            default: throw .badParameter("\(EGLError.hexadecimal(name)) is the name of no string")
            }
        }
    }

    static let getConfigs: @convention(c) (EGLDisplay?, UnsafeMutablePointer<EGLConfig?>?, EGLint, UnsafeMutablePointer<EGLint>?) -> EGLBoolean = {
        handle, configs, size, count in
        perform("eglGetConfigs") { state throws(EGLError) in
            let display = try state.initializedDisplay(handle)
            guard let count else { throw .badParameter("the address of the count is NULL") }
            count.pointee = write(display.sortedConfigs, configs, size)
        }
    }
    static let chooseConfig: @convention(c) (EGLDisplay?, UnsafePointer<EGLint>?, UnsafeMutablePointer<EGLConfig?>?, EGLint,
                                             UnsafeMutablePointer<EGLint>?) -> EGLBoolean = { handle, list, configs, size, count in
        perform("eglChooseConfig") { state throws(EGLError) in
            let display = try state.initializedDisplay(handle)
            guard let count else { throw .badParameter("the address of the count is NULL") }
            count.pointee = write(try ConfigWishes(AttributeList(list)).choose(from: display), configs, size)
        }
    }
    /// Writes up to `size` handles, and returns the number of written handles. If `target` is NULL, returns the number of all
    /// configurations.
    private static func write(_ configs: [DriverConfig], _ target: UnsafeMutablePointer<EGLConfig?>?, _ size: EGLint) -> EGLint {
        guard let target else { return EGLint(configs.count) }
        let count = max(0, min(Int(size), configs.count))
        for i in 0..<count { target[i] = ObjectTable.handle(of: configs[i]) }
        return EGLint(count)
    }
    static let getConfigAttrib: @convention(c) (EGLDisplay?, EGLConfig?, EGLint, UnsafeMutablePointer<EGLint>?) -> EGLBoolean = {
        handle, config, attribute, value in
        perform("eglGetConfigAttrib") { state throws(EGLError) in
            let config = try state.initializedDisplay(handle).config(config)
            guard let found = config.value(attribute) else { throw .badAttribute(attribute) }
            value?.pointee = found
        }
    }

    static let getError: @convention(c) () -> EGLint = {
        let error = RasterDriverError()
        RasterDriverSetError(EGL_SUCCESS)
        return error
    }
    static let bindAPI: @convention(c) (EGLenum) -> EGLBoolean = { api in
        perform("eglBindAPI") { _ throws(EGLError) in
            guard api == EGL_OPENGL_ES_API || api == EGL_OPENGL_API else { throw .badParameter("only OpenGL ES and OpenGL are offered") }
        }
    }
}
