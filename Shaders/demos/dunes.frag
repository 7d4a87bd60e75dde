// Dunes: ridges of sand one behind the other at dusk, a moon and twinkling stars. Plain style, also for OpenGL ES.
#ifdef GL_ES
precision highp float;
#endif

uniform vec2 u_resolution;
uniform vec2 u_mouse;
uniform float u_time;

float random(vec2 p) {
    return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453);
}

float noise(vec2 p) {
    vec2 i = floor(p), f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    return mix(mix(random(i), random(i + vec2(1.0, 0.0)), f.x), mix(random(i + vec2(0.0, 1.0)), random(i + vec2(1.0, 1.0)), f.x), f.y);
}

// The outline of a ridge: slow swells with a sharp crest, as wind forms it.
float ridge(float x, float seed) {
    float swell = noise(vec2(x * 0.7, seed * 7.3)) + 0.45 * noise(vec2(x * 1.6 + 9.0, seed * 3.1));
    float crest = 1.0 - abs(2.0 * noise(vec2(x * 0.55 + 4.0, seed)) - 1.0);
    return 0.28 * swell + 0.26 * crest * crest;
}

void main() {
    vec2 st = gl_FragCoord.xy / u_resolution.xy;
    float aspect = u_resolution.x / u_resolution.y;
    vec2 p = vec2((st.x - 0.5) * aspect, st.y);
    float pan = u_time * 0.05 + (u_mouse.x / u_resolution.x) * 0.3;

    // The sky, from the afterglow upwards.
    vec3 color = mix(vec3(0.98, 0.55, 0.36), vec3(0.55, 0.25, 0.45), smoothstep(0.36, 0.62, st.y));
    color = mix(color, vec3(0.09, 0.09, 0.27), smoothstep(0.5, 1.0, st.y));

    vec2 grid = p * 46.0;
    vec2 star = fract(grid) - 0.5 - 0.7 * (vec2(random(floor(grid)), random(floor(grid) + 7.7)) - 0.5);
    float bright = pow(random(floor(grid) + 3.1), 14.0);
    float twinkle = 0.7 + 0.3 * sin(u_time * 3.0 + 40.0 * random(floor(grid) + 1.7));
    color += bright * twinkle * smoothstep(0.12, 0.0, length(star)) * smoothstep(0.5, 0.85, st.y);

    vec2 toMoon = p - vec2(0.42, 0.80);
    float moon = length(toMoon);
    float disc = 1.0 - smoothstep(0.068, 0.071, moon);
    float maria = 0.86 + 0.14 * noise(toMoon * 40.0 + 5.0) - 0.12 * smoothstep(0.45, 0.7, noise(toMoon * 22.0));
    color += vec3(0.55, 0.5, 0.55) * 0.32 * exp(-9.0 * moon);
    color = mix(color, vec3(1.0, 0.95, 0.86) * maria, disc);

    // From far to near: each ridge is darker, moves faster and covers the ridges behind it.
    for (int i = 0; i < 6; i++) {
        float near = float(i) / 5.0, scale = mix(3.4, 1.0, near);
        float x = p.x * scale + pan * mix(1.0, 5.0, near) + near * 13.0;
        float top = mix(0.44, -0.05, near) + ridge(x, 1.0 + float(i)) * mix(0.16, 0.5, near);
        float e = 0.01, slope = (ridge(x + e, 1.0 + float(i)) - ridge(x - e, 1.0 + float(i))) / (2.0 * e);
        float depth = top - st.y;
        float pixel = 1.5 / u_resolution.y;
        if (depth > -pixel) {
            vec3 lit = mix(vec3(0.93, 0.58, 0.44), vec3(0.62, 0.34, 0.24), near);
            vec3 shade = mix(vec3(0.62, 0.36, 0.45), vec3(0.13, 0.07, 0.15), near);
            // The crest is bright on the moon's side; ripples follow the slope.
            float side = smoothstep(-0.35, 0.35, -slope * scale * 0.35 + 0.12);
            float ripple = sin((st.y * 1.6 + slope * 0.05 * p.x) * mix(420.0, 130.0, near) + 6.0 * noise(vec2(x * 5.0, st.y * 14.0)));
            vec3 sand = mix(shade, lit, side * exp(-depth * mix(9.0, 3.2, near)));
            sand *= 1.0 + 0.05 * ripple * near;
            sand += vec3(1.0, 0.72, 0.5) * 0.3 * exp(-max(depth, 0.0) * 180.0) * side;
            vec3 haze = vec3(0.93, 0.52, 0.42);
            sand = mix(sand, haze, 0.55 * (1.0 - near) * (1.0 - near));
            color = mix(color, sand, smoothstep(-pixel, pixel, depth));
        }
    }
    vec2 q = st - 0.5;
    color *= 1.06 - 0.5 * dot(q, q);
    gl_FragColor = vec4(color, 1.0);
}
