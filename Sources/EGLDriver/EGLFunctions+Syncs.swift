// EGLFunctions+Syncs: fences (EGL 1.5 §3.8, EGL_KHR_fence_sync, EGL_KHR_wait_sync).
//
// The function that makes a fence runs all commands before the fence and waits for the end of these commands, so a new fence is always
// signalled.

import CDriver
import GLState

/// A fence. Every fence of this driver is signalled from the start.
final class DriverSync {
    /// The condition that signals the fence. A handle is the address of an object, so DriverSync is a class.
    let condition = EGL_SYNC_PRIOR_COMMANDS_COMPLETE

    /// Returns the value of an attribute (EGL 1.5 table 3.9); nil if there is no such attribute.
    func value(_ attribute: EGLint) -> EGLint? {
        switch attribute {
        case EGL_SYNC_TYPE: EGL_SYNC_FENCE
        case EGL_SYNC_STATUS: EGL_SIGNALED
        case EGL_SYNC_CONDITION: condition
        default: nil
        }
    }
}

enum SyncFunctions {
    static let createSync: @convention(c) (EGLDisplay?, EGLenum, UnsafePointer<EGLAttrib>?) -> EGLSync? = { handle, type, list in
        perform("eglCreateSync", nil) { state throws(EGLError) in
            try make(state, handle, type, AttributeList(list), unknownType: EGL_BAD_PARAMETER)
        }
    }
    static let createSyncKHR: @convention(c) (EGLDisplay?, EGLenum, UnsafePointer<EGLint>?) -> EGLSync? = { handle, type, list in
        perform("eglCreateSyncKHR", nil) { state throws(EGLError) in
            try make(state, handle, type, AttributeList(list), unknownType: EGL_BAD_ATTRIBUTE)
        }
    }
    private static func make(_ state: EGLState, _ handle: EGLDisplay?, _ type: EGLenum, _ list: AttributeList,
                             unknownType: EGLint) throws(EGLError) -> EGLSync {
        let display = try state.initializedDisplay(handle)
        guard type == EGLenum(EGL_SYNC_FENCE) else { throw EGLError(unknownType, "only fences are offered") }
        if let first = list.pairs.first { throw .badAttribute(first.name) }
        guard let context = state.current, context.display === display else { throw .badMatch("no context of the display is current") }
        context.flush()
        return display.syncs.add(DriverSync())
    }
    private static func find(_ state: EGLState, _ display: EGLDisplay?, _ handle: EGLSync?) throws(EGLError) -> DriverSync {
        guard let sync = try state.initializedDisplay(display).syncs[handle] else { throw .badParameter("the handle is no fence of the display") }
        return sync
    }

    static let destroySync: @convention(c) (EGLDisplay?, EGLSync?) -> EGLBoolean = { handle, sync in
        perform("eglDestroySync") { state throws(EGLError) in
            guard try state.initializedDisplay(handle).syncs.remove(sync) != nil else { throw .badParameter("the handle is no fence of the display") }
        }
    }
    static let clientWaitSync: @convention(c) (EGLDisplay?, EGLSync?, EGLint, EGLTime) -> EGLint = { handle, sync, flags, _ in
        perform("eglClientWaitSync", EGL_FALSE) { state throws(EGLError) in
            _ = try find(state, handle, sync)
            return EGL_CONDITION_SATISFIED
        }
    }
    static let waitSync: @convention(c) (EGLDisplay?, EGLSync?, EGLint) -> EGLBoolean = { handle, sync, flags in
        perform("eglWaitSync") { state throws(EGLError) in
            _ = try find(state, handle, sync)
            guard state.current != nil else { throw .badMatch("no context is current") }
            guard flags == 0 else { throw .badParameter("the flags must be 0") }
        }
    }

    static let getSyncAttrib: @convention(c) (EGLDisplay?, EGLSync?, EGLint, UnsafeMutablePointer<EGLAttrib>?) -> EGLBoolean = {
        handle, sync, attribute, value in
        perform("eglGetSyncAttrib") { state throws(EGLError) in
            let found = try attributeValue(state, handle, sync, attribute, hasTarget: value != nil)
            value?.pointee = Int(found)
        }
    }
    static let getSyncAttribKHR: @convention(c) (EGLDisplay?, EGLSync?, EGLint, UnsafeMutablePointer<EGLint>?) -> EGLBoolean = {
        handle, sync, attribute, value in
        perform("eglGetSyncAttribKHR") { state throws(EGLError) in
            let found = try attributeValue(state, handle, sync, attribute, hasTarget: value != nil)
            value?.pointee = found
        }
    }
    private static func attributeValue(_ state: EGLState, _ display: EGLDisplay?, _ handle: EGLSync?, _ attribute: EGLint,
                                       hasTarget: Bool) throws(EGLError) -> EGLint {
        let sync = try find(state, display, handle)
        guard hasTarget else { throw .badParameter("the address of the value is NULL") }
        guard let found = sync.value(attribute) else { throw .badAttribute(attribute) }
        return found
    }
}
