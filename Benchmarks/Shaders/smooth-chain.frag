// A soft clay caterpillar whose body, feet and feelers are joined by one long chain of smooth minimum calls.
float smoothMinimum(float first, float second, float width)
{
    float blend = max(width - abs(first - second), 0.0) / width;
    return min(first, second) - blend * blend * width * 0.25;
}

float capsule(vec3 position, vec3 start, vec3 end, float radius)
{
    vec3 fromStart = position - start;
    vec3 axis = end - start;
    float along = clamp(dot(fromStart, axis) / dot(axis, axis), 0.0, 1.0);
    return length(fromStart - axis * along) - radius;
}

float map(vec3 position)
{
    float shape = 20.0;
    for (int i = 0; i < 7; i++) {
        float index = float(i);
        float lift = 0.22 * max(0.0, sin(iTime * 3.0 - index * 0.9));
        vec3 centre = vec3(index * 0.55 - 1.65, 0.4 + lift, 0.1 * sin(index + iTime));
        shape = smoothMinimum(shape, length(position - centre) - 0.38, 0.22);
        vec3 foot = vec3(centre.x, 0.08 + lift * 0.7, 0.3);
        vec3 folded = vec3(position.x, position.y, abs(position.z));
        shape = smoothMinimum(shape, length(folded - foot) - 0.12, 0.12);
    }
    float headLift = 0.22 * max(0.0, sin(iTime * 3.0 - 6.3));
    vec3 head = vec3(2.15, 0.75 + headLift, 0.0);
    shape = smoothMinimum(shape, length(position - head) - 0.46, 0.25);
    vec3 mirrored = vec3(position.x, position.y, abs(position.z));
    vec3 feeler = head + vec3(0.15, 0.85, 0.35);
    shape = smoothMinimum(shape, capsule(mirrored, head, feeler, 0.04), 0.1);
    shape = smoothMinimum(shape, length(mirrored - feeler) - 0.1, 0.06);
    return smoothMinimum(shape, position.y + 0.02, 0.1);
}

vec3 surfaceNormal(vec3 position)
{
    vec3 nudge = vec3(0.002, 0.0, 0.0);
    return normalize(vec3(map(position + nudge.xyy) - map(position - nudge.xyy),
                          map(position + nudge.yxy) - map(position - nudge.yxy),
                          map(position + nudge.yyx) - map(position - nudge.yyx)));
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    vec3 origin = vec3(1.5 + sin(0.3 * iTime), 2.2, 5.2);
    vec3 forward = normalize(vec3(0.2, 0.45, 0.0) - origin);
    vec3 right = normalize(cross(forward, vec3(0.0, 1.0, 0.0)));
    vec3 direction = normalize(point.x * right + point.y * cross(right, forward) + 2.5 * forward);
    vec3 colour = mix(vec3(1.0, 0.88, 0.7), vec3(0.5, 0.76, 0.92), smoothstep(-0.3, 0.3, direction.y));
    float along = 1.0;
    for (int i = 0; i < 80 && along < 16.0; i++) {
        vec3 position = origin + direction * along;
        float gap = map(position);
        if (gap < 0.002) {
            vec3 normal = surfaceNormal(position);
            float sun = max(dot(normal, normalize(vec3(0.6, 0.9, 0.5))), 0.0);
            float stripe = smoothstep(-0.3, 0.3, sin(position.x * 11.4));
            vec3 body = mix(vec3(0.35, 0.72, 0.25), vec3(0.92, 0.82, 0.3), stripe);
            body = mix(body, vec3(0.9, 0.35, 0.25), smoothstep(1.75, 1.95, position.x));
            vec3 paint = mix(vec3(0.85, 0.75, 0.6), body, smoothstep(0.02, 0.12, position.y));
            float dark = clamp(0.4 + map(position + normal * 0.3) * 2.0, 0.0, 1.0);
            colour = mix(paint * (0.35 * dark + 0.75 * sun), colour, smoothstep(7.0, 16.0, along));
            break;
        }
        along += gap * 0.9;
    }
    fragColor = vec4(clamp(colour, 0.0, 1.0), 1.0);
}
