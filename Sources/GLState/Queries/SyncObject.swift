// Fences (OpenGL ES 3.0.6 §5.2). A call that submits commands returns only after the commands have run, so a fence is signalled as soon as
// the commands before the fence have been submitted.

/// A sync object (glFenceSync).
package final class SyncObject {
    fileprivate var use = PendingUse()
    package var label = ""
    package var isSignalled: Bool { !use.isPending }
    package init(_ commands: PendingCommands) {
        if !commands.isEmpty { use.mark(commands) }
    }
    package func finish() { use.finish() }
}

extension GLContext {
    package func glFenceSync(_ condition: GLenum, _ flags: GLbitfield) throws(GLError) -> UnsafeMutableRawPointer? {
        guard condition == GL_SYNC_GPU_COMMANDS_COMPLETE else { throw .invalidEnum("condition", condition) }
        guard flags == 0 else { throw .invalidValue("flags must be 0") }
        let sync = SyncObject(commands)
        share.lastSync += 1
        share.syncs[share.lastSync] = sync
        return UnsafeMutableRawPointer(bitPattern: share.lastSync)
    }
    private func object(_ sync: UnsafeMutableRawPointer?) throws(GLError) -> SyncObject {
        guard let object = share.syncs[UInt(bitPattern: sync)] else { throw .invalidValue("the address is no sync object") }
        return object
    }
    package func glIsSync(_ sync: UnsafeMutableRawPointer?) throws(GLError) -> GLboolean { GLboolean(share.syncs[UInt(bitPattern: sync)] != nil) }
    package func glDeleteSync(_ sync: UnsafeMutableRawPointer?) throws(GLError) {
        if sync == nil { return }
        _ = try object(sync)
        share.syncs[UInt(bitPattern: sync)] = nil
    }
    package func glClientWaitSync(_ sync: UnsafeMutableRawPointer?, _ flags: GLbitfield, _ timeout: UInt64) throws(GLError) -> GLenum {
        do {
            let object = try object(sync)
            guard flags & ~GL_SYNC_FLUSH_COMMANDS_BIT == 0 else { throw GLError.invalidValue("flags has unknown bits") }
            if object.isSignalled { return GL_ALREADY_SIGNALED }
            guard timeout > 0 || flags & GL_SYNC_FLUSH_COMMANDS_BIT != 0 else { return GL_TIMEOUT_EXPIRED }
            object.finish()
            return GL_CONDITION_SATISFIED
        } catch let error as GLError {
            record(error, in: "glClientWaitSync")
            return GL_WAIT_FAILED
        } catch { return GL_WAIT_FAILED }
    }
    package func glWaitSync(_ sync: UnsafeMutableRawPointer?, _ flags: GLbitfield, _ timeout: UInt64) throws(GLError) {
        let object = try object(sync)
        guard flags == 0, timeout == GL_TIMEOUT_IGNORED else { throw .invalidValue("flags must be 0, and timeout GL_TIMEOUT_IGNORED") }
        object.finish()
    }
    package func glGetSynciv(_ sync: UnsafeMutableRawPointer?, _ pname: GLenum, _ count: GLsizei, _ length: UnsafeMutablePointer<GLsizei>?,
                             _ values: UnsafeMutablePointer<GLint>?) throws(GLError) {
        let object = try object(sync)
        guard count >= 0 else { throw .invalidValue("the size of the memory is negative") }
        let value: GLenum
        switch pname {
        case GL_OBJECT_TYPE: value = GL_SYNC_FENCE
        case GL_SYNC_STATUS:
            // A program may poll the fence until the fence is signalled. This function submits the commands, so that the program does not
            // poll forever.
            object.finish()
            value = GL_SIGNALED
        case GL_SYNC_CONDITION: value = GL_SYNC_GPU_COMMANDS_COMPLETE
        case GL_SYNC_FLAGS: value = 0
        default: throw .invalidEnum("pname", pname)
        }
        if count > 0 { values?.pointee = GLint(bitPattern: value) }
        length?.pointee = min(count, 1)
    }
}
