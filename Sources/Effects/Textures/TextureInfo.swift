import Raster

/// A texture with facts about the picture from which it was made. `TextureLoader` returns this value. For a texture that the application
/// made itself, use `init(texture:)`.
public struct TextureInfo {
    /// The meaning of the fourth channel.
    public enum AlphaState: String, Sendable, Hashable, CaseIterable, Codable {
        /// The source has no alpha, so shaders read 1 as alpha.
        case none
        /// Colours are not multiplied by alpha, as in the source.
        case nonPremultiplied
        /// Colours are multiplied by alpha. `BlendState.premultiplied` blends such colours.
        case premultiplied
    }
    /// The corner of the source that has the texture coordinate (0, 0).
    public enum Origin: String, Sendable, Hashable, CaseIterable, Codable {
        /// The origin is unknown, because the application that made the texture did not give the origin.
        case unknown
        /// The source's top left corner.
        case topLeft
        /// The source's bottom left corner.
        case bottomLeft
    }

    /// The texture.
    public let texture: Texture
    /// The shape of the texture.
    public let target: TextureProperty.Target
    /// The width of level 0 in texels; for a cube map, the width of one face.
    public let width: Int
    /// The height of level 0 in texels; for a cube map, the height of one face.
    public let height: Int
    /// The meaning of the fourth channel.
    public let alphaState: AlphaState
    /// The corner of the source that has the texture coordinate (0, 0).
    public let origin: Origin
    /// Whether the texture has more mip levels than level 0.
    public let containsMipmaps: Bool
    /// Whether a grey picture was converted to alpha; the colour channels are then black.
    public let isAlphaOnly: Bool
    /// The remarks of the file's reader, such as a remark about an ignored colour profile; see `ImageFile.warnings`.
    public let warnings: [String]

    /// A suitable sampler, as in GLKit: the filters are linear, and coordinates are clamped to the edge. If the texture has several
    /// mip levels, the filter between levels is linear, too.
    public var sampler: Sampler { containsMipmaps ? .trilinear : .linear }

    /// Describes a texture that was not made by a loader, such as the target of a render pass. Throws `unsupported` for a texture
    /// that is neither 2D nor a cube map.
    public init(texture: Texture, alphaState: AlphaState = .none, origin: Origin = .unknown, isAlphaOnly: Bool = false,
                warnings: [String] = []) throws(RasterError) {
        self.texture = texture
        self.target = switch texture.descriptor.type {
        case .d2: .texture2D
        case .cube: .textureCubeMap
        case .d3, .d2Array, .d1, .d1Array, .rectangle, .buffer, .cubeArray:
            throw RasterError(.unsupported, texture.name, "is of type \(texture.descriptor.type)", remedy: "use a 2D texture or a cube map")
        }
        width = texture.width
        height = texture.height
        self.alphaState = alphaState
        self.origin = origin
        self.isAlphaOnly = isAlphaOnly
        self.warnings = warnings
        containsMipmaps = texture.descriptor.mipLevels > 1
    }
}

extension TextureProperty {
    /// Creates an enabled unit that reads the loaded texture with its suitable sampler.
    public init(_ info: TextureInfo, envMode: EnvMode = .modulate) {
        self.init(info.texture, sampler: info.sampler, target: info.target, envMode: envMode, enabled: true)
        isAlphaOnly = info.isAlphaOnly
    }
}
