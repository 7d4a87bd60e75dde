// The new picture slides in over the old picture, which gets darker.
// Author: the Raster authors
// License: MIT
uniform vec2 direction; // = vec2(-1.0, 0.0) direction of the new picture: one axis, 1 or -1
uniform float shade; // = 0.6 how dark the old picture becomes

vec4 transition(vec2 uv) {
    vec2 place = uv + (1.0 - progress) * direction;
    if (all(equal(floor(place), vec2(0.0)))) return getToColor(place);
    vec4 color = getFromColor(uv);
    return vec4(color.rgb * (1.0 - shade * progress), color.a);
}
