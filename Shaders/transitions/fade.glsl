// One picture fades into the other everywhere at once.
// Author: the Raster authors
// License: MIT

vec4 transition(vec2 uv) {
    return mix(getFromColor(uv), getToColor(uv), progress);
}
