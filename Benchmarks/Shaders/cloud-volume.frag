// Drifting evening clouds gathered front to back in 40 steps of 3D noise, with an early exit when the sum is nearly opaque.
float hash(vec3 cell)
{
    vec3 mixed = fract(cell * vec3(0.1031, 0.1137, 0.1379));
    mixed += dot(mixed, mixed.yzx + 19.19);
    return fract((mixed.x + mixed.y) * mixed.z);
}

float noise(vec3 position)
{
    vec3 cell = floor(position);
    vec3 part = fract(position);
    part = part * part * (3.0 - 2.0 * part);
    vec2 unit = vec2(0.0, 1.0);
    float nearLow = mix(hash(cell), hash(cell + unit.yxx), part.x);
    float nearHigh = mix(hash(cell + unit.xyx), hash(cell + unit.yyx), part.x);
    float farLow = mix(hash(cell + unit.xxy), hash(cell + unit.yxy), part.x);
    float farHigh = mix(hash(cell + unit.xyy), hash(cell + unit.yyy), part.x);
    return mix(mix(nearLow, nearHigh, part.y), mix(farLow, farHigh, part.y), part.z);
}

float density(vec3 position)
{
    vec3 moved = position * 0.9 + vec3(0.3 * iTime, 0.0, 0.15 * iTime);
    float total = 0.0;
    float weight = 0.5;
    for (int octave = 0; octave < 4; octave++) {
        total += weight * noise(moved);
        moved = moved * 2.04 + vec3(1.3, 0.1 * iTime, 2.7);
        weight *= 0.5;
    }
    float layer = 1.0 - abs(position.y) / 1.1;
    return clamp((total - 0.46) * 5.0, 0.0, 1.0) * clamp(layer * 1.6, 0.0, 1.0);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    vec3 origin = vec3(20.0, -2.0, 0.0);
    vec3 direction = normalize(vec3(point.x, 0.7 * point.y + 0.5, 1.3));
    vec3 sun = normalize(vec3(-0.5, 0.35, 1.0));
    float towards = max(dot(direction, sun), 0.0);

    vec3 sky = mix(vec3(0.98, 0.72, 0.50), vec3(0.26, 0.44, 0.74), smoothstep(-0.2, 0.7, direction.y));
    sky += vec3(1.0, 0.75, 0.45) * (0.25 * pow(towards, 6.0) + 0.8 * pow(towards, 200.0));

    vec3 gathered = vec3(0.0);
    float remaining = 1.0;
    float along = 0.9 / max(direction.y, 0.08);
    float stride = min(0.055 / max(direction.y, 0.08), 0.3);
    for (int i = 0; i < 40; i++) {
        vec3 position = origin + direction * along;
        float amount = density(position);
        if (amount > 0.01) {
            float lighter = density(position + sun * 0.35);
            float lit = clamp(0.55 + (amount - lighter) * 0.8, 0.0, 1.0);
            vec3 tint = mix(vec3(0.45, 0.42, 0.55), vec3(1.0, 0.93, 0.84), lit);
            tint = mix(tint, sky, 1.0 - exp(-0.008 * along * along));
            float opacity = amount * min(stride * 4.5, 0.8);
            gathered += remaining * opacity * tint;
            remaining *= 1.0 - opacity;
        }
        if (remaining < 0.02 || position.y > 1.1) {
            break;
        }
        along += stride;
    }
    vec3 colour = gathered + sky * remaining;
    fragColor = vec4(clamp(colour, 0.0, 1.0), 1.0);
}
