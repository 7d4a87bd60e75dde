#version 330
// The surroundings behind a scene.
#include "tone-mapping.glsl"
#include "environment-lookup.glsl"

uniform samplerCube environmentMap;
uniform float level;
// 1 / the side of level 0.
uniform float inverseSize;
uniform mat3 environmentMatrix;
// From the corners of the picture to directions in the world.
uniform mat4 inverseViewProjection;
uniform vec2 texelSize;
uniform float strength;
out vec4 fragmentColor;

void main() {
    vec2 place = gl_FragCoord.xy * texelSize * 2.0 - 1.0;
    vec4 far = inverseViewProjection * vec4(place, 1.0, 1.0), near = inverseViewProjection * vec4(place, -1.0, 1.0);
    // The difference of the two points of the ray, without a division that could mirror it.
    vec3 direction = environmentMatrix * normalize(far.xyz * near.w - near.xyz * far.w);
    vec3 light = surroundings(environmentMap, direction, level, inverseSize) * strength;
#ifdef DISPLAY
    light = displayed(toneMapped(light));
#endif
    fragmentColor = vec4(light, 1.0);
}
