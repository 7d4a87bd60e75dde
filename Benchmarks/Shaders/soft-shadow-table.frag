// Shapes on a table with soft shadows and hollow darkening; the map returns a struct with a material number and three loops call it.
struct Surface { float gap; int material; };

Surface nearer(Surface first, Surface second)
{
    if (first.gap < second.gap) return first;
    return second;
}

float roundBox(vec3 position, vec3 size, float radius)
{
    vec3 edge = abs(position) - size;
    return length(max(edge, 0.0)) + min(max(edge.x, max(edge.y, edge.z)), 0.0) - radius;
}

Surface map(vec3 position)
{
    Surface scene = Surface(position.y, 0);
    float bounce = 0.3 * abs(sin(iTime * 2.0));
    scene = nearer(scene, Surface(length(position - vec3(-1.1, 0.5 + bounce, 0.2)) - 0.5, 1));
    scene = nearer(scene, Surface(roundBox(position - vec3(0.35, 0.42, -0.5), vec3(0.34), 0.08), 2));
    vec3 ring = position - vec3(1.3, 0.6, 0.5);
    ring.xz = mat2(cos(iTime), -sin(iTime), sin(iTime), cos(iTime)) * ring.xz;
    scene = nearer(scene, Surface(length(vec2(length(ring.xy) - 0.42, ring.z)) - 0.15, 3));
    vec2 cone = vec2(length(position.xz - vec2(0.1, 0.9)), position.y);
    return nearer(scene, Surface(max(dot(cone, vec2(0.9, 0.436)) - 0.35, -cone.y), 4));
}

float softShadow(vec3 origin, vec3 direction)
{
    float lit = 1.0, along = 0.03;
    for (int i = 0; i < 32; i++) {
        float gap = map(origin + direction * along).gap;
        lit = min(lit, 9.0 * gap / along);
        along += clamp(gap, 0.03, 0.25);
        if (lit < 0.005 || along > 5.0) break;
    }
    lit = clamp(lit, 0.0, 1.0);
    return lit * lit * (3.0 - 2.0 * lit);
}

float openness(vec3 position, vec3 normal)
{
    float hidden = 0.0, weight = 1.0;
    for (int i = 1; i <= 5; i++) {
        float reach = 0.09 * float(i);
        hidden += weight * max(reach - map(position + normal * reach).gap, 0.0);
        weight *= 0.75;
    }
    return clamp(1.0 - 1.4 * hidden, 0.0, 1.0);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    vec3 direction = normalize(vec3(point.x, point.y - 0.75, -2.0));
    vec3 origin = vec3(0.0, 2.1, 5.0);
    vec3 sun = normalize(vec3(0.7, 0.9, 0.35));
    vec3 colour = vec3(0.72, 0.80, 0.88);
    float along = 2.0;
    for (int i = 0; i < 90 && along < 18.0; i++) {
        vec3 position = origin + direction * along;
        Surface hit = map(position);
        if (hit.gap < 0.001) {
            vec3 nudge = vec3(0.001, 0.0, -0.001);
            vec3 normal = normalize(nudge.xzz * map(position + nudge.xzz).gap + nudge.zzx * map(position + nudge.zzx).gap
                + nudge.zxz * map(position + nudge.zxz).gap + nudge.xxx * map(position + nudge.xxx).gap);
            vec3 paint = vec3(0.75, 0.62, 0.48) + 0.08 * sin(position.x * 18.0 + sin(position.z * 3.0));
            if (hit.material == 1) paint = vec3(0.88, 0.25, 0.2);
            else if (hit.material == 2) paint = vec3(0.2, 0.5, 0.85);
            else if (hit.material > 2) paint = hit.material == 3 ? vec3(0.95, 0.75, 0.2) : vec3(0.3, 0.7, 0.35);
            float light = max(dot(normal, sun), 0.0) * softShadow(position + normal * 0.01, sun);
            paint *= light * vec3(1.05, 0.98, 0.85) + 0.38 * openness(position, normal);
            colour = mix(paint, colour, smoothstep(7.0, 18.0, along));
            break;
        }
        along += hit.gap;
    }
    fragColor = vec4(pow(clamp(colour, 0.0, 1.0), vec3(0.8)), 1.0);
}
