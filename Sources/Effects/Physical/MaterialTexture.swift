import Raster

/// The places of a `PhysicalMaterial` that a texture can fill. The raw value is the slot's name in error messages.
public enum MaterialSlot: String, Sendable, Hashable, CaseIterable {
    /// RGB: the colour; A: the opacity (glTF 2.0 §3.9.2).
    case baseColor
    /// G: the roughness; B: the metalness (glTF 2.0 §3.9.2).
    case metallicRoughness
    /// RGB: a normal in tangent space; red points to the right of the image, green to its top (glTF 2.0 §3.9.3).
    case normal
    /// R: how much indirect light reaches the surface (glTF 2.0 §3.9.3).
    case occlusion
    /// RGB: the emitted light (glTF 2.0 §3.9.3).
    case emissive
    /// RGB: the diffuse colour; A: the opacity (KHR_materials_pbrSpecularGlossiness).
    case diffuse
    /// RGB: the specular colour; A: the glossiness (KHR_materials_pbrSpecularGlossiness).
    case specularGlossiness
    /// R: the strength of the clear coat (KHR_materials_clearcoat).
    case clearcoat
    /// G: the roughness of the clear coat (KHR_materials_clearcoat).
    case clearcoatRoughness
    /// RGB: a normal of the clear coat in tangent space (KHR_materials_clearcoat).
    case clearcoatNormal
    /// RGB: the colour of the sheen (KHR_materials_sheen).
    case sheenColor
    /// A: the roughness of the sheen (KHR_materials_sheen).
    case sheenRoughness
    /// A: the strength of the specular reflection (KHR_materials_specular).
    case specular
    /// RGB: the colour of the specular reflection at normal incidence (KHR_materials_specular).
    case specularColor
    /// R: the share of light that passes through the surface (KHR_materials_transmission).
    case transmission
    /// G: the thickness of the volume beneath the surface (KHR_materials_volume).
    case thickness
    /// RG: a direction in tangent space; B: the strength of the anisotropy (KHR_materials_anisotropy).
    case anisotropy
    /// R: the strength of the iridescence (KHR_materials_iridescence).
    case iridescence
    /// G: the thickness of the thin film between minimum and maximum (KHR_materials_iridescence).
    case iridescenceThickness

    /// True if the texture holds colours, which image files encode as sRGB. The texture of a slot for colours needs an sRGB format. The
    /// textures of other slots hold linear numbers.
    public var isColor: Bool {
        switch self {
        case .baseColor, .emissive, .diffuse, .specularGlossiness, .sheenColor, .specularColor: true
        default: false
        }
    }
}

/// The use of a texture in a slot of a `PhysicalMaterial`: the image, its sampler, and the set and the transform of its texture
/// coordinates.
///
/// `Image` is the type of the reference to the image. A reader of files uses an index or a key; a material that is drawn needs a `Texture`.
public struct MaterialTexture<Image> {
    /// The image.
    public var image: Image
    /// The filters and wrap modes; by default trilinear and repeated, as glTF 2.0 §3.8.4 suggests.
    public var sampler: Sampler
    /// The set of texture coordinates: 0 for `texCoord0`, 1 for `texCoord1`.
    public var texCoord: Int
    /// The transform of the texture coordinates before the lookup; the identity by default.
    public var transform: TextureTransform

    /// Creates a use of `image` with the texture coordinates of set 0 and without a transform.
    public init(_ image: Image, sampler: Sampler = Sampler(mip: .linear, wrap: .repeat), texCoord: Int = 0,
                transform: TextureTransform = TextureTransform()) {
        self.image = image; self.sampler = sampler; self.texCoord = texCoord; self.transform = transform
    }
}
extension MaterialTexture: Sendable where Image: Sendable {}
extension MaterialTexture: Equatable where Image: Equatable {}
extension MaterialTexture: Hashable where Image: Hashable {}

/// A transform of texture coordinates (KHR_texture_transform): the coordinates are scaled, then rotated, then moved.
///
/// The properties have the same meaning as in a glTF file, whose texture coordinates have their origin at the top left. The effect converts
/// the transform for Raster's texture coordinates, whose origin is at the bottom left.
public struct TextureTransform: Sendable, Hashable {
    /// The offset of the origin, as a fraction of the image's width and height.
    public var offset = SIMD2<Float>(0, 0)
    /// The rotation of the coordinates around the origin, in radians.
    public var rotation: Float = 0
    /// The scale factors of the coordinates.
    public var scale = SIMD2<Float>(1, 1)
    /// Creates the identity.
    public init() {}
    /// Creates a transform from its parts.
    public init(offset: SIMD2<Float>, rotation: Float = 0, scale: SIMD2<Float> = SIMD2(1, 1)) {
        self.offset = offset; self.rotation = rotation; self.scale = scale
    }
}
