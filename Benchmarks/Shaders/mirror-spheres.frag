// Chrome balls over a chequered floor; a first march finds the surface and a second one follows the reflected ray through the same map.
struct Hit {
    float along;
    int material;
    bool found;
};

vec2 map(vec3 position)
{
    vec2 scene = vec2(position.y + 1.0, 1.0);
    for (int i = 0; i < 5; i++) {
        float angle = float(i) * 1.2566371 + 0.4 * iTime;
        vec3 centre = vec3(1.75 * cos(angle), 0.35 * abs(sin(iTime * 1.4 + float(i))) - 0.45, 1.75 * sin(angle));
        float ball = length(position - centre) - 0.55;
        if (ball < scene.x) scene = vec2(ball, i % 2 == 0 ? 2.0 : 3.0);
    }
    float middle = length(position - vec3(0.0, 0.1, 0.0)) - 0.95;
    return middle < scene.x ? vec2(middle, 3.0) : scene;
}

Hit march(vec3 origin, vec3 direction, float start, int limit)
{
    float along = start;
    for (int i = 0; i < limit; i++) {
        vec2 nearest = map(origin + direction * along);
        if (nearest.x < 0.001 * (1.0 + along)) return Hit(along, int(nearest.y), true);
        along += nearest.x;
        if (along > 24.0) break;
    }
    return Hit(24.0, 0, false);
}

vec3 surfaceNormal(vec3 position)
{
    vec2 nudge = vec2(0.001, 0.0);
    return normalize(vec3(map(position + nudge.xyy).x - map(position - nudge.xyy).x,
        map(position + nudge.yxy).x - map(position - nudge.yxy).x,
        map(position + nudge.yyx).x - map(position - nudge.yyx).x) + vec3(0.0, 1e-7, 0.0));
}

vec3 sky(vec3 direction)
{
    vec3 colour = mix(vec3(0.96, 0.86, 0.72), vec3(0.22, 0.42, 0.72), smoothstep(-0.05, 0.6, direction.y));
    return colour + 0.5 * pow(max(dot(direction, normalize(vec3(0.5, 0.5, -0.6))), 0.0), 40.0);
}

vec3 shade(vec3 position, vec3 normal, int material)
{
    float light = max(dot(normal, normalize(vec3(0.5, 0.7, 0.4))), 0.0);
    vec3 paint = vec3(0.86, 0.30, 0.24);
    if (material == 1) {
        paint = mix(vec3(0.22, 0.30, 0.36), vec3(0.90, 0.88, 0.82), mod(floor(position.x) + floor(position.z), 2.0));
    }
    if (material == 3) paint = vec3(0.35, 0.38, 0.42);
    return paint * (0.35 + 0.7 * light);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    vec3 origin = vec3(0.0, 1.1, 5.4);
    vec3 direction = normalize(vec3(point.x, point.y - 0.45, -1.9));
    vec3 colour = sky(direction);
    Hit first = march(origin, direction, 0.5, 80);
    if (first.found) {
        vec3 position = origin + direction * first.along;
        vec3 normal = surfaceNormal(position);
        vec3 mirrored = reflect(direction, normal);
        vec3 seen = sky(mirrored);
        Hit second = march(position + normal * 0.01, mirrored, 0.02, 48);
        if (second.found) {
            vec3 place = position + mirrored * second.along;
            seen = mix(shade(place, surfaceNormal(place), second.material), seen, smoothstep(6.0, 20.0, second.along));
        }
        float rim = pow(clamp(1.0 + dot(direction, normal), 0.0, 1.0), 4.0);
        float amount = first.material == 3 ? 0.75 : 0.15 + 0.4 * rim;
        colour = mix(mix(shade(position, normal, first.material), seen, amount), colour, smoothstep(9.0, 24.0, first.along));
    }
    fragColor = vec4(clamp(colour, 0.0, 1.0), 1.0);
}
