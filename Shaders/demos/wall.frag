// A brick wall above a pavement, worn and stained.
#version 330
in vec2 place;
uniform sampler2D brick, stone;
uniform float aspect;
uniform float heights;   // height of the picture, relative to that of most pictures
out vec4 fragmentColor;

void main() {
    vec2 p = vec2(place.x * aspect, place.y) * heights;
    float horizon = 0.19, stain = texture(stone, p * 0.31 + 0.2).g * 0.6 + texture(stone, p.yx * 0.13).g * 0.4;
    vec3 bricks = texture(brick, vec2(p.x, p.y - horizon) * 1.15).rgb * (0.62 + 0.5 * stain);
    // Slabs in rows that get shorter towards the wall.
    float depth = clamp(p.y / horizon, 0.0, 1.0), row = 1.0 / (1.35 - depth);
    vec2 slab = vec2((p.x - aspect * heights * 0.5) * row * 2.2, row * 3.0);
    slab.x += 0.5 * mod(floor(slab.y), 2.0);
    vec2 edge = abs(fract(slab) - 0.5) * 2.0;
    float joint = smoothstep(0.86, 0.97, max(edge.x, edge.y));
    vec3 slabs = texture(stone, slab * 0.37).rgb * vec3(0.63, 0.66, 0.70) * mix(1.0, 0.42, joint);
    float kerb = smoothstep(horizon - 0.004, horizon, p.y) - smoothstep(horizon + 0.018, horizon + 0.022, p.y);
    vec3 color = mix(slabs, bricks, smoothstep(horizon - 0.001, horizon + 0.001, p.y));
    color = mix(color, vec3(0.45, 0.43, 0.40) * (0.7 + 0.4 * stain), kerb);
    color *= 1.0 - 0.45 * smoothstep(0.06, 0.0, abs(p.y - horizon + 0.01));
    // The result is pale: darkness is subtracted before light is added, and pale stone shows more of the light.
    fragmentColor = vec4(mix(color, vec3(0.98, 0.95, 0.90), 0.34) * (0.86 + 0.28 * stain), 1.0);
}
