// MaterialSettings: the settings of the materials demo's panel: materials, lights, textures and fog, as plain values in world
// space. For every frame, the demo sets the effects from these settings.

import Effects
import Raster

/// The four colours and the shininess of a surface. The components of colours are 0…1, as in the effects.
package struct SurfaceSettings: Equatable, Sendable {
    package var ambient: SIMD3<Float>
    package var diffuse: SIMD3<Float>
    package var specular: SIMD3<Float>
    package var emissive: SIMD3<Float> = .zero
    /// The exponent of the highlight, 0…128.
    package var shininess: Float

    package enum Preset: String, CaseIterable, Sendable {
        case gold, silver, copper, jade, ruby, emerald, pearl, obsidian, plastic, rubber, chalk, ember

        package var surface: SurfaceSettings {
            func make(_ ambient: UInt32, _ diffuse: UInt32, _ specular: UInt32, _ shininess: Float, emissive: UInt32 = 0) -> SurfaceSettings {
                SurfaceSettings(ambient: rgb(ambient), diffuse: rgb(diffuse), specular: rgb(specular), emissive: rgb(emissive), shininess: shininess)
            }
            return switch self {
            case .gold: make(0x4A3610, 0xB98524, 0xF5CD77, 46)
            case .silver: make(0x34363A, 0x7C8087, 0xE4E8F0, 58)
            case .copper: make(0x3D1B0D, 0xB0532C, 0xD78D66, 28)
            case .jade: make(0x1B3A2A, 0x5FA985, 0x5C6B62, 16)
            case .ruby: make(0x33060A, 0x9C1220, 0xE0A0A4, 88)
            case .emerald: make(0x06301A, 0x128A4B, 0x9AD6B4, 76)
            case .pearl: make(0x4A4142, 0xDCCBC6, 0x55575C, 11)
            case .obsidian: make(0x0C0C12, 0x22202C, 0x9494A6, 52)
            case .plastic: make(0x1D0905, 0xD1401F, 0xBDB2AE, 34)
            case .rubber: make(0x0E1013, 0x33383F, 0x25282C, 6)
            case .chalk: make(0x4A4743, 0xD8D2C6, 0x000000, 0)
            case .ember: make(0x200602, 0x7E2410, 0x6A3A20, 14, emissive: 0x551804)
            }
        }
    }
}

/// The settings of one light. Positions and directions are in world space.
package struct LightSettings: Equatable, Sendable {
    package enum Kind: String, CaseIterable { case directional, point, spot }
    package var isOn = false
    package var kind = Kind.point
    /// The light's position; for a directional light, the direction from which the light comes.
    package var position: SIMD3<Float>
    /// The rotation of the light around the y axis, in radians per second.
    package var orbit: Float = 0
    package var ambient = SIMD3<Float>.zero
    package var diffuse = SIMD3<Float>.one
    package var specular = SIMD3<Float>.one
    /// The constant, linear and quadratic coefficients of the attenuation.
    package var attenuation = SIMD3<Float>(1, 0, 0)
    /// `target`: the point at which a spot light is aimed, in world space. `exponent`: the exponent of the spot light, 0…128. `cutoff`:
    /// half of the cone's angle, 0…90 degrees.
    package var target = SIMD3<Float>.zero
    package var exponent: Float = 0
    package var cutoff: Float = 25

    /// Returns the light's position at a time in seconds.
    func place(at time: Double) -> SIMD3<Float> {
        let turned = Matrix4.rotationY(Float((Double(orbit) * time).truncatingRemainder(dividingBy: 2 * .pi))) * SIMD4(position, 1)
        return SIMD3(turned.x, turned.y, turned.z)
    }

    /// A key light, a rim light, a spot from above, two coloured lamps that circle, and three more lights that are off.
    static let studio: [LightSettings] = [
        LightSettings(isOn: true, kind: .directional, position: .init(-0.55, 0.75, 0.65), diffuse: rgb(0xD8CDBD), specular: rgb(0xFFF4E4)),
        LightSettings(isOn: true, kind: .directional, position: .init(0.65, 0.35, -0.85), diffuse: rgb(0x3C5A86), specular: rgb(0x86ADE8)),
        LightSettings(isOn: true, kind: .spot, position: .init(0.4, 4.6, 0.5), diffuse: rgb(0xB8B0A0), specular: rgb(0xB0AAA0),
                      target: .init(0, 0, 0), exponent: 42, cutoff: 26),
        LightSettings(isOn: true, position: .init(1.75, 0.75, 0.9), orbit: 0.5, diffuse: rgb(0xFF7A30), specular: rgb(0xFF9A5A),
                      attenuation: .init(0.5, 0.1, 0.8)),
        LightSettings(isOn: true, position: .init(-1.7, 0.5, 0.7), orbit: 0.5, diffuse: rgb(0x20A8C8), specular: rgb(0x58D0EE),
                      attenuation: .init(0.5, 0.1, 0.8)),
        LightSettings(position: .init(0.2, 1.7, 1.6), orbit: -0.7, diffuse: rgb(0x9A50E0), specular: rgb(0xC090FF), attenuation: .init(0.5, 0.1, 0.8)),
        LightSettings(position: .init(-0.4, 0.3, -1.7), orbit: -0.9, diffuse: rgb(0x58C84A), specular: rgb(0x9CF090), attenuation: .init(0.5, 0.1, 0.8)),
        LightSettings(kind: .spot, position: .init(-2.6, 2.4, 1.8), diffuse: rgb(0xE04060), specular: rgb(0xFF90A4), target: .init(0, 0.5, 0), exponent: 20,
                      cutoff: 18),
    ]
}

/// The picture of one texture unit, and how the picture's texels are combined with the colour from the previous unit.
package struct TextureSettings: Equatable, Sendable {
    package enum Picture: String, CaseIterable { case none, checker, brick, wood, marble, stickers }
    package var picture = Picture.none
    package var mode = TextureProperty.EnvMode.modulate
}

package struct FogSettings: Equatable, Sendable {
    package var isOn = false
    package var mode = Fog.Mode.linear
    package var color = rgb(0x59626E)
    package var density: Float = 0.16
    package var start: Float = 3.5
    package var end: Float = 9
}

/// All settings of the demo.
package struct MaterialSettings: Equatable, Sendable {
    package enum Shape: String, CaseIterable, Sendable { case knot, vase, sphere, torus, pebble, ribbon }
    package enum View: String, CaseIterable, Sendable {
        /// One object, whose surface has the material of the settings.
        case one
        /// All material presets, each on its own object.
        case all
    }
    package var view = View.one
    package var shape = Shape.knot
    package var preset = SurfaceSettings.Preset.gold
    package var surface = SurfaceSettings.Preset.gold.surface
    package var isPerPixel = true
    package var isTwoSided = true
    package var colorMaterial = false
    package var isLit = true
    package var hasVertexColors = false
    package var constantColor = rgb(0xE8B04A)
    package var modelAmbient = SIMD3<Float>(repeating: 0.28)
    package var lights = LightSettings.studio
    package var textures = [TextureSettings(), TextureSettings()]
    package var isOrderSwapped = false
    package var fog = FogSettings()
    /// The rotation of the object, in radians per second.
    package var spin: Float = 0.4
    package var showsLamps = true
    package init() {}
}
