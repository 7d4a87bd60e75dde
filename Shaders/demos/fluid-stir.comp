// Carries the velocity along with itself, and pushes it where something stirs.
#version 430
#include "fluid-stirrers.glsl"
layout(local_size_x = 16, local_size_y = 8) in;
uniform sampler2D velocity;
layout(rg32f) writeonly uniform image2D stirred;
uniform float seconds;
// The velocity along x and y that each stirrer gives, and its radius.
uniform vec3 pushes[8];

void main() {
    ivec2 cell = ivec2(gl_GlobalInvocationID.xy), size = imageSize(stirred);
    if (any(greaterThanEqual(cell, size))) return;
    vec2 place = (vec2(cell) + 0.5) / float(size.y), extent = vec2(size) / float(size.y);
    vec2 from = place - seconds * texelFetch(velocity, cell, 0).xy;
    vec2 speed = textureLod(velocity, from / extent, 0.0).xy;
    for (int i = 0; i < stirrerCount; i++) speed += pushes[i].xy * nearness(place, ways[i], pushes[i].z);
    imageStore(stirred, cell, vec4(speed, 0.0, 0.0));
}
