// TextureInfo: a texture and what there is to know about how it came to be. The sampler that goes with it has GLKit's
// filters: linear, between mip levels too where there are some, clamped to the edge.

import Raster

/// Made by `TextureLoader`, or for a texture of your own by `init(texture:)`.
public struct TextureInfo {
    /// What the fourth channel means.
    public enum AlphaState: String, Sendable, Hashable, CaseIterable, Codable {
        /// The source had no alpha: it reads as one.
        case none
        /// Colours are as in the source, straight.
        case nonPremultiplied
        /// Colours are multiplied by alpha: blend with `BlendState.premultiplied`.
        case premultiplied
    }
    /// Where in the source texture coordinate (0, 0) lies.
    public enum Origin: String, Sendable, Hashable, CaseIterable, Codable { case unknown, topLeft, bottomLeft }

    public let texture: Texture
    public let target: TextureProperty.Target
    /// Texels of level 0; of one face, for a cube map.
    public let width: Int
    public let height: Int
    public let alphaState: AlphaState
    public let origin: Origin
    public let containsMipmaps: Bool
    /// The picture was grey and became alpha; the colour channels are black.
    public let isAlphaOnly: Bool

    /// How to read it: min and mag filter linear, linear between levels when there are any, clamped to the edge.
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
    /// A unit that reads what was loaded, with the filters that go with it, switched on.
    public init(_ info: TextureInfo, envMode: EnvMode = .modulate) {
        self.init(info.texture, sampler: info.sampler, target: info.target, envMode: envMode, enabled: true)
        isAlphaOnly = info.isAlphaOnly
    }
}
