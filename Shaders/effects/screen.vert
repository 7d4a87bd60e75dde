// Covers a target with one triangle.
#version 330
in vec2 position;

void main() {
    gl_Position = vec4(position, 0.0, 1.0);
}
