// A picture over the whole target, scaled about its centre.
#version 330
in vec2 place;
uniform sampler2D picture;
uniform vec2 pictureScale;
out vec4 fragmentColor;

void main() {
    fragmentColor = texture(picture, 0.5 + (place - 0.5) * pictureScale);
}
