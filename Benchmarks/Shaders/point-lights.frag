// Eight coloured lamps from an array glide over a tiled floor; each pixel sums their falloff, gloss and drawn glow in one loop.
struct Lamp {
    vec3 place;
    vec3 colour;
};

const int LAMPS = 8;

Lamp lamps[LAMPS];

float tileHeight(vec2 position)
{
    vec2 part = abs(fract(position * 1.6) - 0.5);
    float groove = smoothstep(0.5, 0.42, max(part.x, part.y));
    float dome = 0.25 * (1.0 - dot(part, part) * 2.0);
    return 0.06 * groove + 0.1 * dome;
}

vec3 floorNormal(vec2 position)
{
    float nudge = 0.01;
    float slopeX = tileHeight(position + vec2(nudge, 0.0)) - tileHeight(position - vec2(nudge, 0.0));
    float slopeZ = tileHeight(position + vec2(0.0, nudge)) - tileHeight(position - vec2(0.0, nudge));
    return normalize(vec3(-slopeX, 2.0 * nudge, -slopeZ));
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    for (int i = 0; i < LAMPS; i++) {
        float index = float(i);
        float phase = iTime * (0.4 + 0.06 * index) + index * 0.7853982;
        lamps[i].place = vec3(2.6 * cos(phase), 0.45 + 0.2 * sin(phase * 2.3), 1.9 * sin(phase * 1.2 + index));
        lamps[i].colour = 0.55 + 0.45 * cos(vec3(0.0, 2.1, 4.2) + index * 0.8);
    }

    vec3 origin = vec3(0.0, 3.0, 4.6);
    vec3 direction = normalize(vec3(point.x, point.y - 1.15, -1.7));
    vec3 colour = vec3(0.10, 0.11, 0.18);

    float along = -origin.y / min(direction.y, -0.001);
    vec3 position = origin + direction * along;
    float fade = exp(-0.03 * along * along * 0.25);
    vec3 normal = floorNormal(position.xz);
    vec2 tile = floor(position.xz * 1.6);
    float shade = mod(tile.x + tile.y, 2.0);
    vec3 paint = mix(vec3(0.50, 0.48, 0.46), vec3(0.92, 0.90, 0.86), shade);
    vec3 lit = paint * 0.14;

    for (int i = 0; i < LAMPS; i++) {
        vec3 towards = lamps[i].place - position;
        float squared = dot(towards, towards);
        vec3 unit = towards * inversesqrt(squared + 1e-4);
        float falloff = 1.0 / (0.35 + squared);
        float facing = max(dot(normal, unit), 0.0);
        vec3 halfway = normalize(unit - direction);
        float gloss = pow(max(dot(normal, halfway), 0.0), 60.0);
        lit += lamps[i].colour * falloff * (paint * facing * 0.8 + gloss * 1.2);
    }
    colour = mix(colour, lit, direction.y < -0.001 ? fade : 0.0);

    for (int i = 0; i < LAMPS; i++) {
        vec3 offset = lamps[i].place - origin;
        float depth = dot(offset, direction);
        if (depth < 0.0) continue;
        vec3 aside = offset - direction * depth;
        float glow = 0.006 / (dot(aside, aside) + 0.004);
        colour += lamps[i].colour * glow * 0.9;
    }
    fragColor = vec4(sqrt(clamp(colour, 0.0, 1.0)), 1.0);
}
