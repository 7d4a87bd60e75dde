// Grains of noise change one by one. The seed determines the order of the grains.
// Author: the Raster authors
// License: MIT
uniform float seed;
uniform float grain; // = 90.0 grains in the picture's height
uniform float glow; // = 0.08 time for which a grain glows as it disappears
uniform vec3 color; // = vec3(1.0, 0.75, 0.35)

float hash(vec2 p) { return fract(sin(dot(p, vec2(12.9898, 78.233)) + seed * 0.618) * 43758.5453); }

vec4 transition(vec2 uv) {
    vec2 place = uv * vec2(ratio, 1.0) * grain;
    float when = 0.65 * hash(floor(place)) + 0.35 * hash(floor(place / 6.0) + 17.0);
    float edge = progress * (1.0 + glow);
    vec4 result = when < edge - glow ? getToColor(uv) : getFromColor(uv);
    if (when >= edge - glow && when < edge) result.rgb = mix(color, result.rgb, (when - edge + glow) / glow);
    return result;
}
