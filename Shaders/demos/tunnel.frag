// Tunnel: polar coordinates as texture coordinates, with light at the far end. Shadertoy style; shows iChannel0.

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
    vec2 p = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    p += 0.28 * vec2(sin(iTime * 0.7), cos(iTime * 0.53));

    // A square bore with rounded corners: the distance uses the fourth norm.
    vec2 q = p * p;
    float r = pow(q.x * q.x + q.y * q.y, 0.25);
    float around = atan(p.y, p.x) / 6.2831853;
    float depth = 0.42 / r + iTime * 0.55;
    float twist = around + 0.06 * sin(depth * 1.3) + 0.015 * iTime;
    vec2 uv = vec2(depth * 1.5, twist * 8.0);

    // atan jumps at a seam. There, automatic gradients would choose the smallest mip level, so the gradients are given.
    vec2 other = vec2(depth * 1.5, fract(twist + 0.5) * 8.0 - 4.0);
    vec2 gx = vec2(dFdx(uv.x), abs(dFdx(uv.y)) < abs(dFdx(other.y)) ? dFdx(uv.y) : dFdx(other.y));
    vec2 gy = vec2(dFdy(uv.x), abs(dFdy(uv.y)) < abs(dFdy(other.y)) ? dFdy(uv.y) : dFdy(other.y));
    vec3 wall = textureGrad(iChannel0, uv * 0.5, gx * 0.35, gy * 0.35).rgb;

    vec3 color = wall * wall * vec3(1.5, 1.15, 0.95);
    // Rings of lamps pass by; a fog of light lies ahead.
    float lamp = pow(0.5 + 0.5 * cos(depth * 3.1415927), 12.0);
    float strip = smoothstep(0.93, 1.0, cos((around + 0.125) * 4.0 * 6.2831853));
    color *= 0.35 + 0.9 * smoothstep(0.0, 0.9, r);
    color += vec3(0.25, 0.6, 1.0) * lamp * (0.25 + 0.9 * strip) * smoothstep(0.05, 0.5, r);
    color += vec3(1.0, 0.72, 0.42) * exp(-5.2 * r) * 1.5;
    color = mix(vec3(1.0, 0.84, 0.6), color, smoothstep(0.0, 0.16, r));
    fragColor = vec4(pow(color, vec3(0.7)), 1.0);
}
