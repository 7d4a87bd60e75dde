// A lit mesh: position and normal in eye space.
#version 330
in vec3 position;
in vec3 normal;
uniform mat4 modelview;
uniform mat4 projection;
uniform mat3 normalMatrix;
out vec3 eyePosition;
out vec3 eyeNormal;

void main() {
    vec4 eye = modelview * vec4(position, 1.0);
    eyePosition = eye.xyz;
    eyeNormal = normalMatrix * normal;
    gl_Position = projection * eye;
}
