// EGLFunctions+Contexts: contexts, and which is current (EGL 1.5 §3.7, §3.11, §3.12).

import CDriver
import GLState

enum ContextFunctions {
    static let createContext: @convention(c) (EGLDisplay?, EGLConfig?, EGLContext?, UnsafePointer<EGLint>?) -> EGLContext? = { handle, config, shared, list in
        perform("eglCreateContext", nil) { state throws(EGLError) in
            let display = try state.initializedDisplay(handle)
            // EGL_NO_CONFIG_KHR makes a context for surfaces of all configurations.
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
            // A context that is current lives until it is no longer current.
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
                return release(&state)
            }
            let display = try state.initializedDisplay(handle)
            let context = try display.context(context)
            guard (draw == nil) == (read == nil) else { throw .badMatch("there is only one of the two surfaces") }
            let drawSurface = draw == nil ? nil : try display.surface(draw)
            let readSurface = read == nil ? nil : try display.surface(read)
            guard !context.isCurrent || state.current === context else {
                throw EGLError(EGL_BAD_ACCESS, "the context is current on another thread")
            }
            for surface in [drawSurface, readSurface].compactMap({ $0 }) {
                if let other = surface.context, other !== state.current, other !== context {
                    throw EGLError(EGL_BAD_ACCESS, "a surface is current on another thread")
                }
                guard context.config == nil || context.config!.isCompatible(with: surface.config) else {
                    throw .badMatch("the surface and the context have incompatible configurations")
                }
            }
            try drawSurface?.followWindow()
            if readSurface !== drawSurface { try readSurface?.followWindow() }

            if state.current === context && context.draw === drawSurface && context.read === readSurface { return }
            release(&state)
            context.draw = drawSurface
            context.read = readSurface
            context.isCurrent = true
            drawSurface?.context = context
            readSurface?.context = context
            state.setCurrent(context)
            context.driver.lock.withLock { _ in
                context.gl.makeCurrent(draw: drawSurface?.images, read: readSurface?.images)
                context.gl.showsWindow = drawSurface?.window != nil
                try? context.gl.device.beginFrame(label: "frame")
            }
        }
    }
    /// Makes no context current on this thread. All commands of the context that was current run (EGL 1.5 §3.7.3).
    private static func release(_ state: inout EGLState) {
        guard let context = state.current else { return }
        context.flush()
        state.setCurrent(nil)
        for surface in [context.draw, context.read] where surface?.context === context { surface?.context = nil }
        context.draw = nil
        context.read = nil
        context.isCurrent = false
        context.driver.lock.withLock { _ in context.gl.makeCurrent(draw: nil, read: nil) }
    }
    static let releaseThread: @convention(c) () -> EGLBoolean = {
        perform("eglReleaseThread") { state throws(EGLError) in release(&state) }
    }
    /// Runs when a thread ends whose context is current.
    static let threadEnds: @convention(c) (UnsafeMutableRawPointer) -> Void = { _ in _ = releaseThread() }

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

extension DriverConfig {
    /// Whether a context for this configuration can draw surfaces of the other one: all images have the same channels (EGL 1.5 §2.2).
    func isCompatible(with other: DriverConfig) -> Bool { format == other.format }
}
