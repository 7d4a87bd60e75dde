#version 330
// The skybox: a unit cube around the origin; its own position is the direction that it shows.
uniform mat4 modelviewProjection;
layout(location = 0) in vec3 position;
out vec3 direction;

void main() {
    direction = position;
    gl_Position = modelviewProjection * vec4(position, 1.0);
}
