import CDriver
import GLState

/// A context of EGL: OpenGL's context, and the surfaces that are current with it (EGL 1.5 §3.7).
final class DriverContext {
    let display: DriverDisplay
    /// nil for a context that was made for any configuration (EGL_KHR_no_config_context).
    let config: DriverConfig?
    let gl: GLContext
    var draw: DriverSurface?
    var read: DriverSurface?
    /// Whether the context is current on some thread.
    var isCurrent = false

    init(display: DriverDisplay, config: DriverConfig?, attributes: ContextAttributes, share: ShareGroup?) {
        self.display = display; self.config = config
        gl = GLContext(version: attributes.version, share: share ?? ShareGroup(driver: display.driver))
        gl.isDebugContext = attributes.isDebug
        gl.notifiesOfResets = attributes.losesContextOnReset
    }
    var driver: DriverDevice { gl.share.driver }

    /// Runs all commands that the context has recorded.
    func flush() { driver.lock.withLock { _ in gl.commands.flush() } }

    /// The value of an attribute (eglQueryContext, EGL 1.5 §3.7.4); nil if there is no such attribute.
    func value(_ attribute: EGLint) -> EGLint? {
        switch attribute {
        case EGL_CONFIG_ID: config?.id ?? 0
        case EGL_CONTEXT_CLIENT_TYPE: EGL_OPENGL_ES_API
        case EGL_CONTEXT_CLIENT_VERSION: EGLint(gl.version.major)
        case EGL_CONTEXT_MINOR_VERSION: EGLint(gl.version.minor)
        case EGL_RENDER_BUFFER: draw == nil ? EGL_NONE : EGL_BACK_BUFFER
        default: nil
        }
    }
}

/// The attributes of a new context (eglCreateContext, EGL 1.5 §3.7.1 and EGL_KHR_create_context).
struct ContextAttributes {
    private(set) var major = 1, minor = 0
    private(set) var isDebug = false, losesContextOnReset = false

    init(_ list: AttributeList, isForAnyConfig: Bool) throws(EGLError) {
        for (name, value) in list.pairs {
            switch name {
            case EGL_CONTEXT_MAJOR_VERSION: major = value
            case EGL_CONTEXT_MINOR_VERSION: minor = value
            case EGL_CONTEXT_FLAGS_KHR:
                let known = Int(EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR | EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR)
                guard value & ~known == 0 else { throw EGLError(EGL_BAD_ATTRIBUTE, "a context of OpenGL ES has no such flags") }
                isDebug = value & Int(EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR) != 0
            case EGL_CONTEXT_OPENGL_DEBUG: isDebug = try Self.boolean(name, value)
            // All contexts check every access.
            case EGL_CONTEXT_OPENGL_ROBUST_ACCESS, EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT: _ = try Self.boolean(name, value)
            case EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY, EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT:
                switch value {
                case Int(EGL_NO_RESET_NOTIFICATION): losesContextOnReset = false
                case Int(EGL_LOSE_CONTEXT_ON_RESET): losesContextOnReset = true
                default: throw EGLError(EGL_BAD_ATTRIBUTE, "there is no such strategy of reset notification")
                }
            default: throw .badAttribute(name)
            }
        }
        guard major == 2 || major == 3 || (major == 1 && minor <= 1) else {
            throw .badMatch("OpenGL ES \(major).\(minor) does not exist or is not offered; the highest version is 3.0")
        }
        guard minor == 0 || major == 1 else { throw .badMatch("OpenGL ES \(major).\(minor) is not offered; the highest version is 3.0") }
        guard major >= 2 else {
            throw EGLError(isForAnyConfig ? EGL_BAD_MATCH : EGL_BAD_CONFIG, "OpenGL ES \(major).\(minor) is not offered; ask for 2.0 or 3.0 with EGL_CONTEXT_CLIENT_VERSION")
        }
    }
    private static func boolean(_ name: EGLint, _ value: Int) throws(EGLError) -> Bool {
        guard value == Int(EGL_TRUE) || value == Int(EGL_FALSE) else { throw .badAttribute(name) }
        return value != 0
    }
    var version: GLVersion { major == 2 ? .es2 : .es3 }
}
