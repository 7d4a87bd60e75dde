// Fixed-function light on both sides: the vertex colour is ambient and diffuse material at once.
#version 330
in vec3 eyeNormal;
in vec4 materialColor;
in vec2 textureCoordinate;
uniform bool lightEnabled;
uniform bool textureEnabled;
uniform sampler2D atlas;
out vec4 fragmentColor;

const vec3 modelAmbient = vec3(0.2);
const vec3 lightAmbient = vec3(0.1);
const vec3 lightDirection = vec3(0.0, 0.0, 1.0);

void main() {
    vec4 color = materialColor;
    if (lightEnabled) {
        vec3 n = normalize(gl_FrontFacing ? eyeNormal : -eyeNormal);
        color.rgb *= modelAmbient + lightAmbient + max(dot(n, lightDirection), 0.0);
        color = clamp(color, 0.0, 1.0);
    }
    if (textureEnabled) color *= texture(atlas, textureCoordinate);
    fragmentColor = color;
}
