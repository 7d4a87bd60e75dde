// A soft edge sweeps over the picture.
// Author: the Raster authors
// License: MIT
uniform vec2 direction; // = vec2(1.0, 0.3) where the edge goes
uniform float softness; // = 0.25 its width in pictures

vec4 transition(vec2 uv) {
    vec2 along = normalize(direction);
    // The farthest corner against the direction is 0, the farthest along it 1.
    vec2 span = abs(along);
    float place = (dot(uv - 0.5, along) / (span.x + span.y)) + 0.5;
    float edge = progress * (1.0 + softness);
    return mix(getToColor(uv), getFromColor(uv), smoothstep(edge - softness, edge, place));
}
