// Covers the target. `place` runs from 0 to 1; y grows upwards.
#version 330
in vec2 position;
out vec2 place;

void main() {
    place = position * 0.5 + 0.5;
    gl_Position = vec4(position, 0.0, 1.0);
}
