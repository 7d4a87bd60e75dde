// Ocean: a height field of sharpened waves, marched from above, under an evening sky. Shadertoy style.

const vec3 sun = normalize(vec3(0.25, 0.16, -1.0));

float hash(vec2 p) { return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453); }

float noise(vec2 p) {
    vec2 i = floor(p), f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    return mix(mix(hash(i), hash(i + vec2(1.0, 0.0)), f.x), mix(hash(i + vec2(0.0, 1.0)), hash(i + vec2(1.0, 1.0)), f.x), f.y);
}

// One train of waves with narrow crests, distorted by noise.
float waves(vec2 p, float sharpness) {
    p += noise(p) * 2.0 - 1.0;
    vec2 s = 1.0 - abs(sin(p)), c = abs(cos(p));
    s = mix(s, c, s);
    return pow(1.0 - pow(s.x * s.y, 0.65), sharpness);
}

float height(vec2 p, int octaves) {
    float frequency = 0.17, amplitude = 0.55, sharpness = 3.6, sum = 0.0, t = 1.0 + iTime * 0.75;
    p.x *= 0.76;
    for (int i = 0; i < octaves; i++) {
        sum += (waves((p + t) * frequency, sharpness) + waves((p - t) * frequency, sharpness)) * amplitude;
        p = mat2(1.58, 1.18, -1.18, 1.58) * p;
        frequency *= 1.88;
        amplitude *= 0.23;
        sharpness = mix(sharpness, 1.0, 0.2);
    }
    return sum;
}

vec3 sky(vec3 d) {
    float h = max(d.y, 0.0), toSun = max(dot(d, sun), 0.0);
    vec3 color = mix(vec3(1.0, 0.62, 0.36), vec3(0.16, 0.29, 0.56), pow(h, 0.42));
    color = mix(color, vec3(0.07, 0.13, 0.32), smoothstep(0.3, 1.0, h));
    color += vec3(1.0, 0.55, 0.25) * (0.45 * pow(toSun, 8.0) + 0.5 * pow(toSun, 120.0));
    vec2 p = d.xz / (d.y + 0.18) * vec2(1.1, 2.4) + vec2(iTime * 0.02, 0.0);
    float cloud = noise(p) * 0.5 + noise(p * 2.1 + 3.0) * 0.3 + noise(p * 4.7) * 0.2;
    color = mix(color, mix(vec3(0.95, 0.55, 0.42), vec3(1.0, 0.85, 0.7), pow(toSun, 6.0)), 0.55 * smoothstep(0.45, 0.85, cloud) * smoothstep(0.0, 0.15, d.y));
    return color + vec3(1.0, 0.9, 0.7) * smoothstep(0.9989, 0.9994, dot(d, sun)) * 1.4;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
    vec2 p = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    vec3 eye = vec3(0.0, 3.4, 8.0 - iTime * 1.6);
    vec3 d = normalize(vec3(p.x, p.y - 0.22, -1.75));
    d.xy = mat2(0.999, 0.03, -0.03, 0.999) * d.xy;

    vec3 color = sky(d);
    if (d.y < 0.0) {
        // Between the highest crest and the lowest trough the ray meets the water about once, so bisection finds it.
        float near = (1.9 - eye.y) / d.y, far = (-0.2 - eye.y) / d.y;
        float heightNear = eye.y + d.y * near - height(eye.xz + d.xz * near, 3);
        float heightFar = eye.y + d.y * far - height(eye.xz + d.xz * far, 3), t = far;
        for (int i = 0; i < 7; i++) {
            t = mix(near, far, clamp(heightNear / (heightNear - heightFar), 0.0, 1.0));
            vec3 at = eye + d * t;
            float over = at.y - height(at.xz, 3);
            if (over < 0.0) { far = t; heightFar = over; } else { near = t; heightNear = over; }
        }
        vec3 at = eye + d * t;
        float e = 0.0016 * t + 0.002, h = height(at.xz, 5);
        vec3 n = normalize(vec3(h - height(at.xz + vec2(e, 0.0), 5), e, h - height(at.xz + vec2(0.0, e), 5)));
        n = normalize(mix(n, vec3(0.0, 1.0, 0.0), smoothstep(30.0, 160.0, t)));

        float fresnel = 0.03 + 0.75 * pow(clamp(1.0 + dot(n, d), 0.0, 1.0), 3.0);
        vec3 mirrored = reflect(d, n);
        mirrored.y = abs(mirrored.y);
        vec3 water = vec3(0.02, 0.09, 0.13) + vec3(0.10, 0.32, 0.30) * pow(max(dot(n, sun) * 0.4 + 0.6, 0.0), 20.0) * 0.6;
        water += vec3(0.16, 0.34, 0.27) * max(h - 0.5, 0.0) * 0.3 * exp(-0.01 * t);
        vec3 surface = mix(water, sky(mirrored), fresnel);
        surface += vec3(1.0, 0.7, 0.4) * pow(max(dot(mirrored, sun), 0.0), 90.0) * 1.1;
        color = mix(surface, color, smoothstep(60.0, 400.0, t) * 0.8);
    }
    fragColor = vec4(pow(color / (1.0 + 0.18 * color), vec3(0.78)), 1.0);
}
