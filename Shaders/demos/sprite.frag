#version 330
in vec2 place;
uniform sampler2D picture;
out vec4 fragmentColor;

void main() {
    fragmentColor = texture(picture, place);
}
