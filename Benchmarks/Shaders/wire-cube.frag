// A rotating glass cube of glowing wires; a loop of twelve edges finds its corners by bit tests, projects both and sums the line distances.
const int EDGES = 12;

vec3 corners[8];

vec3 spin(vec3 position)
{
    float first = 0.7 * iTime;
    float second = 0.45 * iTime + 0.4;
    position.xz = mat2(cos(first), -sin(first), sin(first), cos(first)) * position.xz;
    position.yz = mat2(cos(second), -sin(second), sin(second), cos(second)) * position.yz;
    return position;
}

vec2 project(vec3 position)
{
    return position.xy * 2.6 / (4.2 - position.z);
}

vec2 lineGap(vec2 point, vec2 start, vec2 end)
{
    vec2 axis = end - start;
    float along = clamp(dot(point - start, axis) / max(dot(axis, axis), 1e-5), 0.0, 1.0);
    return vec2(length(point - start - axis * along), along);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    for (int i = 0; i < 8; i++) {
        vec3 corner = vec3(float(i & 1), float((i >> 1) & 1), float(i >> 2)) * 2.0 - 1.0;
        corners[i] = spin(corner * 0.85);
    }

    vec2 cell = abs(fract(point * 4.0 + vec2(0.0, 0.3 * iTime)) - 0.5);
    float lattice = smoothstep(0.46, 0.5, max(cell.x, cell.y));
    vec3 colour = mix(vec3(0.16, 0.20, 0.36), vec3(0.34, 0.22, 0.40), 0.5 + 0.5 * point.y);
    colour += 0.10 * lattice;

    for (int shell = 0; shell < 2; shell++) {
        float size = shell == 0 ? 1.0 : 0.5 + 0.15 * sin(iTime * 1.5);
        for (int edge = 0; edge < EDGES; edge++) {
            int axis = edge / 4;
            int which = edge % 4;
            int low = 0;
            if (axis == 0) {
                low = which << 1;
            } else if (axis == 1) {
                low = (which & 1) | ((which & 2) << 1);
            } else {
                low = which;
            }
            int high = low | (1 << axis);
            vec3 start = corners[low] * size;
            vec3 end = corners[high] * size;
            vec2 gap = lineGap(point, project(start), project(end));
            float depth = mix(start.z, end.z, gap.y);
            float bright = 0.65 + 0.3 * depth;
            float pulse = 0.7 + 0.3 * sin(gap.y * 12.0 - iTime * 5.0 + float(edge));
            vec3 tint = 0.6 + 0.4 * cos(vec3(0.0, 2.1, 4.2) + float(axis) * 2.1 + float(shell));
            float wire = smoothstep(0.025, 0.008, gap.x);
            colour += tint * bright * pulse * 0.018 / (gap.x + 0.03);
            colour = mix(colour, 0.5 + 0.5 * tint, wire * clamp(bright, 0.0, 1.0));
        }
    }
    for (int i = 0; i < 8; i++) {
        float gap = length(point - project(corners[i]));
        colour = mix(colour, vec3(1.0, 0.95, 0.85), smoothstep(0.07, 0.045, gap));
    }
    fragColor = vec4(clamp(colour, 0.0, 1.0), 1.0);
}
