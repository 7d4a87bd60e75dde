// GLEntries: the C functions of OpenGL, which libglvnd calls.

import CDriver
import GLState
import Host

package enum GLEntries {
    /// Returns the address of the function with this name; nil if the driver has no such function.
    package static func address(_ name: String) -> UnsafeRawPointer? { byName[name] ?? aliases[name].flatMap { byName[$0] } }
    nonisolated(unsafe) private static let byName = Dictionary((all + shaderObjects + fixed).map { ("\($0.name)", $0.address) },
                                                                      uniquingKeysWith: { first, _ in first })

    static func row(_ name: StaticString, _ entry: @convention(c) () -> UInt) -> (name: StaticString, address: UnsafeRawPointer) {
        (name, unsafeBitCast(entry, to: UnsafeRawPointer.self))
    }
    /// Records an error, because a program has called a fixed function of OpenGL 1 or 2, and the driver has no such function.
    static func refuse(_ name: StaticString) -> UInt {
        perform(name, 0) { context throws(GLError) in
            try context.refuseFixedFunction(name)
            return 0
        }
    }
}

/// Calls `body` with the thread's current context, and records the error that `body` throws. Does nothing if there is no context.
@inline(__always)
func perform(_ name: StaticString, _ body: (GLContext) throws(GLError) -> Void) {
    perform(name, (), body)
}
/// Calls `body` in the same way as `perform`, for a function that OpenGL ES has from version 3.1 on. In an older context of OpenGL ES, the
/// call is an error.
@inline(__always)
func performES31(_ name: StaticString, _ body: (GLContext) throws(GLError) -> Void) {
    performES31(name, (), body)
}
@inline(__always)
func performES31<Result>(_ name: StaticString, _ absent: Result, _ body: (GLContext) throws(GLError) -> Result) -> Result {
    perform(name, absent) { context throws(GLError) in
        try context.checkES31()
        return try body(context)
    }
}
/// Calls `body` with the thread's current context. Returns `absent` if the thread has no context, or if `body` throws.
@inline(__always)
func perform<Result>(_ name: StaticString, _ absent: Result, _ body: (GLContext) throws(GLError) -> Result) -> Result {
    guard let address = RasterDriverContext() else { return absent }
    // EGL keeps a context as long as the context is current on a thread, so this function does not retain the context.
    return Unmanaged<GLContext>.fromOpaque(address)._withUnsafeGuaranteedRef { context in
        LibraryCall.performHere {
            context.share.driver.lock.withLock { _ in
                do throws(GLError) { return try body(context) } catch {
                    context.record(error, in: name)
                    return absent
                }
            }
        }
    }
}
