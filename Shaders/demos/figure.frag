// A walking figure of rounded limbs on a transparent background, premultiplied. Limbs are darker towards their edges, so that a
// relief from the luminance looks round.
#version 330
in vec2 place;
uniform vec2 extent;         // size of the picture, in figure heights
uniform float pixelSize;     // in figure heights
uniform vec2 joints[16];     // hip, neck, then knee, ankle, toe twice, elbow, hand twice, scarf 3, head; see WalkingFigure
out vec4 fragmentColor;

vec4 drawn = vec4(0.0);

float capsule(vec2 p, vec2 a, vec2 b, float ra, float rb) {
    vec2 along = b - a, way = p - a;
    float t = clamp(dot(way, along) / dot(along, along), 0.0, 1.0);
    return length(way - along * t) - mix(ra, rb, t);
}
void limb(float d, float radius, vec3 color) {
    float cover = clamp(0.5 - d / pixelSize, 0.0, 1.0);
    float inside = clamp(-d / radius, 0.0, 1.0);
    drawn = mix(drawn, vec4(color * (0.62 + 0.38 * sqrt(inside * (2.0 - inside))), 1.0), cover);
}
void main() {
    vec2 p = vec2((place.x - 0.5) * extent.x, place.y * extent.y - 0.04);
    vec3 coat = vec3(0.95, 0.86, 0.72), trousers = vec3(0.68, 0.68, 0.78), skin = vec3(1.0, 0.86, 0.74);
    vec3 leather = vec3(0.70, 0.54, 0.44), wool = vec3(1.0, 0.42, 0.34), felt = vec3(0.62, 0.64, 0.70);
    vec2 hip = joints[0], neck = joints[1], head = joints[15];
    // The far limbs come first, a little darker.
    limb(capsule(p, hip, joints[2], 0.058, 0.045), 0.05, trousers * 0.72);
    limb(capsule(p, joints[2], joints[3], 0.045, 0.03), 0.04, trousers * 0.72);
    limb(capsule(p, joints[3], joints[4], 0.034, 0.024), 0.03, leather * 0.72);
    limb(capsule(p, neck - vec2(0.0, 0.05), joints[8], 0.042, 0.036), 0.04, coat * 0.72);
    limb(capsule(p, joints[8], joints[9], 0.036, 0.028), 0.03, coat * 0.72);
    limb(length(p - joints[9]) - 0.03, 0.03, skin * 0.8);
    limb(capsule(p, neck, joints[12], 0.030, 0.026), 0.03, wool * 0.85);
    limb(capsule(p, joints[12], joints[13], 0.026, 0.020), 0.03, wool * 0.85);
    limb(capsule(p, joints[13], joints[14], 0.022, 0.030), 0.03, wool * 0.85);
    // The near limbs.
    limb(capsule(p, hip, joints[5], 0.060, 0.047), 0.05, trousers);
    limb(capsule(p, joints[5], joints[6], 0.047, 0.032), 0.04, trousers);
    limb(capsule(p, joints[6], joints[7], 0.036, 0.025), 0.03, leather);
    limb(capsule(p, hip - vec2(0.0, 0.06), neck - vec2(0.0, 0.04), 0.098, 0.075), 0.09, coat);
    limb(capsule(p, neck, head, 0.035, 0.035), 0.04, skin * 0.9);
    limb(length(p - head) - 0.078, 0.08, skin);
    limb(length(p - head - vec2(0.078, -0.012)) - 0.016, 0.02, skin);
    limb(capsule(p, head + vec2(-0.085, 0.045), head + vec2(0.115, 0.045), 0.012, 0.010), 0.012, felt);
    limb(capsule(p, head + vec2(-0.035, 0.075), head + vec2(0.030, 0.080), 0.050, 0.046), 0.05, felt);
    limb(capsule(p, neck + vec2(-0.045, -0.005), neck + vec2(0.05, -0.012), 0.032, 0.032), 0.03, wool);
    limb(capsule(p, neck - vec2(0.0, 0.05), joints[10], 0.046, 0.038), 0.04, coat * 0.95);
    limb(capsule(p, joints[10], joints[11], 0.038, 0.030), 0.03, coat * 0.95);
    limb(length(p - joints[11]) - 0.032, 0.03, skin);
    fragmentColor = drawn;
}
