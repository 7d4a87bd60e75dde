#version 330
// A ground shadow, seen from below: how dark a surface makes the ground under it.
in vec3 worldPosition;
uniform float ground;
// 1 / the height at which a surface has no shadow any more.
uniform float inverseHeight;
uniform float opacity;
out vec4 fragmentColor;

void main() {
    float near = clamp(1.0 - (worldPosition.y - ground) * inverseHeight, 0.0, 1.0);
    fragmentColor = vec4(near * near * opacity);
}
