// The box of the triangles demo. Attributes that a layout lacks hold one constant value for all vertices.
#version 330
in vec3 position;
in vec3 normal;
in vec4 color;
in vec2 texCoord;
uniform mat4 modelview;
uniform mat4 projection;
uniform mat3 normalMatrix;
out vec3 eyeNormal;
out vec4 materialColor;
out vec2 textureCoordinate;

void main() {
    eyeNormal = normalMatrix * normal;
    materialColor = color;
    textureCoordinate = texCoord;
    gl_Position = projection * modelview * vec4(position, 1.0);
}
