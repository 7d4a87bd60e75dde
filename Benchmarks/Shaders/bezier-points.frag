// Five ribbons follow Bezier curves held in one array of control points; each ribbon measures 16 line pieces between points that a loop evaluates.
const int CURVES = 5;
const int PIECES = 16;

vec2 controls[CURVES * 4];

const vec3 tints[5] = vec3[5](
    vec3(0.93, 0.36, 0.29), vec3(0.97, 0.71, 0.24), vec3(0.38, 0.72, 0.45),
    vec3(0.25, 0.56, 0.85), vec3(0.62, 0.40, 0.80));

vec2 bezier(int curve, float along)
{
    vec2 work[4];
    for (int i = 0; i < 4; i++) {
        work[i] = controls[curve * 4 + i];
    }
    for (int level = 3; level > 0; level--) {
        for (int i = 0; i < level; i++) {
            work[i] = mix(work[i], work[i + 1], along);
        }
    }
    return work[0];
}

vec2 pieceGap(vec2 point, vec2 start, vec2 end)
{
    vec2 axis = end - start;
    float along = clamp(dot(point - start, axis) / max(dot(axis, axis), 1e-6), 0.0, 1.0);
    return vec2(length(point - start - axis * along), along);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    for (int i = 0; i < CURVES * 4; i++) {
        float index = float(i);
        float column = float(i % 4);
        float row = float(i / 4);
        controls[i] = vec2(column * 1.1 - 1.65 + 0.12 * sin(iTime + index),
                           row * 0.36 - 0.72 + 0.55 * sin(iTime * 0.8 + index * 1.9));
    }

    vec3 colour = mix(vec3(0.96, 0.94, 0.88), vec3(0.80, 0.87, 0.92), 0.5 + 0.5 * point.y);
    for (int curve = 0; curve < CURVES; curve++) {
        float nearest = 10.0;
        float place = 0.0;
        vec2 start = bezier(curve, 0.0);
        for (int piece = 1; piece <= PIECES; piece++) {
            vec2 end = bezier(curve, float(piece) / float(PIECES));
            vec2 gap = pieceGap(point, start, end);
            if (gap.x < nearest) {
                nearest = gap.x;
                place = (float(piece - 1) + gap.y) / float(PIECES);
            }
            start = end;
        }
        float width = 0.05 + 0.03 * sin(place * 12.0 - iTime * 3.0);
        float pixel = 2.0 / iResolution.y;
        colour *= 1.0 - 0.25 * smoothstep(width + 0.10, width, nearest);
        vec3 ribbon = tints[curve] * (1.1 - 0.5 * nearest / width);
        colour = mix(colour, ribbon, smoothstep(width + pixel, width - pixel, nearest));
        for (int i = 0; i < 4; i++) {
            float dotGap = length(point - controls[curve * 4 + i]);
            colour = mix(colour, tints[curve] * 0.6, smoothstep(0.035 + pixel, 0.035 - pixel, dotGap));
        }
    }
    fragColor = vec4(clamp(colour, 0.0, 1.0), 1.0);
}
