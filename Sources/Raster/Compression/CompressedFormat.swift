/// A format of compressed textures: blocks of texels with a fixed number of bytes each. `Texture.upload(compressed:_:region:level:)`
/// decodes the blocks; the texture keeps plain texels of `texelFormat` and takes as much memory as plain texels need.
///
/// The decoders follow the Khronos Data Format Specification 1.3. Formats without alpha are opaque. If the specification defines a colour
/// between two endpoints as a real number (BC1 to BC5), the decoder rounds the colour to the nearest code.
public enum CompressedFormat: Sendable, Hashable, CaseIterable {
    /// Opaque colours (GL_COMPRESSED_RGB8_ETC2). Blocks of ETC1 (GL_ETC1_RGB8_OES) are valid blocks of this format.
    case etc2RGB8
    /// Opaque sRGB colours (GL_COMPRESSED_SRGB8_ETC2).
    case etc2SRGB8
    /// Colours that are opaque or fully transparent (GL_COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2).
    case etc2RGB8A1
    /// sRGB colours that are opaque or fully transparent (GL_COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2).
    case etc2SRGB8A1
    /// Colours with 8 bits of alpha (GL_COMPRESSED_RGBA8_ETC2_EAC).
    case etc2RGBA8
    /// sRGB colours with 8 bits of linear alpha (GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC).
    case etc2SRGB8Alpha8
    /// One channel of 11 bits, 0…1 (GL_COMPRESSED_R11_EAC).
    case eacR11
    /// One channel of 11 bits, −1…1 (GL_COMPRESSED_SIGNED_R11_EAC).
    case eacR11Signed
    /// Two channels of 11 bits, 0…1 (GL_COMPRESSED_RG11_EAC).
    case eacRG11
    /// Two channels of 11 bits, −1…1 (GL_COMPRESSED_SIGNED_RG11_EAC).
    case eacRG11Signed
    /// Opaque colours (GL_COMPRESSED_RGB_S3TC_DXT1_EXT).
    case bc1RGB
    /// Opaque sRGB colours (GL_COMPRESSED_SRGB_S3TC_DXT1_EXT).
    case bc1SRGB
    /// Colours that are opaque or fully transparent (GL_COMPRESSED_RGBA_S3TC_DXT1_EXT).
    case bc1RGBA
    /// sRGB colours that are opaque or fully transparent (GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT).
    case bc1SRGBA
    /// Colours with 4 bits of alpha (GL_COMPRESSED_RGBA_S3TC_DXT3_EXT).
    case bc2
    /// sRGB colours with 4 bits of linear alpha (GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT).
    case bc2SRGB
    /// Colours with interpolated alpha (GL_COMPRESSED_RGBA_S3TC_DXT5_EXT).
    case bc3
    /// sRGB colours with interpolated linear alpha (GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT).
    case bc3SRGB
    /// One channel, 0…1 (GL_COMPRESSED_RED_RGTC1).
    case bc4
    /// One channel, −1…1 (GL_COMPRESSED_SIGNED_RED_RGTC1).
    case bc4Signed
    /// Two channels, 0…1 (GL_COMPRESSED_RG_RGTC2).
    case bc5
    /// Two channels, −1…1 (GL_COMPRESSED_SIGNED_RG_RGTC2).
    case bc5Signed
    /// Opaque colours as half floats that are not negative (GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT).
    case bc6hUnsigned
    /// Opaque colours as half floats (GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT).
    case bc6hSigned
    /// Colours with alpha (GL_COMPRESSED_RGBA_BPTC_UNORM).
    case bc7
    /// sRGB colours with linear alpha (GL_COMPRESSED_SRGB_ALPHA_BPTC_UNORM).
    case bc7SRGB
    /// Colours with alpha in ASTC's profile of low dynamic range (GL_COMPRESSED_RGBA_ASTC_4x4_KHR and the other sizes). Colours have 8
    /// bits per channel. Blocks of high dynamic range and invalid blocks are magenta, as the specification says.
    case astc(ASTCBlockSize)
    /// sRGB colours with linear alpha in ASTC's profile of low dynamic range (GL_COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR and the other
    /// sizes).
    case astcSRGB(ASTCBlockSize)

    /// All formats, with ASTC in all sizes of blocks.
    public static var allCases: [CompressedFormat] {
        [.etc2RGB8, .etc2SRGB8, .etc2RGB8A1, .etc2SRGB8A1, .etc2RGBA8, .etc2SRGB8Alpha8, .eacR11, .eacR11Signed, .eacRG11, .eacRG11Signed, .bc1RGB, .bc1SRGB,
         .bc1RGBA, .bc1SRGBA, .bc2, .bc2SRGB, .bc3, .bc3SRGB, .bc4, .bc4Signed, .bc5, .bc5Signed, .bc6hUnsigned, .bc6hSigned, .bc7, .bc7SRGB]
            + ASTCBlockSize.allCases.flatMap { [.astc($0), .astcSRGB($0)] }
    }

    /// The number of texels per row of a block.
    public var blockWidth: Int { if case .astc(let size) = self { size.width } else if case .astcSRGB(let size) = self { size.width } else { 4 } }
    /// The number of rows of a block.
    public var blockHeight: Int { if case .astc(let size) = self { size.height } else if case .astcSRGB(let size) = self { size.height } else { 4 } }
    /// The number of bytes of a block.
    public var bytesPerBlock: Int {
        switch self {
        case .etc2RGB8, .etc2SRGB8, .etc2RGB8A1, .etc2SRGB8A1, .eacR11, .eacR11Signed, .bc1RGB, .bc1SRGB, .bc1RGBA, .bc1SRGBA, .bc4, .bc4Signed: 8
        default: 16
        }
    }
    /// The format of the texels into which the blocks are decoded. A texture must have this format.
    public var texelFormat: PixelFormat {
        switch self {
        case .etc2RGB8, .bc1RGB: .rgb8
        case .etc2SRGB8, .bc1SRGB: .srgb8
        case .etc2RGB8A1, .etc2RGBA8, .bc1RGBA, .bc2, .bc3, .bc7, .astc: .rgba8
        case .etc2SRGB8A1, .etc2SRGB8Alpha8, .bc1SRGBA, .bc2SRGB, .bc3SRGB, .bc7SRGB, .astcSRGB: .srgb8Alpha8
        case .eacR11: .r16
        case .eacR11Signed: .r16Snorm
        case .eacRG11: .rg16
        case .eacRG11Signed: .rg16Snorm
        case .bc4: .r8
        case .bc4Signed: .r8Snorm
        case .bc5: .rg8
        case .bc5Signed: .rg8Snorm
        case .bc6hUnsigned, .bc6hSigned: .rgb16Float
        }
    }
    /// Returns the number of bytes of an image of the given size. Blocks at the right and upper edge may reach beyond the image. The result
    /// is 0 if a side is below 1, and `Int.max` if the number does not fit into an Int.
    public func byteCount(width: Int, height: Int, depth: Int = 1) -> Int {
        guard width > 0, height > 0, depth > 0 else { return 0 }
        var result = bytesPerBlock
        for factor in [(width - 1) / blockWidth + 1, (height - 1) / blockHeight + 1, depth] {
            let (product, overflow) = result.multipliedReportingOverflow(by: factor)
            if overflow { return .max }
            result = product
        }
        return result
    }
}

/// The size of a block of ASTC in texels, such as 8×5.
public enum ASTCBlockSize: String, Sendable, Hashable, CaseIterable {
    /// 4×4 texels, 8 bits per texel.
    case size4x4 = "4x4"
    /// 5×4 texels, 6.4 bits per texel.
    case size5x4 = "5x4"
    /// 5×5 texels, 5.12 bits per texel.
    case size5x5 = "5x5"
    /// 6×5 texels, 4.27 bits per texel.
    case size6x5 = "6x5"
    /// 6×6 texels, 3.56 bits per texel.
    case size6x6 = "6x6"
    /// 8×5 texels, 3.2 bits per texel.
    case size8x5 = "8x5"
    /// 8×6 texels, 2.67 bits per texel.
    case size8x6 = "8x6"
    /// 8×8 texels, 2 bits per texel.
    case size8x8 = "8x8"
    /// 10×5 texels, 2.56 bits per texel.
    case size10x5 = "10x5"
    /// 10×6 texels, 2.13 bits per texel.
    case size10x6 = "10x6"
    /// 10×8 texels, 1.6 bits per texel.
    case size10x8 = "10x8"
    /// 10×10 texels, 1.28 bits per texel.
    case size10x10 = "10x10"
    /// 12×10 texels, 1.07 bits per texel.
    case size12x10 = "12x10"
    /// 12×12 texels, 0.89 bits per texel.
    case size12x12 = "12x12"

    /// The number of texels per row.
    public var width: Int {
        switch self {
        case .size4x4: 4
        case .size5x4, .size5x5: 5
        case .size6x5, .size6x6: 6
        case .size8x5, .size8x6, .size8x8: 8
        case .size10x5, .size10x6, .size10x8, .size10x10: 10
        case .size12x10, .size12x12: 12
        }
    }
    /// The number of rows.
    public var height: Int {
        switch self {
        case .size4x4, .size5x4: 4
        case .size5x5, .size6x5, .size8x5, .size10x5: 5
        case .size6x6, .size8x6, .size10x6: 6
        case .size8x8, .size10x8: 8
        case .size10x10, .size12x10: 10
        case .size12x12: 12
        }
    }
}
