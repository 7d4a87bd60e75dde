// Waves run out from a point while the pictures change.
// Author: the Raster authors
// License: MIT
uniform vec2 center; // = vec2(0.5)
uniform float waves; // = 14.0 waves in the picture's height
uniform float speed; // = 4.0 waves during the transition
uniform float amplitude; // = 0.035 in heights of the picture

vec4 transition(vec2 uv) {
    vec2 offset = (uv - center) * vec2(ratio, 1.0);
    float distance = length(offset);
    float strength = sin(progress * 3.14159265) * amplitude * smoothstep(0.0, 0.15, distance);
    float wave = sin((distance * waves - progress * speed) * 6.2831853);
    vec2 place = uv + (distance > 0.0 ? offset / distance / vec2(ratio, 1.0) : vec2(0.0)) * wave * strength;
    vec4 color = mix(getFromColor(place), getToColor(place), smoothstep(0.2, 0.8, progress));
    // The slopes of the waves reflect light.
    float slope = cos((distance * waves - progress * speed) * 6.2831853) * strength * waves * 0.6;
    return vec4(color.rgb * (1.0 + slope), color.a);
}
