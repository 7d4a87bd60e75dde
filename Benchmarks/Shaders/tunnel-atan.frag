// A winding brick tunnel in polar coordinates; atan and a division map the plane to a wall, and four samples per pixel soften its seams.
float brickHash(vec2 cell)
{
    vec2 mixed = fract(cell * vec2(0.3183, 0.2718) + vec2(0.11, 0.37));
    mixed += dot(mixed, mixed + 17.5);
    return fract(mixed.x * mixed.y);
}

vec2 bend(float depth)
{
    return vec2(0.35 * sin(depth * 0.7), 0.25 * cos(depth * 0.9));
}

vec3 wall(vec2 place, float depth)
{
    vec2 bricks = vec2(place.x * 16.0, place.y * 5.0);
    float row = floor(bricks.y);
    bricks.x += 0.5 * mod(row, 2.0);
    vec2 cell = vec2(mod(floor(bricks.x), 16.0), row);
    vec2 inside = fract(bricks);
    float seed = brickHash(cell);
    vec3 paint = mix(vec3(0.72, 0.36, 0.26), vec3(0.92, 0.66, 0.42), seed);
    if (seed > 0.86) {
        float pulse = 0.6 + 0.4 * sin(iTime * 4.0 + seed * 60.0);
        paint = mix(vec3(0.2, 0.5, 0.6), vec3(0.5, 1.3, 1.4), pulse);
    }
    vec2 edge = min(inside, 1.0 - inside);
    float mortar = smoothstep(0.04, 0.09, edge.x) * smoothstep(0.06, 0.13, edge.y);
    float bevel = 0.85 + 0.3 * smoothstep(0.3, 0.9, inside.y);
    return mix(vec3(0.30, 0.26, 0.28), paint * bevel, mortar);
}

vec3 tunnel(vec2 point)
{
    vec2 shift = bend(iTime) * 0.6;
    vec2 position = point + shift;
    float radius = length(position) + 0.02;
    float depth = 0.9 / radius;
    position = point + mix(shift, bend(iTime + 1.0), clamp(0.3 * depth - 0.2, 0.0, 0.6));
    radius = length(position) + 0.02;
    depth = 0.9 / radius;
    float angle = atan(position.y, position.x + 1e-6) / 6.2831853 + 0.5;
    angle = fract(angle + 0.05 * sin(0.5 * iTime) * depth);
    float travel = depth + 1.2 * iTime;
    vec3 colour = wall(vec2(angle, travel), depth);
    float lamp = 0.65 + 0.5 * sin(travel * 1.5);
    colour *= (0.55 + 0.6 * lamp);
    vec3 glow = vec3(0.98, 0.86, 0.66);
    return mix(colour, glow, smoothstep(1.5, 10.0, depth));
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec3 sum = vec3(0.0);
    for (int row = 0; row < 2; row++) {
        for (int column = 0; column < 2; column++) {
            vec2 inner = (vec2(float(column), float(row)) - 0.5) * 0.5;
            vec2 point = (2.0 * (fragCoord + inner) - iResolution.xy) / iResolution.y;
            sum += tunnel(point);
        }
    }
    fragColor = vec4(clamp(sum * 0.25, 0.0, 1.0), 1.0);
}
