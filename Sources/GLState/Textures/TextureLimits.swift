import Raster

extension GLLimits {
    /// The number of levels of the largest texture, of 8192 texels.
    package static let textureLevels = 14
    /// The largest value of GL_TEXTURE_MAX_ANISOTROPY_EXT.
    package static let anisotropy: Float = 16

    /// The largest side of level 0.
    package static func textureSize(_ type: TextureType) -> Int { type == .d3 ? texture3DSize : textureSize }
    /// The largest depth, or the largest number of layers.
    package static func textureDepth(_ type: TextureType) -> Int {
        switch type {
        case .d3: texture3DSize
        case .d2Array, .d1Array, .cubeArray: arrayLayers
        case .d2, .cube, .d1, .rectangle, .buffer: 1
        }
    }
}
