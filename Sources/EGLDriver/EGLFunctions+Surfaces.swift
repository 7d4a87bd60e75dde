// EGLFunctions+Surfaces: surfaces and swaps (EGL 1.5 §3.5, §3.6, §3.10).

import CDriver
import GLState

enum SurfaceFunctions {
    // MARK: Pbuffers

    static let createPbufferSurface: @convention(c) (EGLDisplay?, EGLConfig?, UnsafePointer<EGLint>?) -> EGLSurface? = { handle, config, list in
        perform("eglCreatePbufferSurface", nil) { state throws(EGLError) in
            let display = try state.initializedDisplay(handle)
            let config = try display.config(config)
            var width = 0, height = 0, takesLargest = false, kept: [EGLint: EGLint] = [:]
            for (name, value) in AttributeList(list).pairs {
                switch name {
                case EGL_WIDTH, EGL_HEIGHT:
                    guard value >= 0 else { throw .badParameter("a size of the pbuffer is negative") }
                    if name == EGL_WIDTH { width = value } else { height = value }
                case EGL_LARGEST_PBUFFER:
                    takesLargest = value != 0
                    kept[name] = EGLint(truncatingIfNeeded: value)
                case EGL_TEXTURE_FORMAT, EGL_TEXTURE_TARGET:
                    guard value == Int(EGL_NO_TEXTURE) else { throw .badMatch("no configuration lets a pbuffer be a texture") }
                case EGL_MIPMAP_TEXTURE, EGL_VG_ALPHA_FORMAT, EGL_VG_COLORSPACE: kept[name] = EGLint(truncatingIfNeeded: value)
                case EGL_GL_COLORSPACE: kept[name] = try colorSpace(value, config)
                default: throw .badAttribute(name)
                }
            }
            let limit = Int(DriverConfig.largestPbufferSize)
            if width > limit || height > limit {
                guard takesLargest else { throw EGLError(EGL_BAD_ALLOC, "a pbuffer has at most \(limit)×\(limit) pixels, not \(width)×\(height)") }
                width = min(width, limit)
                height = min(height, limit)
            }
            return try make(display, config, .pbuffer, width, height, nil, kept)
        }
    }
    private static func make(_ display: DriverDisplay, _ config: DriverConfig, _ kind: DriverSurface.Kind, _ width: Int, _ height: Int,
                             _ window: (any NativeWindow)?, _ attributes: [EGLint: EGLint]) throws(EGLError) -> EGLSurface {
        var format = config.format
        format.isSRGB = attributes[EGL_GL_COLORSPACE] == EGL_GL_COLORSPACE_SRGB
        let surface = try DriverSurface(display.driver, config, format, kind, width: width, height: height, window: window, attributes: attributes)
        return display.surfaces.add(surface)
    }
    private static func colorSpace(_ value: Int, _ config: DriverConfig) throws(EGLError) -> EGLint {
        switch value {
        case Int(EGL_GL_COLORSPACE_LINEAR): return EGL_GL_COLORSPACE_LINEAR
        case Int(EGL_GL_COLORSPACE_SRGB):
            guard config.format.alpha == 8 else { throw .badMatch("only configurations with 8 bits of alpha can have sRGB colours") }
            return EGL_GL_COLORSPACE_SRGB
        default: throw .badAttribute(EGL_GL_COLORSPACE)
        }
    }

    // MARK: Windows and pixmaps

    static let createWindowSurface: @convention(c) (EGLDisplay?, EGLConfig?, EGLNativeWindowType, UnsafePointer<EGLint>?) -> EGLSurface? = {
        handle, config, window, list in
        perform("eglCreateWindowSurface", nil) { state throws(EGLError) in
            try makeWindow(state, handle, config, UnsafeMutableRawPointer(bitPattern: UInt(window)), AttributeList(list))
        }
    }
    static let createPlatformWindowSurface: @convention(c) (EGLDisplay?, EGLConfig?, UnsafeMutableRawPointer?, UnsafePointer<EGLAttrib>?) -> EGLSurface? = {
        handle, config, window, list in
        perform("eglCreatePlatformWindowSurface", nil) { state throws(EGLError) in
            try makePlatformWindow(state, handle, config, window, AttributeList(list))
        }
    }
    static let createPlatformWindowSurfaceEXT: @convention(c) (EGLDisplay?, EGLConfig?, UnsafeMutableRawPointer?, UnsafePointer<EGLint>?) -> EGLSurface? = {
        handle, config, window, list in
        perform("eglCreatePlatformWindowSurfaceEXT", nil) { state throws(EGLError) in
            try makePlatformWindow(state, handle, config, window, AttributeList(list))
        }
    }
    /// Makes a surface for a window that a program passes to `eglCreatePlatformWindowSurface` or
    /// `eglCreatePlatformWindowSurfaceEXT`. On a window system that numbers its windows, the program passes the address of the
    /// window's number.
    private static func makePlatformWindow(_ state: EGLState, _ handle: EGLDisplay?, _ config: EGLConfig?, _ window: UnsafeMutableRawPointer?,
                                           _ list: AttributeList) throws(EGLError) -> EGLSurface {
        guard let window else { throw EGLError(EGL_BAD_NATIVE_WINDOW, "the address of the window is NULL") }
        return switch Int32(bitPattern: try state.initializedDisplay(handle).platform) {
        case EGL_PLATFORM_X11_KHR: try makeWindow(state, handle, config, UnsafeMutableRawPointer(bitPattern: window.load(as: UInt.self)), list)
        case EGL_PLATFORM_XCB_EXT: try makeWindow(state, handle, config, UnsafeMutableRawPointer(bitPattern: UInt(window.load(as: UInt32.self))), list)
        default: try makeWindow(state, handle, config, window, list)
        }
    }
    private static func makeWindow(_ state: EGLState, _ handle: EGLDisplay?, _ config: EGLConfig?, _ native: UnsafeMutableRawPointer?,
                                   _ list: AttributeList) throws(EGLError) -> EGLSurface {
        let display = try state.initializedDisplay(handle)
        let config = try display.config(config)
        var kept: [EGLint: EGLint] = [:]
        for (name, value) in list.pairs {
            switch name {
            case EGL_RENDER_BUFFER:
                guard value == Int(EGL_BACK_BUFFER) || value == Int(EGL_SINGLE_BUFFER) else { throw .badAttribute(name) }
            case EGL_VG_ALPHA_FORMAT, EGL_VG_COLORSPACE: kept[name] = EGLint(truncatingIfNeeded: value)
            case EGL_GL_COLORSPACE: kept[name] = try colorSpace(value, config)
            default: throw .badAttribute(name)
            }
        }
        guard let windows = display.windows, config.surfaceTypes & EGL_WINDOW_BIT != 0 else {
            throw .badMatch("the configuration is not for windows")
        }
        let window = try windows.window(native, hasAlpha: config.blendsWindow)
        let size = try window.size()
        return try make(display, config, .window, size.width, size.height, window, kept)
    }

    static let createPixmapSurface: @convention(c) (EGLDisplay?, EGLConfig?, EGLNativePixmapType, UnsafePointer<EGLint>?) -> EGLSurface? = {
        handle, config, pixmap, list in
        perform("eglCreatePixmapSurface", nil) { state throws(EGLError) in
            try makePixmap(state, handle, config, UInt(pixmap), AttributeList(list))
        }
    }
    static let createPlatformPixmapSurface: @convention(c) (EGLDisplay?, EGLConfig?, UnsafeMutableRawPointer?, UnsafePointer<EGLAttrib>?) -> EGLSurface? = {
        handle, config, pixmap, list in
        perform("eglCreatePlatformPixmapSurface", nil) { state throws(EGLError) in
            try makePlatformPixmap(state, handle, config, pixmap, AttributeList(list))
        }
    }
    static let createPlatformPixmapSurfaceEXT: @convention(c) (EGLDisplay?, EGLConfig?, UnsafeMutableRawPointer?, UnsafePointer<EGLint>?) -> EGLSurface? = {
        handle, config, pixmap, list in
        perform("eglCreatePlatformPixmapSurfaceEXT", nil) { state throws(EGLError) in
            try makePlatformPixmap(state, handle, config, pixmap, AttributeList(list))
        }
    }
    /// Makes a surface for a pixmap that a program passes to `eglCreatePlatformPixmapSurface` or
    /// `eglCreatePlatformPixmapSurfaceEXT`. As for a window, the program passes the address of the pixmap's number.
    private static func makePlatformPixmap(_ state: EGLState, _ handle: EGLDisplay?, _ config: EGLConfig?, _ pixmap: UnsafeMutableRawPointer?,
                                           _ list: AttributeList) throws(EGLError) -> EGLSurface {
        guard let pixmap else { throw EGLError(EGL_BAD_NATIVE_PIXMAP, "the address of the pixmap is NULL") }
        let isXCB = try state.initializedDisplay(handle).platform == EGLenum(EGL_PLATFORM_XCB_EXT)
        return try makePixmap(state, handle, config, isXCB ? UInt(pixmap.load(as: UInt32.self)) : pixmap.load(as: UInt.self), list)
    }
    private static func makePixmap(_ state: EGLState, _ handle: EGLDisplay?, _ config: EGLConfig?, _ native: UInt,
                                   _ list: AttributeList) throws(EGLError) -> EGLSurface {
        let display = try state.initializedDisplay(handle)
        let config = try display.config(config)
        var kept: [EGLint: EGLint] = [:]
        for (name, value) in list.pairs {
            switch name {
            case EGL_VG_ALPHA_FORMAT, EGL_VG_COLORSPACE: kept[name] = EGLint(truncatingIfNeeded: value)
            case EGL_GL_COLORSPACE: kept[name] = try colorSpace(value, config)
            default: throw .badAttribute(name)
            }
        }
        guard let windows = display.windows, config.surfaceTypes & EGL_PIXMAP_BIT != 0 else { throw .badMatch("the configuration is not for pixmaps") }
        let pixmap = try windows.pixmap(native)
        guard config.fits(pixmap) else { throw .badMatch("a pixmap with a depth of \(pixmap.depth) does not fit the configuration") }
        let size = try pixmap.size()
        return try make(display, config, .pixmap, size.width, size.height, pixmap, kept)
    }
    static let createPbufferFromClientBuffer: @convention(c) (EGLDisplay?, EGLenum, EGLClientBuffer?, EGLConfig?, UnsafePointer<EGLint>?) -> EGLSurface? = {
        handle, type, _, config, _ in
        perform("eglCreatePbufferFromClientBuffer", nil) { state throws(EGLError) in
            _ = try state.initializedDisplay(handle)
            throw .badParameter("\(EGLError.hexadecimal(EGLint(bitPattern: type))) is no type of client buffer that is offered")
        }
    }

    static let destroySurface: @convention(c) (EGLDisplay?, EGLSurface?) -> EGLBoolean = { handle, surface in
        perform("eglDestroySurface") { state throws(EGLError) in
            let display = try state.initializedDisplay(handle)
            // eglDestroySurface only makes the handle invalid. A surface that is current on a thread exists until the surface is no longer current.
            guard display.surfaces.remove(surface) != nil else { throw .badSurface }
        }
    }

    // MARK: Attributes

    static let querySurface: @convention(c) (EGLDisplay?, EGLSurface?, EGLint, UnsafeMutablePointer<EGLint>?) -> EGLBoolean = {
        handle, surface, attribute, value in
        perform("eglQuerySurface") { state throws(EGLError) in
            let display = try state.initializedDisplay(handle)
            let surface = try display.surface(surface)
            if attribute == EGL_BUFFER_AGE_EXT && (state.current == nil || surface.context !== state.current) {
                throw EGLError(EGL_BAD_SURFACE, "only a surface that is current on the thread has an age")
            }
            guard let found = surface.value(attribute) else { throw .badAttribute(attribute) }
            // Only pbuffers have these attributes: the size of the largest pbuffer, and the format as a texture. For other surfaces, EGL does
            // not change the caller's variable.
            let isOfPbuffers = [EGL_LARGEST_PBUFFER, EGL_TEXTURE_FORMAT, EGL_TEXTURE_TARGET, EGL_MIPMAP_TEXTURE, EGL_MIPMAP_LEVEL].contains(attribute)
            if surface.kind != .pbuffer && isOfPbuffers { return }
            value?.pointee = found
        }
    }
    static let surfaceAttrib: @convention(c) (EGLDisplay?, EGLSurface?, EGLint, EGLint) -> EGLBoolean = { handle, surface, attribute, value in
        perform("eglSurfaceAttrib") { state throws(EGLError) in
            let surface = try state.initializedDisplay(handle).surface(surface)
            switch attribute {
            case EGL_MIPMAP_LEVEL: break
            case EGL_SWAP_BEHAVIOR:
                guard value == EGL_BUFFER_PRESERVED || value == EGL_BUFFER_DESTROYED else { throw .badAttribute(attribute) }
            case EGL_MULTISAMPLE_RESOLVE:
                guard value != EGL_MULTISAMPLE_RESOLVE_BOX else { throw .badMatch("no configuration resolves samples with a box filter") }
                guard value == EGL_MULTISAMPLE_RESOLVE_DEFAULT else { throw .badAttribute(attribute) }
            default: throw .badAttribute(attribute)
            }
            surface.attributes[attribute] = value
        }
    }

    static let bindTexImage: @convention(c) (EGLDisplay?, EGLSurface?, EGLint) -> EGLBoolean = { handle, surface, buffer in
        perform("eglBindTexImage") { state throws(EGLError) in try refuseTexture(state, handle, surface, buffer) }
    }
    static let releaseTexImage: @convention(c) (EGLDisplay?, EGLSurface?, EGLint) -> EGLBoolean = { handle, surface, buffer in
        perform("eglReleaseTexImage") { state throws(EGLError) in try refuseTexture(state, handle, surface, buffer) }
    }
    private static func refuseTexture(_ state: EGLState, _ handle: EGLDisplay?, _ surface: EGLSurface?, _ buffer: EGLint) throws(EGLError) {
        _ = try state.initializedDisplay(handle).surface(surface)
        guard buffer == EGL_BACK_BUFFER else { throw .badParameter("only EGL_BACK_BUFFER can be a texture") }
        throw .badMatch("no configuration lets a surface be a texture")
    }

    // MARK: Swaps

    static let swapBuffers: @convention(c) (EGLDisplay?, EGLSurface?) -> EGLBoolean = { handle, surface in
        perform("eglSwapBuffers") { state throws(EGLError) in try swap(state, handle, surface) }
    }
    /// The call shows the whole window. Pixels outside of the rectangles are the same as in the previous frame, so showing these pixels
    /// again changes nothing.
    static let swapBuffersWithDamage: @convention(c) (EGLDisplay?, EGLSurface?, UnsafePointer<EGLint>?, EGLint) -> EGLBoolean = {
        handle, surface, rectangles, count in
        perform("eglSwapBuffersWithDamageKHR") { state throws(EGLError) in
            if count < 0 || (count > 0 && rectangles == nil) { throw .badParameter("the number of rectangles is wrong") }
            try swap(state, handle, surface)
        }
    }
    private static func swap(_ state: EGLState, _ handle: EGLDisplay?, _ surface: EGLSurface?) throws(EGLError) {
        let surface = try state.initializedDisplay(handle).surface(surface)
        guard let context = state.current, context.draw === surface else {
            throw EGLError(EGL_BAD_SURFACE, "the surface is not the current draw surface of the thread's context")
        }
        try context.swap()
    }
    static let swapInterval: @convention(c) (EGLDisplay?, EGLint) -> EGLBoolean = { handle, interval in
        perform("eglSwapInterval") { state throws(EGLError) in
            _ = try state.initializedDisplay(handle)
            guard let context = state.current else { throw EGLError(EGL_BAD_CONTEXT, "no context is current") }
            guard let surface = context.draw else { throw EGLError(EGL_BAD_SURFACE, "no surface is current") }
            surface.swapInterval = max(0, min(1, Int(interval)))
        }
    }
    static let copyBuffers: @convention(c) (EGLDisplay?, EGLSurface?, EGLNativePixmapType) -> EGLBoolean = { handle, surface, native in
        perform("eglCopyBuffers") { state throws(EGLError) in
            let display = try state.initializedDisplay(handle)
            let surface = try display.surface(surface)
            guard let windows = display.windows else { throw EGLError(EGL_BAD_NATIVE_PIXMAP, "the display has no pixmaps") }
            let pixmap = try windows.pixmap(UInt(native))
            guard surface.config.fits(pixmap) else { throw .badMatch("a pixmap with a depth of \(pixmap.depth) does not fit the surface") }
            let driver = surface.images.driver
            if state.current?.draw === surface { state.current?.flush() }
            let picture = try EGLError.rethrowing { try driver.lock.withLock { _ in try surface.finishedPicture() } }
            if let picture { try pixmap.show(picture, waits: false) }
        }
    }
}
