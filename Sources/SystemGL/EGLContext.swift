// EGLContext: an OpenGL context without a window, from the system's libEGL, which is loaded at run time.
//
// The code tries several kinds of contexts, and uses the first context that the system can create. The attempts vary in the platform
// (surfaceless of Mesa, then device, then the default display), the profile (compatibility, then core) and the version (from 4.6 down to
// 4.3). The compatibility profile comes first, because only this profile accepts GLSL 110 and 120 in addition to newer versions. Both
// profiles accept GLSL ES through the extension ARB_ES2_compatibility and the similar extensions for later versions.

import CSystemGL
import Glibc
import Raster

/// A current OpenGL context. The context is created, used and destroyed on the same thread.
struct EGLContext {
    let gl: GLFunctions
    let isCompatibilityProfile: Bool
    /// `rendererName` and `versionName` are the driver's strings GL_RENDERER and GL_VERSION.
    let rendererName: String
    let versionName: String

    private let egl: EGLFunctions
    private let display: EGLDisplay
    private let context: OpaqueContext
    private let surface: OpaqueContext?

    /// In C, both EGLContext and EGLSurface are untyped pointers.
    private typealias OpaqueContext = UnsafeMutableRawPointer

    /// Creates a context and makes it current on this thread. Throws `systemUnavailable` with the reasons of all failed attempts.
    init() throws(RasterError) {
        let egl = try EGLFunctions()
        var reasons: [String] = []
        for (platform, display) in egl.displays() {
            guard let display, egl.initialize(display, nil, nil) != 0 else {
                reasons.append("\(platform): no display (EGL error \(egl.errorName()))")
                continue
            }
            guard egl.bindAPI(EGLenum(EGL_OPENGL_API)) != 0 else {
                reasons.append("\(platform): no desktop OpenGL (EGL error \(egl.errorName()))")
                continue
            }
            guard let made = Self.makeContext(egl, display) else {
                reasons.append("\(platform): no context of OpenGL 4.3 or newer (EGL error \(egl.errorName()))")
                continue
            }
            let gl: GLFunctions
            do {
                gl = try GLFunctions { name in unsafeBitCast(egl.getProcAddress(name), to: UnsafeMutableRawPointer?.self) }
            } catch {
                reasons.append("\(platform): \(error.problem)")
                _ = egl.makeCurrent(display, nil, nil, nil)
                _ = egl.destroyContext(display, made.context)
                continue
            }
            func text(_ name: Int32) -> String { gl.getString(GLenum(name)).map { String(cString: $0) } ?? "?" }
            self.egl = egl
            self.display = display
            context = made.context
            surface = made.surface
            isCompatibilityProfile = made.isCompatibilityProfile
            self.gl = gl
            rendererName = text(GL_RENDERER)
            versionName = text(GL_VERSION)
            return
        }
        throw RasterError(.systemUnavailable, "the system's OpenGL", "cannot make a context: \(reasons.joined(separator: "; "))",
                          remedy: "install a driver with OpenGL 4.3 (Debian: libegl1 and libgl1-mesa-dri), or use another device")
    }

    /// Destroys the context, which must be current on this thread.
    func destroy() {
        _ = egl.makeCurrent(display, nil, nil, nil)
        if let surface { _ = egl.destroySurface(display, surface) }
        _ = egl.destroyContext(display, context)
        _ = egl.releaseThread()
    }

    private static func makeContext(_ egl: EGLFunctions, _ display: EGLDisplay)
        -> (context: OpaqueContext, surface: OpaqueContext?, isCompatibilityProfile: Bool)? {
        let wanted: [EGLint] = [EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE]
        var config: EGLConfig?
        var count: EGLint = 0
        guard egl.chooseConfig(display, wanted, &config, 1, &count) != 0, count > 0 else { return nil }
        for profile in [EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT] {
            for minor: EGLint in [6, 5, 4, 3] {
                let attributes: [EGLint] = [EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, minor,
                                            EGL_CONTEXT_OPENGL_PROFILE_MASK, profile, EGL_NONE]
                guard let context = egl.createContext(display, config, nil, attributes) else { continue }
                if egl.makeCurrent(display, nil, nil, context) != 0 {
                    return (context, nil, profile == EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT)
                }
                // If the driver does not support a context without a surface, the context gets a surface of a single pixel, which is enough
                // because nothing is drawn to this surface.
                let size: [EGLint] = [EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE]
                if let surface = egl.createPbufferSurface(display, config, size) {
                    if egl.makeCurrent(display, surface, surface, context) != 0 {
                        return (context, surface, profile == EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT)
                    }
                    _ = egl.destroySurface(display, surface)
                }
                _ = egl.destroyContext(display, context)
            }
        }
        return nil
    }
}

/// The entry points of libEGL.so.1. libEGL stays loaded until the process ends, because drivers expect that libEGL is never unloaded.
private struct EGLFunctions {
    let getProcAddress: PFNEGLGETPROCADDRESSPROC
    let initialize: PFNEGLINITIALIZEPROC
    let bindAPI: PFNEGLBINDAPIPROC
    let chooseConfig: PFNEGLCHOOSECONFIGPROC
    let createContext: PFNEGLCREATECONTEXTPROC
    let destroyContext: PFNEGLDESTROYCONTEXTPROC
    let createPbufferSurface: PFNEGLCREATEPBUFFERSURFACEPROC
    let destroySurface: PFNEGLDESTROYSURFACEPROC
    let makeCurrent: PFNEGLMAKECURRENTPROC
    let releaseThread: PFNEGLRELEASETHREADPROC
    let queryString: PFNEGLQUERYSTRINGPROC
    let getDisplay: PFNEGLGETDISPLAYPROC
    let getError: PFNEGLGETERRORPROC

    init() throws(RasterError) {
        guard let library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL) else {
            throw RasterError(.systemUnavailable, "the system's OpenGL", "is not installed: \(dlerror().map { String(cString: $0) } ?? "no libEGL.so.1")",
                              remedy: "install it (Debian: libegl1 and libgl1-mesa-dri), or use another device")
        }
        func find<Function>(_ name: String) throws(RasterError) -> Function {
            guard let address = dlsym(library, name) else {
                throw RasterError(.systemUnavailable, "libEGL.so.1", "lacks \(name)", remedy: "install a newer one")
            }
            return unsafeBitCast(address, to: Function.self)
        }
        getProcAddress = try find("eglGetProcAddress")
        initialize = try find("eglInitialize")
        bindAPI = try find("eglBindAPI")
        chooseConfig = try find("eglChooseConfig")
        createContext = try find("eglCreateContext")
        destroyContext = try find("eglDestroyContext")
        createPbufferSurface = try find("eglCreatePbufferSurface")
        destroySurface = try find("eglDestroySurface")
        makeCurrent = try find("eglMakeCurrent")
        releaseThread = try find("eglReleaseThread")
        queryString = try find("eglQueryString")
        getDisplay = try find("eglGetDisplay")
        getError = try find("eglGetError")
    }

    /// Returns the displays to try, each with the name of its platform.
    func displays() -> [(String, EGLDisplay?)] {
        let extensions = queryString(nil, EGL_EXTENSIONS).map { String(cString: $0) } ?? ""
        var result: [(String, EGLDisplay?)] = []
        if let address = getProcAddress("eglGetPlatformDisplayEXT") {
            let getPlatformDisplay = unsafeBitCast(address, to: PFNEGLGETPLATFORMDISPLAYEXTPROC.self)
            if extensions.contains("EGL_MESA_platform_surfaceless") {
                result.append(("surfaceless", getPlatformDisplay(EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, nil)))
            }
            if extensions.contains("EGL_EXT_platform_device"), let query = getProcAddress("eglQueryDevicesEXT") {
                let queryDevices = unsafeBitCast(query, to: PFNEGLQUERYDEVICESEXTPROC.self)
                var devices = [EGLDeviceEXT?](repeating: nil, count: 8)
                var count: EGLint = 0
                if queryDevices(8, &devices, &count) != 0 {
                    for i in 0..<Int(count) {
                        result.append(("device \(i)", getPlatformDisplay(EGLenum(EGL_PLATFORM_DEVICE_EXT), devices[i], nil)))
                    }
                }
            }
        }
        result.append(("default display", getDisplay(nil)))
        return result
    }

    func errorName() -> String { "0x" + String(getError(), radix: 16) }
}
