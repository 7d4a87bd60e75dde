// The pictures are swirled about the centre. The new picture appears while the swirl unwinds.
// Author: the Raster authors
// License: MIT
uniform float turns; // = 1.2
uniform float radius; // = 0.9 radius of the swirl, in heights of the picture

vec4 transition(vec2 uv) {
    vec2 scale = vec2(ratio, 1.0);
    vec2 offset = (uv - 0.5) * scale;
    float share = max(0.0, 1.0 - length(offset) / radius);
    float strength = 1.0 - abs(2.0 * progress - 1.0);
    float angle = share * share * strength * strength * turns * 6.2831853;
    mat2 rotation = mat2(cos(angle), sin(angle), -sin(angle), cos(angle));
    vec2 place = rotation * offset / scale + 0.5;
    return mix(getFromColor(place), getToColor(place), smoothstep(0.4, 0.6, progress));
}
