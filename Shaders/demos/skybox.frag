#version 330
in vec3 direction;
uniform samplerCube environment;
out vec4 fragmentColor;

void main() {
    fragmentColor = texture(environment, direction);
}
