// A honeycomb of raised tiles that ripple; two offset grids compete for each pixel and six neighbour tiles each cast a shadow in a loop.
const vec2 GRID = vec2(1.0, 1.7320508);

float hexagon(vec2 position)
{
    position = abs(position);
    return max(dot(position, GRID * 0.5), position.x);
}

vec4 nearestTile(vec2 position)
{
    vec2 halfGrid = GRID * 0.5;
    vec2 first = mod(position, GRID) - halfGrid;
    vec2 second = mod(position - halfGrid, GRID) - halfGrid;
    vec2 local = dot(first, first) < dot(second, second) ? first : second;
    return vec4(local, position - local);
}

float seedOf(vec2 centre)
{
    vec2 mixed = fract(floor(centre * 2.0 + 0.5) * vec2(0.1371, 0.2713));
    mixed += dot(mixed, mixed.yx + 13.7);
    return fract(mixed.x * mixed.y);
}

float lift(vec2 centre)
{
    float ripple = sin(length(centre) * 1.6 - iTime * 2.0);
    return 0.5 + 0.3 * ripple + 0.2 * sin(iTime + 6.0 * seedOf(centre));
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    float angle = 0.1 * iTime;
    vec2 position = mat2(cos(angle), sin(angle), -sin(angle), cos(angle)) * point * 3.2;
    vec4 tile = nearestTile(position);
    float height = lift(tile.zw);
    float edge = 0.5 - hexagon(tile.xy);

    float shadow = 1.0;
    for (int i = 0; i < 6; i++) {
        float side = float(i) * 1.0471976;
        vec2 towards = vec2(cos(side), sin(side));
        float difference = lift(tile.zw + towards) - height;
        if (difference <= 0.0) {
            continue;
        }
        float reach = 0.5 - dot(tile.xy, towards);
        shadow *= 1.0 - 0.6 * difference * smoothstep(0.4, 0.0, reach);
    }

    float seed = seedOf(tile.zw);
    vec3 paint = 0.58 + 0.40 * cos(vec3(0.2, 1.1, 2.2) + height * 2.6 + seed * 1.2);
    float bevel = smoothstep(0.04, 0.12, edge);
    float slope = dot(normalize(tile.xy + vec2(1e-4)), normalize(vec2(-0.6, 0.8)));
    vec3 colour = paint * (0.55 + 0.55 * height) * shadow;
    colour *= 1.0 + 0.35 * slope * (1.0 - bevel);
    float inner = smoothstep(0.02, 0.0, abs(edge - 0.2)) * step(0.7, seed);
    colour = mix(colour, vec3(1.0, 0.95, 0.8), inner * 0.7);
    colour = mix(vec3(0.13, 0.13, 0.18), colour, smoothstep(0.01, 0.035, edge));
    fragColor = vec4(clamp(colour, 0.0, 1.0), 1.0);
}
