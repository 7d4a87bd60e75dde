// iChannel0: Buffer A
void mainImage(out vec4 ink, in vec2 place) {
    vec2 unit = 1.0 / iResolution.xy, p = place * unit, q = (place - 0.5 * iResolution.xy) / iResolution.y;
    // The flow is the curl of a slow noise, so the ink is neither gathered nor spread.
    float time = float(iFrame) / 60.0, e = 0.01;
    vec2 s = q * 2.2 + vec2(0.0, 0.15 * time);
    vec2 flow = vec2(clouds(s + vec2(0.0, e)) - clouds(s - vec2(0.0, e)), clouds(s - vec2(e, 0.0)) - clouds(s + vec2(e, 0.0))) / (2.0 * e);
    ink = texture(iChannel0, p - flow * 0.0045 * vec2(iResolution.y * unit.x, 1.0)) * 0.9985;
    for (int k = 0; k < 5; k++) {
        float a = 1.2566 * float(k) + 0.7 * time;
        vec2 nozzle = vec2(0.55 * cos(a), 0.3 * sin(1.3 * a));
        vec3 color = 0.55 + 0.45 * cos(vec3(0.0, 2.1, 4.2) + 1.4 * float(k) + 0.4 * time);
        ink.rgb = mix(ink.rgb, color, smoothstep(0.05, 0.0, length(q - nozzle)));
    }
    ink.a = 1.0;
}
