// Stained glass: cells around moving points, with lead where two points are equally near. Plain style, OpenGL 3.3.
#version 330
uniform float u_time;
uniform vec2 u_resolution;
uniform vec2 u_mouse;
out vec4 fragmentColor;

vec2 random(vec2 cell) {
    uvec2 v = uvec2(ivec2(cell)) * uvec2(1664525u, 1013904223u) + 747796405u;
    v.x += v.y * 1664525u;
    v.y += v.x * 1013904223u;
    v ^= v >> 16u;
    v.x += v.y * 1664525u;
    v.y += v.x * 1013904223u;
    v ^= v >> 16u;
    return vec2(v & 0xFFFFu) / 65535.0;
}

vec2 site(vec2 cell) {
    return 0.5 + 0.42 * sin(u_time * 0.6 + 6.2831853 * random(cell));
}

void main() {
    vec2 p = gl_FragCoord.xy / u_resolution.y * 6.0 + vec2(0.0, 0.15 * u_time) + u_mouse / u_resolution.y;
    vec2 cell = floor(p), inCell = fract(p);

    // The nearest point first, then the distance to the nearest border, which takes a second ring of cells around that point.
    vec2 nearest = vec2(0.0), toNearest = vec2(8.0);
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            vec2 neighbour = vec2(x, y), toSite = neighbour + site(cell + neighbour) - inCell;
            if (dot(toSite, toSite) < dot(toNearest, toNearest)) {
                nearest = neighbour;
                toNearest = toSite;
            }
        }
    }
    float border = 8.0;
    for (int y = -2; y <= 2; y++) {
        for (int x = -2; x <= 2; x++) {
            vec2 neighbour = nearest + vec2(x, y), toSite = neighbour + site(cell + neighbour) - inCell;
            vec2 apart = toSite - toNearest;
            if (dot(apart, apart) > 1e-5) border = min(border, dot(0.5 * (toNearest + toSite), normalize(apart)));
        }
    }

    vec2 dice = random(cell + nearest + 17.0);
    vec3 glass = 0.55 + 0.45 * cos(6.2831853 * (vec3(0.0, 0.28, 0.55) + dice.x * 0.75 + 0.05));
    glass = mix(glass, glass.bgr, dice.y * 0.35);
    // Light from behind, ripples in the pane, and a bevel that is lit from the upper left.
    float glow = exp(-1.6 * dot(toNearest, toNearest));
    float ripple = 0.5 + 0.5 * sin(28.0 * border + 9.0 * dice.y);
    vec3 color = glass * (0.35 + 0.75 * glow) * (0.94 + 0.06 * ripple);
    vec2 outward = normalize(-toNearest + 1e-4);
    color += 0.35 * (1.0 - smoothstep(0.03, 0.16, border)) * max(dot(outward, normalize(vec2(-0.6, 0.8))), 0.0);
    float pixel = 6.0 / u_resolution.y;
    float lead = 1.0 - smoothstep(0.035 - pixel, 0.035 + pixel, border);
    vec3 metal = vec3(0.05, 0.05, 0.06) + 0.22 * smoothstep(0.035, 0.0, border);
    color = mix(color, metal, lead);
    vec2 q = gl_FragCoord.xy / u_resolution - 0.5;
    fragmentColor = vec4(pow(color * (1.15 - 0.9 * dot(q, q)), vec3(0.85)), 1.0);
}
