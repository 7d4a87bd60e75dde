// A breathing zoom into a valley of the Mandelbrot set with smooth colours; neighbouring pixels leave the long loop at very different turns.
const int TURNS = 256;

vec3 palette(float value)
{
    vec3 phase = vec3(0.62, 0.72, 0.88);
    return 0.5 + 0.48 * cos(6.2831853 * (vec3(1.0, 0.9, 0.7) * value + phase));
}

bool insideBulbs(vec2 constant)
{
    float shifted = constant.x - 0.25;
    float quarter = shifted * shifted + constant.y * constant.y;
    if (quarter * (quarter + shifted) < 0.25 * constant.y * constant.y) return true;
    vec2 left = constant + vec2(1.0, 0.0);
    return dot(left, left) < 0.0625;
}

vec3 escapeColour(vec2 constant)
{
    vec2 value = vec2(0.0);
    float trap = 4.0;
    if (insideBulbs(constant)) {
        return vec3(0.22, 0.12, 0.30) + 0.25 * abs(constant.yxy);
    }
    for (int i = 0; i < TURNS; i++) {
        value = vec2(value.x * value.x - value.y * value.y, 2.0 * value.x * value.y) + constant;
        float squared = dot(value, value);
        trap = min(trap, abs(value.x * value.y));
        if (squared > 256.0) {
            float smoothCount = float(i) - log2(log2(squared) * 0.5) + 3.0;
            vec3 shade = palette(sqrt(max(smoothCount, 0.0)) * 0.45 + 0.30 - 0.02 * iTime);
            return shade * (0.8 + 0.2 * smoothstep(0.0, 0.1, trap));
        }
    }
    return vec3(0.16, 0.10, 0.20) + 0.4 * sqrt(trap);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 centre = vec2(-0.745428, 0.113009);
    float zoom = 0.006 * exp2(1.3 * cos(0.3 * iTime));
    float angle = 0.05 * iTime;
    mat2 turning = mat2(cos(angle), sin(angle), -sin(angle), cos(angle));
    vec3 sum = vec3(0.0);
    for (int row = 0; row < 2; row++) {
        for (int column = 0; column < 2; column++) {
            vec2 inner = vec2(float(column), float(row)) * 0.5 - 0.25;
            vec2 point = (2.0 * (fragCoord + inner) - iResolution.xy) / iResolution.y;
            sum += escapeColour(centre + turning * point * zoom);
        }
    }
    fragColor = vec4(clamp(sum / 4.0, 0.0, 1.0), 1.0);
}
