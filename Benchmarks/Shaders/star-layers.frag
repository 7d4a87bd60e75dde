// Six layers of twinkling stars fly past a violet haze; every layer visits its nine neighbour cells, so 54 star shapes are summed per pixel.
const int LAYERS = 6;

float hash(vec2 cell)
{
    vec2 mixed = fract(cell * vec2(0.2317, 0.3619));
    mixed += dot(mixed, mixed + 23.71);
    return fract(mixed.x * mixed.y);
}

float star(vec2 offset, float flare)
{
    float gap = length(offset) + 0.002;
    float light = 0.035 / gap;
    float rays = max(0.0, 1.0 - abs(offset.x * offset.y * 900.0));
    light += rays * flare * 0.6;
    vec2 diagonal = vec2(offset.x - offset.y, offset.x + offset.y) * 0.7071;
    rays = max(0.0, 1.0 - abs(diagonal.x * diagonal.y * 1400.0));
    light += rays * flare * 0.3;
    return light * smoothstep(0.9, 0.15, gap);
}

vec3 layerColour(vec2 position)
{
    vec3 sum = vec3(0.0);
    vec2 whole = floor(position);
    vec2 part = position - whole - 0.5;
    for (int row = -1; row <= 1; row++) {
        for (int column = -1; column <= 1; column++) {
            vec2 cell = vec2(float(column), float(row));
            float seed = hash(whole + cell);
            float second = fract(seed * 34.7);
            vec2 offset = part - cell - vec2(seed, second) + 0.5;
            float size = fract(seed * 91.3);
            float light = star(offset, smoothstep(0.75, 1.0, size));
            vec3 tint = 0.6 + 0.4 * sin(vec3(0.3, 0.6, 1.1) * (2.0 + 9.0 * second));
            light *= 0.6 + 0.4 * sin(iTime * 2.5 + seed * 6.2831853);
            sum += light * size * tint;
        }
    }
    return sum;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = (fragCoord - 0.5 * iResolution.xy) / iResolution.y;
    float angle = 0.08 * iTime;
    mat2 turning = mat2(cos(angle), -sin(angle), sin(angle), cos(angle));
    vec2 turned = turning * point;
    float haze = 0.5 + 0.5 * sin(turned.x * 3.0 + 1.5 * sin(turned.y * 4.0 + iTime * 0.3));
    vec3 colour = mix(vec3(0.10, 0.08, 0.24), vec3(0.36, 0.14, 0.38), haze * (1.0 - length(point)));

    for (int i = 0; i < LAYERS; i++) {
        float depth = fract(float(i) / float(LAYERS) + iTime * 0.05);
        float scale = mix(14.0, 0.8, depth);
        float fade = depth * smoothstep(1.0, 0.85, depth);
        colour += layerColour(turned * scale + float(i) * 17.3) * fade;
    }
    fragColor = vec4(clamp(colour, 0.0, 1.0), 1.0);
}
