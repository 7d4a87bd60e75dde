// The fields of a checkerboard open: first the fields of one colour, then the others.
// Author: the Raster authors
// License: MIT
uniform ivec2 fields; // = ivec2(8, 6)

vec4 transition(vec2 uv) {
    vec2 board = uv * vec2(fields), field = floor(board), inside = fract(board);
    float isSecond = mod(field.x + field.y, 2.0);
    float t = clamp(progress * 2.0 - isSecond, 0.0, 1.0);
    return inside.x < t ? getToColor(uv) : getFromColor(uv);
}
