// Lines at every unit, stronger at every fifth, one pixel wide at any distance; they fade outward.
// A soft shadow lies under the model.
#version 330
in vec2 place;           // -0.5 to 0.5
uniform float cells;     // number of cells across the whole floor
uniform float shadow;    // radius of the model on the floor, in floor widths
out vec4 fragmentColor;

float lines(vec2 p) {
    vec2 width = max(fwidth(p), vec2(1e-5));
    vec2 distance = abs(fract(p - 0.5) - 0.5) / width;
    // Lines closer together than pixels fade to their share of the area.
    vec2 line = clamp(1.25 - distance, 0.0, 1.0) * clamp(1.5 - width * 2.0, 0.0, 1.0);
    return max(line.x, line.y);
}

void main() {
    float r = length(place) * 2.0, fade = 1.0 - smoothstep(0.15, 0.8, r);
    float line = max(lines(place * cells) * 0.16, lines(place * cells * 0.2) * 0.34);
    float under = 0.42 * exp(-dot(place, place) / (shadow * shadow + 1e-6) * 1.6);
    float alpha = max(line * fade, under);
    fragmentColor = vec4(vec3(0.80, 0.86, 0.95) * line * fade / max(alpha, 1e-4), alpha);
}
