// Snowy hills under a low sun; a height function of five noise octaves is marched with growing steps and then refined by halving.
float hash(vec2 cell)
{
    vec3 mixed = fract(vec3(cell.xyx) * vec3(0.1031, 0.1030, 0.0973));
    mixed += dot(mixed, mixed.yxz + 33.33);
    return fract((mixed.x + mixed.y) * mixed.z);
}

float noise(vec2 position)
{
    vec2 cell = floor(position);
    vec2 part = fract(position);
    part = part * part * (3.0 - 2.0 * part);
    float low = mix(hash(cell), hash(cell + vec2(1.0, 0.0)), part.x);
    float high = mix(hash(cell + vec2(0.0, 1.0)), hash(cell + vec2(1.0, 1.0)), part.x);
    return mix(low, high, part.y);
}

float height(vec2 position)
{
    float total = 0.0;
    float weight = 1.5;
    position *= 0.32;
    for (int octave = 0; octave < 5; octave++) {
        float value = noise(position);
        total += weight * value * value;
        position = mat2(1.6, -1.2, 1.2, 1.6) * position + 4.3;
        weight *= 0.42;
    }
    return total;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    vec3 origin = vec3(10.0 + 0.5 * sin(0.2 * iTime), 2.5, iTime * 0.9);
    vec3 direction = normalize(vec3(point.x, point.y - 0.25, 1.6));
    vec3 sun = normalize(vec3(0.7, 0.32, 0.6));
    float towards = max(dot(direction, sun), 0.0);
    vec3 sky = mix(vec3(0.95, 0.72, 0.55), vec3(0.32, 0.52, 0.80), smoothstep(-0.05, 0.45, direction.y));
    sky += vec3(1.0, 0.8, 0.5) * (0.3 * pow(towards, 8.0) + pow(towards, 300.0));
    vec3 colour = sky;

    float along = 0.2;
    float previous = 0.2;
    bool struck = false;
    for (int i = 0; i < 110; i++) {
        vec3 position = origin + direction * along;
        float above = position.y - height(position.xz);
        if (above < 0.0) {
            struck = true;
            break;
        }
        previous = along;
        along += 0.02 + 0.35 * above + 0.004 * along;
        if (along > 30.0) break;
    }
    if (struck) {
        for (int i = 0; i < 6; i++) {
            float middle = 0.5 * (previous + along);
            vec3 position = origin + direction * middle;
            if (position.y < height(position.xz)) along = middle;
            else previous = middle;
        }
        vec3 position = origin + direction * along;
        float nudge = 0.01 + 0.004 * along;
        vec3 normal = normalize(vec3(height(position.xz - vec2(nudge, 0.0)) - height(position.xz + vec2(nudge, 0.0)),
            2.0 * nudge, height(position.xz - vec2(0.0, nudge)) - height(position.xz + vec2(0.0, nudge))));
        vec3 ground = mix(vec3(0.34, 0.30, 0.28), vec3(0.32, 0.42, 0.22), smoothstep(0.6, 0.85, normal.y));
        ground = mix(ground, vec3(0.95, 0.96, 1.0), smoothstep(0.9, 1.3, position.y) * smoothstep(0.4, 0.7, normal.y));
        float light = max(dot(normal, sun), 0.0);
        vec3 lit = ground * (vec3(1.3, 1.05, 0.8) * light + vec3(0.25, 0.32, 0.45) * (0.5 + 0.5 * normal.y));
        colour = mix(lit, sky, 1.0 - exp(-0.004 * along * along));
    }
    fragColor = vec4(pow(clamp(colour, 0.0, 1.0), vec3(0.85)), 1.0);
}
