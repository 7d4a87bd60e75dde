// A Julia set whose constant drifts around the main cardioid; a while loop with two end conditions counts the turns and the nearest approach.
vec2 square(vec2 value)
{
    return vec2(value.x * value.x - value.y * value.y, 2.0 * value.x * value.y);
}

vec2 edgePoint(float angle)
{
    vec2 unit = vec2(cos(angle), sin(angle));
    return 0.5 * unit - 0.25 * square(unit);
}

vec3 ramp(float value)
{
    vec3 low = vec3(0.08, 0.12, 0.35);
    vec3 middle = vec3(0.95, 0.55, 0.25);
    vec3 high = vec3(1.0, 0.95, 0.80);
    float wave = 0.5 - 0.5 * cos(6.2831853 * value);
    return wave < 0.5 ? mix(low, middle, wave * 2.0) : mix(middle, high, wave * 2.0 - 1.0);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    vec2 constant = edgePoint(2.1 + 0.22 * iTime) * 1.045;
    float angle = 0.1 * iTime;
    vec2 value = mat2(cos(angle), sin(angle), -sin(angle), cos(angle)) * point * 1.15;

    int turns = 0;
    float squared = dot(value, value);
    float ringTrap = 10.0;
    vec2 pointTrap = vec2(10.0);
    while (turns < 140 && squared < 400.0) {
        value = square(value) + constant;
        squared = dot(value, value);
        ringTrap = min(ringTrap, abs(squared - 0.3));
        pointTrap = min(pointTrap, abs(value - vec2(0.2, -0.1)));
        turns++;
    }

    vec3 colour;
    if (turns < 140) {
        float smoothTurns = float(turns) - log2(max(log2(squared), 1.0));
        colour = ramp(0.035 * smoothTurns + 0.1);
        colour *= 0.8 + 0.2 * smoothstep(0.0, 0.1, min(pointTrap.x, pointTrap.y));
    } else {
        colour = vec3(0.10, 0.30, 0.36) + vec3(0.8, 0.5, 0.3) * sqrt(ringTrap);
        colour += vec3(0.2, 0.4, 0.4) * exp(-20.0 * min(pointTrap.x, pointTrap.y));
    }
    fragColor = vec4(clamp(colour, 0.0, 1.0), 1.0);
}
