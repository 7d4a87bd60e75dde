// GLTypes: the types of OpenGL's functions, with the names of the registry.

package typealias GLenum = UInt32
package typealias GLbitfield = UInt32
package typealias GLboolean = UInt8
package typealias GLint = Int32
package typealias GLuint = UInt32
package typealias GLsizei = Int32
package typealias GLfloat = Float

/// The function of a program that receives debug messages (GLDEBUGPROCKHR).
package typealias GLDebugCallback = @convention(c) (_ source: GLenum, _ type: GLenum, _ id: GLuint, _ severity: GLenum, _ length: GLsizei,
                                                    _ message: UnsafePointer<CChar>?, _ userParameter: UnsafeRawPointer?) -> Void

extension GLenum {
    /// The number as OpenGL's documents write it: `0x0DE1`.
    package var hexadecimal: String {
        let digits = String(self, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits
    }
}

extension GLboolean {
    package init(_ value: Bool) { self = value ? 1 : 0 }
}
