// A visible lamp: a bright middle and a halo, drawn with additive blending.
#version 330
in vec2 place;
uniform vec3 color;
uniform float core;      // radius of the middle, 0 to 1
out vec4 fragmentColor;

void main() {
    float r = length(place * 2.0 - 1.0), halo = max(1.0 - r, 0.0);
    float middle = 1.0 - smoothstep(core * 0.7, core, r);
    fragmentColor = vec4(color * (halo * halo * halo * 0.75) + mix(color, vec3(1.0), 0.75) * middle, 0.0);
}
