// Rows shift sideways and colours separate for a moment.
// Author: the Raster authors
// License: MIT
uniform float seed;
uniform int rows; // = 24
uniform float strength; // = 0.25

float hash(vec2 p) { return fract(sin(dot(p, vec2(127.1, 311.7)) + seed * 1.7) * 43758.5453); }

vec4 take(vec2 uv, bool isNew) { return isNew ? getToColor(uv) : getFromColor(uv); }

vec4 transition(vec2 uv) {
    float frame = floor(progress * 20.0);
    float power = strength * pow(1.0 - abs(2.0 * progress - 1.0), 2.0);
    float row = floor(uv.y * float(rows));
    float torn = step(0.6, hash(vec2(row, frame)));
    vec2 shift = vec2((hash(vec2(row, frame + 3.0)) - 0.5) * 2.0 * power * torn, 0.0);
    vec2 fringe = vec2(power * 0.12, 0.0);
    bool isNew = hash(vec2(row, 91.0)) * 0.3 + 0.35 < progress;
    vec4 middle = take(uv + shift, isNew);
    return vec4(take(uv + shift + fringe, isNew).r, middle.g, take(uv + shift - fringe, isNew).b, middle.a);
}
