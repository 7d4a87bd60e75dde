import Raster

/// A texture and the facts about its source. Made by `TextureLoader`, or for a texture of your own by `init(texture:)`.
public struct TextureInfo {
    /// The meaning of the fourth channel.
    public enum AlphaState: String, Sendable, Hashable, CaseIterable, Codable {
        /// The source had no alpha: it reads as one.
        case none
        /// Colours are as in the source, straight.
        case nonPremultiplied
        /// Colours are multiplied by alpha: blend with `BlendState.premultiplied`.
        case premultiplied
    }
    /// The corner of the source at which the texture coordinate (0, 0) lies.
    public enum Origin: String, Sendable, Hashable, CaseIterable, Codable {
        /// The maker of the texture did not say.
        case unknown
        /// The source's top left corner.
        case topLeft
        /// The source's bottom left corner.
        case bottomLeft
    }

    /// The texture.
    public let texture: Texture
    /// Its shape.
    public let target: TextureProperty.Target
    /// Texels of a row of level 0; of one face, for a cube map.
    public let width: Int
    /// Rows of level 0; of one face, for a cube map.
    public let height: Int
    /// The meaning of the fourth channel.
    public let alphaState: AlphaState
    /// The corner of the source at which (0, 0) lies.
    public let origin: Origin
    /// Whether there are levels beyond level 0.
    public let containsMipmaps: Bool
    /// Whether the picture was grey and became alpha; the colour channels are black then.
    public let isAlphaOnly: Bool

    /// The sampler that goes with it, with GLKit's filters: linear, also between levels when there are any, clamped to the edge.
    public var sampler: Sampler { containsMipmaps ? .trilinear : .linear }

    /// Describes a texture that no loader made, such as one that has been drawn to.
    /// Throws `unsupported` when it is neither 2D nor a cube map.
    public init(texture: Texture, alphaState: AlphaState = .none, origin: Origin = .unknown, isAlphaOnly: Bool = false) throws(RasterError) {
        self.texture = texture
        self.target = switch texture.descriptor.type {
        case .d2: .texture2D
        case .cube: .textureCubeMap
        case .d3, .d2Array:
            throw RasterError(.unsupported, texture.name, "is of type \(texture.descriptor.type)", remedy: "use a 2D texture or a cube map")
        }
        width = texture.width
        height = texture.height
        self.alphaState = alphaState
        self.origin = origin
        self.isAlphaOnly = isAlphaOnly
        containsMipmaps = texture.descriptor.mipLevels > 1
    }
}

extension TextureProperty {
    /// A unit that is switched on and reads the loaded texture with the filters that go with it.
    public init(_ info: TextureInfo, envMode: EnvMode = .modulate) {
        self.init(info.texture, sampler: info.sampler, target: info.target, envMode: envMode, enabled: true)
        isAlphaOnly = info.isAlphaOnly
    }
}
