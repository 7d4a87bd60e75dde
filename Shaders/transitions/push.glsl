// The new picture pushes the old picture out.
// Author: the Raster authors
// License: MIT
uniform vec2 direction; // = vec2(-1.0, 0.0) direction of both pictures: one axis, 1 or -1

vec4 transition(vec2 uv) {
    vec2 place = uv - progress * direction;
    vec2 inside = fract(place);
    // A place outside of the old picture shows the new picture, which follows the old picture.
    bool isOld = all(equal(floor(place), vec2(0.0)));
    return isOld ? getFromColor(inside) : getToColor(inside);
}
