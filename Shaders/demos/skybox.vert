// The skybox: a box whose corners are also the directions that its cube map is asked for.
#version 330
in vec3 position;
uniform mat4 modelviewProjection;
out vec3 direction;

void main() {
    direction = position;
    gl_Position = modelviewProjection * vec4(position, 1.0);
}
