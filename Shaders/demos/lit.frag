// The fixed-function light equation for one directional light and a material without shine, per pixel.
#version 330
in vec3 eyePosition;
in vec3 eyeNormal;
uniform vec3 lightDiffuse;
uniform vec3 materialAmbient;
uniform vec3 materialDiffuse;
uniform vec3 materialEmissive;
out vec4 fragmentColor;

const vec3 modelAmbient = vec3(0.2);
const vec3 lightDirection = vec3(0.0, 0.0, 1.0);

void main() {
    vec3 n = normalize(eyeNormal);
    vec3 c = materialEmissive + materialAmbient * modelAmbient + max(dot(n, lightDirection), 0.0) * materialDiffuse * lightDiffuse;
    fragmentColor = vec4(clamp(c, 0.0, 1.0), 1.0);
}
