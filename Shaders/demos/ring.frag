// A thin ring, drawn with additive blending.
#version 330
in vec2 place;
uniform vec3 color;
uniform float width;     // of the line, in radii
out vec4 fragmentColor;

void main() {
    float away = abs(length(place * 2.0 - 1.0) - 0.8) / width;
    fragmentColor = vec4(color * clamp(1.5 - away, 0.0, 1.0), 0.0);
}
