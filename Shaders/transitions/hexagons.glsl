// The cells of a honeycomb grow from their centres, from left to right.
// Author: the Raster authors
// License: MIT
uniform float cells; // = 9.0 cells in the picture's height
uniform float spread; // = 0.6 delay of the last column after the first

float border(vec2 p) {
    p = abs(p);
    return max(p.x, dot(p, vec2(0.5, 0.8660254)));
}

vec4 transition(vec2 uv) {
    vec2 step = vec2(1.0, 1.7320508);
    vec2 p = uv * vec2(ratio, 1.0) * cells;
    // The honeycomb is two rectangular grids of cells; a pixel belongs to the nearer centre.
    vec2 a = mod(p, step) - step * 0.5;
    vec2 b = mod(p + step * 0.5, step) - step * 0.5;
    vec2 offset = dot(a, a) < dot(b, b) ? a : b;
    float column = clamp((p - offset).x / (cells * ratio), 0.0, 1.0);
    float t = clamp(progress * (1.0 + spread) - column * spread, 0.0, 1.0);
    float size = t * 0.5;
    float edge = border(offset);
    if (edge < size - 0.03) return getToColor(uv);
    vec4 old = getFromColor(uv);
    if (edge < size) old.rgb = mix(old.rgb, vec3(1.0), 0.5 * (1.0 - t));
    return t >= 1.0 ? getToColor(uv) : old;
}
