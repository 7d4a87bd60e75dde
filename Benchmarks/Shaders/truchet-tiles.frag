// Woven pipes on randomly turned tiles in two sizes; the nearest arc is chosen by branches and beads run along it by its angle and parity.
float hash(vec2 cell)
{
    vec3 mixed = fract(vec3(cell.xyx) * vec3(0.1533, 0.2171, 0.1289));
    mixed += dot(mixed, mixed.yzx + 21.7);
    return fract((mixed.x + mixed.y) * mixed.z);
}

vec4 pipes(vec2 position, float radius, vec3 first, vec3 second)
{
    vec2 cell = floor(position);
    vec2 local = position - cell - 0.5;
    float seed = hash(cell + 40.0);
    float parity = mod(cell.x + cell.y, 2.0) * 2.0 - 1.0;
    bool turned = seed > 0.5;
    if (turned) {
        local.x = -local.x;
    }
    vec2 corner = vec2(0.5);
    if (local.x + local.y < 0.0) {
        corner = -corner;
    }
    vec2 offset = local - corner;
    float gap = abs(length(offset) - 0.5);
    float angle = atan(offset.y, offset.x + 1e-6);
    float direction = turned ? parity : -parity;
    float beads = 0.5 + 0.5 * sin(angle * 12.0 * direction + iTime * 5.0);

    bool crossing = fract(seed * 17.3) > 0.75;
    if (crossing) {
        bool over = abs(local.y) < radius * 1.5;
        gap = over ? abs(local.y) : abs(local.x);
        float along = over ? local.x : local.y;
        beads = 0.5 + 0.5 * sin(along * 18.85 * direction + iTime * 5.0);
    }
    float roundness = sqrt(max(1.0 - gap * gap / (radius * radius), 0.0));
    vec3 paint = mix(first, second, smoothstep(0.55, 0.75, beads));
    paint *= 0.35 + 0.75 * roundness;
    paint += 0.25 * pow(roundness, 16.0);
    float cover = smoothstep(radius, radius - 0.03, gap);
    return vec4(paint, cover);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    float angle = 0.3 + 0.05 * sin(iTime * 0.5);
    mat2 turning = mat2(cos(angle), sin(angle), -sin(angle), cos(angle));
    vec2 position = turning * point;
    vec3 colour = mix(vec3(0.30, 0.42, 0.48), vec3(0.52, 0.58, 0.54), 0.5 + 0.5 * point.y);

    for (int layer = 0; layer < 2; layer++) {
        float scale = layer == 0 ? 5.0 : 2.5;
        vec2 place = position * scale + vec2(0.3, 0.2) * iTime * float(layer + 1);
        float radius = layer == 0 ? 0.14 : 0.12;
        vec3 first = layer == 0 ? vec3(0.20, 0.56, 0.62) : vec3(0.92, 0.45, 0.25);
        vec3 second = layer == 0 ? vec3(0.42, 0.76, 0.72) : vec3(1.0, 0.82, 0.42);
        vec4 shade = pipes(place + vec2(0.12, 0.14), radius + 0.06, first, second);
        colour *= 1.0 - 0.45 * shade.a;
        vec4 pipe = pipes(place, radius, first, second);
        colour = mix(colour, pipe.rgb, pipe.a);
    }
    fragColor = vec4(clamp(colour, 0.0, 1.0), 1.0);
}
