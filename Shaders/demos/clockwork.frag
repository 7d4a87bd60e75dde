// Clockwork: three meshing gears as a distance field, marched with soft shadows. Shadertoy style.

const float tau = 6.2831853;
const float module = 0.18;  // pitch diameter / teeth; equal for gears that mesh

struct Gear { vec2 center; float teeth; float angle; };

// Returns the gear that meshes with `g` in `direction` (radians), with its centre and its rotation.
Gear meshing(Gear g, float teeth, float direction) {
    vec2 center = g.center + (g.teeth + teeth) * 0.5 * module * vec2(cos(direction), sin(direction));
    float phase = (direction + g.angle) * g.teeth / tau;
    return Gear(center, teeth, (0.5 - phase) * tau / teeth - direction - 0.5 * tau);
}

float gearDistance(vec3 p, Gear g, float thickness) {
    vec2 q = p.xz - g.center;
    float pitch = g.teeth * module * 0.5, radius = length(q), around = atan(q.y, q.x) + g.angle;
    float tooth = abs(fract(around * g.teeth / tau) - 0.5) * 2.0;  // 0 on a tooth, 1 in a gap
    float profile = pitch + 0.42 * module * clamp((0.5 - tooth) * 3.2, -1.0, 1.0);
    float shape = (radius - profile) * 0.7;
    // Round windows, a raised rim and a raised hub.
    float windows = floor(g.teeth / 3.0), sector = (fract(around * windows / tau) - 0.5) * tau / windows;
    vec2 inSector = radius * vec2(cos(sector), sin(sector)) - vec2(pitch * 0.56, 0.0);
    shape = max(shape, min(pitch * 0.22, pitch * 0.56 * sin(0.5 * tau / windows) - 0.035) - length(inSector));
    float raised = min(abs(radius - pitch * 0.87) - 0.06, radius - pitch * 0.24);
    float top = thickness + 0.035 * smoothstep(0.02, -0.02, raised);
    vec2 w = vec2(shape, abs(p.y) - top);
    return min(max(w.x, w.y), 0.0) + length(max(w, 0.0)) - 0.014;
}

Gear first, second, third;

// Returns the distance and the nearest part: 0 to 2 the gears, 3 a pin, 4 the plate.
vec2 map(vec3 p) {
    vec2 nearest = vec2(p.y + 0.19, 4.0);
    if (p.y < 0.45) {
        float a = gearDistance(p, first, 0.1), b = gearDistance(p, second, 0.1), c = gearDistance(p, third, 0.1);
        if (a < nearest.x) nearest = vec2(a, 0.0);
        if (b < nearest.x) nearest = vec2(b, 1.0);
        if (c < nearest.x) nearest = vec2(c, 2.0);
        float pin = min(length(p.xz - first.center), min(length(p.xz - second.center), length(p.xz - third.center)));
        pin = length(max(vec2(pin - 0.075, abs(p.y) - 0.22), 0.0)) - 0.02;
        if (pin < nearest.x) nearest = vec2(pin, 3.0);
    } else {
        nearest.x = min(nearest.x, p.y - 0.3);
    }
    return nearest;
}

vec3 normalAt(vec3 p) {
    vec2 e = vec2(0.002, -0.002);
    return normalize(e.xyy * map(p + e.xyy).x + e.yyx * map(p + e.yyx).x + e.yxy * map(p + e.yxy).x + e.xxx * map(p + e.xxx).x);
}

float shadow(vec3 p, vec3 toLight) {
    float light = 1.0, t = 0.03;
    for (int i = 0; i < 18; i++) {
        float d = map(p + toLight * t).x;
        light = min(light, 9.0 * d / t);
        t += clamp(d, 0.025, 0.2);
        if (light < 0.01 || p.y + toLight.y * t > 0.4) break;
    }
    light = clamp(light, 0.0, 1.0);
    return light * light * (3.0 - 2.0 * light);
}

// A room with soft lights, which the metal reflects.
vec3 room(vec3 d) {
    vec3 color = mix(vec3(0.10, 0.09, 0.09), vec3(0.30, 0.34, 0.42), smoothstep(-0.2, 1.0, d.y));
    color += vec3(1.5, 1.3, 1.05) * smoothstep(0.55, 0.95, dot(d, normalize(vec3(-0.5, 0.8, 0.3))));
    color += vec3(0.35, 0.5, 0.8) * smoothstep(0.7, 0.98, dot(d, normalize(vec3(0.9, 0.35, -0.5))));
    return color;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
    first = Gear(vec2(-1.35, 0.1), 18.0, iTime * 0.4);
    second = meshing(first, 10.0, -0.42);
    third = meshing(second, 14.0, 0.75);

    vec2 p = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    float sway = 0.25 * sin(iTime * 0.23);
    vec3 eye = vec3(0.35 + 2.0 * sway, 4.1, 3.9), target = vec3(0.28, -0.2, 0.3);
    vec3 forward = normalize(target - eye), side = normalize(cross(forward, vec3(0.0, 1.0, 0.0)));
    vec3 d = normalize(p.x * side + p.y * cross(side, forward) + 2.1 * forward);

    // No part is higher than 0.45.
    float t = (0.45 - eye.y) / d.y;
    vec2 hit = vec2(0.0);
    for (int i = 0; i < 48; i++) {
        hit = map(eye + d * t);
        if (hit.x < 0.0012 * t) break;
        t += hit.x;
    }
    vec3 at = eye + d * t, n = normalAt(at), v = -d;
    vec3 toLight = normalize(vec3(-0.5, 0.85, 0.35));

    vec3 base = vec3(0.16, 0.17, 0.20);
    float metal = 0.0;
    if (hit.y < 3.5) {
        metal = 1.0;
        base = hit.y < 0.5 ? vec3(0.95, 0.68, 0.30) : hit.y < 1.5 ? vec3(0.90, 0.45, 0.30) : hit.y < 2.5 ? vec3(0.80, 0.76, 0.66) : vec3(0.62, 0.66, 0.72);
        // Lathe marks: fine rings on the flat faces.
        Gear own = hit.y < 0.5 ? first : hit.y < 1.5 ? second : third;
        n = normalize(n + vec3(at.xz - own.center, 0.0).xzy * 0.06 * sin(90.0 * length(at.xz - own.center)) * step(0.9, n.y));
    } else {
        float brushed = sin(at.x * 130.0 + 3.0 * sin(at.z * 1.7)) * sin(at.x * 57.0);
        base *= 0.92 + 0.08 * brushed;
    }
    float light = max(dot(n, toLight), 0.0) * shadow(at + n * 0.004, toLight);
    float open = clamp(0.35 + 3.2 * map(at + n * 0.2).x, 0.0, 1.0);
    vec3 mirrored = reflect(d, n);
    float shine = pow(max(dot(mirrored, toLight), 0.0), 40.0);
    vec3 dull = base * (vec3(0.30, 0.34, 0.42) * open + vec3(1.3, 1.15, 0.95) * light);
    vec3 polished = base * (room(mirrored) * (0.35 + 0.65 * open) * 1.1 + vec3(0.75) * light) + vec3(1.0, 0.9, 0.7) * shine * light * 1.2;
    vec3 color = mix(dull, polished, metal * 0.85);
    color *= 1.0 - 0.32 * dot(p, p) * 0.35;
    fragColor = vec4(pow(color / (1.0 + 0.35 * color), vec3(0.6)), 1.0);
}
