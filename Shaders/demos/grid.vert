// The floor below a model.
#version 330
in vec3 position;
uniform mat4 viewProjection;
uniform vec3 center;
uniform float extent;
out vec2 place;

void main() {
    place = position.xz;
    gl_Position = viewProjection * vec4(center + position * extent, 1.0);
}
