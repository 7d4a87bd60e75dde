// The old picture rushes past the eye and is blurred. The new picture comes out of its middle.
// Author: the Raster authors
// License: MIT
uniform float depth; // = 0.75
const int SAMPLES = 12;

vec3 smear(vec2 uv, float amount, bool isNew) {
    vec3 sum = vec3(0.0);
    for (int i = 0; i < SAMPLES; i++) {
        float share = (float(i) + 0.5) / float(SAMPLES);
        vec2 place = 0.5 + (uv - 0.5) * (1.0 - amount * share);
        sum += isNew ? getToColor(place).rgb : getFromColor(place).rgb;
    }
    return sum / float(SAMPLES);
}

vec4 transition(vec2 uv) {
    float fast = sin(progress * 3.14159265);
    vec2 leaving = 0.5 + (uv - 0.5) * (1.0 - depth * progress * progress);
    vec2 coming = 0.5 + (uv - 0.5) * (1.0 + depth * (1.0 - progress) * (1.0 - progress));
    vec3 color = mix(smear(leaving, 0.3 * fast, false), smear(coming, 0.3 * fast, true), smoothstep(0.3, 0.7, progress));
    return vec4(color, mix(getFromColor(uv).a, getToColor(uv).a, progress));
}
