import CDriver
import GLState
import Glibc

/// A context of EGL: OpenGL's context, and the surfaces that are current with this context (EGL 1.5 §3.7).
package final class DriverContext {
    package let display: DriverDisplay
    /// The configuration; nil for a context that works with surfaces of any configuration (EGL_KHR_no_config_context).
    package let config: DriverConfig?
    package let gl: GLContext
    package fileprivate(set) var draw: DriverSurface?
    package fileprivate(set) var read: DriverSurface?
    /// Whether the context is current on some thread.
    package fileprivate(set) var isCurrent = false

    package init(display: DriverDisplay, config: DriverConfig?, attributes: ContextAttributes, share: ShareGroup?) {
        self.display = display; self.config = config
        gl = GLContext(version: attributes.version, share: share ?? ShareGroup(driver: display.driver))
        gl.isDebugContext = attributes.isDebug
        gl.isRobustContext = attributes.isRobust
        gl.notifiesOfResets = attributes.losesContextOnReset
    }
    deinit {
        // If an application deletes a program object of OpenGL while contexts use the program object, this object is freed only when the
        // last of these contexts ends the use. So when a context ends, this code ends the context's use of its current program.
        driver.lock.withLock { _ in gl.setProgram(nil) }
    }
    var driver: DriverDevice { gl.share.driver }

    /// Runs all commands that the context has recorded.
    package func flush() {
        driver.lock.withLock { _ in
            gl.commands.flush()
            gl.showFront?()
        }
    }
    /// Copies the back buffer of the current surface to its window (eglSwapBuffers, glXSwapBuffers). For a surface without a back buffer, this
    /// function only submits the commands.
    package func swap() throws(EGLError) {
        guard let draw else { return }
        guard draw.kind == .window else { return flush() }
        let picture = try driver.lock.withLock { _ throws(EGLError) in
            gl.commands.flush()
            return try EGLError.rethrowing {
                let picture = try draw.picture()
                try gl.endFrame()
                return picture
            }
        }
        try draw.show(picture)
    }

    /// Returns the value of an attribute (eglQueryContext, EGL 1.5 §3.7.4); nil if there is no such attribute.
    func value(_ attribute: EGLint) -> EGLint? {
        switch attribute {
        case EGL_CONFIG_ID: config?.id ?? 0
        case EGL_CONTEXT_CLIENT_TYPE: gl.version.isES ? EGL_OPENGL_ES_API : EGL_OPENGL_API
        case EGL_CONTEXT_CLIENT_VERSION: EGLint(gl.version.major)
        case EGL_CONTEXT_MINOR_VERSION: EGLint(gl.version.minor)
        case EGL_RENDER_BUFFER: draw?.value(attribute) ?? EGL_NONE
        default: nil
        }
    }
}

extension EGLState {
    /// Makes a context and its surfaces current on this thread (EGL 1.5 §3.7.3, GLX 1.4 §3.3.7).
    /// - Throws: EGL_BAD_ACCESS, EGL_BAD_MATCH, EGL_BAD_NATIVE_WINDOW, EGL_BAD_ALLOC.
    package mutating func makeCurrent(_ context: DriverContext, draw: DriverSurface?, read: DriverSurface?) throws(EGLError) {
        guard !context.isCurrent || current === context else { throw EGLError(EGL_BAD_ACCESS, "the context is current on another thread") }
        for surface in [draw, read].compactMap({ $0 }) {
            if let other = surface.context, other !== current, other !== context {
                throw EGLError(EGL_BAD_ACCESS, "a surface is current on another thread")
            }
            guard context.config?.isCompatible(with: surface.config) != false else {
                throw .badMatch("the surface and the context have incompatible configurations")
            }
        }
        for surface in read === draw ? [draw] : [draw, read] { try surface?.followNative() }

        if current === context && context.draw === draw && context.read === read { return }
        release()
        context.draw = draw
        context.read = read
        context.isCurrent = true
        draw?.context = context
        read?.context = context
        setCurrent(context)
        context.driver.lock.withLock { _ in
            context.gl.makeCurrent(draw: draw?.images, read: read?.images)
            context.gl.showsWindow = draw?.kind == .window
            if let draw, !draw.kind.hasBackBuffer {
                // The error of a missing window is ignored, because no function of OpenGL can report that a window no longer exists.
                context.gl.showFront = { [weak draw] in try? draw?.showFront() }
            }
            try? context.gl.beginFrame()
        }
    }
    /// Ends the use of the current context on this thread. First runs all commands that the context has recorded (EGL 1.5 §3.7.3).
    package mutating func release() {
        guard let context = current else { return }
        context.flush()
        setCurrent(nil)
        for surface in [context.draw, context.read] where surface?.context === context { surface?.context = nil }
        context.draw = nil
        context.read = nil
        context.isCurrent = false
        context.driver.lock.withLock { _ in
            context.gl.makeCurrent(draw: nil, read: nil)
            context.gl.showFront = nil
        }
    }
}

/// The attributes of a new context (eglCreateContext, EGL 1.5 §3.7.1 and EGL_KHR_create_context).
package struct ContextAttributes {
    package private(set) var major = 1, minor = 0
    private(set) var isDebug = false, isRobust = false
    package private(set) var losesContextOnReset = false
    /// Whether the program asked for a context without the functions that OpenGL 3.0 calls deprecated.
    private var isForwardCompatible = false
    private var isCompatibilityProfile = false
    private let isES: Bool

    /// - Parameter isES: Whether the context is for OpenGL ES. If false, the context is for desktop OpenGL.
    package init(_ list: AttributeList, isES: Bool, isForAnyConfig: Bool) throws(EGLError) {
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
    /// Some programs ask for OpenGL 4 although they use only OpenGL 3.3. If the user sets RASTER_ACCEPT_GL4, such programs get OpenGL 3.3.
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
    /// The version of the context. Each context for desktop OpenGL has version 3.3. If a program asks for a version before 3.2, which has
    /// no profiles, the flag of forward compatibility shows that the program does not need the old functions (EGL 1.5 §3.7.1.1).
    var version: GLVersion {
        if isES { return major == 2 ? .es2 : minor == 0 ? .es3 : .es31 }
        let hasProfiles = (major, minor) >= (3, 2)
        return isForwardCompatible || (hasProfiles && !isCompatibilityProfile) ? .core33 : .legacy33
    }
}
