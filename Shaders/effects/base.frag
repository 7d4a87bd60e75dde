#version 330
// The fragments of BaseEffect and ReflectionMapEffect: colour, then lighting if it is per pixel, then the texture units in
// order, then fog (OpenGL ES 1.1 §3.7.12, §3.8). The defines are those of base.vert and lighting.glsl, and
//
// STAGE_COUNT        number of texture units in use, 0…3
// STAGEi_FUNCTION    the function below that combines the i-th unit's texel with the colour
// STAGEi_TEXEL       the i-th unit's texel: texel0, texel1, texelCube
// FOG_MODE           1: exp, 2: exp2, 3: linear

#if defined(SURFACE_COLOR) || (defined(LIGHT_COUNT) && !defined(PER_PIXEL))
in vec4 frontColor;
#endif
#if defined(LIGHT_COUNT) && defined(TWO_SIDED) && !defined(PER_PIXEL)
in vec4 backColor;
#endif
#if defined(CUBE_MAP) || defined(PER_PIXEL)
in vec3 eyePosition;
in vec3 eyeNormal;
#endif
#if defined(LIGHT_COUNT) && defined(PER_PIXEL)
#include "lighting.glsl"
#endif

#ifdef TEXTURE_2D_0
in vec2 coordinate0;
uniform sampler2D texture2d0;
#endif
#ifdef TEXTURE_2D_1
in vec2 coordinate1;
uniform sampler2D texture2d1;
#endif
#ifdef CUBE_MAP
uniform samplerCube textureCubeMap;
// The rotation from eye space to the cube map's space.
uniform mat3 reflectionMatrix;
#endif
#ifdef FOG_MODE
in float eyeDepth;
uniform vec3 fogColor;
// exp, exp2: density, 0; linear: end, 1 / (end - start)
uniform vec2 fogShape;
#endif

out vec4 fragmentColor;

// c: the colour so far; t: the texel. The RGB functions are for textures without alpha, the Alpha functions for textures with
// alpha only (decal is undefined for them and keeps the colour).
vec4 replace(vec4 c, vec4 t) { return t; }
vec4 replaceRGB(vec4 c, vec4 t) { return vec4(t.rgb, c.a); }
vec4 replaceAlpha(vec4 c, vec4 t) { return vec4(c.rgb, t.a); }
vec4 modulate(vec4 c, vec4 t) { return c * t; }
vec4 modulateRGB(vec4 c, vec4 t) { return vec4(c.rgb * t.rgb, c.a); }
vec4 modulateAlpha(vec4 c, vec4 t) { return vec4(c.rgb, c.a * t.a); }
vec4 decal(vec4 c, vec4 t) { return vec4(c.rgb * (1.0 - t.a) + t.rgb * t.a, c.a); }
vec4 decalRGB(vec4 c, vec4 t) { return vec4(t.rgb, c.a); }
vec4 decalAlpha(vec4 c, vec4 t) { return c; }

void main() {
#if defined(CUBE_MAP) || defined(PER_PIXEL)
    vec3 n = eyeNormal * inversesqrt(max(dot(eyeNormal, eyeNormal), 1e-30));
#endif
#if defined(LIGHT_COUNT) && defined(PER_PIXEL)
#ifdef SURFACE_COLOR
    vec4 surface = frontColor;
#else
    vec4 surface = vec4(1.0);
#endif
#ifdef TWO_SIDED
    vec4 c = lit(gl_FrontFacing ? n : -n, eyePosition, surface);
#else
    vec4 c = lit(n, eyePosition, surface);
#endif
#elif defined(LIGHT_COUNT) && defined(TWO_SIDED)
    vec4 c = gl_FrontFacing ? frontColor : backColor;
#elif defined(LIGHT_COUNT) || defined(SURFACE_COLOR)
    vec4 c = frontColor;
#endif

#ifdef TEXTURE_2D_0
    vec4 texel0 = texture(texture2d0, coordinate0);
#endif
#ifdef TEXTURE_2D_1
    vec4 texel1 = texture(texture2d1, coordinate1);
#endif
#ifdef CUBE_MAP
    vec3 u = eyePosition * inversesqrt(max(dot(eyePosition, eyePosition), 1e-30));
    vec4 texelCube = texture(textureCubeMap, reflectionMatrix * (u - 2.0 * n * dot(n, u)));
#endif
#if STAGE_COUNT > 0
    c = STAGE0_FUNCTION(c, STAGE0_TEXEL);
#endif
#if STAGE_COUNT > 1
    c = STAGE1_FUNCTION(c, STAGE1_TEXEL);
#endif
#if STAGE_COUNT > 2
    c = STAGE2_FUNCTION(c, STAGE2_TEXEL);
#endif

#ifdef FOG_MODE
    float d = abs(eyeDepth);
#if FOG_MODE == 1
    float f = exp(-fogShape.x * d);
#elif FOG_MODE == 2
    float f = exp(-(fogShape.x * d) * (fogShape.x * d));
#else
    float f = (fogShape.x - d) * fogShape.y;
#endif
    c.rgb = mix(fogColor, c.rgb, clamp(f, 0.0, 1.0));
#endif
    fragmentColor = c;
}
