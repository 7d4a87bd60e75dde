// Mirrors fold both pictures about the middle while they change.
// Author: the Raster authors
// License: MIT
uniform int mirrors; // = 6
uniform float turn; // = 1.0 rotation of the mirrors, in radians

vec4 transition(vec2 uv) {
    vec2 scale = vec2(ratio, 1.0), offset = (uv - 0.5) * scale;
    float sector = 6.2831853 / float(mirrors);
    float angle = atan(offset.y, offset.x) + turn * progress;
    float folded = abs(mod(angle + sector * 0.5, sector) - sector * 0.5) - turn * progress;
    vec2 place = length(offset) * vec2(cos(folded), sin(folded)) / scale + 0.5;
    float strength = smoothstep(0.0, 0.25, progress) * (1.0 - smoothstep(0.75, 1.0, progress));
    vec2 mixed = mix(uv, place, strength);
    return mix(getFromColor(mixed), getToColor(mixed), smoothstep(0.35, 0.65, progress));
}
