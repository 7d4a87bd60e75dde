// The formulas of reflection (glTF 2.0, appendix B, and the extensions' specifications).

#include "microfacets.glsl"

#ifdef ANISOTROPY
float stretchedReflection(Surface s, vec3 l, vec3 h, float nl, float nh) {
    float at = s.aAlong, ab = s.a, product = at * ab;
    vec3 f = vec3(ab * dot(s.along, h), at * dot(s.across, h), product * nh);
    float w = product / dot(f, f);
    float d = product * w * w / pi;
    float seen = nl * length(vec3(at * dot(s.along, s.v), ab * dot(s.across, s.v), s.nv));
    float lit = s.nv * length(vec3(at * dot(s.along, l), ab * dot(s.across, l), nl));
    return d * 0.5 / (seen + lit);
}
#endif

#ifdef IRIDESCENCE
// The spectrum that an optical path difference (in nm) leaves, as linear sRGB: the Fourier transform of the colour matching
// functions, which are fitted by Gaussians (Belcour and Barla 2017).
vec3 interference(float path, vec3 shift) {
    float phase = 2.0 * pi * path * 1e-9;
    vec3 variance = vec3(4.3278e9, 9.3046e9, 6.6121e9);
    vec3 xyz = vec3(5.4856e-13, 4.4201e-13, 5.2481e-13) * sqrt(2.0 * pi * variance)
        * cos(vec3(1.6810e6, 1.7953e6, 2.2084e6) * phase + shift) * exp(-phase * phase * variance);
    xyz.x += 9.7470e-14 * sqrt(2.0 * pi * 4.5282e9) * cos(2.2399e6 * phase + shift.x) * exp(-4.5282e9 * phase * phase);
    xyz /= 1.0685e-7;
    return mat3(3.2404542, -0.9692660, 0.0556434, -1.5371385, 1.8760108, -0.2040259, -0.4985314, 0.0415560, 1.0572252) * xyz;
}
// The reflectance of a thin film of the index filmIor over a surface of reflectance f0 (KHR_materials_iridescence).
vec3 filmReflectance(float filmIor, float cosine, float thickness, vec3 f0) {
    // A film that is much thinner than the light's wave has no effect.
    float ior = mix(1.0, filmIor, smoothstep(0.0, 0.03, thickness));
    float inside = 1.0 - (1.0 - cosine * cosine) / (ior * ior);
    if (inside < 0.0) return vec3(1.0);
    inside = sqrt(inside);
    float r0 = (ior - 1.0) / (ior + 1.0);
    r0 *= r0;
    float r12 = r0 + (1.0 - r0) * fifth(1.0 - cosine), through = 1.0 - r12;
    vec3 root = sqrt(clamp(f0, 0.0, 0.9999));
    vec3 below = (1.0 + root) / max(1.0 - root, 1e-4);
    vec3 r1 = (below - ior) / (below + ior);
    r1 *= r1;
    vec3 r23 = r1 + (1.0 - r1) * fifth(1.0 - inside);
    vec3 shift = vec3(ior < 1.0 ? 0.0 : pi) + vec3(below.x < ior ? pi : 0.0, below.y < ior ? pi : 0.0, below.z < ior ? pi : 0.0);
    float path = 2.0 * ior * thickness * inside;
    vec3 r123 = clamp(r12 * r23, 1e-5, 0.9999), r = sqrt(r123);
    vec3 multiple = through * through * r23 / (1.0 - r123);
    vec3 sum = r12 + multiple, c = multiple - through;
    for (int m = 1; m <= 2; ++m) {
        c *= r;
        sum += c * 2.0 * interference(float(m) * path, float(m) * shift);
    }
    return max(sum, 0.0);
}
#endif

// The light from the direction l that the surface sends to the eye, for light of strength 1. `coat` is the light that the
// clear coat adds.
vec3 reflected(Surface s, vec3 l, inout vec3 coat, vec3 strength) {
    vec3 result = vec3(0.0);
    vec3 h = unit(s.v + l);
    float vh = clamp(dot(s.v, h), 0.0, 1.0);
    float nl = dot(s.n, l);
    if (nl > 0.0) {
        float nh = clamp(dot(s.n, h), 0.0, 1.0);
#ifdef ANISOTROPY
        float specular = stretchedReflection(s, l, h, nl, nh) * nl;
#else
        float specular = distribution(nh, s.a) * visibility(nl, s.nv, s.a) * nl;
#endif
        float power = fifth(1.0 - vh);
#ifndef METAL
        vec3 f = s.f0 + (s.f90 - s.f0) * power;
#ifdef IRIDESCENCE
        f = mix(f, s.filmF0, s.film);
#endif
        float kept = 1.0 - largest(f);
        vec3 diffuse = s.color * (nl / pi);
#ifdef TRANSMISSION
        diffuse *= 1.0 - s.transmission;
#endif
        vec3 dielectric = diffuse * kept + f * specular;
#endif
#ifndef DIELECTRIC
        vec3 g = s.color + (1.0 - s.color) * power;
#ifdef IRIDESCENCE
        g = mix(g, s.filmMetal, s.film);
#endif
        vec3 metal = g * specular;
#endif
#ifdef METAL
        result = metal;
#elif defined(DIELECTRIC)
        result = dielectric;
#else
        result = mix(dielectric, metal, s.metallic);
#endif
#ifdef SHEEN
        float albedo = max(texture(brdfTable, vec2(s.nv, s.sheenRoughness)).b, texture(brdfTable, vec2(nl, s.sheenRoughness)).b);
        float b = s.sheenRoughness * s.sheenRoughness;
        result = result * (1.0 - largest(s.sheen) * albedo) + s.sheen * (sheenDistribution(nh, b) * sheenVisibility(nl, s.nv, b) * nl);
#endif
    }
#ifdef TRANSMISSION
    // Light from behind passes a thin wall as if the surface mirrored it.
    else if (s.transmission > 0.0) {
        vec3 mirrored = l - s.n * (2.0 * nl), middle = unit(mirrored + s.v);
        float a = max(s.a * clamp(ior * 2.0 - 2.0, 0.0, 1.0), 0.0016);
        float through = distribution(clamp(dot(s.n, middle), 0.0, 1.0), a) * visibility(-nl, s.nv, a) * -nl;
        result = s.color * (through * s.transmission * (1.0 - s.metallic));
    }
#endif
#ifdef CLEARCOAT
    float cl = dot(s.coatNormal, l);
    if (cl > 0.0) {
        float ch = clamp(dot(s.coatNormal, h), 0.0, 1.0), cv = max(dot(s.coatNormal, s.v), 1e-4);
        coat += strength * (distribution(ch, s.coatA) * visibility(cl, cv, s.coatA) * cl);
    }
#endif
    return result * strength;
}
