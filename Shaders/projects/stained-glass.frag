// Stained glass: points of colour walk about. A flood finds the nearest point of every pixel, and so the pieces of glass; a pyramid
// fills the space between the points with light.
//   demos shader Shaders/projects/stained-glass.frag

uniform sampler2D u_flood0;
uniform sampler2D u_pyramid0;
uniform vec2 u_resolution;
uniform float u_time;
uniform float lead; // 1.0, 6.0, 2.5

const int COUNT = 42;

vec2 hash(float n) { return fract(sin(vec2(n * 12.9898, n * 78.233)) * 43758.5453); }
vec2 point(int number) {
    vec2 start = hash(float(number) + 1.0), speed = hash(float(number) + 71.0) - 0.5;
    return 0.5 + 0.48 * sin(6.2832 * start + u_time * speed);
}
vec3 color(int number) {
    float hue = fract(float(number) * 0.618034);
    return 0.18 + 0.82 * pow(0.5 + 0.5 * cos(6.2832 * (hue + vec3(0.0, 0.33, 0.67))), vec3(1.3));
}
// The nearest point within some pixels, or -1.
int nearest(vec2 pixel, float radius) {
    for (int number = 0; number < COUNT; number++) {
        if (length(point(number) * u_resolution - pixel) < radius) return number;
    }
    return -1;
}

void main() {
    vec2 pixel = gl_FragCoord.xy, place = pixel / u_resolution;
#if defined(FLOOD_0)
    gl_FragColor = nearest(pixel, 0.75) >= 0 ? vec4(place, 0.0, 1.0) : vec4(0.0);
#elif defined(PYRAMID_0)
    int number = nearest(pixel, 0.012 * u_resolution.y);
    gl_FragColor = number >= 0 ? vec4(color(number), 1.0) : vec4(0.0);
#else
    vec2 seed = texture2D(u_flood0, place).xy;
    // A pixel lies on the lead if a pixel beside it belongs to another piece.
    float edge = 0.0;
    for (int step = 0; step < 8; step++) {
        float angle = 0.7854 * float(step);
        vec2 other = texture2D(u_flood0, place + lead * vec2(cos(angle), sin(angle)) / u_resolution).xy;
        if (length((other - seed) * u_resolution) > 1.5) edge += 0.125;
    }
    vec3 glass = texture2D(u_pyramid0, mix(place, seed, 0.35)).rgb;
    float distance = length((seed - place) * u_resolution) / u_resolution.y;
    vec3 light = glass * (1.25 - 1.6 * distance) + 0.12 * pow(max(0.0, 1.0 - 9.0 * length(place - seed)), 2.0);
    gl_FragColor = vec4(mix(light, vec3(0.04, 0.035, 0.05), smoothstep(0.05, 0.6, edge)), 1.0);
#endif
}
