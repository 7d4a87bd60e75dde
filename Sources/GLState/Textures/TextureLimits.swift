import Raster

extension GLLimits {
    /// The number of levels of the largest texture, which has 8192 texels on each side.
    package static let textureLevels = 14
    /// The largest value of GL_TEXTURE_MAX_ANISOTROPY_EXT.
    package static let anisotropy: Float = 16

    /// Returns the largest side of level 0.
    package static func textureSize(_ kind: TextureKind) -> Int { kind == .d3 ? texture3DSize : textureSize }
    /// Returns the largest depth, or the largest number of layers. The faces of arrays of cubes are layers.
    package static func textureDepth(_ kind: TextureKind) -> Int { kind == .d3 ? texture3DSize : kind.hasLayers ? arrayLayers : 1 }
}
