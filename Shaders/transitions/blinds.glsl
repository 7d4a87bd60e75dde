// The slats of a blind turn one after the other.
// Author: the Raster authors
// License: MIT
uniform int slats; // = 9
uniform float delay; // = 0.5 delay of the last slat after the first

vec4 transition(vec2 uv) {
    float place = uv.x * float(slats), slat = floor(place), x = fract(place) - 0.5;
    float t = clamp(progress * (1.0 + delay) - delay * slat / float(slats), 0.0, 1.0);
    float width = cos(t * 3.14159265);
    if (abs(x) > abs(width) * 0.5) return vec4(0.0, 0.0, 0.0, 1.0);
    vec2 inside = vec2((slat + 0.5 + x / abs(width)) / float(slats), uv.y);
    vec4 color = t < 0.5 ? getFromColor(inside) : getToColor(inside);
    return vec4(color.rgb * mix(0.35, 1.0, abs(width)), color.a);
}
