import Shading

/// The curve that maps the light of a scene to the range of a display.
public enum ToneMapping: Int, Sendable, Hashable, CaseIterable {
    /// Light above 1 is cut off.
    case none
    /// Khronos PBR Neutral: colours below 0.8 stay as they are, brighter light is compressed towards white. Base colours look as
    /// their author chose them.
    case khronosNeutral
    /// ACES, in Hill's fit with the output transform for sRGB displays: more contrast, and colours as on film.
    case aces
}

extension ToneMapping {
    /// The defines of tone-mapping.glsl for a target that stores sRGB-encoded values. If `encodes` is false, the target encodes the
    /// values itself.
    func defines(encodes: Bool) -> [ShaderDefine] {
        [ShaderDefine("DISPLAY"), ShaderDefine("TONE_MAPPING", "\(rawValue)")] + (encodes ? [ShaderDefine("ENCODE_SRGB")] : [])
    }
}
