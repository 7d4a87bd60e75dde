// A flight through a foam of touching spheres made by folding and inverting space eight times with a scale that divides by the squared radius.
vec3 trapColour;

float foam(vec3 position)
{
    float scale = 1.0;
    vec3 trap = vec3(10.0);
    for (int i = 0; i < 8; i++) {
        position = -1.0 + 2.0 * fract(0.5 * position + 0.5);
        float squared = max(dot(position, position), 0.02);
        trap = min(trap, vec3(abs(position.x), abs(position.y * position.z), squared));
        float factor = (1.22 + 0.05 * sin(0.2 * iTime)) / squared;
        position *= factor;
        scale *= factor;
    }
    trapColour = trap;
    return 0.25 * abs(position.y) / scale;
}

vec3 surfaceNormal(vec3 position, float size)
{
    vec2 nudge = vec2(size, 0.0);
    vec3 slope;
    slope.x = foam(position + nudge.xyy) - foam(position - nudge.xyy);
    slope.y = foam(position + nudge.yxy) - foam(position - nudge.yxy);
    slope.z = foam(position + nudge.yyx) - foam(position - nudge.yyx);
    return normalize(slope + vec3(0.0, 1e-9, 0.0));
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    float travel = 0.12 * iTime;
    vec3 origin = vec3(2.6 * cos(0.4 * travel + 0.6), 0.75 + 0.2 * sin(travel), 2.6 * sin(0.4 * travel + 0.6));
    vec3 target = vec3(0.0, 0.3, 0.0);
    vec3 forward = normalize(target - origin);
    vec3 right = normalize(cross(forward, vec3(0.1 * sin(travel), 1.0, 0.0)));
    vec3 direction = normalize(point.x * right + point.y * cross(right, forward) + 1.6 * forward);

    vec3 fog = vec3(0.34, 0.44, 0.56);
    vec3 colour = fog;
    float along = 0.02;
    for (int i = 0; i < 110; i++) {
        vec3 position = origin + direction * along;
        float gap = foam(position);
        if (gap < 0.0008 * along) {
            vec3 traps = trapColour;
            vec3 normal = surfaceNormal(position, 0.001 * (0.5 + along));
            vec3 paint = mix(vec3(0.85, 0.55, 0.28), vec3(0.25, 0.48, 0.55), clamp(2.0 * traps.y, 0.0, 1.0));
            paint = mix(paint, vec3(0.80, 0.62, 0.50), clamp(0.8 * traps.x, 0.0, 1.0));
            float hollow = pow(clamp(traps.z * 1.6, 0.0, 1.0), 0.8);
            float light = max(dot(normal, normalize(vec3(0.5, 0.8, -0.2))), 0.0);
            float bounce = 0.5 - 0.5 * normal.y;
            vec3 lit = paint * (1.2 * light + 0.35 + 0.15 * bounce) * (0.15 + 0.75 * hollow);
            colour = mix(fog, lit, exp(-0.10 * along));
            break;
        }
        along += gap;
        if (along > 12.0) break;
    }
    fragColor = vec4(pow(clamp(colour, 0.0, 1.0), vec3(0.7)), 1.0);
}
