// A kaleidoscope of petals: ten folds reflect the plane across turning lines, and branch-free mirror steps feed a sum of soft rings.
const float CIRCLE = 6.2831853;

vec2 mirror(vec2 position, float angle)
{
    vec2 normal = vec2(sin(angle), -cos(angle));
    return position - 2.0 * min(0.0, dot(position, normal)) * normal;
}

vec2 wedge(vec2 position, float sectors)
{
    float angle = atan(position.y, position.x + 1e-6);
    float width = CIRCLE / sectors;
    angle = abs(mod(angle + 0.5 * width, width) - 0.5 * width);
    return length(position) * vec2(cos(angle), sin(angle));
}

vec3 palette(float value)
{
    return 0.55 + 0.45 * cos(CIRCLE * (value + vec3(0.02, 0.30, 0.62)));
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    float angle = 0.15 * iTime;
    vec2 position = mat2(cos(angle), -sin(angle), sin(angle), cos(angle)) * point;
    float outer = length(position);
    position = wedge(position * 1.0, 10.0);

    vec3 sum = vec3(0.0);
    float weight = 1.0;
    float total = 0.0;
    for (int i = 0; i < 10; i++) {
        position = mirror(position, 0.4 * float(i) + 0.11 + 0.07 * sin(0.3 * iTime));
        position -= vec2(0.32, 0.11 + 0.04 * sin(iTime * 0.4));
        position *= 1.16;
        float ring = abs(length(position) - 0.45);
        float line = exp(-18.0 * ring);
        float spot = exp(-9.0 * length(position - vec2(0.2, 0.05)));
        vec3 tint = palette(0.09 * float(i) + 0.3 * outer - 0.04 * iTime);
        sum += weight * tint * (line + spot + 0.20);
        total += weight;
        weight *= 0.9;
    }
    vec3 colour = 3.4 * sum / total;
    colour *= 1.1 - 0.15 * outer;
    fragColor = vec4(clamp(colour, 0.0, 1.0), 1.0);
}
