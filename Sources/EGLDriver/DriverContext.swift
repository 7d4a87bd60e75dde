import CDriver
import GLState
import Glibc

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
        gl.isRobustContext = attributes.isRobust
        gl.notifiesOfResets = attributes.losesContextOnReset
    }
    deinit {
        // A program that was deleted while it was current goes with the last context that uses it.
        driver.lock.withLock { _ in gl.setProgram(nil) }
    }
    var driver: DriverDevice { gl.share.driver }

    /// Runs all commands that the context has recorded.
    func flush() { driver.lock.withLock { _ in gl.commands.flush() } }

    /// The value of an attribute (eglQueryContext, EGL 1.5 §3.7.4); nil if there is no such attribute.
    func value(_ attribute: EGLint) -> EGLint? {
        switch attribute {
        case EGL_CONFIG_ID: config?.id ?? 0
        case EGL_CONTEXT_CLIENT_TYPE: gl.version.isES ? EGL_OPENGL_ES_API : EGL_OPENGL_API
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
    private(set) var isDebug = false, isRobust = false, losesContextOnReset = false
    /// Whether the program asked for contexts without the functions that OpenGL 3.0 calls deprecated.
    private var isForwardCompatible = false
    private var isCompatibilityProfile = false
    private let isES: Bool

    /// - Parameter isES: Whether the context is one of OpenGL ES, and not of OpenGL.
    init(_ list: AttributeList, isES: Bool, isForAnyConfig: Bool) throws(EGLError) {
        self.isES = isES
        for (name, value) in list.pairs {
            switch name {
            case EGL_CONTEXT_MAJOR_VERSION: major = value
            case EGL_CONTEXT_MINOR_VERSION: minor = value
            case EGL_CONTEXT_FLAGS_KHR:
                let desktop = isES ? 0 : EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE_BIT_KHR
                let known = Int(EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR | EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR | desktop)
                guard value & ~known == 0 else { throw EGLError(EGL_BAD_ATTRIBUTE, "the context has no such flags") }
                isForwardCompatible = value & Int(EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE_BIT_KHR) != 0
                isDebug = value & Int(EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR) != 0
                isRobust = value & Int(EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR) != 0
            case EGL_CONTEXT_OPENGL_DEBUG: isDebug = try Self.boolean(name, value)
            case EGL_CONTEXT_OPENGL_ROBUST_ACCESS, EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT: isRobust = try Self.boolean(name, value)
            case EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY, EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT:
                switch value {
                case Int(EGL_NO_RESET_NOTIFICATION): losesContextOnReset = false
                case Int(EGL_LOSE_CONTEXT_ON_RESET): losesContextOnReset = true
                default: throw EGLError(EGL_BAD_ATTRIBUTE, "there is no such strategy of reset notification")
                }
            case EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE where !isES: isForwardCompatible = try Self.boolean(name, value)
            case EGL_CONTEXT_OPENGL_PROFILE_MASK where !isES:
                guard value == Int(EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT) || value == Int(EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT) else {
                    throw .badMatch("the mask must have one of the bits of the profiles")
                }
                isCompatibilityProfile = value == Int(EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT)
            default: throw .badAttribute(name)
            }
        }
        if isES { try checkES(isForAnyConfig) } else { try checkDesktop() }
    }
    private func checkDesktop() throws(EGLError) {
        let lastMinor = [1: 5, 2: 1, 3: 3, 4: 6]
        guard let last = lastMinor[major], (0...last).contains(minor) else { throw .badMatch("OpenGL \(major).\(minor) does not exist") }
        guard (major, minor) <= (3, 3) || Self.acceptsNewerVersions else {
            throw .badMatch("OpenGL \(major).\(minor) is not offered; the highest version is 3.3. If the program can do with 3.3, set RASTER_ACCEPT_GL4=1")
        }
    }
    /// Some programs ask for OpenGL 4 and use only OpenGL 3.3. If the user says so, they get 3.3.
    private static let acceptsNewerVersions = getenv("RASTER_ACCEPT_GL4").map { String(cString: $0) == "1" } ?? false
    private func checkES(_ isForAnyConfig: Bool) throws(EGLError) {
        guard major == 2 || major == 3 || (major == 1 && minor <= 1) else {
            throw .badMatch("OpenGL ES \(major).\(minor) does not exist or is not offered; the highest version is 3.1")
        }
        guard minor == 0 || major == 1 || (major, minor) == (3, 1) else {
            throw .badMatch("OpenGL ES \(major).\(minor) is not offered; the highest version is 3.1")
        }
        guard major >= 2 else {
            throw EGLError(isForAnyConfig ? EGL_BAD_MATCH : EGL_BAD_CONFIG,
                           "OpenGL ES \(major).\(minor) is not offered; ask for 2.0, 3.0 or 3.1 with EGL_CONTEXT_CLIENT_VERSION")
        }
    }
    private static func boolean(_ name: EGLint, _ value: Int) throws(EGLError) -> Bool {
        guard value == Int(EGL_TRUE) || value == Int(EGL_FALSE) else { throw .badAttribute(name) }
        return value != 0
    }
    /// Each context of OpenGL has version 3.3. Versions before 3.2 have no profiles; there the flag of forward compatibility says that a
    /// program does without the old functions (EGL 1.5 §3.7.1.1).
    var version: GLVersion {
        if isES { return major == 2 ? .es2 : minor == 0 ? .es3 : .es31 }
        let hasProfiles = (major, minor) >= (3, 2)
        return isForwardCompatible || (hasProfiles && !isCompatibilityProfile) ? .core33 : .legacy33
    }
}
