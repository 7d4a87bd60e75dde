#version 400
// A discarded lane goes on: its neighbours may need its derivatives.
in vec2 uv;
uniform sampler2D picture;
out vec4 pixel;
void main() {
    if (texture(picture, uv).a < 0.5) discard;
    pixel = texture(picture, uv * 2.0);
}
