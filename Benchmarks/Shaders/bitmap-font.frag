// A waving ticker of pixel letters; each glyph is one integer of 5 by 5 bits from an array that the text array indexes.
const int TEXT_LENGTH = 18;

// Five rows of five bits each; the top row is in the highest bits.
const int glyphs[10] = int[10](
    0x0000000, // blank
    0x0E8FE31, // A
    0x1F87A1F, // E
    0x0F8420F, // C
    0x1197251, // K
    0x108421F, // L
    0x0E8C62E, // O
    0x1E8FA51, // R
    0x1F21084, // T
    0x118D771  // W
);

// The words WATER CLOCK TOWER as indices of the glyphs above.
const int message[TEXT_LENGTH] = int[TEXT_LENGTH](
    9, 1, 8, 2, 7, 0, 3, 5, 6, 3, 4, 0, 8, 6, 9, 2, 7, 0);

int glyphBit(int glyph, ivec2 cell)
{
    if (cell.x < 0 || cell.x > 4 || cell.y < 0 || cell.y > 4) {
        return 0;
    }
    int place = (4 - cell.x) + 5 * cell.y;
    return (glyphs[glyph] >> place) & 1;
}

vec3 rainbow(float value)
{
    return 0.58 + 0.42 * cos(6.2831853 * (value + vec3(0.0, 0.33, 0.67)));
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = fragCoord / iResolution.y;
    vec3 colour = mix(vec3(0.12, 0.16, 0.30), vec3(0.30, 0.20, 0.42), point.y);

    for (int row = 0; row < 4; row++) {
        float speed = 0.25 + 0.12 * float(row);
        float wave = 0.03 * sin(point.x * 5.0 + iTime * 2.0 + float(row));
        float size = 0.028;
        vec2 position = vec2(point.x + iTime * speed, point.y - wave - 0.06 - 0.235 * float(row)) / size;
        if (position.y < -1.0 || position.y > 6.0) {
            continue;
        }
        int column = int(floor(position.x / 6.0));
        int letter = message[(column + row * 5) % TEXT_LENGTH];
        vec2 local = vec2(position.x - 6.0 * float(column), position.y);
        ivec2 cell = ivec2(floor(local));
        vec2 shadowPlace = local + vec2(-0.4, 0.4);
        if (glyphBit(letter, ivec2(floor(shadowPlace))) == 1) {
            colour *= 0.55;
        }
        if (glyphBit(letter, cell) == 1) {
            vec2 part = abs(fract(local) - 0.5);
            float bead = smoothstep(0.52, 0.38, max(part.x, part.y));
            colour = rainbow(0.05 * float(column) + 0.1 * float(row)) * (0.55 + 0.45 * bead);
        }
    }
    float scan = 0.93 + 0.07 * sin(point.y * 180.0);
    fragColor = vec4(clamp(colour * scan, 0.0, 1.0), 1.0);
}
