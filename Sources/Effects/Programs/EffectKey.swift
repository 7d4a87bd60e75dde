// EffectKey: the settings of an effect that determine the effect's program. Effects with equal keys share one program.
//
// The key contains only settings that change the shaders' text; numbers and matrices are uniforms.

import Shading

struct EffectKey: Hashable, Sendable {
    /// A texture unit that the effect applies. Stages are in the order in which they are applied.
    struct Stage: Hashable, Sendable {
        /// The `TextureUnit.rawValue`: 0 and 1 for the 2D units, 2 for the cube map.
        var unit: UInt8
        var envMode: UInt8
        var channels: Channels
        /// The channels of a texture. The raw value is the suffix of the functions in base.frag that combine these channels.
        enum Channels: String, Sendable { case rgba = "", rgb = "RGB", alpha = "Alpha" }
    }
    /// The number of enabled lights. Bit i of the masks below belongs to the i-th enabled light.
    var lightCount: UInt8 = 0
    var positionalLights: UInt8 = 0
    var spotLights: UInt8 = 0
    var isPerPixel = false
    var isTwoSided = false
    var hasSpecular = false
    var isColorMaterial = false
    /// Whether the vertex layout has a colour that the effect reads.
    var hasVertexColor = false
    /// The fog: 0 for no fog, otherwise `Fog.Mode.rawValue` + 1.
    var fog: UInt8 = 0
    var stages: (Stage?, Stage?, Stage?) = (nil, nil, nil)

    static func == (a: EffectKey, b: EffectKey) -> Bool {
        a.lightCount == b.lightCount && a.positionalLights == b.positionalLights && a.spotLights == b.spotLights
            && a.isPerPixel == b.isPerPixel && a.isTwoSided == b.isTwoSided && a.hasSpecular == b.hasSpecular
            && a.isColorMaterial == b.isColorMaterial && a.hasVertexColor == b.hasVertexColor && a.fog == b.fog && a.stages == b.stages
    }
    func hash(into hasher: inout Hasher) {
        hasher.combine(lightCount); hasher.combine(positionalLights); hasher.combine(spotLights)
        hasher.combine(isPerPixel); hasher.combine(isTwoSided); hasher.combine(hasSpecular)
        hasher.combine(isColorMaterial); hasher.combine(hasVertexColor); hasher.combine(fog)
        hasher.combine(stages.0); hasher.combine(stages.1); hasher.combine(stages.2)
    }

    /// Whether the program reads the colour of the vertices: if all lights are off, this colour is shown unlit; if `isColorMaterial` is
    /// true, this colour replaces the material's ambient and diffuse colour.
    var usesSurfaceColor: Bool { lightCount == 0 || isColorMaterial }
    func contains(unit: Int) -> Bool {
        stages.0?.unit == UInt8(unit) || stages.1?.unit == UInt8(unit) || stages.2?.unit == UInt8(unit)
    }

    /// The preprocessor definitions for base.vert, base.frag and lighting.glsl.
    var defines: [ShaderDefine] {
        var result: [ShaderDefine] = []
        func define(_ name: String, _ value: String = "1", if holds: Bool = true) { if holds { result.append(ShaderDefine(name, value)) } }
        define("SURFACE_COLOR", if: usesSurfaceColor)
        define("VERTEX_COLOR", if: hasVertexColor)
        if lightCount > 0 {
            define("LIGHT_COUNT", "\(lightCount)")
            for i in 0..<lightCount {
                define("LIGHT\(i)_POSITIONAL", positionalLights >> i & 1 == 1 ? "true" : "false")
                define("LIGHT\(i)_SPOT", spotLights >> i & 1 == 1 ? "true" : "false")
            }
            define("PER_PIXEL", if: isPerPixel)
            define("TWO_SIDED", if: isTwoSided)
            define("SPECULAR", if: hasSpecular)
            define("COLOR_MATERIAL", if: isColorMaterial)
        }
        define("FOG_MODE", "\(fog)", if: fog > 0)
        let used = [stages.0, stages.1, stages.2].compactMap { $0 }
        define("STAGE_COUNT", "\(used.count)")
        for (i, stage) in used.enumerated() {
            define(["TEXTURE_2D_0", "TEXTURE_2D_1", "CUBE_MAP"][Int(stage.unit)])
            define("STAGE\(i)_TEXEL", ["texel0", "texel1", "texelCube"][Int(stage.unit)])
            define("STAGE\(i)_FUNCTION", ["replace", "modulate", "decal"][Int(stage.envMode)] + stage.channels.rawValue)
        }
        return result
    }
}
