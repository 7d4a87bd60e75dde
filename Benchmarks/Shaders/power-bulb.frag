// A bulb fractal raised to a slowly changing power; every step of the march runs a loop of logarithms, arc cosines and powers.
vec2 bulb(vec3 position, float power)
{
    vec3 value = position;
    float derivative = 1.0;
    float trap = 4.0;
    float radius = length(value);
    for (int i = 0; i < 7; i++) {
        radius = length(value);
        if (radius > 2.0) break;
        trap = min(trap, abs(value.y) + 0.4 * radius);
        float safe = max(radius, 1e-4);
        float polar = acos(clamp(value.z / safe, -1.0, 1.0)) * power;
        float around = atan(value.y, value.x + 1e-6) * power + 0.1 * iTime;
        derivative = pow(safe, power - 1.0) * power * derivative + 1.0;
        float grown = pow(safe, power);
        value = grown * vec3(sin(polar) * cos(around), sin(polar) * sin(around), cos(polar)) + position;
    }
    radius = max(radius, 1e-4);
    return vec2(0.5 * log(radius) * radius / derivative, trap);
}

vec3 surfaceNormal(vec3 position, float power)
{
    vec3 slope = vec3(0.0);
    for (int i = 0; i < 4; i++) {
        vec3 corner = vec3(float((i + 3) / 2 % 2), float(i / 2 % 2), float(i % 2)) * 2.0 - 1.0;
        slope += corner * bulb(position + corner * 0.001, power).x;
    }
    return normalize(slope + vec3(1e-8));
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    float power = 7.0 + 1.5 * sin(0.25 * iTime);
    float angle = 0.25 * iTime;
    vec3 origin = vec3(2.7 * sin(angle), 0.9, 2.7 * cos(angle));
    vec3 forward = normalize(-origin);
    vec3 right = normalize(cross(forward, vec3(0.0, 1.0, 0.0)));
    vec3 direction = normalize(point.x * right + point.y * cross(right, forward) + 2.0 * forward);
    vec3 sun = normalize(vec3(0.6, 0.7, 0.4) + 0.5 * right);
    vec3 colour = mix(vec3(0.30, 0.20, 0.34), vec3(0.62, 0.50, 0.46), 0.5 + 0.5 * point.y);
    colour *= 1.1 - 0.25 * length(point);

    float along = 1.2;
    float closest = 1.0;
    for (int i = 0; i < 64; i++) {
        vec3 position = origin + direction * along;
        vec2 hit = bulb(position, power);
        closest = min(closest, hit.x);
        if (hit.x < 0.0012) {
            vec3 normal = surfaceNormal(position, power);
            vec3 paint = 0.58 + 0.4 * cos(vec3(0.4, 1.4, 2.6) + hit.y * 5.0);
            float light = max(dot(normal, sun), 0.0);
            float dark = 1.0 - float(i) / 80.0;
            colour = paint * (0.25 + 0.9 * light) * dark + 0.15 * pow(light, 16.0);
            closest = 1.0;
            break;
        }
        along += hit.x;
        if (along > 5.0) break;
    }
    colour += vec3(0.5, 0.35, 0.2) * exp(-closest * 30.0) * 0.6;
    fragColor = vec4(sqrt(clamp(colour, 0.0, 1.0)), 1.0);
}
