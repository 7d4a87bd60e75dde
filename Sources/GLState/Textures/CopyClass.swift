// CopyClass: the formats between which glCopyImageSubData copies (OpenGL ES 3.2 table 16.3, OpenGL 4.3 table 8.22).

import Raster

extension GLFormat {
    /// For an uncompressed format: the number of bytes of a texel, if texels can be copied to other formats; nil if texels can be copied only
    /// to the same format. Raster may store more bytes for a texel.
    private var copiedByteCount: Int? {
        guard isColor, compressed == nil else { return nil }
        switch base {
        case .red, .rg, .rgb, .rgba: break
        default: return nil
        }
        switch pixelFormat {
        case .rgb565, .rgba4444, .rgb5a1: return nil
        case .rgb9e5: return 4
        default: break
        }
        let count = bits.red + bits.green + bits.blue + bits.alpha
        return count % 8 == 0 && internalFormat != GL_BGRA8_EXT ? count / 8 : nil
    }
    /// For a compressed format: one compressed format that represents all formats to which blocks can be copied; nil if blocks can be copied
    /// only to the same format.
    private var copiedBlocks: CompressedFormat? {
        guard let compressed, internalFormat != GL_ETC1_RGB8_OES else { return nil }
        return switch compressed {
        case .etc2SRGB8: .etc2RGB8
        case .etc2SRGB8A1: .etc2RGB8A1
        case .etc2SRGB8Alpha8: .etc2RGBA8
        case .eacR11Signed: .eacR11
        case .eacRG11Signed: .eacRG11
        case .bc1SRGB: .bc1RGB
        case .bc1SRGBA: .bc1RGBA
        case .bc2SRGB: .bc2
        case .bc3SRGB: .bc3
        case .bc4Signed: .bc4
        case .bc5Signed: .bc5
        case .bc6hSigned: .bc6hUnsigned
        case .bc7SRGB: .bc7
        case .astcSRGB(let size): .astc(size)
        default: compressed
        }
    }
    /// Returns whether glCopyImageSubData copies between images of the two formats. A compressed and an uncompressed format fit together if a
    /// block has as many bytes as a texel.
    func isCopied(to other: GLFormat) -> Bool {
        if self === other { return true }
        if let blocks = copiedBlocks, let otherBlocks = other.copiedBlocks { return blocks == otherBlocks }
        guard let count = copiedBlocks?.bytesPerBlock ?? copiedByteCount else { return false }
        return count == other.copiedBlocks?.bytesPerBlock ?? other.copiedByteCount
    }

    /// The number of bytes of a block, or of a texel as the program knows it.
    var bytesPerElement: Int { compressed?.bytesPerBlock ?? copiedByteCount ?? pixelFormat.bytesPerTexel }
    /// The bytes that Raster stores after the program's bytes of a texel: a fourth component with the value 1. The program's texels do not
    /// have this component.
    var hiddenAlpha: [UInt8] {
        let count = compressed == nil ? pixelFormat.bytesPerTexel - bytesPerElement : 0
        guard count > 0 else { return [] }
        let one: UInt32 = isInteger ? 1 : pixelFormat.kind == .snorm ? 0x7FFF : 0xFFFF
        return (0..<count).map { UInt8(truncatingIfNeeded: one >> (8 * UInt32($0))) }
    }
}
