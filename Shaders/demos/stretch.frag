#version 330
in vec2 place;
uniform sampler2D picture;
out vec4 fragmentColor;

void main() {
    fragmentColor = vec4(texture(picture, place).rgb, 1.0);
}
