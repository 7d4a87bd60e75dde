// A city map seen from above, drawn with unsigned integer hashes; shifts, xors and wrapping products decide blocks, roofs and traffic.
uint scramble(uint value)
{
    value ^= value >> 16;
    value *= 0x7feb352du;
    value ^= value >> 15;
    value *= 0x846ca68bu;
    value ^= value >> 16;
    return value;
}

uint cellBits(ivec2 cell, uint salt)
{
    return scramble(uint(cell.x) * 73u + scramble(uint(cell.y) ^ (salt << 8)));
}

float unitFloat(uint bits)
{
    return float(bits >> 8) / 16777216.0;
}

float smoothNoise(vec2 position, uint salt)
{
    ivec2 cell = ivec2(floor(position));
    vec2 part = fract(position);
    part = part * part * (3.0 - 2.0 * part);
    float total = 0.0;
    for (int corner = 0; corner < 4; corner++) {
        ivec2 offset = ivec2(corner & 1, corner >> 1);
        float weightX = offset.x == 1 ? part.x : 1.0 - part.x;
        float weightY = offset.y == 1 ? part.y : 1.0 - part.y;
        total += weightX * weightY * unitFloat(cellBits(cell + offset, salt));
    }
    return total;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = 4.5 * mat2(0.92, 0.39, -0.39, 0.92) * fragCoord / iResolution.y + vec2(3.0 + 0.6 * iTime, 3.0 + 0.35 * iTime);
    ivec2 block = ivec2(floor(point));
    vec2 inside = fract(point);
    float grain = smoothNoise(point * 9.0, 3u);
    vec3 colour = vec3(0.42, 0.42, 0.45) + 0.06 * grain;

    vec2 edge = min(inside, 1.0 - inside);
    float border = min(edge.x, edge.y);
    uint bits = cellBits(block, 1u);
    if (border > 0.14) {
        int split = 2 + int(bits & 1u);
        vec2 plotPlace = (inside - 0.14) / 0.72 * float(split);
        ivec2 plot = ivec2(floor(plotPlace));
        uint plotBits = cellBits(block * 4 + plot, 7u);
        vec2 local = fract(plotPlace);
        bool park = smoothNoise(vec2(block) * 0.6 + 0.3, 5u) > 0.55 && (plotBits & 3u) != 0u;
        if (park) {
            float trees = smoothNoise(point * 14.0, 11u);
            colour = mix(vec3(0.30, 0.55, 0.28), vec3(0.50, 0.72, 0.36), trees);
        } else {
            uint red = (plotBits >> 4) & 15u;
            uint shift = (plotBits >> 9) % 5u;
            vec3 roof = mix(vec3(0.80, 0.42, 0.30), vec3(0.88, 0.80, 0.66), float(red) / 15.0);
            roof = mix(roof, vec3(0.45, 0.55, 0.66), shift == 2u ? 0.8 : 0.0);
            float slope = (plotBits & 64u) != 0u ? local.x : local.y;
            roof *= slope < 0.5 ? 1.1 : 0.85;
            float gap = min(min(local.x, 1.0 - local.x), min(local.y, 1.0 - local.y));
            colour = gap > 0.07 ? roof : vec3(0.62, 0.60, 0.56);
        }
    } else {
        bool sideways = edge.y < edge.x;
        int lane = sideways ? block.y + int(inside.y > 0.5) : block.x + int(inside.x > 0.5);
        float way = (lane & 1) == 0 ? 1.0 : -1.0;
        float place = (sideways ? point.x : point.y) * 6.0 + way * iTime * 5.0;
        uint carBits = cellBits(ivec2(int(floor(place)), lane), 23u);
        bool car = (carBits & 7u) < 2u && fract(place) < 0.6 && abs(border - 0.07) < 0.035;
        vec3 paint = 0.5 + 0.5 * cos(vec3(0.0, 2.0, 4.0) + unitFloat(scramble(carBits)) * 6.0);
        colour = car ? paint : mix(vec3(0.85), colour, smoothstep(0.008, 0.02, border));
    }
    fragColor = vec4(clamp(colour, 0.0, 1.0), 1.0);
}
