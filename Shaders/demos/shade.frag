// The fraction of its light that a point keeps in the sun's shadow; it is multiplied with the target.
#version 330
in vec3 worldNormal;
in vec3 shadowCoordinate;
in vec3 worldPosition;
uniform sampler2DShadow shadowMap;
uniform float shadowTexel;  // size of a texel in the shadow map
uniform vec3 eye;
uniform vec3 toSun;
uniform vec3 toSky;
uniform vec3 sun;      // diffuse light
uniform vec3 sky;
uniform vec3 ambient;
uniform float fogDensity;
out vec4 fragmentColor;

void main() {
    float reaching = 0.0;
    for (int i = 0; i < 4; i++) {
        vec2 corner = vec2(float(i & 1) * 2.0 - 1.0, float(i >> 1) * 2.0 - 1.0);
        vec2 offset = mat2(0.8, 0.6, -0.6, 0.8) * corner * shadowTexel * 1.1;
        reaching += 0.25 * texture(shadowMap, vec3(shadowCoordinate.xy + offset, min(shadowCoordinate.z, 1.0)));
    }
    vec3 n = normalize(worldNormal);
    vec3 dark = ambient + sky * max(dot(n, toSky), 0.0);
    vec3 kept = dark / (dark + sun * max(dot(n, toSun), 0.0));
    // The fog in front of the point is not darkened.
    float thickness = fogDensity * distance(worldPosition, eye);
    float clear = exp(-thickness * thickness);
    fragmentColor = vec4(mix(vec3(1.0), kept, (1.0 - reaching) * clear), 1.0);
}
