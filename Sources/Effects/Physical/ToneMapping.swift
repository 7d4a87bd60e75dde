import Shading

/// The curve that maps the light of a scene to the range of a display.
public enum ToneMapping: Int, Sendable, Hashable, CaseIterable {
    /// Light above 1 is cut off.
    case none
    /// Khronos PBR Neutral: colours below 0.8 stay as they are, brighter light is compressed towards white. Base colours look as
    /// their author chose them.
    case khronosNeutral
    /// ACES, approximated by Hill's fit, with the output transform for sRGB displays. The picture has more contrast, and its colours look
    /// like film.
    case aces
}

extension ToneMapping {
    /// Returns the preprocessor definitions of tone-mapping.glsl. If `encodes` is true, the shader encodes the values as sRGB; otherwise the
    /// target encodes the values itself.
    func defines(encodes: Bool) -> [ShaderDefine] {
        [ShaderDefine("DISPLAY"), ShaderDefine("TONE_MAPPING", "\(rawValue)")] + (encodes ? [ShaderDefine("ENCODE_SRGB")] : [])
    }
}
