/// The appearance of a surface, as glTF 2.0 and its material extensions describe it: the amounts and the colours of the light that
/// the surface reflects, transmits and emits.
///
///     var gold = PhysicalMaterial<Texture>()
///     gold.baseColor = SIMD4(1, 0.77, 0.34, 1)
///     gold.roughness = 0.3
///     gold.textures[.normal] = MaterialTexture(scratches)
///
/// A reader of files makes a `PhysicalMaterial<Int>` with the indices of the file's images; `mapTextures` replaces the indices by textures
/// when a device exists. All colours and factors are linear. A texture multiplies the factor of its slot. `PhysicalEffect` checks the
/// values before a draw.
public struct PhysicalMaterial<Image> {
    /// The material's name in its file; it may be empty.
    public var name = ""
    /// The colour that metals reflect and other surfaces scatter, and the opacity (glTF 2.0 §3.9.2).
    public var baseColor = SIMD4<Float>(1, 1, 1, 1)
    /// The metalness: 0 for a dielectric such as plastic, 1 for a metal.
    public var metallic: Float = 1
    /// The roughness: 0 for a mirror, 1 for a matte surface. The square of the roughness is the α of the microfacet distribution.
    public var roughness: Float = 1
    /// If `specularGlossiness` is not nil, this description of the surface replaces `baseColor`, `metallic`, `roughness` and the textures
    /// of these three properties.
    public var specularGlossiness: SpecularGlossiness?

    /// The factor of the x and y components of the normal map (`normalTexture.scale`).
    public var normalScale: Float = 1
    /// The influence of the occlusion map, 0…1 (`occlusionTexture.strength`).
    public var occlusionStrength: Float = 1
    /// The emitted light; black by default.
    public var emissive = SIMD3<Float>(0, 0, 0)
    /// The factor of the emitted light (KHR_materials_emissive_strength).
    public var emissiveStrength: Float = 1

    /// How the surface uses the alpha of its base colour.
    public var alphaMode = MaterialAlphaMode.opaque
    /// In the mode `mask`, fragments with an alpha below this value are discarded.
    public var alphaCutoff: Float = 0.5
    /// True if back faces are drawn too, with the opposite normal.
    public var isDoubleSided = false
    /// True if the surface shows its base colour without any light (KHR_materials_unlit).
    public var isUnlit = false

    /// A second, transparent layer over the surface; nil if there is no such layer.
    public var clearcoat: Clearcoat?
    /// The light that fibres scatter at grazing angles; nil if the surface has no sheen.
    public var sheen: Sheen?
    /// The strength and colour of a dielectric's reflection; nil if the strength is 1 and the colour is white.
    public var specular: Specular?
    /// The index of refraction, 1 or more; 0 means an infinite index (KHR_materials_ior).
    public var ior: Float = 1.5
    /// The share of light that passes through the surface instead of being scattered, 0…1 (KHR_materials_transmission).
    public var transmission: Float = 0
    /// The medium beneath the surface; nil if the surface is a thin wall.
    public var volume: Volume?
    /// The stretch of highlights in a direction; nil if highlights are not stretched.
    public var anisotropy: Anisotropy?
    /// The colours of a thin film; nil if the surface has no film.
    public var iridescence: Iridescence?
    /// The strength of the dispersion in a volume, 20 divided by the Abbe number (KHR_materials_dispersion).
    public var dispersion: Float = 0

    /// The textures. A slot without a texture counts as white. A normal slot without a texture counts as a flat surface.
    public var textures: [MaterialSlot: MaterialTexture<Image>] = [:]

    /// Creates glTF's default material: white, fully rough metal without textures.
    public init() {}

    /// Returns the material with other references to images. If `transform` returns nil, the slot gets no texture.
    public func mapTextures<Other>(_ transform: (MaterialSlot, Image) throws -> Other?) rethrows -> PhysicalMaterial<Other> {
        var result = PhysicalMaterial<Other>()
        result.name = name
        result.baseColor = baseColor; result.metallic = metallic; result.roughness = roughness
        result.specularGlossiness = specularGlossiness
        result.normalScale = normalScale; result.occlusionStrength = occlusionStrength
        result.emissive = emissive; result.emissiveStrength = emissiveStrength
        result.alphaMode = alphaMode; result.alphaCutoff = alphaCutoff
        result.isDoubleSided = isDoubleSided; result.isUnlit = isUnlit
        result.clearcoat = clearcoat; result.sheen = sheen; result.specular = specular; result.ior = ior
        result.transmission = transmission; result.volume = volume; result.anisotropy = anisotropy
        result.iridescence = iridescence; result.dispersion = dispersion
        for slot in MaterialSlot.allCases {
            guard let use = textures[slot], let image = try transform(slot, use.image) else { continue }
            result.textures[slot] = MaterialTexture(image, sampler: use.sampler, texCoord: use.texCoord, transform: use.transform)
        }
        return result
    }
}
extension PhysicalMaterial: Sendable where Image: Sendable {}
extension PhysicalMaterial: Equatable where Image: Equatable {}
extension PhysicalMaterial: Hashable where Image: Hashable {}

/// How a surface uses the alpha of its base colour (glTF 2.0 §3.9.4).
public enum MaterialAlphaMode: String, Sendable, Hashable, CaseIterable {
    /// Alpha is ignored.
    case opaque
    /// Fragments with an alpha below `PhysicalMaterial.alphaCutoff` are discarded.
    case mask
    /// Fragments are blended by their alpha.
    case blend
}
