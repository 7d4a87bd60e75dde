// Shows the ink: as glowing smoke before the night, or as ink in water over paper. The amount of ink is also a height, which light falls on.
#version 430
in vec2 place;
uniform sampler2D ink;
uniform float glow;
uniform bool isInk;
out vec4 fragmentColor;

void main() {
    vec2 texel = 1.0 / vec2(textureSize(ink, 0));
    vec4 here = textureLod(ink, place, 0.0);
    vec2 slope = vec2(textureLod(ink, place + vec2(texel.x, 0.0), 0.0).a - textureLod(ink, place - vec2(texel.x, 0.0), 0.0).a,
                      textureLod(ink, place + vec2(0.0, texel.y), 0.0).a - textureLod(ink, place - vec2(0.0, texel.y), 0.0).a);
    vec3 normal = normalize(vec3(-slope * 3.0 / (0.3 + here.a), 1.0)), lamp = normalize(vec3(-0.55, 0.65, 0.6));
    float light = dot(normal, lamp) / lamp.z, shine = pow(max(normalize(lamp + vec3(0.0, 0.0, 1.0)).z * normal.z
        + dot(normalize(lamp + vec3(0.0, 0.0, 1.0)).xy, normal.xy), 0.0), 48.0);
    vec2 off = place - 0.5;
    float edge = 1.0 - 0.9 * dot(off, off);
    if (isInk) {
        vec3 paper = vec3(0.965, 0.945, 0.90) * (0.35 + 0.65 * edge);
        vec3 absorbed = here.a * vec3(1.35) - here.rgb;
        fragmentColor = vec4(paper * exp(-1.25 * max(absorbed, 0.0)) * (0.8 + 0.2 * light) + 0.12 * (shine - 0.35) * min(here.a, 1.0), 1.0);
    } else {
        vec3 night = mix(vec3(0.012, 0.016, 0.045), vec3(0.03, 0.02, 0.07), place.y) * edge;
        vec3 halo = textureLod(ink, place, 3.5).rgb * 0.45 + textureLod(ink, place, 5.0).rgb * 0.55;
        vec3 lit = here.rgb * (0.55 + 0.45 * light) + 0.55 * shine * min(here.a, 1.0) * here.rgb;
        fragmentColor = vec4(1.0 - exp(-(night + 1.5 * lit + glow * halo)), 1.0);
    }
}
