#version 330
// The fragments of PhysicalEffect. The parts of the shader have their defines at their tops; besides,
//
// UNLIT              the surface shows its base colour
// EMISSION           an unlit surface also shows its emitted light
// ENVIRONMENT        there is light from the surroundings
// DISPLAY            the colour goes to a display, not to a picture of the scene's light

#include "physical-surface.glsl"
#ifndef UNLIT
#ifdef TRANSMISSION
uniform float ior;
#endif
#if defined(ENVIRONMENT) || defined(SHEEN)
// The numbers of reflection by n · v and roughness: the factor of f0, the factor of f90, the share that sheen reflects, and how far
// the light of the sheen comes from the side of the eye.
uniform sampler2D brdfTable;
#endif
#include "physical-brdf.glsl"
#ifdef LIGHT_COUNT
#include "physical-lights.glsl"
#endif
#ifdef ENVIRONMENT
#include "physical-environment.glsl"
#endif
#endif
#ifdef DISPLAY
#include "tone-mapping.glsl"
#endif
uniform float exposure;
out vec4 fragmentColor;

void main() {
    vec4 base = baseColor();
#ifdef ALPHA_MASK
    if (base.a < alphaCutoff) discard;
#endif
#ifdef ALPHA_BLEND
    float opacity = base.a;
#else
    float opacity = 1.0;
#endif

#ifdef UNLIT
    vec3 light = base.rgb;
#ifdef EMISSION
    light += emittedLight();
#endif
#ifndef DISPLAY
    // A later pass exposes the light, which must not change this colour.
    light /= max(exposure, 1e-6);
#endif
#else
    Surface s = surface(base);
#ifdef IRIDESCENCE
    s.film = iridescenceFactors.x;
#ifdef IRIDESCENCE_PLACE
    s.film *= texture(iridescenceTexture, IRIDESCENCE_PLACE).r;
#endif
    float thickness = iridescenceFactors.w;
#ifdef IRIDESCENCE_THICKNESS_PLACE
    thickness = mix(iridescenceFactors.z, iridescenceFactors.w, texture(iridescenceThicknessTexture, IRIDESCENCE_THICKNESS_PLACE).g);
#endif
    if (thickness <= 0.0) s.film = 0.0;
    s.filmF0 = filmReflectance(iridescenceFactors.y, s.nv, thickness, s.f0);
    s.filmMetal = filmReflectance(iridescenceFactors.y, s.nv, thickness, s.color);
#endif
    vec3 light = vec3(0.0), coat = vec3(0.0);
#ifdef LIGHT_COUNT
    light += lit(s, coat);
#endif
#ifdef ENVIRONMENT
    float shown = 1.0;
    light += surrounded(s, coat, shown);
    opacity *= shown;
#endif
    light += s.emitted;
#ifdef CLEARCOAT
    float coatShare = s.coat * (0.04 + 0.96 * fifth(1.0 - clamp(dot(s.coatNormal, s.v), 0.0, 1.0)));
    light = mix(light, coat, coatShare);
#endif
#endif

#ifdef DISPLAY
#ifndef UNLIT
    // Infinite light would be no number after tone mapping.
    light = toneMapped(min(light * exposure, 1e6));
#endif
    light = displayed(light);
#endif
    fragmentColor = vec4(light, opacity);
}
