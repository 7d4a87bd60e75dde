// The same light, multiplied by what the surface mirrors. `reflectionMatrix` turns eye space back into the world, so that
// reflections stay where they are while the camera turns.
#version 330
in vec3 eyePosition;
in vec3 eyeNormal;
uniform vec3 lightDiffuse;
uniform vec3 materialAmbient;
uniform vec3 materialDiffuse;
uniform vec3 materialEmissive;
uniform mat3 reflectionMatrix;
uniform samplerCube environment;
out vec4 fragmentColor;

const vec3 modelAmbient = vec3(0.2);
const vec3 lightDirection = vec3(0.0, 0.0, 1.0);

void main() {
    vec3 n = normalize(eyeNormal);
    vec3 c = materialEmissive + materialAmbient * modelAmbient + max(dot(n, lightDirection), 0.0) * materialDiffuse * lightDiffuse;
    vec3 u = normalize(eyePosition);
    vec3 r = u - 2.0 * n * dot(n, u);
    fragmentColor = vec4(clamp(c, 0.0, 1.0), 1.0) * texture(environment, reflectionMatrix * r);
}
