#version 330
// The vertices of BaseEffect and ReflectionMapEffect. Each define switches something on:
//
// VERTEX_COLOR       the layout has a colour; otherwise all vertices have the same colour
// SURFACE_COLOR      the fragment shader or the lighting reads the colour
// LIGHT_COUNT …      see lighting.glsl
// PER_PIXEL          the fragment shader computes the light
// TWO_SIDED          back faces are lit with the opposite normal
// FOG_MODE           the fragment shader needs the depth
// TEXTURE_2D_0, _1   the texture units that are enabled
// CUBE_MAP           the fragment shader reads a reflection map

layout(location = 0) in vec4 position;
uniform mat4 modelviewProjection;

#if defined(LIGHT_COUNT) || defined(CUBE_MAP)
#define NEEDS_NORMAL
layout(location = 1) in vec3 normal;
uniform mat3 normalMatrix;
#endif
#if defined(NEEDS_NORMAL) || defined(FOG_MODE)
#define NEEDS_EYE
uniform mat4 modelview;
#endif
#ifdef SURFACE_COLOR
#ifdef VERTEX_COLOR
layout(location = 2) in vec4 color;
#else
uniform vec4 constantColor;
#define color constantColor
#endif
#else
#define color vec4(1.0)
#endif

#if defined(LIGHT_COUNT) && !defined(PER_PIXEL)
#include "lighting.glsl"
#ifdef TWO_SIDED
out vec4 backColor;
#endif
#endif
#if defined(SURFACE_COLOR) || (defined(LIGHT_COUNT) && !defined(PER_PIXEL))
out vec4 frontColor;
#endif
#if defined(CUBE_MAP) || defined(PER_PIXEL)
out vec3 eyePosition;
out vec3 eyeNormal;
#endif
#ifdef FOG_MODE
out float eyeDepth;
#endif
#ifdef TEXTURE_2D_0
layout(location = 3) in vec2 texCoord0;
out vec2 coordinate0;
#endif
#ifdef TEXTURE_2D_1
layout(location = 4) in vec2 texCoord1;
out vec2 coordinate1;
#endif

void main() {
    gl_Position = modelviewProjection * position;
#ifdef NEEDS_EYE
    vec4 eye = modelview * position;
#endif
#ifdef FOG_MODE
    eyeDepth = eye.z / eye.w;
#endif
#ifdef NEEDS_NORMAL
    vec3 n = normalMatrix * normal;
#endif
#if defined(LIGHT_COUNT) && !defined(PER_PIXEL)
    vec3 point = eye.xyz / eye.w;
    frontColor = lit(direction(n), point, color);
#ifdef TWO_SIDED
    backColor = lit(-direction(n), point, color);
#endif
#elif defined(SURFACE_COLOR)
    frontColor = clamp(color, 0.0, 1.0);
#endif
#if defined(CUBE_MAP) || defined(PER_PIXEL)
    eyePosition = eye.xyz / eye.w;
    eyeNormal = n * inversesqrt(max(dot(n, n), 1e-30));
#endif
#ifdef TEXTURE_2D_0
    coordinate0 = texCoord0;
#endif
#ifdef TEXTURE_2D_1
    coordinate1 = texCoord1;
#endif
}
