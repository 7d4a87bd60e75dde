// Twelve glossy blobs melt together from a global array that main fills; every step of the march sums over the whole array.
const int BLOB_COUNT = 12;
const int MARCH_STEPS = 72;

vec4 blobs[BLOB_COUNT];

float field(vec3 position)
{
    float total = 0.0;
    for (int i = 0; i < BLOB_COUNT; i++) {
        vec3 offset = position - blobs[i].xyz;
        float radius = blobs[i].w;
        total += radius * radius / (dot(offset, offset) + 0.02);
    }
    return total;
}

vec3 fieldNormal(vec3 position)
{
    vec3 slope = vec3(0.0);
    for (int i = 0; i < BLOB_COUNT; i++) {
        vec3 offset = position - blobs[i].xyz;
        float squared = dot(offset, offset) + 0.02;
        slope += offset * blobs[i].w * blobs[i].w / (squared * squared);
    }
    return normalize(slope + vec3(0.0, 1e-5, 0.0));
}

vec3 sky(vec3 direction)
{
    float height = 0.5 + 0.5 * direction.y;
    vec3 colour = mix(vec3(0.95, 0.62, 0.42), vec3(0.18, 0.32, 0.62), height);
    float bands = smoothstep(0.35, 0.5, abs(fract(direction.x * 2.5 + direction.y) - 0.5));
    return colour + 0.12 * bands * (1.0 - height);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = (2.0 * fragCoord - iResolution.xy) / iResolution.y;

    for (int i = 0; i < BLOB_COUNT; i++) {
        float index = float(i);
        float phase = iTime * (0.35 + 0.05 * index) + index * 1.7;
        blobs[i].x = 1.7 * sin(phase);
        blobs[i].y = 0.9 * sin(phase * 1.31 + index);
        blobs[i].z = 0.9 * cos(phase * 0.83 + 2.0 * index);
        blobs[i].w = 0.34 + 0.12 * sin(index * 2.4);
    }

    vec3 origin = vec3(0.0, 0.0, 4.2);
    vec3 direction = normalize(vec3(point, -2.0));
    vec3 colour = sky(direction);
    float distanceAlong = 1.6;

    for (int stepIndex = 0; stepIndex < MARCH_STEPS; stepIndex++) {
        vec3 position = origin + direction * distanceAlong;
        float value = field(position);
        if (value > 1.45) {
            vec3 normal = fieldNormal(position);
            vec3 mirrored = reflect(direction, normal);
            float rim = pow(clamp(1.0 + dot(direction, normal), 0.0, 1.0), 3.0);
            float light = max(dot(normal, normalize(vec3(0.5, 0.9, 0.6))), 0.0);
            vec3 base = 0.55 + 0.4 * cos(vec3(0.0, 1.6, 3.4) + position.x * 1.3 + position.y);
            colour = base * (0.25 + 0.75 * light) + sky(mirrored) * (0.15 + 0.6 * rim);
            colour += pow(max(dot(mirrored, normalize(vec3(0.5, 0.9, 0.6))), 0.0), 40.0);
            break;
        }
        distanceAlong += clamp(0.12 * (1.5 - value), 0.02, 0.2);
        if (distanceAlong > 7.0) {
            break;
        }
    }
    fragColor = vec4(clamp(colour, 0.0, 1.0), 1.0);
}
