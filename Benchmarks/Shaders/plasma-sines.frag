// Silky plasma made only of sines and cosines; each of seven turns bends the position by two waves and adds two more sums before three colour ramps read it.
void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    vec2 position = point * 1.4;
    float total = 0.0;
    float swirl = 0.0;

    for (int i = 1; i <= 7; i++) {
        float index = float(i);
        position.x += 0.55 / index * sin(index * 1.7 * position.y + 0.6 * iTime + 0.4 * index);
        position.y += 0.55 / index * cos(index * 1.5 * position.x - 0.5 * iTime + 0.7 * index);
        total += sin(position.x * 1.3 + iTime * 0.4) * cos(position.y * 1.1 - index * 0.3) / index;
        swirl += sin(length(position - vec2(sin(iTime * 0.3), cos(iTime * 0.27))) * 2.0 + index) / index;
    }

    float rings = sin(6.0 * length(point - 0.5 * vec2(sin(iTime * 0.5), cos(iTime * 0.4))) - 2.0 * iTime);
    float first = 0.5 + 0.5 * sin(2.2 * total + position.x);
    float second = 0.5 + 0.5 * sin(1.8 * swirl + position.y + 1.5);
    float third = 0.5 + 0.5 * cos(position.x - position.y + 0.25 * rings);

    vec3 colour = mix(vec3(0.16, 0.16, 0.48), vec3(0.95, 0.40, 0.42), first);
    colour = mix(colour, vec3(0.20, 0.72, 0.74), second * 0.6);
    colour = mix(colour, vec3(1.0, 0.86, 0.52), third * third * 0.65);
    float crease = abs(sin(3.0 * total + 2.0 * third));
    colour *= 0.78 + 0.3 * crease;
    colour += 0.12 * pow(crease, 12.0);
    fragColor = vec4(clamp(colour, 0.0, 1.0), 1.0);
}
