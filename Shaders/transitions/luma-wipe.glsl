// A third picture determines when each pixel changes: dark pixels change first.
// Author: the Raster authors
// License: MIT
uniform sampler2D luma;
uniform float softness; // = 0.1
uniform bool inverted; // = false if true, bright pixels change first

vec4 transition(vec2 uv) {
    float when = dot(texture2D(luma, uv).rgb, vec3(0.2126, 0.7152, 0.0722));
    if (inverted) when = 1.0 - when;
    float edge = progress * (1.0 + softness);
    return mix(getToColor(uv), getFromColor(uv), smoothstep(edge - softness, edge, when));
}
