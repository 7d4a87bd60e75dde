// A turning Menger sponge; four levels of holes are cut in a loop that scales by three, with mod, abs and max chains at each level.
const int LEVELS = 4;

mat3 turning(float first, float second)
{
    float c = cos(first);
    float s = sin(first);
    float d = cos(second);
    float t = sin(second);
    return mat3(c, 0.0, -s, 0.0, 1.0, 0.0, s, 0.0, c) * mat3(1.0, 0.0, 0.0, 0.0, d, t, 0.0, -t, d);
}

vec2 sponge(vec3 position)
{
    vec3 edge = abs(position) - 1.0;
    float shape = length(max(edge, 0.0)) + min(max(edge.x, max(edge.y, edge.z)), 0.0);
    float scale = 1.0;
    float level = 0.0;
    for (int i = 0; i < LEVELS; i++) {
        vec3 local = mod(position * scale, 2.0) - 1.0;
        scale *= 3.0;
        vec3 ridge = abs(1.0 - 3.0 * abs(local));
        float alongX = max(ridge.x, ridge.y);
        float alongY = max(ridge.y, ridge.z);
        float alongZ = max(ridge.z, ridge.x);
        float hole = (min(alongX, min(alongY, alongZ)) - 1.0) / scale;
        if (hole > shape) {
            shape = hole;
            level = float(i + 1);
        }
    }
    return vec2(shape, level);
}

vec3 surfaceNormal(vec3 position)
{
    vec2 nudge = vec2(0.0008, -0.0008);
    return normalize(nudge.xyy * sponge(position + nudge.xyy).x + nudge.yyx * sponge(position + nudge.yyx).x
                     + nudge.yxy * sponge(position + nudge.yxy).x + nudge.xxx * sponge(position + nudge.xxx).x
                     + vec3(1e-8));
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    mat3 pose = turning(0.4 * iTime, 0.55 + 0.2 * sin(0.3 * iTime));
    vec3 origin = pose * vec3(0.0, 0.0, 4.0);
    vec3 direction = pose * normalize(vec3(point, -2.2));
    vec3 sun = pose * normalize(vec3(0.6, 0.8, 0.9));
    vec3 colour = mix(vec3(0.16, 0.28, 0.36), vec3(0.55, 0.68, 0.66), 0.5 + 0.5 * point.y);

    float along = 1.8;
    for (int i = 0; i < 100; i++) {
        vec3 position = origin + direction * along;
        vec2 hit = sponge(position);
        if (hit.x < 0.0008) {
            vec3 normal = surfaceNormal(position);
            vec3 paint = 0.6 + 0.35 * cos(vec3(0.0, 0.9, 1.9) + hit.y * 1.3);
            float light = max(dot(normal, sun), 0.0);
            float dark = 1.0 - float(i) / 110.0;
            colour = paint * (0.3 + 0.8 * light) * dark * dark;
            break;
        }
        along += hit.x;
        if (along > 7.0) break;
    }
    fragColor = vec4(sqrt(clamp(colour, 0.0, 1.0)), 1.0);
}
