import CDriver
import Glibc

/// An error of EGL and its reason. A function that throws this error has changed nothing (EGL 1.5 §3.1).
package struct EGLError: Error {
    /// The error code that eglGetError returns.
    package var code: EGLint
    /// The reason, as a sentence. If RASTER_DEBUG is set, the driver prints the reason.
    package var reason: String

    package init(_ code: EGLint, _ reason: String) { self.code = code; self.reason = reason }

    static func badAttribute(_ name: EGLint) -> EGLError { EGLError(EGL_BAD_ATTRIBUTE, "\(hexadecimal(name)) is no attribute here") }
    static func badParameter(_ reason: String) -> EGLError { EGLError(EGL_BAD_PARAMETER, reason) }
    package static func badMatch(_ reason: String) -> EGLError { EGLError(EGL_BAD_MATCH, reason) }
    static let badDisplay = EGLError(EGL_BAD_DISPLAY, "the handle is no display")
    static let badSurface = EGLError(EGL_BAD_SURFACE, "the handle is no surface of the display")
    static let badContext = EGLError(EGL_BAD_CONTEXT, "the handle is no context of the display")

    /// Returns a number as EGL's documents write it: `0x3038`.
    static func hexadecimal(_ value: EGLint) -> String { "0x" + String(UInt32(bitPattern: value), radix: 16, uppercase: true) }

    private static let isPrinted = getenv("RASTER_DEBUG").map { String(cString: $0) != "0" } ?? false
    /// Writes a sentence to standard error if RASTER_DEBUG is set.
    package static func printReason(_ text: String) {
        guard isPrinted else { return }
        let line = Array("Raster: \(text)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }

    /// Sends the error to the program's debug function, prints the error if RASTER_DEBUG is set, and sets the thread's error, which
    /// eglGetError returns.
    func report(_ function: StaticString) {
        DebugFunctions.send(self, from: function)
        Self.printReason("\(name) in \(function): \(reason)")
        // The thread's error is set last, because the program's debug function may call EGL, and each call of EGL sets the thread's error.
        RasterDriverSetError(code)
    }
    private var name: String {
        let names = [EGL_NOT_INITIALIZED: "EGL_NOT_INITIALIZED", EGL_BAD_ACCESS: "EGL_BAD_ACCESS", EGL_BAD_ALLOC: "EGL_BAD_ALLOC",
                     EGL_BAD_ATTRIBUTE: "EGL_BAD_ATTRIBUTE", EGL_BAD_CONFIG: "EGL_BAD_CONFIG", EGL_BAD_CONTEXT: "EGL_BAD_CONTEXT",
                     EGL_BAD_CURRENT_SURFACE: "EGL_BAD_CURRENT_SURFACE", EGL_BAD_DISPLAY: "EGL_BAD_DISPLAY", EGL_BAD_MATCH: "EGL_BAD_MATCH",
                     EGL_BAD_NATIVE_PIXMAP: "EGL_BAD_NATIVE_PIXMAP", EGL_BAD_NATIVE_WINDOW: "EGL_BAD_NATIVE_WINDOW",
                     EGL_BAD_PARAMETER: "EGL_BAD_PARAMETER", EGL_BAD_SURFACE: "EGL_BAD_SURFACE"]
        return names[code] ?? Self.hexadecimal(code)
    }
}
