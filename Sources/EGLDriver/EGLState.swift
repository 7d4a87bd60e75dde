import CDriver
import GLState
import Host

/// The displays of the process, and the current context of each thread.
package struct EGLState {
    /// Every function of EGL holds this lock. A function that also needs a device's lock takes the lock of `EGLState` first, then the
    /// device's lock.
    package static let lock = Lock(EGLState())

    var displays = ObjectTable<DriverDisplay>()
    /// The displays that GLX has made. Programs have no EGL handles for these displays.
    package var displaysOfGLX = ObjectTable<DriverDisplay>()
    /// The contexts that are current on some thread, by the address of their `GLContext`.
    private var currentContexts: [UnsafeMutableRawPointer: DriverContext] = [:]

    /// The context that is current on this thread; nil if no context is current.
    package var current: DriverContext? { RasterDriverContext().flatMap { currentContexts[$0] } }

    /// Makes `context` this thread's current context; if `context` is nil, the thread has no current context.
    mutating func setCurrent(_ context: DriverContext?) {
        if let address = RasterDriverContext() { currentContexts[address] = nil }
        let address = context.map { Unmanaged.passUnretained($0.gl).toOpaque() }
        RasterDriverSetContext(address)
        if let address, let context { currentContexts[address] = context }
    }

    func display(_ handle: EGLDisplay?) throws(EGLError) -> DriverDisplay {
        guard let display = displays[handle] else { throw .badDisplay }
        return display
    }
    /// - Throws: EGL_NOT_INITIALIZED if the program has not called eglInitialize, or has called eglTerminate afterwards.
    func initializedDisplay(_ handle: EGLDisplay?) throws(EGLError) -> DriverDisplay {
        let display = try display(handle)
        guard display.isInitialized else { throw EGLError(EGL_NOT_INITIALIZED, "the display is not initialised") }
        return display
    }
}

/// Calls `body` under EGL's lock. If `body` succeeds, the thread's error becomes EGL_SUCCESS. If `body` throws an error, this error becomes
/// the thread's error, and the result is `failure`.
func perform<Result>(_ name: StaticString, _ failure: Result, _ body: (inout EGLState) throws(EGLError) -> Result) -> Result {
    do throws(EGLError) {
        let result = try LibraryCall.performHere { () throws(EGLError) in try EGLState.lock.withLock(body) }
        RasterDriverSetError(EGL_SUCCESS)
        return result
    } catch {
        // The error is reported after the lock has been released, because the program's debug function may call EGL.
        error.report(name)
        return failure
    }
}
/// Calls `body` in the same way as the other function `perform`. Returns EGL_TRUE if `body` succeeds; otherwise returns EGL_FALSE.
func perform(_ name: StaticString, _ body: (inout EGLState) throws(EGLError) -> Void) -> EGLBoolean {
    perform(name, EGLBoolean(EGL_FALSE)) { state throws(EGLError) in
        try body(&state)
        return EGLBoolean(EGL_TRUE)
    }
}

extension EGLError {
    /// Calls `body`. If `body` throws an error that is no EGLError, throws EGL_BAD_ALLOC instead.
    package static func rethrowing<Result>(_ body: () throws -> Result) throws(EGLError) -> Result {
        do { return try body() } catch let error as EGLError { throw error } catch { throw EGLError(EGL_BAD_ALLOC, "\(error)") }
    }
}
