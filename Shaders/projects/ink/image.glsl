// Ink from five nozzles in a slow flow. Buffer A keeps the ink of the last frame; the image lights it like enamel.

// iChannel0: Buffer A
void mainImage(out vec4 color, in vec2 place) {
    vec2 unit = 1.0 / iResolution.xy, p = place * unit;
    float l = dot(texture(iChannel0, p - vec2(unit.x, 0.0)).rgb, vec3(1.0)), r = dot(texture(iChannel0, p + vec2(unit.x, 0.0)).rgb, vec3(1.0));
    float b = dot(texture(iChannel0, p - vec2(0.0, unit.y)).rgb, vec3(1.0)), t = dot(texture(iChannel0, p + vec2(0.0, unit.y)).rgb, vec3(1.0));
    vec3 normal = normalize(vec3(l - r, b - t, 0.35)), ink = texture(iChannel0, p).rgb;
    float light = max(dot(normal, normalize(vec3(-0.5, 0.7, 0.8))), 0.0), gloss = pow(max(dot(normal, normalize(vec3(-0.3, 0.5, 1.2))), 0.0), 40.0);
    color = vec4(mix(vec3(0.05, 0.06, 0.1), ink, smoothstep(0.0, 0.5, length(ink))) * (0.35 + 0.75 * light) + 0.35 * gloss * length(ink), 1.0);
}
