// The old picture slides away over the new picture and casts a shadow onto the new picture.
// Author: the Raster authors
// License: MIT
uniform vec2 direction; // = vec2(-1.0, 0.0) direction of the old picture: one axis, 1 or -1
uniform float shadow; // = 0.5 darkness of the shadow at the edge
uniform float reach; // = 0.12 width of the shadow, in widths of the picture

vec4 transition(vec2 uv) {
    vec2 place = uv - progress * direction;
    if (all(equal(floor(place), vec2(0.0)))) return getFromColor(place);
    vec2 beyond = max(place - 1.0, -place);
    float dark = shadow * (1.0 - smoothstep(0.0, reach, max(beyond.x, beyond.y))) * min(1.0, 8.0 * (1.0 - progress));
    vec4 color = getToColor(uv);
    return vec4(color.rgb * (1.0 - dark), color.a);
}
