#version 400
// A lookup is one instruction with four results; offsets and levels are its operands.
in vec2 uv;
uniform sampler2D picture;
uniform sampler2DShadow shadow;
out vec4 pixel;
void main() {
    vec4 color = texture(picture, uv);
    color += textureLodOffset(picture, uv * 2.0, 1.0, ivec2(1, -1));
    color.a = texture(shadow, vec3(uv, 0.5)) + texelFetch(picture, ivec2(3, 4), 0).r;
    pixel = color * vec4(textureSize(picture, 0), 1.0, 1.0);
}
