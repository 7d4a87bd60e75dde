// Marbled ink whose five-octave noise is warped by noise that is itself warped, so one pixel asks for seven noise sums.
float hash(vec2 cell)
{
    vec3 mixed = fract(vec3(cell.xyx) * 0.1031);
    mixed += dot(mixed, mixed.yzx + 33.33);
    return fract((mixed.x + mixed.y) * mixed.z);
}

float valueNoise(vec2 position)
{
    vec2 cell = floor(position);
    vec2 part = fract(position);
    vec2 blend = part * part * (3.0 - 2.0 * part);
    float bottom = mix(hash(cell), hash(cell + vec2(1.0, 0.0)), blend.x);
    float top = mix(hash(cell + vec2(0.0, 1.0)), hash(cell + vec2(1.0, 1.0)), blend.x);
    return mix(bottom, top, blend.y);
}

float fbm(vec2 position)
{
    const mat2 turn = mat2(0.80, 0.60, -0.60, 0.80);
    float total = 0.0;
    float weight = 0.5;
    for (int octave = 0; octave < 5; octave++) {
        total += weight * valueNoise(position);
        position = turn * position * 2.03 + vec2(3.1, 1.7);
        weight *= 0.5;
    }
    return total;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = 3.0 * fragCoord / iResolution.y + 20.0;
    vec2 first = vec2(fbm(point + 0.10 * iTime), fbm(point + vec2(5.2, 1.3) - 0.07 * iTime));
    vec2 second = vec2(fbm(point + 3.5 * first + vec2(1.7, 9.2)), fbm(point + 3.5 * first + vec2(8.3, 2.8)));
    float value = fbm(point + 3.0 * second);
    float slopeX = fbm(point + 3.0 * second + vec2(0.06, 0.0)) - value;
    float slopeY = fbm(point + 3.0 * second + vec2(0.0, 0.06)) - value;

    vec3 colour = mix(vec3(0.10, 0.22, 0.42), vec3(0.95, 0.86, 0.66), smoothstep(0.25, 0.72, value));
    colour = mix(colour, vec3(0.78, 0.26, 0.16), smoothstep(0.35, 0.75, second.x) * 0.7);
    colour = mix(colour, vec3(0.14, 0.52, 0.50), smoothstep(0.45, 0.8, first.y) * 0.7);
    vec3 normal = normalize(vec3(-slopeX * 6.0, -slopeY * 6.0, 1.0));
    float light = max(dot(normal, normalize(vec3(0.6, 0.7, 0.8))), 0.0);
    colour *= 0.45 + 0.75 * light;
    colour += 0.35 * pow(light, 24.0);
    fragColor = vec4(clamp(colour, 0.0, 1.0), 1.0);
}
