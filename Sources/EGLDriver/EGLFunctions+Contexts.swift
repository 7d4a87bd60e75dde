// EGLFunctions+Contexts: the functions that make contexts, and that make a context current (EGL 1.5 §3.7, §3.11, §3.12).

import CDriver
import GLState

enum ContextFunctions {
    static let createContext: @convention(c) (EGLDisplay?, EGLConfig?, EGLContext?, UnsafePointer<EGLint>?) -> EGLContext? = { handle, config, shared, list in
        perform("eglCreateContext", nil) { state throws(EGLError) in
            let display = try state.initializedDisplay(handle)
            // With EGL_NO_CONFIG_KHR, which is NULL, the context works with surfaces of all configurations.
            let config = config == nil ? nil : try display.config(config)
            let attributes = try ContextAttributes(AttributeList(list), isES: RasterEGLCurrentAPI() == EGL_OPENGL_ES_API, isForAnyConfig: config == nil)
            let share = shared == nil ? nil : try display.context(shared)
            if let share, share.gl.notifiesOfResets != attributes.losesContextOnReset {
                throw .badMatch("contexts that share objects must have the same strategy of reset notification")
            }
            return display.contexts.add(DriverContext(display: display, config: config, attributes: attributes, share: share?.gl.share))
        }
    }
    static let destroyContext: @convention(c) (EGLDisplay?, EGLContext?) -> EGLBoolean = { handle, context in
        perform("eglDestroyContext") { state throws(EGLError) in
            let display = try state.initializedDisplay(handle)
            // eglDestroyContext only makes the handle invalid. A context that is current on a thread exists until the context is no longer current.
            guard display.contexts.remove(context) != nil else { throw .badContext }
        }
    }
    static let queryContext: @convention(c) (EGLDisplay?, EGLContext?, EGLint, UnsafeMutablePointer<EGLint>?) -> EGLBoolean = {
        handle, context, attribute, value in
        perform("eglQueryContext") { state throws(EGLError) in
            let context = try state.initializedDisplay(handle).context(context)
            guard let found = context.value(attribute) else { throw .badAttribute(attribute) }
            value?.pointee = found
        }
    }

    // MARK: The current context

    static let makeCurrent: @convention(c) (EGLDisplay?, EGLSurface?, EGLSurface?, EGLContext?) -> EGLBoolean = { handle, draw, read, context in
        perform("eglMakeCurrent") { state throws(EGLError) in
            if context == nil {
                _ = try state.display(handle)
                guard draw == nil && read == nil else { throw .badMatch("there are surfaces, but no context") }
                return state.release()
            }
            let display = try state.initializedDisplay(handle)
            let context = try display.context(context)
            guard (draw == nil) == (read == nil) else { throw .badMatch("there is only one of the two surfaces") }
            let drawSurface = draw == nil ? nil : try display.surface(draw)
            let readSurface = read == nil ? nil : try display.surface(read)
            try state.makeCurrent(context, draw: drawSurface, read: readSurface)
        }
    }
    static let releaseThread: @convention(c) () -> EGLBoolean = {
        perform("eglReleaseThread") { state throws(EGLError) in state.release() }
    }

    // MARK: Waiting

    static let waitClient: @convention(c) () -> EGLBoolean = {
        perform("eglWaitClient") { state throws(EGLError) in state.current?.flush() }
    }
    static let waitNative: @convention(c) (EGLint) -> EGLBoolean = { engine in
        perform("eglWaitNative") { _ throws(EGLError) in
            guard engine == EGL_CORE_NATIVE_ENGINE else { throw .badParameter("only EGL_CORE_NATIVE_ENGINE exists") }
        }
    }
}

package enum RasterDriver {
    /// Makes every thread release its current context when the thread ends.
    package static func releasesContextsOfEndedThreads() { RasterDriverAtThreadEnd { _ in _ = ContextFunctions.releaseThread() } }
}

extension DriverConfig {
    /// Returns whether a pixmap's pixels have the channels of the configuration. A pixmap of 24 bits has no alpha, but such a pixmap also
    /// fits a configuration whose alpha the window system ignores.
    package func fits(_ pixmap: any NativeWindow) -> Bool { format.red == 8 && blendsWindow == (pixmap.depth == 32) }
    /// Returns whether a context for this configuration can draw surfaces of `other`. The context can draw the surfaces if the images of
    /// the two configurations have the same format (EGL 1.5 §2.2).
    package func isCompatible(with other: DriverConfig) -> Bool { format == other.format }
}
