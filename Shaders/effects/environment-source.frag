#version 330
// One face of a cube map of the light that surrounds a scene. One define says where the light comes from:
//
// SKY                a summer sky with a low sun and a few clouds
// STUDIO             a grey room with lamps behind white cloth
// EQUIRECTANGULAR    a picture of the whole sphere; TAPS² of its places are averaged for each texel
// CUBE               a cube map

uniform mat3 face;
uniform float texelSize;
out vec4 fragmentColor;

#if defined(SKY)
float hashed(ivec2 p) {
    uint h = uint(p.x) * 0x8da6b343u ^ uint(p.y) * 0xd8163841u;
    h = (h ^ (h >> 15u)) * 0x2c1b3c6du;
    h = (h ^ (h >> 12u)) * 0x297a2d39u;
    return float((h ^ (h >> 15u)) & 0xffffu) / 65535.0;
}
float noise(vec2 p) {
    ivec2 cell = ivec2(floor(p));
    vec2 f = fract(p), u = f * f * (3.0 - 2.0 * f);
    return mix(mix(hashed(cell), hashed(cell + ivec2(1, 0)), u.x), mix(hashed(cell + ivec2(0, 1)), hashed(cell + ivec2(1, 1)), u.x), u.y);
}
vec3 radiance(vec3 d) {
    const vec3 sun = vec3(-0.5534, 0.5257, 0.6463);
    float towards = dot(d, sun), height = d.y;
    vec3 glow = vec3(1.0, 0.86, 0.66) * (56.0 * exp(420.0 * (towards - 1.0)) + 1.3 * exp(14.0 * (towards - 1.0)));
    if (height < 0.0) {
        // The ground is lit by the sun and lies in haze at the horizon.
        vec3 ground = vec3(0.34, 0.30, 0.25) * (1.0 + 0.25 * towards);
        return mix(vec3(0.92, 1.0, 1.06), ground, 1.0 - exp(height * 9.0));
    }
    float rise = 1.0 - exp(-height * 3.2);
    vec3 sky = mix(vec3(1.15, 1.27, 1.38), vec3(0.19, 0.44, 0.98), rise) * (0.95 + 0.12 * towards);
    vec2 p = d.xz / (height + 0.12) * 1.7;
    float cloud = 0.0, weight = 0.5;
    for (int i = 0; i < 5; ++i) {
        cloud += noise(p) * weight;
        p = p * 2.03 + vec2(7.1, 3.7);
        weight *= 0.5;
    }
    float cover = smoothstep(0.52, 0.78, cloud) * smoothstep(0.02, 0.22, height);
    vec3 white = vec3(1.55, 1.52, 1.48) * (0.95 + 0.35 * towards) * (1.15 - 0.5 * smoothstep(0.6, 0.95, cloud));
    return mix(sky, white, cover * 0.85) + glow * (1.0 - 0.7 * cover);
}
#elif defined(STUDIO)
// A rectangle of light in the direction of `axis`; `extent` is half its width and height at distance 1.
float lamp(vec3 d, vec3 axis, vec2 extent, float edge) {
    float towards = dot(d, axis);
    if (towards <= 0.05) return 0.0;
    vec3 right = normalize(cross(vec3(0.0, 1.0, 0.0), axis)), up = cross(axis, right);
    vec2 q = abs(vec2(dot(d, right), dot(d, up)) / towards) - extent;
    vec2 inside = 1.0 - smoothstep(-edge, edge, q);
    return inside.x * inside.y;
}
vec3 radiance(vec3 d) {
    // Walls that are darker at the top, and a light floor.
    vec3 room = mix(vec3(0.21, 0.21, 0.215), vec3(0.05, 0.052, 0.058), smoothstep(-0.15, 0.85, d.y));
    room = mix(room, vec3(0.27, 0.265, 0.26), smoothstep(0.0, -0.7, d.y));
    vec3 light = room;
    light += vec3(1.0, 0.97, 0.93) * 4.6 * lamp(d, normalize(vec3(-0.85, 0.55, 0.80)), vec2(0.36, 0.52), 0.05);
    light += vec3(0.93, 0.96, 1.0) * 2.2 * lamp(d, normalize(vec3(1.0, 0.25, 0.50)), vec2(0.16, 0.62), 0.05);
    light += vec3(1.0, 1.0, 1.0) * 2.6 * lamp(d, normalize(vec3(0.05, 1.0, -0.12)), vec2(0.62, 0.34), 0.07);
    light += vec3(1.0, 0.98, 0.96) * 3.6 * lamp(d, normalize(vec3(-0.80, 0.30, -0.85)), vec2(0.11, 0.62), 0.04);
    light += vec3(0.92, 0.96, 1.0) * 3.6 * lamp(d, normalize(vec3(0.80, 0.40, -0.85)), vec2(0.11, 0.62), 0.04);
    return light;
}
#elif defined(EQUIRECTANGULAR)
uniform sampler2D picture;
vec3 radiance(vec3 d) {
    float across = atan(d.z, d.x) * 0.15915494 + 0.5, up = asin(clamp(d.y, -1.0, 1.0)) * 0.31830989 + 0.5;
    return textureLod(picture, vec2(across, up), 0.0).rgb;
}
#else
uniform samplerCube picture;
uniform vec3 mirror;
vec3 radiance(vec3 d) { return textureLod(picture, d * mirror, 0.0).rgb; }
#endif

// Half floats end at 65504. A light that is no number counts as none.
vec3 storable(vec3 c) { return mix(vec3(0.0), min(c, 60000.0), greaterThan(c, vec3(0.0))); }

void main() {
    vec3 sum = vec3(0.0);
    for (int y = 0; y < TAPS; ++y) {
        for (int x = 0; x < TAPS; ++x) {
            vec2 place = gl_FragCoord.xy - 0.5 + (vec2(x, y) + 0.5) / float(TAPS);
            sum += storable(radiance(normalize(face * vec3(place * texelSize * 2.0 - 1.0, 1.0))));
        }
    }
    fragmentColor = vec4(sum / float(TAPS * TAPS), 1.0);
}
