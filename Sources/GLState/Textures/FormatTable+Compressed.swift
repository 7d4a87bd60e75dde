// FormatTable+Compressed: the compressed formats of OpenGL ES 3.0 (§3.8.6, appendix C) and of extensions. Raster decodes blocks when they
// are uploaded.

import Raster

extension FormatTable {
    static let compressed: [GLFormat] = plain.map { GLFormat($0.0, $0.1, $0.2.texelFormat, compressed: $0.2) } + blocksOfASTC

    private static let plain: [(GLenum, GLFormat.Base, CompressedFormat)] = [
        (GL_ETC1_RGB8_OES, .rgb, .etc2RGB8),
        (GL_COMPRESSED_RGB8_ETC2, .rgb, .etc2RGB8), (GL_COMPRESSED_SRGB8_ETC2, .rgb, .etc2SRGB8),
        (GL_COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2, .rgba, .etc2RGB8A1), (GL_COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2, .rgba, .etc2SRGB8A1),
        (GL_COMPRESSED_RGBA8_ETC2_EAC, .rgba, .etc2RGBA8), (GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC, .rgba, .etc2SRGB8Alpha8),
        (GL_COMPRESSED_R11_EAC, .red, .eacR11), (GL_COMPRESSED_SIGNED_R11_EAC, .red, .eacR11Signed),
        (GL_COMPRESSED_RG11_EAC, .rg, .eacRG11), (GL_COMPRESSED_SIGNED_RG11_EAC, .rg, .eacRG11Signed),
        (GL_COMPRESSED_RGB_S3TC_DXT1_EXT, .rgb, .bc1RGB), (GL_COMPRESSED_SRGB_S3TC_DXT1_EXT, .rgb, .bc1SRGB),
        (GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, .rgba, .bc1RGBA), (GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT, .rgba, .bc1SRGBA),
        (GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, .rgba, .bc2), (GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT, .rgba, .bc2SRGB),
        (GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, .rgba, .bc3), (GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT, .rgba, .bc3SRGB),
        (GL_COMPRESSED_RED_RGTC1_EXT, .red, .bc4), (GL_COMPRESSED_SIGNED_RED_RGTC1_EXT, .red, .bc4Signed),
        (GL_COMPRESSED_RED_GREEN_RGTC2_EXT, .rg, .bc5), (GL_COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT, .rg, .bc5Signed),
        (GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT, .rgb, .bc6hUnsigned), (GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT, .rgb, .bc6hSigned),
        (GL_COMPRESSED_RGBA_BPTC_UNORM_EXT, .rgba, .bc7), (GL_COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT, .rgba, .bc7SRGB),
    ]
    /// In the registry, the constants for ASTC's block sizes are consecutive numbers, in the order of `ASTCBlockSize`.
    private static let blocksOfASTC: [GLFormat] = ASTCBlockSize.allCases.enumerated().flatMap { number, size in
        [GLFormat(GL_COMPRESSED_RGBA_ASTC_4x4 + GLenum(number), .rgba, .rgba8, compressed: .astc(size)),
         GLFormat(GL_COMPRESSED_SRGB8_ALPHA8_ASTC_4x4 + GLenum(number), .rgba, .srgb8Alpha8, compressed: .astcSRGB(size))]
    }
}

extension GLContext {
    /// The formats of glCompressedTexImage2D (GL_COMPRESSED_TEXTURE_FORMATS).
    package var compressedFormats: [GLenum] { FormatTable.compressed.filter { $0.isCompressedFormat(version) }.map(\.internalFormat) }
}

extension GLFormat {
    /// Returns whether glCompressedTexImage2D accepts the format in a context of this version. ETC2 and EAC belong to OpenGL ES 3.0; all
    /// other formats come from extensions, which contexts of OpenGL ES 2 and 3 have.
    func isCompressedFormat(_ version: GLVersion) -> Bool { compressed != nil && (version.hasES3 || !isES3Compressed) }
    private var isES3Compressed: Bool { (GL_COMPRESSED_R11_EAC...GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC).contains(internalFormat) }
    /// Whether the format allows three-dimensional textures, whose slices consist of blocks. Only BPTC allows three-dimensional textures
    /// (EXT_texture_compression_bptc).
    var allowsCompressed3D: Bool {
        switch compressed {
        case .bc6hUnsigned, .bc6hSigned, .bc7, .bc7SRGB: true
        default: false
        }
    }
    /// Whether the format allows array textures. ETC1 allows only 2D images (OES_compressed_ETC1_RGB8_texture).
    var allowsCompressedArray: Bool { internalFormat != GL_ETC1_RGB8_OES }
    /// Whether a part of an image can be replaced. The extension of ETC1 does not allow such a replacement.
    var allowsCompressedParts: Bool { internalFormat != GL_ETC1_RGB8_OES }
}
