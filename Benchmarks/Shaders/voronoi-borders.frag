// Stained glass from moving cell points; a 3 by 3 search finds the nearest point and a 5 by 5 search then measures the lead lines.
vec2 hash(vec2 cell)
{
    vec3 mixed = fract(vec3(cell.xyx) * vec3(0.1031, 0.1130, 0.0973));
    mixed += dot(mixed, mixed.yzx + 19.19);
    return fract((mixed.xx + mixed.yz) * mixed.zy);
}

vec2 cellPoint(vec2 cell)
{
    vec2 seed = hash(cell);
    return 0.5 + 0.4 * sin(iTime * 0.7 + 6.2831853 * seed);
}

vec4 voronoi(vec2 position)
{
    vec2 whole = floor(position);
    vec2 part = position - whole;
    vec2 nearestCell = vec2(0.0);
    vec2 nearestOffset = vec2(0.0);
    float nearest = 8.0;

    for (int row = -1; row <= 1; row++) {
        for (int column = -1; column <= 1; column++) {
            vec2 cell = vec2(float(column), float(row));
            vec2 offset = cell + cellPoint(whole + cell) - part;
            float squared = dot(offset, offset);
            if (squared < nearest) {
                nearest = squared;
                nearestOffset = offset;
                nearestCell = cell;
            }
        }
    }

    float border = 8.0;
    for (int row = -2; row <= 2; row++) {
        for (int column = -2; column <= 2; column++) {
            vec2 cell = nearestCell + vec2(float(column), float(row));
            vec2 offset = cell + cellPoint(whole + cell) - part;
            vec2 across = offset - nearestOffset;
            if (dot(across, across) < 0.0001) {
                continue;
            }
            border = min(border, dot(0.5 * (nearestOffset + offset), normalize(across)));
        }
    }
    return vec4(border, sqrt(nearest), whole + nearestCell);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = fragCoord / iResolution.y;
    vec4 cell = voronoi(point * 5.0 + vec2(0.2 * iTime, 0.0));
    vec2 seed = hash(cell.zw + 7.0);
    vec3 glass = 0.55 + 0.45 * cos(6.2831853 * (seed.x * 0.8 + vec3(0.0, 0.25, 0.55)));
    glass *= 0.75 + 0.5 * seed.y;
    glass *= 1.15 - 0.6 * cell.y;
    glass += 0.15 * smoothstep(0.25, 0.0, cell.y);
    float lead = smoothstep(0.03, 0.06, cell.x);
    float shine = smoothstep(0.06, 0.08, cell.x) - smoothstep(0.08, 0.13, cell.x);
    vec3 colour = mix(vec3(0.06, 0.06, 0.08), glass, lead) + 0.15 * shine;
    fragColor = vec4(clamp(colour, 0.0, 1.0), 1.0);
}
