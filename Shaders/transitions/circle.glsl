// The new picture appears in a circle that opens, or the old picture disappears in a circle that closes.
// Author: the Raster authors
// License: MIT
uniform vec2 center; // = vec2(0.5)
uniform float softness /* = 0.02 */; // of the rim, in heights
uniform bool opening; // = 1

vec4 transition(vec2 uv) {
    vec2 scale = vec2(ratio, 1.0);
    float distance = length((uv - center) * scale);
    vec2 far = max(center, 1.0 - center) * scale;
    float grown = opening ? progress : 1.0 - progress;
    float radius = grown * (length(far) + softness);
    float inside = 1.0 - smoothstep(radius - softness, radius, distance);
    return opening ? mix(getFromColor(uv), getToColor(uv), inside) : mix(getToColor(uv), getFromColor(uv), inside);
}
