// MaterialLayers: the parts of a PhysicalMaterial that extensions of glTF 2.0 add, one structure for each extension.

/// The older description of a surface by a diffuse and a specular colour (KHR_materials_pbrSpecularGlossiness).
public struct SpecularGlossiness: Sendable, Hashable {
    /// The scattered colour, and the opacity.
    public var diffuse = SIMD4<Float>(1, 1, 1, 1)
    /// The colour reflected at normal incidence.
    public var specular = SIMD3<Float>(1, 1, 1)
    /// The glossiness: 0 for a matte surface, 1 for a mirror. The roughness is 1 − glossiness.
    public var glossiness: Float = 1
    /// Creates a description with the extension's defaults: white and glossy.
    public init() {}
}

/// A thin transparent coat over a surface, such as lacquer (KHR_materials_clearcoat).
public struct Clearcoat: Sendable, Hashable {
    /// The strength of the coat, 0…1.
    public var factor: Float = 0
    /// The roughness of the coat.
    public var roughness: Float = 0
    /// The factor of the x and y components of the coat's normal map.
    public var normalScale: Float = 1
    /// Creates a coat of strength `factor`; 0 is the extension's default.
    public init(factor: Float = 0, roughness: Float = 0) { self.factor = factor; self.roughness = roughness }
}

/// The sheen of cloth: light that fibres scatter back at grazing angles (KHR_materials_sheen).
public struct Sheen: Sendable, Hashable {
    /// The colour of the sheen; if the colour is black, there is no sheen.
    public var color = SIMD3<Float>(0, 0, 0)
    /// The roughness of the sheen, 0…1.
    public var roughness: Float = 0
    /// Creates a sheen of a colour; black is the extension's default.
    public init(color: SIMD3<Float> = SIMD3(0, 0, 0), roughness: Float = 0) { self.color = color; self.roughness = roughness }
}

/// The strength and colour of the specular reflection of a dielectric (KHR_materials_specular).
public struct Specular: Sendable, Hashable {
    /// The factor of the reflection, 0…1.
    public var factor: Float = 1
    /// The colour of the reflection at normal incidence; components may be above 1.
    public var color = SIMD3<Float>(1, 1, 1)
    /// Creates a specular reflection. By default, the reflection has the extension's defaults, which change nothing.
    public init(factor: Float = 1, color: SIMD3<Float> = SIMD3(1, 1, 1)) { self.factor = factor; self.color = color }
}

/// The medium that a closed surface surrounds (KHR_materials_volume).
public struct Volume: Sendable, Hashable {
    /// The thickness beneath the surface, in the units of the mesh. If the thickness is 0, the surface is a thin wall.
    public var thickness: Float = 0
    /// The distance, in world units, after which white light has `attenuationColor`. The distance is infinite if the medium absorbs
    /// nothing.
    public var attenuationDistance: Float = .infinity
    /// The colour that white light has after `attenuationDistance`.
    public var attenuationColor = SIMD3<Float>(1, 1, 1)
    /// Creates a volume with the extension's defaults: a thin wall.
    public init(thickness: Float = 0, attenuationDistance: Float = .infinity, attenuationColor: SIMD3<Float> = SIMD3(1, 1, 1)) {
        self.thickness = thickness; self.attenuationDistance = attenuationDistance; self.attenuationColor = attenuationColor
    }
}

/// Highlights that are stretched in a direction, as on brushed metal (KHR_materials_anisotropy).
public struct Anisotropy: Sendable, Hashable {
    /// The strength of the stretch, 0…1.
    public var strength: Float = 0
    /// The angle of the direction from the tangent, counter-clockwise, in radians.
    public var rotation: Float = 0
    /// Creates an anisotropy of the given strength; strength 0 is the extension's default.
    public init(strength: Float = 0, rotation: Float = 0) { self.strength = strength; self.rotation = rotation }
}

/// The colours that a thin film over the surface makes, as on soap bubbles (KHR_materials_iridescence).
public struct Iridescence: Sendable, Hashable {
    /// The strength of the effect, 0…1.
    public var factor: Float = 0
    /// The index of refraction of the film.
    public var ior: Float = 1.3
    /// The thickness of the film where the texture is 0, in nanometres.
    public var thicknessMinimum: Float = 100
    /// The thickness of the film in nanometres where the texture is 1. Without a texture, the whole film has this thickness.
    public var thicknessMaximum: Float = 400
    /// Creates a film. By default, the film has the extension's defaults; at strength 0 there is no film.
    public init(factor: Float = 0, ior: Float = 1.3, thicknessMinimum: Float = 100, thicknessMaximum: Float = 400) {
        self.factor = factor; self.ior = ior; self.thicknessMinimum = thicknessMinimum; self.thicknessMaximum = thicknessMaximum
    }
}
