// A clock hand goes round, and the new picture appears behind the hand.
// Author: the Raster authors
// License: MIT
uniform float start; // = 90 degrees from the right, anticlockwise
uniform float softness; // = 0.01 of a turn
uniform bool clockwise; // = true

vec4 transition(vec2 uv) {
    vec2 offset = (uv - 0.5) * vec2(ratio, 1.0);
    float turn = atan(offset.y, offset.x) / 6.2831853 - start / 360.0;
    if (clockwise) turn = -turn;
    float edge = progress * (1.0 + softness);
    return mix(getToColor(uv), getFromColor(uv), smoothstep(edge - softness, edge, fract(turn)));
}
