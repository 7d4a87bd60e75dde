// A soft edge moves over the picture.
// Author: the Raster authors
// License: MIT
uniform vec2 direction; // = vec2(1.0, 0.3) direction of the edge
uniform float softness; // = 0.25 width of the edge, in pictures

vec4 transition(vec2 uv) {
    vec2 along = normalize(direction);
    // 0 at the farthest corner against the direction, 1 at the farthest corner along it.
    vec2 span = abs(along);
    float place = (dot(uv - 0.5, along) / (span.x + span.y)) + 0.5;
    float edge = progress * (1.0 + softness);
    return mix(getToColor(uv), getFromColor(uv), smoothstep(edge - softness, edge, place));
}
