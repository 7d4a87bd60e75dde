#version 330
// A blur along one axis, with a binomial weight for each of 13 taps.
uniform sampler2D source;
uniform vec2 texelSize;
// The distance between two taps.
uniform vec2 offset;
out vec4 fragmentColor;

void main() {
    vec2 place = gl_FragCoord.xy * texelSize;
    float weights[7] = float[](924.0, 792.0, 495.0, 220.0, 66.0, 12.0, 1.0);
    float sum = texture(source, place).r * weights[0];
    for (int i = 1; i < 7; ++i) sum += (texture(source, place + offset * float(i)).r + texture(source, place - offset * float(i)).r) * weights[i];
    fragmentColor = vec4(sum / 4096.0);
}
