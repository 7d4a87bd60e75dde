// A model: world position and normal, for lights that are fixed in the room.
#version 330
in vec3 position;
in vec3 normal;
in vec2 texCoord0;
in vec4 color;
uniform mat4 model;
uniform mat3 modelNormal;
uniform mat4 viewProjection;
out vec3 worldPosition;
out vec3 worldNormal;
out vec2 textureCoordinate;
out vec4 vertexColor;

void main() {
    vec4 world = model * vec4(position, 1.0);
    worldPosition = world.xyz;
    worldNormal = modelNormal * normal;
    textureCoordinate = texCoord0;
    vertexColor = color;
    gl_Position = viewProjection * world;
}
