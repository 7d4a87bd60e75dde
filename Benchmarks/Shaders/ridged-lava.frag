// Glowing cracks in cooling lava from ridged noise, where the weight of every octave depends on the octave before it.
float hash(vec2 cell)
{
    vec2 mixed = fract(cell * vec2(0.1371, 0.1739));
    mixed += dot(mixed, mixed.yx + 27.13);
    return fract((mixed.x + 1.7) * mixed.y);
}

float noise(vec2 position)
{
    vec2 cell = floor(position);
    vec2 part = position - cell;
    part = part * part * part * (part * (part * 6.0 - 15.0) + 10.0);
    return mix(mix(hash(cell), hash(cell + vec2(1.0, 0.0)), part.x),
               mix(hash(cell + vec2(0.0, 1.0)), hash(cell + vec2(1.0)), part.x), part.y);
}

float ridged(vec2 position)
{
    float total = 0.0;
    float amplitude = 0.55;
    float previous = 1.0;
    float frequency = 1.0;
    for (int octave = 0; octave < 6; octave++) {
        float angle = 0.6 * float(octave);
        vec2 turned = vec2(cos(angle) * position.x - sin(angle) * position.y,
                           sin(angle) * position.x + cos(angle) * position.y);
        vec2 drift = vec2(0.05, -0.03) * iTime * float(octave + 1);
        float value = 1.0 - abs(2.0 * noise(turned * frequency + drift + 50.0) - 1.0);
        value *= value;
        total += value * amplitude * previous;
        previous = clamp(value * 1.4, 0.0, 1.0);
        amplitude *= 0.55;
        frequency *= 2.1;
    }
    return total;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = (fragCoord - 0.5 * iResolution.xy) / iResolution.y;
    vec2 position = point * 3.2;
    position += 0.35 * sin(position.yx * 2.3 + vec2(1.0, 2.0)) + 0.15 * sin(position.yx * 5.9);
    float heat = ridged(position);
    float rightHeat = ridged(position + vec2(0.02, 0.0));
    float upHeat = ridged(position + vec2(0.0, 0.02));
    vec3 normal = normalize(vec3(heat - rightHeat, heat - upHeat, 0.05));
    float light = 0.4 + 0.6 * max(dot(normal, normalize(vec3(-0.5, 0.6, 0.7))), 0.0);

    vec3 rock = mix(vec3(0.24, 0.20, 0.22), vec3(0.50, 0.40, 0.36), noise(position * 6.0 + 9.0)) * light;
    float pulse = 0.9 + 0.1 * sin(iTime * 1.5 + position.x);
    float molten = smoothstep(0.45, 0.95, heat * pulse);
    vec3 fire = vec3(1.0, 0.32, 0.06) * molten * 1.5;
    fire += vec3(1.0, 0.75, 0.3) * smoothstep(0.75, 1.2, heat * pulse);
    vec3 colour = rock * (1.0 - 0.6 * molten) + fire;
    colour *= 1.1 - 0.5 * dot(point, point);
    fragColor = vec4(clamp(colour, 0.0, 1.0), 1.0);
}
