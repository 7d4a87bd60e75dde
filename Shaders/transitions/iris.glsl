// A polygon opens and turns.
// Author: the Raster authors
// License: MIT
uniform int sides; // = 6
uniform float turn; // = 60.0 rotation in degrees during the transition

vec4 transition(vec2 uv) {
    vec2 offset = (uv - 0.5) * vec2(ratio, 1.0);
    float angle = radians(turn) * progress, c = cos(angle), s = sin(angle);
    offset = vec2(c * offset.x - s * offset.y, s * offset.x + c * offset.y);
    float sector = 6.2831853 / float(sides);
    float around = mod(atan(offset.y, offset.x) + sector * 0.5, sector) - sector * 0.5;
    float distance = length(offset) * cos(around);
    float reach = length(vec2(ratio, 1.0)) * 0.5;
    return distance < progress * reach ? getToColor(uv) : getFromColor(uv);
}
