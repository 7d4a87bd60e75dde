#version 330
in vec3 lookup;
uniform samplerCube textureCubeMap;
out vec4 fragmentColor;

void main() {
    fragmentColor = texture(textureCubeMap, lookup);
}
