// A lively chart of twelve bars with a running mean line; the bars sit in an array that is filled, sorted by insertion half the time and indexed by pixel column.
const int BARS = 12;

float heights[BARS];

const vec3 palette[6] = vec3[6](
    vec3(0.20, 0.47, 0.74), vec3(0.95, 0.56, 0.20), vec3(0.36, 0.68, 0.38),
    vec3(0.85, 0.30, 0.33), vec3(0.58, 0.45, 0.72), vec3(0.30, 0.70, 0.72));

float runningMean(int centre)
{
    float sum = 0.0;
    float count = 0.0;
    for (int offset = -2; offset <= 2; offset++) {
        int index = centre + offset;
        if (index < 0 || index >= BARS) continue;
        sum += heights[index];
        count += 1.0;
    }
    return sum / count;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = fragCoord / iResolution.xy;
    for (int i = 0; i < BARS; i++) {
        float index = float(i);
        float wave = sin(index * 1.7 + iTime) + 0.6 * sin(index * 0.9 - iTime * 1.3);
        heights[i] = 0.45 + 0.22 * wave;
    }
    bool sorted = fract(iTime / 8.0) > 0.5;
    if (sorted) {
        for (int i = 1; i < BARS; i++) {
            float moving = heights[i];
            int slot = i;
            while (slot > 0 && heights[slot - 1] > moving) {
                heights[slot] = heights[slot - 1];
                slot--;
            }
            heights[slot] = moving;
        }
    }

    vec3 colour = mix(vec3(0.97, 0.96, 0.93), vec3(0.88, 0.91, 0.95), point.y);
    float lines = abs(fract(point.y * 10.0) - 0.5);
    colour -= 0.10 * smoothstep(0.46, 0.49, lines);

    vec2 chart = (point - vec2(0.06, 0.08)) / vec2(0.88, 0.84);
    if (chart.x > 0.0 && chart.x < 1.0 && chart.y > 0.0) {
        float place = chart.x * float(BARS);
        int bar = clamp(int(place), 0, BARS - 1);
        float inside = fract(place) - 0.5;
        float tall = heights[bar];
        if (abs(inside) < 0.38 && chart.y < tall) {
            vec3 paint = palette[bar % 6];
            colour = paint * (0.75 + 0.35 * chart.y / tall) + 0.12 * smoothstep(0.1, -0.3, inside);
        } else if (abs(inside - 0.06) < 0.38 && chart.y < tall - 0.02) {
            colour *= 0.78;
        }
        int neighbour = inside < 0.0 ? max(bar - 1, 0) : min(bar + 1, BARS - 1);
        float mean = mix(runningMean(bar), runningMean(neighbour), abs(inside));
        colour = mix(colour, vec3(0.12, 0.14, 0.20), smoothstep(0.014, 0.006, abs(chart.y - mean)));
    }
    float axis = min(abs(chart.x), abs(chart.y));
    colour = mix(colour, vec3(0.2, 0.22, 0.26), smoothstep(0.008, 0.003, axis));
    fragColor = vec4(clamp(colour, 0.0, 1.0), 1.0);
}
