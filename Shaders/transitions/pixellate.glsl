// Both pictures turn into ever larger squares; the squares are largest in the middle, when the pictures change.
// Author: the Raster authors
// License: MIT
uniform float squares; // = 12.0 squares across the shorter side, when squares are largest
uniform int steps; // = 24 steps of the squares' growth

vec4 transition(vec2 uv) {
    float near = 1.0 - abs(2.0 * progress - 1.0);
    float level = ceil(near * float(steps)) / float(steps);
    float count = squares / max(level, 0.001);
    vec2 grid = vec2(max(ratio, 1.0), max(1.0 / ratio, 1.0)) * count;
    vec2 place = level > 0.0 ? (floor((uv - 0.5) * grid) + 0.5) / grid + 0.5 : uv;
    return mix(getFromColor(place), getToColor(place), smoothstep(0.4, 0.6, progress));
}
