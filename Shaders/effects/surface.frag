// A picture or, if the colour's alpha is 1, a plain colour, in light from the eye. Light of 1 or more does not change the bytes.
#version 330
in vec2 place;
in float towardsEye;
uniform sampler2D picture;
uniform vec2 pictureScale;
uniform vec4 plain;
uniform vec2 light;
out vec4 fragmentColor;

void main() {
    vec4 color = texture(picture, 0.5 + (place - 0.5) * pictureScale);
    float shade = min(1.0, light.x + light.y * max(towardsEye, 0.0));
    fragmentColor = vec4(mix(color.rgb, plain.rgb, plain.a) * shade, mix(color.a, 1.0, plain.a));
}
