// SystemDecoder: lets the system's OpenGL decode compressed blocks, for comparison with Raster's decoders.

import CSystemGL
import Raster

package final class SystemDecoder {
    private let thread: GLThread
    private let context: EGLContext

    /// Opens the system's OpenGL on a separate thread. Throws `systemUnavailable` if the system has no usable OpenGL.
    package init() throws {
        let thread = try GLThread(name: "OpenGL decoder")
        do { context = try thread.perform { try EGLContext() } } catch {
            thread.stop()
            throw error
        }
        self.thread = thread
    }
    deinit {
        try? thread.perform { context.destroy() }
        thread.stop()
    }

    /// Returns the texels of an image in the format's `texelFormat`; nil if the driver does not know the format.
    package func decode(_ blocks: [UInt8], _ format: CompressedFormat, width: Int, height: Int) throws -> [UInt8]? {
        try thread.perform {
            let gl = context.gl, target = GLenum(GL_TEXTURE_2D), texels = GLPixelFormat(format.texelFormat)
            var name: GLuint = 0
            gl.genTextures(1, &name)
            defer { withUnsafePointer(to: name) { gl.deleteTextures(1, $0) } }
            gl.bindTexture(target, name)
            gl.pixelStorei(GLenum(GL_PACK_ALIGNMENT), 1)
            gl.compressedTexImage2D(target, 0, format.glInternalFormat, GLsizei(width), GLsizei(height), 0, GLsizei(blocks.count), blocks)
            if gl.pendingError() != nil { return nil }
            var result = [UInt8](repeating: 0, count: width * height * format.texelFormat.bytesPerTexel)
            gl.getTexImage(target, 0, texels.format, texels.type, &result)
            return gl.pendingError() == nil ? result : nil
        }
    }
}

extension CompressedFormat {
    /// The constant of OpenGL for the compressed format.
    fileprivate var glInternalFormat: GLenum {
        func number(_ size: ASTCBlockSize) -> GLenum { GLenum(ASTCBlockSize.allCases.firstIndex(of: size) ?? 0) }
        return switch self {
        case .eacR11: 0x9270
        case .eacR11Signed: 0x9271
        case .eacRG11: 0x9272
        case .eacRG11Signed: 0x9273
        case .etc2RGB8: 0x9274
        case .etc2SRGB8: 0x9275
        case .etc2RGB8A1: 0x9276
        case .etc2SRGB8A1: 0x9277
        case .etc2RGBA8: 0x9278
        case .etc2SRGB8Alpha8: 0x9279
        case .bc1RGB: 0x83F0
        case .bc1RGBA: 0x83F1
        case .bc2: 0x83F2
        case .bc3: 0x83F3
        case .bc1SRGB: 0x8C4C
        case .bc1SRGBA: 0x8C4D
        case .bc2SRGB: 0x8C4E
        case .bc3SRGB: 0x8C4F
        case .bc4: 0x8DBB
        case .bc4Signed: 0x8DBC
        case .bc5: 0x8DBD
        case .bc5Signed: 0x8DBE
        case .bc7: 0x8E8C
        case .bc7SRGB: 0x8E8D
        case .bc6hSigned: 0x8E8E
        case .bc6hUnsigned: 0x8E8F
        case .astc(let size): 0x93B0 + number(size)
        case .astcSRGB(let size): 0x93D0 + number(size)
        }
    }
}
