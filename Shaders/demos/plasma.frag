// Plasma: a distorted field of waves, coloured by its slope. Shadertoy style.

vec3 palette(float t) {
    return 0.5 + 0.5 * cos(6.28318 * (vec3(0.92, 1.0, 1.08) * t + vec3(0.02, 0.30, 0.58)));
}

float field(vec2 p, float time) {
    float sum = 0.0;
    for (int i = 0; i < 5; i++) {
        float k = float(i);
        p += 0.62 * sin(p.yx * 1.25 + vec2(1.3, 2.1) * k + time * vec2(0.31, 0.23));
        sum += sin(p.x + p.y * 0.7 + k) * exp(-0.32 * k);
    }
    return sum;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
    vec2 p = (2.0 * fragCoord - iResolution.xy) / iResolution.y * 3.4;
    float f = field(p, iTime);
    float e = 6.0 / iResolution.y;
    vec2 slope = vec2(field(p + vec2(e, 0.0), iTime) - f, field(p + vec2(0.0, e), iTime) - f) / e;

    vec3 normal = normalize(vec3(-slope * 0.42, 1.0));
    vec3 light = normalize(vec3(-0.5, 0.7, 0.75));
    float diffuse = max(dot(normal, light), 0.0);
    float shine = pow(max(dot(reflect(-light, normal), vec3(0.0, 0.0, 1.0)), 0.0), 40.0);

    vec3 color = palette(0.22 * f + 0.05 * iTime + 0.1) * (0.25 + 0.85 * diffuse) + 0.45 * shine;
    vec2 q = fragCoord / iResolution.xy - 0.5;
    fragColor = vec4(pow(color, vec3(0.9)) * (1.0 - 0.7 * dot(q, q)), 1.0);
}
