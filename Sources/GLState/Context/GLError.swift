// GLError: an error of an OpenGL call. The method of `GLContext` throws the error, the C function that called the method records the error,
// and glGetError returns the error's code.

import Raster

/// An error of OpenGL and its reason. A call that throws an error has changed nothing (OpenGL ES 3.0.6 §2.5).
package struct GLError: Error {
    /// The code that glGetError returns.
    package var code: GLenum
    /// The reason, as a sentence for debug messages.
    package var reason: String

    /// Returns the error of an enumeration argument that has no allowed value.
    package static func invalidEnum(_ name: String, _ value: GLenum) -> GLError {
        GLError(code: GL_INVALID_ENUM, reason: "\(name) cannot be \(value.hexadecimal)")
    }
    /// Returns the error of a numeric argument that is out of range.
    package static func invalidValue(_ reason: String) -> GLError { GLError(code: GL_INVALID_VALUE, reason: reason) }
    /// Returns the error of a call that is not allowed in the present state.
    package static func invalidOperation(_ reason: String) -> GLError { GLError(code: GL_INVALID_OPERATION, reason: reason) }
    /// Returns the error of a call whose framebuffer is not complete.
    package static func invalidFramebufferOperation(_ reason: String) -> GLError { GLError(code: GL_INVALID_FRAMEBUFFER_OPERATION, reason: reason) }
    package static func outOfMemory(_ reason: String) -> GLError { GLError(code: GL_OUT_OF_MEMORY, reason: reason) }

    /// Calls `body`, and turns an error of Raster into an error of OpenGL.
    package static func rethrowing<Result>(_ body: () throws -> Result) throws(GLError) -> Result {
        do { return try body() } catch {
            throw GLError(error)
        }
    }
    package init(code: GLenum, reason: String) { self.code = code; self.reason = reason }
    package init(_ error: any Error) {
        let isMemory = (error as? RasterError).map { $0.code == .outOfMemory || $0.code == .invalidSize } ?? false
        self.init(code: isMemory ? GL_OUT_OF_MEMORY : GL_INVALID_OPERATION, reason: "\(error)")
    }
}
