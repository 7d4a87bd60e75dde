// A sea at dusk; a march with eight turning wave octaves that drag one another finds the surface and finer waves bend the reflected sky.
float waves(vec2 position, int octaves)
{
    float angle = 0.0;
    float frequency = 1.0;
    float weight = 1.0;
    float speed = 1.6;
    float sum = 0.0;
    float weights = 0.0;
    for (int i = 0; i < octaves; i++) {
        vec2 heading = vec2(cos(angle), sin(angle));
        float phase = dot(heading, position) * frequency + iTime * speed;
        float crest = exp(sin(phase) - 1.0);
        float slope = crest * cos(phase);
        position -= heading * slope * weight * 0.12;
        sum += crest * weight;
        weights += weight;
        angle += 2.3999632;
        frequency *= 1.24;
        weight *= 0.80;
        speed *= 1.07;
    }
    return sum / weights;
}

vec3 sky(vec3 direction)
{
    float height = max(direction.y, 0.0);
    vec3 colour = mix(vec3(1.0, 0.66, 0.40), vec3(0.24, 0.36, 0.62), pow(height, 0.45));
    float sun = max(dot(direction, normalize(vec3(0.15, 0.16, 1.0))), 0.0);
    return colour + vec3(1.0, 0.7, 0.4) * (0.35 * pow(sun, 20.0) + 1.5 * pow(sun, 500.0));
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    float roll = 0.03 * sin(iTime * 0.7);
    point = mat2(cos(roll), -sin(roll), sin(roll), cos(roll)) * point;
    vec3 origin = vec3(0.5 * iTime, 1.7, 0.3 * iTime);
    vec3 direction = normalize(vec3(point.x, point.y - 0.25, 1.6));
    vec3 colour = sky(direction);

    if (direction.y < -0.01) {
        float upper = (0.8 - origin.y) / direction.y;
        float lower = -origin.y / direction.y;
        float along = upper;
        vec3 position = origin + direction * along;
        int turn = 0;
        while (turn < 40 && along < lower) {
            float level = 0.8 * waves(position.xz, 8);
            if (position.y < level + 0.01) break;
            along += max(position.y - level, 0.005 * along);
            position = origin + direction * along;
            turn++;
        }
        along = min(along, lower);
        position = origin + direction * along;

        float nudge = 0.01 + 0.002 * along;
        float here = waves(position.xz, 18);
        float aside = waves(position.xz + vec2(nudge, 0.0), 18);
        float ahead = waves(position.xz + vec2(0.0, nudge), 18);
        float calm = 1.0 / (1.0 + 0.004 * along * along);
        vec3 normal = normalize(vec3((here - aside) * 0.8 * calm, nudge, (here - ahead) * 0.8 * calm));
        vec3 mirrored = reflect(direction, normal);
        mirrored.y = abs(mirrored.y);
        float facing = clamp(dot(-direction, normal), 0.0, 1.0);
        float fresnel = 0.04 + 0.96 * pow(1.0 - facing, 5.0);
        vec3 depth = mix(vec3(0.03, 0.20, 0.28), vec3(0.16, 0.48, 0.48), here);
        vec3 water = depth + fresnel * sky(mirrored);
        colour = mix(colour, water, exp(-0.0004 * along * along));
    }
    colour = colour / (0.6 + 0.55 * colour);
    fragColor = vec4(clamp(colour, 0.0, 1.0), 1.0);
}
