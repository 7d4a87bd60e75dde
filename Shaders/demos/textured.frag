// A sun with soft-edged shadow, light from the sky, a highlight, and haze towards the horizon, in linear light.
#version 330
in vec3 worldPosition;
in vec3 worldNormal;
in vec2 textureCoordinate;
in vec3 shadowCoordinate;
uniform sampler2D picture;
uniform sampler2DShadow shadowMap;
uniform float shadowTexel;  // size of a texel in the shadow map; 0: no shadows
uniform vec3 eye;
uniform vec3 toLight;
uniform float gloss;        // 0 dull, 1 polished
uniform vec3 horizon;
out vec4 fragmentColor;

float lightReaching() {
    if (shadowTexel == 0.0) return 1.0;
    float sum = 0.0;
    for (int i = 0; i < 4; i++) {
        vec2 corner = vec2(float(i & 1) * 2.0 - 1.0, float(i >> 1) * 2.0 - 1.0);
        vec2 offset = mat2(0.8, 0.6, -0.6, 0.8) * corner * shadowTexel * 1.1;
        sum += texture(shadowMap, vec3(shadowCoordinate.xy + offset, shadowCoordinate.z));
    }
    return sum * 0.25;
}

void main() {
    vec3 n = normalize(worldNormal);
    vec3 toEye = eye - worldPosition;
    float distance = length(toEye);
    vec3 v = toEye / distance;
    vec3 base = texture(picture, textureCoordinate).rgb;

    float sun = max(dot(n, toLight), 0.0) * lightReaching();
    vec3 sky = mix(vec3(0.20, 0.17, 0.14), vec3(0.34, 0.44, 0.60), n.y * 0.5 + 0.5);
    vec3 color = base * (sky * 0.6 + vec3(1.45, 1.22, 0.94) * sun);

    float grazing = pow(1.0 - max(dot(n, v), 0.0), 5.0);
    float shine = pow(max(dot(n, normalize(v + toLight)), 0.0), mix(16.0, 180.0, gloss));
    color += vec3(1.0, 0.92, 0.8) * shine * sun * gloss * 1.6;
    color = mix(color, horizon, grazing * gloss * 0.45);

    float haze = 1.0 - exp(-pow(distance * 0.042, 2.0));
    color = mix(color, horizon, haze);
    fragmentColor = vec4(pow(color / (1.0 + 0.25 * color), vec3(1.0 / 2.2)), 1.0);
}
