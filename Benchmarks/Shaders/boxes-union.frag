// A toy machine of boxes, rings and cylinders joined and cut with many nested min and max calls; the normal asks the whole map four more times.
float box(vec3 position, vec3 size)
{
    vec3 edge = abs(position) - size;
    return length(max(edge, 0.0)) + min(max(edge.x, max(edge.y, edge.z)), 0.0);
}

float torus(vec3 position, float ring, float tube)
{
    return length(vec2(length(position.xz) - ring, position.y)) - tube;
}

float cylinder(vec3 position, float radius, float height)
{
    vec2 edge = vec2(length(position.xz) - radius, abs(position.y) - height);
    return min(max(edge.x, edge.y), 0.0) + length(max(edge, 0.0));
}

float map(vec3 position)
{
    float base = max(box(position, vec3(1.2, 0.3, 0.9)), -cylinder(position - vec3(0.0, 0.3, 0.0), 0.55, 0.2));
    float side = abs(position.x) - 0.95;
    float pillars = cylinder(vec3(side, position.y - 0.6, abs(position.z) - 0.65), 0.13, 0.6);
    float caps = box(vec3(side, position.y - 1.2, abs(position.z) - 0.65), vec3(0.2, 0.06, 0.2));
    float rings = min(torus(position - vec3(0.0, 0.75, 0.0), 0.55, 0.09),
                      torus((position - vec3(0.0, 0.75, 0.0)).yxz, 0.38, 0.06));
    float beam = max(box(position - vec3(0.0, 1.3, 0.0), vec3(1.25, 0.07, 0.8)),
                     -box(position - vec3(0.0, 1.3, 0.0), vec3(0.9, 0.2, 0.5)));
    float bob = 0.12 * sin(iTime * 2.0);
    float core = max(box(position - vec3(0.0, 0.75 + bob, 0.0), vec3(0.22)),
                     length(position - vec3(0.0, 0.75 + bob, 0.0)) - 0.29);
    float feet = box(vec3(abs(position.x) - 0.9, position.y + 0.4, abs(position.z) - 0.6), vec3(0.2, 0.12, 0.2));
    float scene = min(min(min(base, pillars), min(caps, rings)), min(min(beam, core), feet));
    float grooves = max(abs(fract(position.x * 4.0) - 0.5) * 0.25 - 0.03, abs(position.y) - 0.08);
    return min(max(scene, -max(grooves, 0.87 - abs(position.z))), position.y + 0.52);
}

vec3 surfaceNormal(vec3 position)
{
    vec2 nudge = vec2(0.0012, -0.0012);
    return normalize(nudge.xyy * map(position + nudge.xyy) + nudge.yyx * map(position + nudge.yyx)
                     + nudge.yxy * map(position + nudge.yxy) + nudge.xxx * map(position + nudge.xxx));
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    float angle = 0.4 * iTime;
    vec3 origin = vec3(4.0 * sin(angle), 2.3, 4.0 * cos(angle));
    vec3 forward = normalize(vec3(0.0, 0.4, 0.0) - origin);
    vec3 right = normalize(cross(forward, vec3(0.0, 1.0, 0.0)));
    vec3 direction = normalize(point.x * right + point.y * cross(right, forward) + 2.1 * forward);
    vec3 colour = mix(vec3(0.82, 0.86, 0.9), vec3(0.45, 0.6, 0.78), clamp(direction.y + 0.5, 0.0, 1.0));
    float along = 1.0;

    for (int i = 0; i < 90; i++) {
        vec3 position = origin + direction * along;
        float gap = map(position);
        if (gap < 0.001) {
            vec3 normal = surfaceNormal(position);
            vec3 paint = position.y < -0.51 ? vec3(0.75, 0.77, 0.72)
                : 0.58 + 0.34 * cos(vec3(0.1, 1.3, 2.4) + position.y * 2.8 + 4.0);
            float light = max(dot(normal, normalize(vec3(0.5, 0.8, 0.3))), 0.0);
            float hollow = clamp(map(position + normal * 0.2) / 0.2, 0.0, 1.0);
            vec3 lit = paint * (0.3 * hollow + 0.2 + 0.65 * light);
            colour = mix(lit, colour, smoothstep(5.0, 13.0, along));
            break;
        }
        along += gap;
        if (along > 14.0) break;
    }
    fragColor = vec4(clamp(colour, 0.0, 1.0), 1.0);
}
