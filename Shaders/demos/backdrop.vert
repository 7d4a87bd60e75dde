// Covers the picture and gives each pixel its view direction in world space.
#version 330
in vec2 position;
uniform mat4 unproject;  // clip space to world
out vec3 ray;

void main() {
    vec4 near = unproject * vec4(position, -1.0, 1.0), far = unproject * vec4(position, 1.0, 1.0);
    ray = far.xyz / far.w - near.xyz / near.w;
    gl_Position = vec4(position, 1.0, 1.0);
}
