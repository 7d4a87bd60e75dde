// CopyClass: the formats between which glCopyImageSubData copies (OpenGL ES 3.2 table 16.3, OpenGL 4.3 table 8.22).

import Raster

extension GLFormat {
    /// The bytes of a texel of a format without blocks that is copied to other formats; nil if it is copied to the same format alone. Raster
    /// may store more bytes for a texel.
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
    /// The format that stands for all compressed formats to which a compressed format is copied; nil if it is copied to the same format alone.
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
    /// Whether glCopyImageSubData copies between images of the two formats. A texel without blocks has the bytes of a whole block.
    func isCopied(to other: GLFormat) -> Bool {
        if self === other { return true }
        if let blocks = copiedBlocks, let otherBlocks = other.copiedBlocks { return blocks == otherBlocks }
        guard let count = copiedBlocks?.bytesPerBlock ?? copiedByteCount else { return false }
        return count == other.copiedBlocks?.bytesPerBlock ?? other.copiedByteCount
    }

    /// The bytes of a block, or of a texel in the program's view.
    var bytesPerElement: Int { compressed?.bytesPerBlock ?? copiedByteCount ?? pixelFormat.bytesPerTexel }
    /// The number of bytes that a stored texel has beyond `bytesPerElement`: a fourth component that the program does not know.
    var hiddenAlpha: [UInt8] {
        let count = compressed == nil ? pixelFormat.bytesPerTexel - bytesPerElement : 0
        guard count > 0 else { return [] }
        let one: UInt32 = isInteger ? 1 : pixelFormat.kind == .snorm ? 0x7FFF : 0xFFFF
        return (0..<count).map { UInt8(truncatingIfNeeded: one >> (8 * UInt32($0))) }
    }
}
