// EGLFunctions+Debug: lets a program register a function that receives errors with their reasons (EGL_KHR_debug). libEGL itself answers
// eglQueryDebugKHR, so the driver does not have this function.

import CDriver
import Host

enum DebugFunctions {
    private struct State {
        var callback: EGLDEBUGPROCKHR?
        /// Whether errors are sent. The driver has no other messages.
        var sendsErrors = true
        var sendsCriticalErrors = true
    }
    private static let state = Lock(State())

    static let debugMessageControl: @convention(c) (EGLDEBUGPROCKHR?, UnsafePointer<EGLAttrib>?) -> EGLint = { callback, list in
        let attributes = AttributeList(list)
        let names = [EGL_DEBUG_MSG_CRITICAL_KHR, EGL_DEBUG_MSG_ERROR_KHR, EGL_DEBUG_MSG_WARN_KHR, EGL_DEBUG_MSG_INFO_KHR]
        if let unknown = attributes.pairs.first(where: { !names.contains($0.name) }) {
            EGLError.badAttribute(unknown.name).report("eglDebugMessageControlKHR")
            return EGL_BAD_ATTRIBUTE
        }
        state.withLock { state in
            // If the program removes its debug function, all settings of debugging get their initial values.
            if callback == nil { state = State() }
            state.callback = callback
            for (name, value) in attributes.pairs {
                if name == EGL_DEBUG_MSG_ERROR_KHR { state.sendsErrors = value != 0 }
                if name == EGL_DEBUG_MSG_CRITICAL_KHR { state.sendsCriticalErrors = value != 0 }
            }
        }
        RasterDriverSetError(EGL_SUCCESS)
        return EGL_SUCCESS
    }
    /// Messages contain the thread's label. The driver accepts labels of other objects, but does not use these labels.
    static let labelObject: @convention(c) (EGLDisplay?, EGLenum, EGLObjectKHR?, EGLLabelKHR?) -> EGLint = { _, type, _, label in
        if type == EGLenum(EGL_OBJECT_THREAD_KHR) { RasterDriverSetThreadLabel(label) }
        RasterDriverSetError(EGL_SUCCESS)
        return EGL_SUCCESS
    }

    static func send(_ error: EGLError, from function: StaticString) {
        let state = state.withLock { $0 }
        // EGL_BAD_ALLOC is the only critical error.
        let isCritical = error.code == EGL_BAD_ALLOC
        guard let callback = state.callback, isCritical ? state.sendsCriticalErrors : state.sendsErrors else { return }
        let type = isCritical ? EGL_DEBUG_MSG_CRITICAL_KHR : EGL_DEBUG_MSG_ERROR_KHR
        "\(function)".withCString { name in
            error.reason.withCString { reason in
                callback(EGLenum(bitPattern: error.code), name, type, RasterDriverThreadLabel(), nil, reason)
            }
        }
    }
}
