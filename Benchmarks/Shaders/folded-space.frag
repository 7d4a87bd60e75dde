// A coral-like lattice of folded space; each fold turns by an angle that depends on the loop counter, once as an int and once as a float.
mat2 turn(float angle)
{
    float c = cos(angle);
    float s = sin(angle);
    return mat2(c, -s, s, c);
}

float folded(vec3 position, out float trap)
{
    trap = 10.0;
    float scale = 1.0;
    for (int i = 0; i < 6; i++) {
        float angle = 0.35 * float(i) + 0.12 * iTime;
        position.xy = turn(angle) * position.xy;
        position.xz = turn(0.4 + float(i * i) * 0.07) * position.xz;
        position = abs(position) - vec3(0.62, 0.48, 0.55) / scale;
        scale *= 1.35;
        trap = min(trap, length(position) * scale);
    }
    vec3 edge = abs(position) - vec3(0.36, 0.07, 0.07);
    return length(max(edge, 0.0)) + min(max(edge.x, max(edge.y, edge.z)), 0.0) - 0.015;
}

float twisted(vec3 position, out float trap)
{
    for (float counter = 1.0; counter < 5.5; counter += 1.0) {
        position.yz = turn(0.21 * counter - 0.05 * iTime) * position.yz;
        position.x = abs(position.x) - 0.11 * counter;
        position.xy = turn(0.3 / counter) * position.xy;
    }
    return folded(position, trap);
}

vec3 surfaceNormal(vec3 position)
{
    vec2 nudge = vec2(0.002, 0.0);
    float unused;
    float centre = twisted(position, unused);
    vec3 slope = vec3(twisted(position + nudge.xyy, unused), twisted(position + nudge.yxy, unused),
                      twisted(position + nudge.yyx, unused)) - centre;
    return normalize(slope + vec3(1e-7));
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    vec3 origin = vec3(0.0, 0.0, -4.4);
    vec3 direction = normalize(vec3(point, 1.7));
    vec3 backdrop = mix(vec3(0.10, 0.16, 0.28), vec3(0.36, 0.22, 0.38), 0.5 + 0.5 * point.y);
    vec3 colour = backdrop;
    float along = 0.0;
    float glow = 0.0;

    for (int i = 0; i < 80; i++) {
        float trap;
        vec3 position = origin + direction * along;
        float gap = twisted(position, trap);
        glow += 0.012 / (0.2 + gap * 4.0);
        if (gap < 0.002 * along) {
            vec3 normal = surfaceNormal(position);
            float light = 0.5 + 0.5 * dot(normal, normalize(vec3(0.6, 0.8, -0.7)));
            vec3 paint = 0.6 + 0.4 * cos(vec3(0.2, 1.4, 2.9) + trap * 1.8);
            colour = mix(paint * light * light * 1.5, backdrop, clamp(along * 0.12 - 0.2, 0.0, 1.0));
            break;
        }
        along += gap * 0.8;
        if (along > 9.0) {
            break;
        }
    }
    colour += glow * vec3(0.4, 0.22, 0.12);
    fragColor = vec4(sqrt(clamp(colour, 0.0, 1.0)), 1.0);
}
