// The strings of a context (OpenGL ES 3.0.6 §6.1.5).

import Host
import Raster

/// Texts that C code reads. The texts are never freed, because a program may keep their addresses. All contexts of the process share one
/// table, so a further context needs no memory for texts.
enum ContextStrings {
    private static let addresses = Lock<[String: UnsafePointer<UInt8>]>([:])

    static func address(_ text: String) -> UnsafePointer<UInt8> {
        addresses.withLock { known in
            if let address = known[text] { return address }
            let bytes = Array(text.utf8) + [0], memory = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
            memory.initialize(from: bytes, count: bytes.count)
            known[text] = UnsafePointer(memory)
            return UnsafePointer(memory)
        }
    }
}

extension GLContext {
    /// The extensions that the context offers, in alphabetical order.
    package var extensionNames: [String] { GLExtensions.names(version) }

    package func glGetString(_ name: GLenum) throws(GLError) -> UnsafePointer<UInt8>? {
        switch name {
        case GL_VENDOR: return ContextStrings.address("Raster")
        case GL_RENDERER: return ContextStrings.address("Raster, \(device.name)")
        case GL_VERSION: return ContextStrings.address(version.isES ? "\(version.name) Raster" : "3.3 (Core Profile) Raster")
        case GL_SHADING_LANGUAGE_VERSION:
            if version.isDesktop { return ContextStrings.address("3.30 Raster") }
            return ContextStrings.address("OpenGL ES GLSL ES \(version.hasES31 ? "3.10" : version.hasES3 ? "3.00" : "1.00") Raster")
        case GL_EXTENSIONS where version.isES || version.allowsLegacy: return ContextStrings.address(extensionNames.joined(separator: " "))
        default: throw .invalidEnum("name", name)
        }
    }
    package func glGetStringi(_ name: GLenum, _ index: GLuint) throws(GLError) -> UnsafePointer<UInt8>? {
        guard name == GL_EXTENSIONS else { throw .invalidEnum("name", name) }
        guard Int(index) < extensionNames.count else { throw .invalidValue("there are only \(extensionNames.count) extensions") }
        return ContextStrings.address(extensionNames[Int(index)])
    }
}
