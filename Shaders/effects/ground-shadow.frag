#version 330
// A blurred ground shadow on the ground.
in vec2 coordinate0;
uniform sampler2D shadow;
uniform float darkness;
out vec4 fragmentColor;

void main() {
    // The picture fades out before its edge, so no edge is visible.
    vec2 q = coordinate0 * 2.0 - 1.0;
    float fade = 1.0 - smoothstep(0.6, 1.0, dot(q, q));
    fragmentColor = vec4(0.0, 0.0, 0.0, clamp(texture(shadow, coordinate0).r * darkness * fade, 0.0, 1.0));
}
