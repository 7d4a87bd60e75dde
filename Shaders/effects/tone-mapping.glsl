// From the light of the scene to the values of a display.
//
// TONE_MAPPING       0: none; 1: Khronos PBR Neutral; 2: ACES
// ENCODE_SRGB        the target stores sRGB-encoded values, and does not encode them itself

#if TONE_MAPPING == 1
// Keeps colours below 0.8 as they are, and compresses brighter light towards white (Khronos PBR Neutral tone mapper).
vec3 toneMapped(vec3 c) {
    const float start = 0.76, range = 1.0 - start;
    float least = min(c.r, min(c.g, c.b));
    c -= least < 0.08 ? least - 6.25 * least * least : 0.04;
    float peak = max(c.r, max(c.g, c.b));
    if (peak < start) return c;
    float compressed = 1.0 - range * range / (peak + range - start);
    float white = 1.0 - 1.0 / (0.15 * (peak - compressed) + 1.0);
    return mix(c * (compressed / peak), vec3(compressed), white);
}
#elif TONE_MAPPING == 2
// Hill's fit of the reference rendering transform of ACES with the output transform for sRGB displays.
vec3 toneMapped(vec3 c) {
    vec3 a = mat3(0.59719, 0.07600, 0.02840, 0.35458, 0.90834, 0.13383, 0.04823, 0.01566, 0.83777) * c;
    vec3 b = (a * (a + 0.0245786) - 0.000090537) / (a * (0.983729 * a + 0.4329510) + 0.238081);
    return mat3(1.60475, -0.10208, -0.00327, -0.53108, 1.10813, -0.07276, -0.07367, -0.00605, 1.07602) * b;
}
#else
vec3 toneMapped(vec3 c) { return c; }
#endif

vec3 displayed(vec3 c) {
    c = clamp(c, 0.0, 1.0);
#ifdef ENCODE_SRGB
    c = mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, greaterThan(c, vec3(0.0031308)));
#endif
    return c;
}
