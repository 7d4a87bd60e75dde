// A horizon: ground, haze and sky, in linear light.
#version 330
in vec3 ray;
uniform vec3 zenith;
uniform vec3 horizon;
uniform vec3 ground;
uniform float rise;
out vec4 fragmentColor;

void main() {
    float up = normalize(ray).y;
    vec3 color = mix(horizon, up > 0.0 ? zenith : ground, smoothstep(0.0, up > 0.0 ? rise : 0.30, abs(up)));
    fragmentColor = vec4(pow(color / (1.0 + 0.25 * color), vec3(1.0 / 2.2)), 1.0);
}
