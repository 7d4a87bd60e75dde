#version 400
// A matrix times a vector becomes scalar products and sums; a transposed matrix costs nothing.
in vec3 position;
in vec3 normal;
uniform mat4 transform;
uniform mat3 turn;
out vec3 direction;
void main() {
    gl_Position = transform * vec4(position, 1.0);
    direction = transpose(turn) * normal;
}
