// The light that surrounds the surfaces of PhysicalEffect.
//
// ENVIRONMENT_TURNED the environment is turned
// SCENE              there is a picture of the opaque scene, which transmission shows

#include "environment-lookup.glsl"

uniform samplerCube environmentMap;
// The blurriest level, and 1 / the side of level 0.
uniform vec2 environmentShape;
uniform float environmentStrength;
// The nine coefficients of the diffuse light.
uniform vec3 harmonics[9];
#ifdef ENVIRONMENT_TURNED
uniform mat3 environmentMatrix;
#define TURNED(d) (environmentMatrix * (d))
#else
#define TURNED(d) (d)
#endif

// The diffuse light on a surface of this normal, divided by π.
vec3 scatteredLight(vec3 normal) {
    vec3 n = TURNED(normal);
    vec3 sum = harmonics[0] + harmonics[1] * n.y + harmonics[2] * n.z + harmonics[3] * n.x + harmonics[4] * (n.x * n.y)
        + harmonics[5] * (n.y * n.z) + harmonics[6] * (3.0 * n.z * n.z - 1.0) + harmonics[7] * (n.x * n.z)
        + harmonics[8] * (n.x * n.x - n.y * n.y);
    return max(sum, 0.0);
}
vec3 mirroredLight(vec3 direction, float roughness) {
    return surroundings(environmentMap, TURNED(direction), roughness * environmentShape.x, environmentShape.y);
}

#ifdef ANISOTROPY
// The light that microfacets mirror whose slopes along the stretch divide their distribution into eight equal shares. The prefiltered
// map adds the roughness across the stretch, and as much along it as hides the gaps between the shares.
vec3 stretchedLight(Surface s) {
    float roughness = sqrt(max(s.a, 0.12 * s.aAlong));
    vec3 sum = vec3(0.0);
    float total = 0.0;
    for (int i = 0; i < 8; ++i) {
        float share = float(2 * i + 1) * 0.125 - 1.0;
        vec3 h = unit(s.n + s.along * (s.aAlong * share * inversesqrt(1.0 - share * share))), l = reflect(-s.v, h);
        float nl = max(dot(s.n, l), 0.0);
        sum += mirroredLight(l, roughness) * nl;
        total += nl;
    }
    return sum / max(total, 1e-4);
}
#endif

// The share of light that a layer reflects from all around, with the light that is reflected more than once (Fdez-Agüera 2019).
vec3 albedo(vec3 f0, float f90, vec2 table, float roughness, float power) {
    vec3 grazing = max(vec3(f90 * (1.0 - roughness)), f0) - f0;
    vec3 once = (f0 + grazing * power) * table.x + f90 * table.y;
    float missed = 1.0 - (table.x + table.y);
    vec3 average = f0 + (f90 - f0) / 21.0;
    return once + missed * once * average / (1.0 - average * missed);
}

#ifdef TRANSMISSION
uniform float dispersion;
uniform mat4 viewProjection;
#ifdef VOLUME
// The thickness in world units along each axis of the object.
uniform vec3 volumeThickness;
// The colour that white light has after a distance, and 1 / that distance.
uniform vec4 attenuation;
#endif
#ifdef SCENE
uniform sampler2D sceneTexture;
uniform float sceneLevels;
#endif

// The light that arrives through the surface with this index of refraction. Its alpha is the scene's alpha.
vec4 seenThrough(Surface s, float index) {
    vec3 ray = refract(-s.v, s.n, 1.0 / max(index, 1.0));
#ifdef VOLUME
    ray *= volumeThickness * s.thickness;
#else
    // A thin wall does not shift the picture.
    ray = vec3(0.0);
#endif
    float rough = s.roughness * clamp(index * 2.0 - 2.0, 0.0, 1.0);
#ifdef SCENE
    vec4 place = viewProjection * vec4(worldPosition + ray, 1.0);
    vec4 seen = textureLod(sceneTexture, place.xy / place.w * 0.5 + 0.5, rough * sceneLevels);
#else
    vec3 direction = dot(ray, ray) > 0.0 ? unit(ray) : -s.v;
    vec4 seen = vec4(mirroredLight(direction, rough) * environmentStrength, 1.0);
#endif
#ifdef VOLUME
    seen.rgb *= pow(attenuation.rgb, vec3(min(length(ray) * attenuation.a, 1e30)));
#endif
    return seen;
}
vec4 transmitted(Surface s) {
#ifdef DISPERSION
    float spread = (ior - 1.0) * 0.025 * dispersion;
    vec4 red = seenThrough(s, ior - spread), green = seenThrough(s, ior), blue = seenThrough(s, ior + spread);
    vec4 seen = vec4(red.r, green.g, blue.b, green.a);
#else
    vec4 seen = seenThrough(s, ior);
#endif
    return vec4(seen.rgb * s.color, seen.a);
}
#endif

// The light of the surroundings that the surface sends to the eye. `opacity` becomes smaller where the surface shows the
// transparent background of the scene.
vec3 surrounded(Surface s, inout vec3 coat, inout float opacity) {
#ifdef ANISOTROPY
    vec3 mirror = stretchedLight(s) * environmentStrength;
#else
    vec3 mirror = mirroredLight(reflect(-s.v, s.n), s.roughness) * environmentStrength;
#endif
    vec4 table = texture(brdfTable, vec2(s.nv, s.roughness));
    float power = fifth(1.0 - s.nv);
#ifndef METAL
    vec3 f = albedo(s.f0, s.f90, table.rg, s.roughness, power);
#ifdef IRIDESCENCE
    f = mix(f, s.filmF0, s.film);
#endif
    vec3 diffuse = s.color * scatteredLight(s.n) * (environmentStrength * s.occlusion);
#ifdef TRANSMISSION
    vec4 through = transmitted(s);
    diffuse = mix(diffuse, through.rgb, s.transmission);
    opacity = 1.0 - s.transmission * (1.0 - s.metallic) * (1.0 - through.a);
#endif
    vec3 dielectric = diffuse * (1.0 - largest(f)) + f * mirror * s.occlusion;
#endif
#ifndef DIELECTRIC
    vec3 g = albedo(s.color, 1.0, table.rg, s.roughness, power);
#ifdef IRIDESCENCE
    g = mix(g, s.filmMetal, s.film);
#endif
    vec3 metal = g * mirror * s.occlusion;
#endif
#ifdef METAL
    vec3 result = metal;
#elif defined(DIELECTRIC)
    vec3 result = dielectric;
#else
    vec3 result = mix(dielectric, metal, s.metallic);
#endif
#ifdef SHEEN
    // Fibres scatter light about as widely as a matte surface, but back towards the eye: the average direction lies between the
    // normal and the eye.
    vec2 fibres = texture(brdfTable, vec2(s.nv, s.sheenRoughness)).ba;
    vec3 towards = unit(s.v - s.n * dot(s.n, s.v)), from = unit(towards * fibres.y + s.n * sqrt(1.0 - min(fibres.y * fibres.y, 1.0)));
    vec3 soft = scatteredLight(from) * (environmentStrength * s.occlusion);
    result = result * (1.0 - largest(s.sheen) * fibres.x) + s.sheen * soft * fibres.x;
#endif
#ifdef CLEARCOAT
    coat += mirroredLight(reflect(-s.v, s.coatNormal), s.coatRoughness) * (environmentStrength * s.occlusion);
#endif
    return result;
}
