import Raster

/// The name of a texture unit of an effect, for `BaseEffect.textureOrder`.
public struct TextureUnit: RawRepresentable, Sendable, Hashable {
    /// The unit's number.
    public var rawValue: Int
    /// Creates the texture unit with the given number. A BaseEffect has the texture units 0 and 1; a ReflectionMapEffect also has unit 2.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// The unit `BaseEffect.texture2d0`.
    public static let texture2d0 = TextureUnit(rawValue: 0)
    /// The unit `BaseEffect.texture2d1`.
    public static let texture2d1 = TextureUnit(rawValue: 1)
    /// The unit `ReflectionMapEffect.textureCubeMap`; other effects do not have this unit.
    public static let textureCubeMap = TextureUnit(rawValue: 2)
}

/// A texture unit of an effect: its texture, and how its texels are combined with the result of the previous units (OpenGL ES 1.1
/// §3.7.12). Copies of a TextureProperty refer to the same texture.
public struct TextureProperty {
    /// The shape of the texture that a unit reads.
    public enum Target: Sendable, Hashable {
        /// A 2D texture.
        case texture2D
        /// A cube map.
        case textureCubeMap
    }
    /// The formula that combines the texel with the colour. Ct and At are the texel's colour and alpha; Cf and Af are the colour
    /// and alpha before this unit. A texture without alpha does not change Af.
    public enum EnvMode: Int, Sendable, Hashable, CaseIterable {
        /// The texel replaces the colour: (Ct, At).
        case replace
        /// The texel multiplies the colour: (Cf·Ct, Af·At).
        case modulate
        /// The texel covers the colour by its alpha: (Cf·(1 − At) + Ct·At, Af).
        case decal
    }
    /// Whether the unit is used.
    public var enabled: Bool
    /// The texture; nil if the unit has no texture. GLKit calls this property `name`. An enabled unit must have a texture.
    public var texture: Texture?
    /// The filters and wrap modes of the texture.
    public var sampler: Sampler
    /// The shape of the texture that the unit reads. `BaseEffect.texture2d0` and `texture2d1` accept only `texture2D`; every
    /// `textureCubeMap` accepts only `Target.textureCubeMap`.
    public var target: Target
    /// The formula that combines the texel with the colour.
    public var envMode: EnvMode
    /// Whether only the texture's alpha is used, as with the format GL_ALPHA: Ct is ignored and Cf does not change.
    public var isAlphaOnly = false

    /// Creates a texture unit. By default, the unit is disabled and has no texture.
    public init(_ texture: Texture? = nil, sampler: Sampler = .linear, target: Target = .texture2D, envMode: EnvMode = .modulate, enabled: Bool = false) {
        self.texture = texture; self.sampler = sampler; self.target = target; self.envMode = envMode; self.enabled = enabled
    }

    /// Returns the unit's texture; throws an error if the unit cannot be used. `expected` is the target that the effect requires.
    func validatedTexture(_ property: String, expected: Target, device: Device, of effect: String) throws(RasterError) -> Texture {
        func name(_ target: Target) -> String { target == .texture2D ? ".texture2D" : ".textureCubeMap" }
        guard target == expected else {
            throw RasterError(.samplerTypeMismatch, "\(property).target of \(effect)", "is \(name(target))", remedy: "use \(name(expected))")
        }
        guard let texture else {
            throw RasterError(.incompleteTexture, "\(property).texture of \(effect)", "is missing while the unit is enabled",
                              remedy: "set a texture, or disable the unit")
        }
        guard texture.owner === device else {
            throw RasterError(.wrongDevice, "\(property).texture of \(effect)", "belongs to another device", remedy: "make it with the effect's device")
        }
        let d = texture.descriptor
        guard d.type == (expected == .texture2D ? .d2 : .cube) else {
            throw RasterError(.samplerTypeMismatch, "\(property).texture of \(effect)", "has type .\(d.type)",
                              remedy: expected == .texture2D ? "use a 2D texture" : "use a cube map")
        }
        guard d.samples == 1, d.format.isColor, !d.format.isInteger else {
            throw RasterError(.samplerTypeMismatch, "\(property).texture of \(effect)", "has format \(d.format) with \(d.samples) samples",
                              remedy: "use a colour texture with one sample and no integer format")
        }
        return texture
    }
}
