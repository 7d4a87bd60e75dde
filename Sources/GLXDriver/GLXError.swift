import CDriver
import EGLDriver

/// An error of GLX and its reason. The program receives the error in the same way as an error of the X server (GLX 1.4 §2.5).
struct GLXError: Error {
    enum Code: Int32 {
        // Errors of X's core protocol, with their numbers in this protocol.
        case badValue = 2, badWindow = 3, badPixmap = 4, badMatch = 8, badDrawable = 9, badAccess = 10, badAlloc = 11
        // Errors of GLX: the raw value is 100 plus GLX's number of the error.
        case badContext = 100, badGLXDrawable = 102, badGLXPixmap = 103, badFBConfig = 109, badPbuffer = 110, badGLXWindow = 112, badProfile = 113
    }
    var code: Code
    /// The reason, as a sentence. If RASTER_DEBUG is set, the driver prints the reason.
    var reason: String
    /// The number of the object that caused the error; 0 if the object has no number.
    var resource: RasterXID = 0

    init(_ code: Code, _ reason: String, resource: RasterXID = 0) { self.code = code; self.reason = reason; self.resource = resource }

    /// Translates an error of EGL to the corresponding error of GLX.
    init(_ error: EGLError, resource: RasterXID) {
        let code: Code = switch error.code {
        case EGL_BAD_ACCESS: .badAccess
        case EGL_BAD_MATCH: .badMatch
        case EGL_BAD_NATIVE_WINDOW: .badGLXDrawable
        case EGL_BAD_NATIVE_PIXMAP: .badPixmap
        case EGL_BAD_ATTRIBUTE, EGL_BAD_PARAMETER: .badValue
        default: .badAlloc
        }
        self.init(code, error.reason, resource: resource)
    }
    static func badDrawable(_ drawable: RasterXID) -> GLXError {
        GLXError(.badGLXDrawable, "0x\(String(drawable, radix: 16)) is no drawable of GLX", resource: drawable)
    }
    static let badContext = GLXError(.badContext, "the handle is no context of the display")
    static let badConfig = GLXError(.badFBConfig, "the handle is no configuration of the display")

    /// Calls `body`, and translates an error of EGL that `body` throws to the corresponding error of GLX.
    static func rethrowing<Result>(_ resource: RasterXID = 0, _ body: () throws(EGLError) -> Result) throws(GLXError) -> Result {
        do throws(EGLError) { return try body() } catch { throw GLXError(error, resource: resource) }
    }

    /// Sends the error to the program. `request` is the function's number in GLX's protocol.
    func send(_ function: StaticString, _ request: Int32, _ display: UnsafeMutableRawPointer?) {
        EGLError.printReason("\(code) in \(function): \(reason)")
        let isOfGLX = code.rawValue >= 100
        RasterXlibSendError(display, isOfGLX ? code.rawValue - 100 : code.rawValue, isOfGLX ? 1 : 0, UInt32(truncatingIfNeeded: resource), request)
    }
}

/// The numbers of GLX's requests (GLX protocol 1.4). An error contains the number of the request that failed.
enum GLXRequest {
    static let createContext: Int32 = 3, destroyContext: Int32 = 4, makeCurrent: Int32 = 5, copyContext: Int32 = 10, swapBuffers: Int32 = 11
    static let useXFont: Int32 = 12, createGLXPixmap: Int32 = 13, destroyGLXPixmap: Int32 = 15, createPixmap: Int32 = 22
    static let destroyPixmap: Int32 = 23, createNewContext: Int32 = 24, queryContext: Int32 = 25, makeContextCurrent: Int32 = 26, createPbuffer: Int32 = 27
    static let destroyPbuffer: Int32 = 28, getDrawableAttributes: Int32 = 29, changeDrawableAttributes: Int32 = 30, createWindow: Int32 = 31
    static let destroyWindow: Int32 = 32, createContextAttribs: Int32 = 34, none: Int32 = 0
}
