// A spiral of bricks; every step of the march builds three Euler rotation matrices per brick, multiplies them and keeps the nearest.
mat3 rotateX(float angle)
{
    float c = cos(angle), s = sin(angle);
    return mat3(1.0, 0.0, 0.0, 0.0, c, s, 0.0, -s, c);
}

mat3 rotateY(float angle)
{
    float c = cos(angle), s = sin(angle);
    return mat3(c, 0.0, -s, 0.0, 1.0, 0.0, s, 0.0, c);
}

mat3 rotateZ(float angle)
{
    float c = cos(angle), s = sin(angle);
    return mat3(c, s, 0.0, -s, c, 0.0, 0.0, 0.0, 1.0);
}

float brick(vec3 position, vec3 size)
{
    vec3 edge = abs(position) - size;
    return length(max(edge, 0.0)) + min(max(edge.x, max(edge.y, edge.z)), 0.0) - 0.05;
}

vec2 map(vec3 position)
{
    vec2 nearest = vec2(20.0, 0.0);
    mat3 pose = rotateY(0.3 * iTime) * rotateX(0.25);
    for (int i = 0; i < 9; i++) {
        float index = float(i);
        mat3 own = rotateX(0.5 * iTime + index) * rotateY(0.7 * index) * rotateZ(0.4 * iTime - 0.5 * index);
        float around = index * 0.75;
        vec3 centre = vec3(1.35 * cos(around), index * 0.32 - 1.28, 1.35 * sin(around));
        vec3 local = transpose(own) * (pose * position - centre);
        float gap = brick(local, vec3(0.46, 0.18 + 0.02 * index, 0.28));
        if (gap < nearest.x) {
            nearest = vec2(gap, index);
        }
    }
    float pole = length(position.xz) - 0.22 - 0.03 * sin(position.y * 8.0 + iTime * 3.0);
    return pole < nearest.x ? vec2(pole, 9.0) : nearest;
}

vec3 surfaceNormal(vec3 position)
{
    vec3 slope = vec3(0.0);
    for (int axis = 0; axis < 3; axis++) {
        vec3 nudge = vec3(0.0);
        nudge[axis] = 0.002;
        slope[axis] = map(position + nudge).x - map(position - nudge).x;
    }
    return normalize(slope + vec3(1e-7));
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    vec3 origin = vec3(0.0, 0.0, 5.6);
    vec3 direction = normalize(vec3(point, -1.9));
    vec3 colour = mix(vec3(0.90, 0.84, 0.76), vec3(0.52, 0.64, 0.72), 0.5 + 0.5 * point.y);
    float along = 3.0;
    for (int i = 0; i < 56; i++) {
        vec3 position = origin + direction * along;
        vec2 hit = map(position);
        if (hit.x < 0.003) {
            vec3 normal = surfaceNormal(position);
            vec3 paint = 0.55 + 0.4 * cos(vec3(0.0, 2.1, 4.2) + hit.y * 0.7);
            float light = max(dot(normal, normalize(vec3(0.5, 0.8, 0.6))), 0.0);
            float gloss = pow(max(dot(reflect(direction, normal), normalize(vec3(0.5, 0.8, 0.6))), 0.0), 20.0);
            colour = paint * (0.3 + 0.75 * light) + 0.4 * gloss;
            break;
        }
        along += hit.x;
        if (along > 8.5) break;
    }
    fragColor = vec4(clamp(colour, 0.0, 1.0), 1.0);
}
