// A blend of a picture with the colours of an overlay.
#version 330
in vec2 place;
uniform sampler2D picture;
uniform sampler2D colors;
uniform float share;
out vec4 fragmentColor;

void main() {
    vec3 shown = texture(picture, place).rgb;
    vec4 overlay = texture(colors, place);
    // Where the overlay is transparent, the picture stays visible in dark grey.
    vec3 ground = vec3(dot(shown, vec3(0.21, 0.715, 0.075)) * 0.375);
    fragmentColor = vec4(mix(shown, mix(ground, overlay.rgb, overlay.a), share), 1.0);
}
