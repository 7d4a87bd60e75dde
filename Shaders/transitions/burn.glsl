// The old picture burns away along a pattern of noise; its rim glows and chars.
// Author: the Raster authors
// License: MIT
uniform float seed;
uniform float scale /* = 5.0 */;
uniform vec3 ember; // = vec3(1.0, 0.45, 0.1)
uniform float rim; // = 0.12

float hash(vec2 p) { return fract(sin(dot(p, vec2(41.3, 289.1)) + seed) * 45758.5453); }
float value(vec2 p) {
    vec2 i = floor(p), f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    return mix(mix(hash(i), hash(i + vec2(1.0, 0.0)), f.x), mix(hash(i + vec2(0.0, 1.0)), hash(i + vec2(1.0, 1.0)), f.x), f.y);
}

vec4 transition(vec2 uv) {
    vec2 p = uv * vec2(ratio, 1.0) * scale;
    float height = 0.0, weight = 0.5;
    for (int i = 0; i < 4; i++) {
        height += weight * value(p);
        p *= 2.03;
        weight *= 0.5;
    }
    float edge = mix(-rim, 1.0, progress);
    float past = height - edge;
    if (past < 0.0) return getToColor(uv);
    vec4 color = getFromColor(uv);
    float hot = (1.0 - smoothstep(0.0, rim * 0.4, past)) * step(0.0001, progress);
    float charred = 1.0 - smoothstep(0.0, rim, past);
    color.rgb = mix(color.rgb * (1.0 - 0.85 * charred), ember * (0.6 + 0.8 * hot), hot);
    return color;
}
