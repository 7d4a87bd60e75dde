// The alpha of a shadow caster, as the fraction of light that it stops.
#version 330
uniform sampler2D picture;
uniform vec2 origin, xAxis, yAxis;    // the map from pixels of the target to the picture's texture coordinates
uniform float opacity;
out vec4 pixel;

void main() {
    vec2 place = origin + gl_FragCoord.x * xAxis + gl_FragCoord.y * yAxis;
    pixel = vec4(texture(picture, place).a * opacity);
}
